//! The library that is embedded is what its source says.

use std::path::Path;
use std::process::Command;

/// Needs clang 14, as others write other text; passes where there is none.
#[test]
fn the_embedded_library_is_up_to_date() {
    let has_clang = Command::new("clang-14").arg("--version").output().is_ok();
    if !has_clang {
        eprintln!("clang-14 is not installed: not compared");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("libc/build.sh");
    let output = Command::new("sh").arg(script).arg("-").output();
    let output = output.expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let made = String::from_utf8(output.stdout).expect("LLVM IR is text");
    let is_same = made == mazurka_llvm::library::text();
    assert!(
        is_same,
        "libc/libc.ll is old: run crates/mazurka-llvm/libc/build.sh"
    );
}
