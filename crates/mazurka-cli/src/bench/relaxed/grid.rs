//! Aligned tables: a head and a label before each row, everything else to the
//! right.

use std::fmt;

pub(super) struct Grid {
    caption: String,
    /// The first line is the head.
    lines: Vec<Vec<String>>,
}

impl Grid {
    pub(super) fn new(caption: impl Into<String>, head: &[&str]) -> Grid {
        Grid {
            caption: caption.into(),
            lines: vec![head.iter().map(ToString::to_string).collect()],
        }
    }

    pub(super) fn row(
        &mut self,
        label: impl Into<String>,
        cells: impl IntoIterator<Item = String>,
    ) {
        let mut line = vec![label.into()];
        line.extend(cells);
        self.lines.push(line);
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.caption)?;
        for line in &self.lines {
            let width = self.width(0);
            let mut text = format!("{:width$}", line[0]);
            for (column, cell) in line.iter().enumerate().skip(1) {
                let width = self.width(column) + 2;
                text.push_str(&format!("{cell:>width$}"));
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let mut grid = Grid::new("Table 0. Nothing", &["model", "passed", "failed"]);
        grid.row("sc", ["121".into(), "0".into()]);
        grid.row("a longer label", ["1,234,567".into()]);
        expect![[r#"
            Table 0. Nothing
            model              passed  failed
            sc                    121       0
            a longer label  1,234,567
        "#]]
        .assert_eq(&grid.to_string());
    }
}
