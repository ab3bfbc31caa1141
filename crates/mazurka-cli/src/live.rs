//! Which of many files is being checked: a line on a terminal, erased when its result is there.

use mazurka_check::command::Team;
use mazurka_check::plain;
use std::io::{self, IsTerminal, Write};

/// The most characters of the line: a longer one would need two, and only one is erased.
const WIDEST: usize = 79;

/// The line, as long as this lives.
pub(crate) struct Live {
    is_shown: bool,
}

impl Live {
    /// Shows it, if there are several files and a terminal. If the check takes longer, the line
    /// becomes that of its progress.
    pub(crate) fn new(team: &Team, name: &str) -> Live {
        let position = team.position.words();
        let Some(position) = position.filter(|_| io::stderr().is_terminal()) else {
            return Live { is_shown: false };
        };
        // A terminal that is gone is no reason to stop.
        let _ = write!(io::stderr(), "\r\x1b[K{}", line(&position, name));
        Live { is_shown: true }
    }
}

fn line(position: &str, name: &str) -> String {
    let line = format!("{position}: {}", plain(name));
    line.chars().take(WIDEST).collect()
}

impl Drop for Live {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_one() {
        assert_eq!(line("3 of 120", "SB"), "3 of 120: SB");
        assert_eq!(line("3 of 120", &"x".repeat(200)).chars().count(), 79);
        assert_eq!(line("1 of 2", "a\x1b[2J"), "1 of 2: a\\u{1b}[2J");
    }
}
