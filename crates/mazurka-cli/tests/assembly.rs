//! Assembly in C programs.

mod support;

use support::{Folder, stderr};

/// Assembly that is in no function is not passed over.
#[test]
fn assembly_outside_of_functions() {
    let files: [(&str, &[u8]); 3] = [
        (
            "code.c",
            b"asm(\"helper: ret\");\nint main(void) { return 0; }\n",
        ),
        (
            "note.c",
            b"asm(\".ident \\\"x\\\"\");\nasm(\"\");\nint main(void) { return 0; }\n",
        ),
        (
            "code.ll",
            b"module asm \"helper: ret\"\ndefine i32 @main() {\n  ret i32 0\n}\n",
        ),
    ];
    let folder = Folder::new("assembly", &files);
    for (file, place) in [
        ("code.c", "code.c (as LLVM IR)"),
        ("code.ll", "code.ll:1:12"),
    ] {
        let output = folder.run(&[file]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with(&format!("error: {place}")), "{text}");
        assert!(text.contains("assembly outside of functions"), "{text}");
    }
    let output = folder.run(&["note.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}
