//! A few hundred cases of each target of the fuzzer, with a fixed seed.

use std::path::Path;
use std::process::Command;

/// Runs a target without the command, in a folder of its own.
fn fuzz(target: &str, cases: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{target}"));
    let output = Command::new(env!("CARGO_BIN_EXE_mazurka-fuzz"))
        .args([target, "--cases", cases, "--seconds", "120"])
        .args(["--one-of", "12", "--folder"])
        .arg(&folder)
        .output()
        .expect("the fuzzer runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{errors}");
    let expected = format!("{target}: {cases} cases");
    assert!(told.starts_with(&expected), "{told}{errors}");
}

#[test]
fn texts_of_llvm_ir() {
    fuzz("ir", "1000");
}

#[test]
fn litmus_tests() {
    fuzz("litmus", "2000");
}

#[test]
fn replay_strings() {
    fuzz("replay", "1000");
}

/// A failure is found, made smaller, kept, and run again.
#[test]
fn a_case_of_a_file_is_run_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz-again/litmus");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("failure-1.litmus");
    // It is cut off nowhere, so what is expected of it does not hold.
    let text = "X86 SB\n{ x=0; }\nP0 ;\nMOV [x],$1 ;\nexists (x=1)\n";
    std::fs::write(&file, text).expect("a file");
    std::fs::write(
        file.with_extension("case"),
        "variant 1\nexpect no verdict\n",
    )
    .expect("a file");
    let again = || {
        Command::new(env!("CARGO_BIN_EXE_mazurka-fuzz"))
            .arg("--file")
            .arg(&file)
            .output()
            .expect("the fuzzer runs")
    };
    let output = again();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("FAILED: cut off"), "{told}");
    std::fs::write(file.with_extension("case"), "variant 1\nexpect \n").expect("a file");
    assert_eq!(again().status.code(), Some(0));
}
