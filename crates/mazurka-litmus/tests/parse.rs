//! What is read and what is refused, as data.

use expect_test::{Expect, expect};
use mazurka_litmus::{Model, Options, check, parse, parse_bytes};
use std::fmt::Write;

/// The final states of a test under TSO, its condition and the verdict.
fn run(text: &str, expected: &Expect) {
    let test = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let options = Options {
        model: Model::Tso,
        max_events: 200,
        ..Options::default()
    };
    let mut found = String::new();
    match check(&test, &options, &mut ()) {
        Ok(report) => {
            for (state, executions) in &report.states {
                writeln!(found, "{executions}> {state}").unwrap();
            }
            let verdict = match report.holds {
                Some(true) => "Ok",
                Some(false) => "No",
                None => "Unknown",
            };
            match (test.condition(), report.condition) {
                (Some(condition), Some(occurrence)) => {
                    writeln!(found, "{verdict} {occurrence} {condition}").unwrap();
                }
                (None, None) => assert_eq!(report.holds, None),
                found => panic!("a condition that is there and is not: {found:?}"),
            }
            if let Some(stopped) = report.stopped {
                writeln!(found, "{stopped}").unwrap();
            }
            for finding in report.findings {
                writeln!(found, "{finding}").unwrap();
            }
        }
        Err(error) => writeln!(found, "{error}").unwrap(),
    }
    expected.assert_eq(&found);
}

/// One thread of 64-bit x86, with what it does to registers and memory.
fn run64(init: &str, code: &str, shown: &str, expected: &Expect) {
    let code = code.replace('\n', ";\n");
    run(
        &format!("X86_64 test\n{{{init}}}\nP0;\n{code};\nlocations [{shown}]\n"),
        expected,
    );
}

/// One thread of C.
fn run_c(body: &str, shown: &str, expected: &Expect) {
    run(
        &format!(
            "C test\n{{ y=3; }}\nP0(int *x, atomic_int *y, int **p) {{\n{body}\n}}\nlocations [{shown}]\n"
        ),
        expected,
    );
}

fn error(text: &str, expected: &Expect) {
    let error = parse(text).expect_err("it is refused");
    expected.assert_eq(&error.to_string());
}

#[test]
fn heads() {
    let end = "{}\nP0 ;\nMOV [x],$1 ;\nforall (x=1)";
    let read = |head: &str| {
        let test = parse(&format!("{head}{end}")).unwrap();
        let info: Vec<_> = test
            .info()
            .iter()
            .map(|(k, v)| format!("{k}:{v}"))
            .collect();
        format!("{} [{}]", test.name, info.join(", "))
    };
    assert_eq!(read("X86 SB\n"), "SB []");
    assert_eq!(read("\u{feff}X86 SB\r\n"), "SB []");
    assert_eq!(read("X86 2+2W+po.x_[y]-z  \n"), "2+2W+po.x_[y]-z []");
    assert_eq!(read("X86 SB (other)\n\"a {text}\"\n"), "SB []");
    assert_eq!(read("X86 SB \"text\"\nand more\n"), "SB []");
    assert_eq!(
        read("X86 SB\n\"text\"\nCycle=PodWR Fre {\nHash = 12 \n(* c=d { *)\nfree text\n"),
        "SB [Cycle:PodWR Fre {, Hash:12]"
    );
    assert_eq!(read("X86 SB ;\n\n"), "SB []");
    assert_eq!(read("(* first *) X86 SB\n"), "SB []");
}

#[test]
fn heads_that_are_refused() {
    error(
        "",
        &expect![
            "1:1: expected the architecture of the test, found the end of the file: `X86`, `X86_64` and `C` are supported"
        ],
    );
    error(
        "   \n",
        &expect![
            "2:1: expected the architecture of the test, found the end of the file: `X86`, `X86_64` and `C` are supported"
        ],
    );
    error(
        "X86",
        &expect!["1:4: expected the name of the test after `X86`"],
    );
    error(
        "X86\n{}",
        &expect!["1:4: expected the name of the test after `X86`"],
    );
    error(
        "X86 SB\n",
        &expect!["2:1: expected `{`, which opens the initial state, found the end of the file"],
    );
    error(
        "X86 SB\n\"text\n{}",
        &expect![[r#"2:1: this text has no end: expected `"`"#]],
    );
    error(
        "X86 SB\n(* never ends",
        &expect!["2:1: this comment has no end: expected `*)`"],
    );
    error(
        "PPC SB\n{}",
        &expect![
            "1:1: the architecture `PPC` is not supported: `X86`, `X86_64` and `C` are supported"
        ],
    );
    error(
        "AArch64 SB\n{}",
        &expect![
            "1:1: the architecture `AArch64` is not supported: `X86`, `X86_64` and `C` are supported"
        ],
    );
    error(
        "{}",
        &expect![
            "1:1: expected the architecture of the test, found the character '{': `X86`, `X86_64` and `C` are supported"
        ],
    );
    error(
        "X86 SB\n{",
        &expect![
            "2:1: this initial state is never closed: expected `}` before the end of the file, at 2:2"
        ],
    );
    error(
        "X86 SB\n{}",
        &expect!["2:3: expected the name of a thread (`P0`), found the end of the file"],
    );
    let error = parse_bytes(b"X86 SB\n{ \xff }").unwrap_err().to_string();
    expect!["2:3: expected text in UTF-8, found the byte 0xff"].assert_eq(&error);
}

#[test]
fn initial_states() {
    run(
        "X86_64 init\n{ x=1; int y = 0x10; uint64_t z; [w]=-2; int *p=x; q=&y; int8_t b=255;\n\
         uint8_t c=255; int t[2] = { 3, t }; \"v\"=4; 0:RAX=5; P1:RBX=x; uint64_t 1:RCX=-1; ;; }\n\
         P0 | P1 ;\n NOP | ;\n\
         locations [x; y; z; w; p; q; b; c; t; v; 0:RAX; 1:RBX; 1:RCX; 0:EAX; 1:ECX]",
        &expect![[r#"
            1> 0:EAX=5; 0:RAX=5; 1:ECX=4294967295; 1:RBX=x; 1:RCX=18446744073709551615; b=-1; c=255; p=x; q=y; t[0]=3; t[1]=t; v=4; w=-2; x=1; y=16; z=0;
        "#]],
    );
}

#[test]
fn initial_states_that_are_refused() {
    let refused = |init: &str, expected: &Expect| {
        error(&format!("X86 t\n{{ {init} }}\nP0 ;\nNOP ;\n"), expected);
    };
    refused(
        "x=1 y=2",
        &expect!["2:7: expected `;` or `}` after an initial value, found `y`"],
    );
    refused(
        "x=",
        &expect!["2:6: expected a number or a location, found `}`"],
    );
    refused(
        "x==1",
        &expect!["2:4: expected a location or a register (`0:EAX`), found `==`"],
    );
    refused(
        "=1",
        &expect!["2:3: expected a location or a register (`0:EAX`), found `=`"],
    );
    refused("0:EAX=1; 1:EAX=2", &expect!["2:12: there is no thread 1"]);
    refused("0:FOO=1", &expect!["2:3: there is no register `FOO`"]);
    refused(
        "%a=1",
        &expect!["2:3: `%a` belongs to no thread: write `0:%a`"],
    );
    refused(
        "int t[2]={1}",
        &expect!["2:12: expected 2 values, the length of the array, found 1"],
    );
    refused(
        "int t[0]",
        &expect!["2:9: an array has 1 to 256 elements, not 0"],
    );
    refused(
        "int t[99999999999999999999]",
        &expect![
            "2:9: expected the length of an array, found `99999999999999999999`, which is not a number of 64 bits"
        ],
    );
    refused(
        "x=99999999999999999999",
        &expect![
            "2:5: expected a number or a location, found `99999999999999999999`, which is not a number of 64 bits"
        ],
    );
    refused(
        "x=1@",
        &expect!["2:6: expected `;` or `}` after an initial value, found the character '@'"],
    );
}

#[test]
fn columns_that_are_refused() {
    let refused = |code: &str, expected: &Expect| {
        error(&format!("X86 t\n{{}}\n{code}exists (x=1)"), expected);
    };
    refused(
        "",
        &expect!["3:1: expected the name of a thread (`P0`), found `exists`"],
    );
    refused(
        "MOV EAX,1 ;\n",
        &expect!["3:1: expected the name of a thread (`P0`), found `MOV`"],
    );
    refused(
        "P0 P1 ;\n",
        &expect!["3:4: expected `|` or `;` after the name of a thread, found `P1`"],
    );
    refused("P0 | P0 ;\n", &expect!["3:6: there are two threads `P0`"]);
    refused(
        "P0 ;\nMOV EAX,1\n",
        &expect!["5:1: expected `|` or `;` after an instruction, found `exists`"],
    );
    refused(
        "P0 ;\nMOV EAX,1 | NOP ;\n",
        &expect!["4:13: there is only one thread"],
    );
    refused(
        "P0 ;\nFOO EAX ;\n",
        &expect!["4:1: expected an instruction, found `FOO`, which is unknown"],
    );
    refused(
        "P0 ;\n MOVNTI [x],EAX ;\n",
        &expect!["4:2: the instruction `MOVNTI` is not modelled"],
    );
    refused(
        "P0 ;\nMOV EAX ;\n",
        &expect!["4:8: `MOV` has 2 operands, found 1"],
    );
    refused(
        "P0 ;\nMOV EAX,EBX,ECX ;\n",
        &expect!["4:13: `MOV` has 2 operands, found 3"],
    );
    refused(
        "P0 ;\nMFENCE EAX ;\n",
        &expect!["4:8: `MFENCE` has no operands, found 1"],
    );
    refused(
        "P0 ;\nMOV EAX,[ ;\n",
        &expect!["4:11: expected a register, found `;`"],
    );
    refused(
        "P0 ;\nMOV EAX,[x ;\n",
        &expect!["4:12: expected `]`, found `;`"],
    );
    refused(
        "P0 ;\nMOV EAX,[12] ;\n",
        &expect!["4:9: the number 12 is no location"],
    );
    refused(
        "P0 ;\nJMP L1 ;\n",
        &expect!["4:5: there is no label `L1` in this thread"],
    );
    refused(
        "P0 ;\nL1: L1: NOP ;\n",
        &expect!["4:5: the label `L1` is there twice"],
    );
    refused(
        "P0 ;\nJMP 12 ;\n",
        &expect!["4:5: expected a label, found `12`"],
    );
    refused(
        "P0 ;\nLOCK ;\n",
        &expect!["5:1: expected an instruction, found `exists`, which is unknown"],
    );
    refused(
        "P0 ;\nLOCK INC EAX ;\n",
        &expect!["4:6: `LOCK` needs a place in memory, which `INC` does not have here"],
    );
    refused(
        "P0 ;\nMOV of,[x] ;\n",
        &expect!["4:5: expected a register that is no flag, found `of`"],
    );
    refused(
        "P0 ;\nXCHG [x],[y] ;\n",
        &expect!["4:10: one of the operands must be a register, both are in memory"],
    );
    refused(
        "P0 ;\nMOV 1,EAX ;\nMOV EAX,1 ;\n",
        &expect!["4:5: expected a register or a place in memory, found a constant"],
    );
    refused(
        "P0 ;\nMOV EAX,$ ;\n",
        &expect!["4:11: expected a number or a location after `$`, found `;`"],
    );
    refused(
        "P0 ;\n* ;\n",
        &expect!["4:1: expected an instruction or a label, found `*`"],
    );
}

#[test]
fn conditions() {
    let printed = |condition: &str| {
        let text = format!("X86 t\n{{ int t[2]; }}\nP0 | P1 ;\nNOP | NOP ;\n{condition}");
        match parse(&text) {
            Ok(test) => test.condition().map_or("none".into(), ToString::to_string),
            Err(error) => error.to_string(),
        }
    };
    let all = [
        "exists (0:EAX=0 /\\ 1:EAX=0)",
        "exists 0:EAX=0 /\\ 1:EAX=0",
        "~exists (x=1)",
        "~ exists [x]=1",
        "forall (x=1 \\/ y=2 /\\ z=3)",
        "forall ((x=1 \\/ y=2) /\\ z=3)",
        "exists (x=1 => y=2 => z=3)",
        "exists ((x=1 => y=2) => z=3)",
        "exists (x=1 /\\ y=2 => z=3)",
        "exists (not (x=1) /\\ ~y=2)",
        "exists (true /\\ not false)",
        "exists (x=y/\\y=x)",
        "exists (x!=1 /\\ y<>2 /\\ z==3)",
        "exists (0:EAX=1:EBX /\\ x=[y] /\\ x=*y)",
        "exists (P0:EAX=-1 /\\ 0:%r=0x1f)",
        "exists (t[1]=2 /\\ t={1,2} /\\ 0:EAX=t[1])",
        "exists ( *x=1 /\\ \"y\"=2)",
        "final (x=1)",
        "observed x=1; y=2; and x=2; y=1;",
        "locations [x; 0:EAX; y int; p*;] exists (x=1);",
        "filter (x=1) exists (y=1)",
        "exists (x=1) with tso: exists; sc: ~exists",
        "exists (x=1) (* comment (* in *) a comment *)",
        "exists (x=1) << rest",
        "",
        // Refused:
        "exists",
        "exists (",
        "exists (x=1",
        "exists (x=1))",
        "exists (x)",
        "exists (x=)",
        "exists (x=1 /\\)",
        "exists (x=1 y=2)",
        "exists (x < 1)",
        "exists (2:EAX=1)",
        "exists (0:FOO=1)",
        "exists (0:x=1)",
        "exists (%x=1)",
        "exists (t[2]=1)",
        "exists (x[0]=1)",
        "exists (fault(P0))",
        "~forall (x=1)",
        "locations [x y",
        "locations x",
    ];
    let mut found = String::new();
    for condition in all {
        writeln!(found, "{condition:?}\n  {}", printed(condition)).unwrap();
    }
    expect![[r#"
        "exists (0:EAX=0 /\\ 1:EAX=0)"
          exists (0:EAX=0 /\ 1:EAX=0)
        "exists 0:EAX=0 /\\ 1:EAX=0"
          exists (0:EAX=0 /\ 1:EAX=0)
        "~exists (x=1)"
          ~exists (x=1)
        "~ exists [x]=1"
          ~exists (x=1)
        "forall (x=1 \\/ y=2 /\\ z=3)"
          forall (x=1 \/ y=2 /\ z=3)
        "forall ((x=1 \\/ y=2) /\\ z=3)"
          forall ((x=1 \/ y=2) /\ z=3)
        "exists (x=1 => y=2 => z=3)"
          exists (x=1 => y=2 => z=3)
        "exists ((x=1 => y=2) => z=3)"
          exists ((x=1 => y=2) => z=3)
        "exists (x=1 /\\ y=2 => z=3)"
          exists (x=1 /\ y=2 => z=3)
        "exists (not (x=1) /\\ ~y=2)"
          exists (not (x=1) /\ not (y=2))
        "exists (true /\\ not false)"
          exists (true /\ not (false))
        "exists (x=y/\\y=x)"
          exists (x=y /\ y=x)
        "exists (x!=1 /\\ y<>2 /\\ z==3)"
          exists (not (x=1) /\ not (y=2) /\ z=3)
        "exists (0:EAX=1:EBX /\\ x=[y] /\\ x=*y)"
          exists (0:EAX=1:EBX /\ x=[y] /\ x=[y])
        "exists (P0:EAX=-1 /\\ 0:%r=0x1f)"
          5:22: there is no register `%r`
        "exists (t[1]=2 /\\ t={1,2} /\\ 0:EAX=t[1])"
          exists (t[1]=2 /\ (t[0]=1 /\ t[1]=2) /\ 0:EAX=t[1])
        "exists ( *x=1 /\\ \"y\"=2)"
          exists (x=1 /\ y=2)
        "final (x=1)"
          exists (x=1)
        "observed x=1; y=2; and x=2; y=1;"
          exists (x=1 /\ y=2 \/ x=2 /\ y=1)
        "locations [x; 0:EAX; y int; p*;] exists (x=1);"
          exists (x=1)
        "filter (x=1) exists (y=1)"
          exists (y=1)
        "exists (x=1) with tso: exists; sc: ~exists"
          exists (x=1)
        "exists (x=1) (* comment (* in *) a comment *)"
          exists (x=1)
        "exists (x=1) << rest"
          exists (x=1)
        ""
          none
        "exists"
          5:7: expected a location or a register (`0:EAX`), found the end of the file
        "exists ("
          5:9: expected a location or a register (`0:EAX`), found the end of the file
        "exists (x=1"
          5:12: expected `/\`, `\/`, `=>` or `)`, found the end of the file
        "exists (x=1))"
          5:13: expected `/\`, `\/`, `=>` or the end of the file, found `)`
        "exists (x)"
          5:10: expected `=` or `!=`, found `)`
        "exists (x=)"
          5:11: expected a number or a location, found `)`
        "exists (x=1 /\\)"
          5:15: expected a location or a register (`0:EAX`), found `)`
        "exists (x=1 y=2)"
          5:13: expected `/\`, `\/`, `=>` or `)`, found `y`
        "exists (x < 1)"
          5:11: expected `=` or `!=`, found the character '<'
        "exists (2:EAX=1)"
          5:9: there is no thread 2
        "exists (0:FOO=1)"
          5:9: there is no register `FOO`
        "exists (0:x=1)"
          5:9: there is no register `x`
        "exists (%x=1)"
          5:9: `%x` belongs to no thread: write `0:%x`
        "exists (t[2]=1)"
          5:9: there is no element `t[2]`
        "exists (x[0]=1)"
          5:9: there is no element `x[0]`
        "exists (fault(P0))"
          5:9: `fault` is not modelled
        "~forall (x=1)"
          5:2: expected `exists`, found `forall`
        "locations [x y"
          5:15: expected `;` or `]` after a location, found the end of the file
        "locations x"
          5:11: expected `[`, found `x`
    "#]]
    .assert_eq(&found);
}

#[test]
fn instructions() {
    run64(
        "",
        "movl $-1,%eax\nmovb $0,%al",
        "0:eax; 0:rax; 0:al",
        &expect![[r#"
            1> 0:al=0; 0:eax=-256; 0:rax=-256;
        "#]],
    );
    run64(
        "",
        "movq $-1,%rax\nmovl $7,%eax",
        "0:rax",
        &expect![[r#"
            1> 0:rax=7;
        "#]],
    );
    run64(
        "",
        "movq $258,%rax\nmovb %ah,%bl",
        "0:rbx",
        &expect![[r#"
            1> 0:rbx=1;
        "#]],
    );
    run64(
        "x=5",
        "addl $3,(x)\nsubl $1,(x)\nincl (x)\nnegl (x)\nnotl (x)",
        "x",
        &expect![[r#"
            1> x=7;
        "#]],
    );
    run64(
        "x=5",
        "lock; addl $3,(x)\nlock subl $1,(x)\nlock negl (x)\nlock notl (x)",
        "x",
        &expect![[r#"
            1> x=6;
        "#]],
    );
    run64(
        "x=6",
        "movl $3,%eax\nandl (x),%eax\norl $8,%eax\nxorl %eax,(x)",
        "0:eax; x",
        &expect![[r#"
            1> 0:eax=10; x=12;
        "#]],
    );
    run64(
        "",
        "movl $-8,%eax\nsarl $1,%eax\nmovl $5,%ebx\nshll $2,%ebx\nmovl $-1,%ecx\nshrl $31,%ecx",
        "0:eax; 0:ebx; 0:ecx",
        &expect![[r#"
            1> 0:eax=-4; 0:ebx=20; 0:ecx=1;
        "#]],
    );
    run64(
        "x=5",
        "movl $5,%eax\nmovl $6,%ebx\nlock; cmpxchgl %ebx,(x)\nsete %cl",
        "0:eax; 0:cl; x",
        &expect![[r#"
            1> 0:cl=1; 0:eax=5; x=6;
        "#]],
    );
    run64(
        "x=4",
        "movl $5,%eax\nmovl $6,%ebx\nlock; cmpxchgl (x),%ebx\nsete %cl",
        "0:eax; 0:cl; x",
        &expect![[r#"
            1> 0:cl=0; 0:eax=4; x=4;
        "#]],
    );
    run64(
        "x=4",
        "movl $5,%eax\nmovl $6,%ebx\ncmpxchgl %ebx,(x)\nmovl $4,%eax\ncmpxchgl %ebx,(x)",
        "0:eax; x",
        &expect![[r#"
            1> 0:eax=4; x=6;
        "#]],
    );
    run64(
        "x=4",
        "movl $5,%eax\nlock xaddl %eax,(x)\nmovl $1,%ebx\nxaddl %ebx,(x)",
        "0:eax; 0:ebx; x",
        &expect![[r#"
            1> 0:eax=4; 0:ebx=9; x=10;
        "#]],
    );
    run64(
        "x=4",
        "movl $5,%eax\nxchgl %eax,(x)\nmovl $7,%ebx\nuxchl (x),%ebx\nxchg %rax,%rbx",
        "0:eax; 0:ebx; x",
        &expect![[r#"
            1> 0:eax=5; 0:ebx=4; x=7;
        "#]],
    );
    run64(
        "x=4",
        "lock; btsl $0,(x)\nsetc %al\nbtrl $2,(x)\nsetc %bl",
        "0:al; 0:bl; x",
        &expect![[r#"
            1> 0:al=0; 0:bl=1; x=1;
        "#]],
    );
    run64(
        "x=-1",
        "movl $1,%eax\ncmpl $2,%eax\njl L1\nmovl $9,(x)\nL1: movl $2,(y)\ntest %eax,%eax\njne L2\nL2:\njmp L3\nmovl $3,(y)\nL3:",
        "x; y",
        &expect![[r#"
            1> x=-1; y=2;
        "#]],
    );
    run64(
        "",
        "cmpl $1,%eax\ncmovl %eax,%ebx\nmovl $3,%ecx\ncmovc %ecx,%ecx\nret\nmovl $1,%eax",
        "0:eax; 0:ebx; 0:ecx",
        &expect![[r#"
            1> 0:eax=0; 0:ebx=0; 0:ecx=3;
        "#]],
    );
    run64(
        "int8_t x=-1",
        "movsbl (x),%eax\nmovzbl (x),%ebx",
        "0:eax; 0:ebx",
        &expect![[r#"
            1> 0:eax=-1; 0:ebx=255;
        "#]],
    );
    run64(
        "int t[3]={7,8,9}",
        "leaq (t),%rax\nmovl 4(%rax),%ebx\nmovq $2,%rcx\nmovl (%rax,%rcx,4),%edx\nmovl t(%rip),%esi\nmovl %edx,[t+4]",
        "0:rax; 0:ebx; 0:edx; 0:esi; t",
        &expect![[r#"
            1> 0:ebx=8; 0:edx=9; 0:esi=7; 0:rax=t; t[0]=7; t[1]=9; t[2]=9;
        "#]],
    );
    run64(
        "",
        "movq $x,%rax\nmovl $1,(%rax)\nmovq %rax,(p)",
        "x; p; 0:rax",
        &expect![[r#"
            1> 0:rax=x; p=x; x=1;
        "#]],
    );
    run64(
        "",
        "movq $1,%rax\nmovl $1,(%rax)",
        "0:rax",
        &expect![[r#"
        thread 0 accesses the address 0x1, where no location is
    "#]],
    );
    run64(
        "uint64_t x",
        "movq $257,(x)\nmovb (x),%al",
        "x; 0:al",
        &expect![[r#"
            `x` is accessed with different numbers of bits and holds 0x101: accesses of parts of a location are not modelled
        "#]],
    );
    run64(
        "uint64_t x",
        "movq $2,(x)\nmovb (x),%al",
        "x; 0:al",
        &expect![[r#"
            1> 0:al=2; x=2;
        "#]],
    );
    run64(
        "",
        "lock movl $1,(x)\nlock cmpl $1,(x)\nsete %al\nread (x)",
        "x; 0:al",
        &expect![[r#"
            1> 0:al=1; x=1;
        "#]],
    );
}

#[test]
fn registers_of_a_thread_s_own() {
    run(
        "X86 t\n{ 0:%p=x; }\nP0 | P1;\nMOV [%p],$1 | MOV %q,[x];\nexists (1:%q=1 /\\ 0:%p=x)",
        &expect![[r#"
            1> 0:%p=x; 1:%q=0;
            1> 0:%p=x; 1:%q=1;
            Ok Sometimes exists (1:%q=1 /\ 0:%p=x)
        "#]],
    );
}

#[test]
fn either_order_of_operands() {
    let intel = "X86_64 t\n{}\nP0;\nMOV EAX,$1;\nMOV DWORD PTR [x],EAX;\nmov ebx, x;\nforall (x=1 /\\ 0:EBX=1)";
    run(
        intel,
        &expect![[r#"
        1> 0:EBX=1; x=1;
        Ok Always forall (x=1 /\ 0:EBX=1)
    "#]],
    );
    let att = "X86 t\n{}\nP0;\nmovl $1,%eax; # a comment | here\nmovl %eax,x;\nmovl (x),%ebx;\nforall (x=1 /\\ 0:EBX=1)";
    run(
        att,
        &expect![[r#"
        1> 0:EBX=1; x=1;
        Ok Always forall (x=1 /\ 0:EBX=1)
    "#]],
    );
}

#[test]
fn c_expressions() {
    run_c(
        "int a = 1 + 2 * 3 - 8 / 4 % 3, b = (a == 5) + (a < 6) * 2 + (a >= 6) * 4 + (a != 5) * 8;",
        "0:a; 0:b",
        &expect![[r#"
            1> 0:a=5; 0:b=3;
        "#]],
    );
    run_c(
        "int a = 6 & 3 | 8 ^ 1, b = ~a, c = !a, d = -a, e = a << 2 >> 1;",
        "0:a; 0:b; 0:c; 0:d; 0:e",
        &expect![[r#"
            1> 0:a=11; 0:b=-12; 0:c=0; 0:d=-11; 0:e=22;
        "#]],
    );
    run_c(
        "int a = 0 && (*x = 1), b = 1 || (*x = 2), c = 1 && 2, d = 0 || 0 || 3;",
        "0:a; 0:b; 0:c; 0:d; x",
        &expect![[r#"
            1> 0:a=0; 0:b=1; 0:c=1; 0:d=1; x=0;
        "#]],
    );
    run_c(
        "int a = 1 ? 2 : 3, b = 0 ? 2 : 0 ? 4 : 5;",
        "0:a; 0:b",
        &expect![[r#"
            1> 0:a=2; 0:b=5;
        "#]],
    );
    run_c(
        "int a = 1; a += 4; a <<= 2; int b = a++; int c = ++a; int d = a-- - --a;",
        "0:a; 0:b; 0:c; 0:d",
        &expect![[r#"
            1> 0:a=20; 0:b=20; 0:c=22; 0:d=2;
        "#]],
    );
    run_c(
        "*x = 2; (*x)++; *x += 4; int a = *x; int b = (*x)--;",
        "0:a; 0:b; x",
        &expect![[r#"
            1> 0:a=7; 0:b=7; x=6;
        "#]],
    );
    run_c(
        "*p = x; int *q = *p; *q = 4; **p += 1; p[0][0] += 1; int a = *p == x;",
        "0:q; 0:a; p; x",
        &expect![[r#"
            1> 0:a=1; 0:q=x; p=x; x=6;
        "#]],
    );
    run_c(
        "unsigned char a = 257; int b = (char)255; long c = (int)4294967295; uint8_t d = -1;",
        "0:a; 0:b; 0:c; 0:d",
        &expect![[r#"
            1> 0:a=1; 0:b=-1; 0:c=-1; 0:d=255;
        "#]],
    );
    run_c(
        "undeclared = 0x10; bool b = true; int *n = NULL;",
        "0:undeclared; 0:b; 0:n",
        &expect![[r#"
            1> 0:b=1; 0:n=0; 0:undeclared=16;
        "#]],
    );
}

#[test]
fn c_statements() {
    run_c(
        "int a = 0; for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; a += i; }",
        "0:a; 0:i",
        &expect![[r#"
            1> 0:a=5; 0:i=4;
        "#]],
    );
    run_c(
        "int a = 0; do a++; while (a < 3); while (1) { a += 10; if (a > 20) break; } ;",
        "0:a",
        &expect![[r#"
            1> 0:a=23;
        "#]],
    );
    run_c(
        "int a; if (*y == 3) { a = 1; } else a = 2; if (*y) return; a = 5;",
        "0:a",
        &expect![[r#"
            1> 0:a=1;
        "#]],
    );
    run_c(
        "for (;;) { }",
        "0:x",
        &expect![[r#"
            thread 0 runs for ever without an operation that others could see
        "#]],
    );
    run_c(
        "while (*x == 0) { *y = *y + 1; }",
        "x",
        &expect![[r#"
            an execution has 200 events and still goes on: thread 0 took 200 of the last 200 steps, and accesses x next. This is not a bug. If the test is just long, raise --max-events; a loop that waits for another thread is recognised if a round of it changes nothing
        "#]],
    );
    run_c(
        "while (READ_ONCE(*x) == 0) cpu_relax();",
        "x",
        &expect![[r#"
            thread 0 waits for ever, in one execution
        "#]],
    );
    run_c(
        "while (*x == 0 || *y == 0) ; /* a comment */ // another",
        "x",
        &expect![[r#"
            thread 0 waits for ever, in one execution
        "#]],
    );
}

#[test]
fn c_functions() {
    run_c(
        "int a = atomic_exchange(y, 4); int b = atomic_fetch_add_explicit(y, 2, memory_order_relaxed); int c = atomic_fetch_add(2, y); int d = atomic_fetch_or(y, 16);",
        "0:a; 0:b; 0:c; 0:d; y",
        &expect![[r#"
            1> 0:a=3; 0:b=4; 0:c=6; 0:d=8; y=24;
        "#]],
    );
    run_c(
        "int e = 3; int a = atomic_compare_exchange_strong(y, &e, 5); int b = atomic_compare_exchange_weak_explicit(y, &e, 6, memory_order_seq_cst, memory_order_relaxed);",
        "0:a; 0:b; 0:e; y",
        &expect![[r#"
            1> 0:a=1; 0:b=0; 0:e=5; y=5;
        "#]],
    );
    run_c(
        "*x = 2; int a = atomic_compare_exchange_strong(y, x, 5);",
        "0:a; x; y",
        &expect![[r#"
            1> 0:a=0; x=3; y=3;
        "#]],
    );
    run_c(
        "int a = cmpxchg(y, 3, 4); int b = atomic_cmpxchg_acquire(y, 3, 5); int c = xchg_release(y, 6);",
        "0:a; 0:b; 0:c; y",
        &expect![[r#"
            1> 0:a=3; 0:b=4; 0:c=4; y=6;
        "#]],
    );
    run_c(
        "atomic_inc(y); atomic_add(2, y); int a = atomic_sub_return(1, y); int b = atomic_dec_and_test(y); int c = atomic_fetch_inc_relaxed(y); int d = atomic_add_negative(-9, y);",
        "0:a; 0:b; 0:c; 0:d; y",
        &expect![[r#"
            1> 0:a=5; 0:b=0; 0:c=4; 0:d=1; y=-4;
        "#]],
    );
    run_c(
        "atomic_set(y, 1); int a = atomic_read(y); smp_store_mb(*x, 2); rcu_assign_pointer(*p, x); int *b = rcu_dereference(*p);",
        "0:a; 0:b; x; y",
        &expect![[r#"
            1> 0:a=1; 0:b=x; x=2; y=1;
        "#]],
    );
    run_c(
        "spin_lock(x); int a = spin_is_locked(x); int b = spin_trylock(x); spin_unlock(x); int c = spin_trylock(x);",
        "0:a; 0:b; 0:c; x",
        &expect![[r#"
            1> 0:a=1; 0:b=0; 0:c=1; x=1;
        "#]],
    );
    run_c(
        "__store{release}(*x, 2); __fence{mb}; int a = __load{once}(*x); int b = __atomic_op_return{mb}(y, +, 2); __atomic_op(y, -, 1);",
        "0:a; 0:b; x; y",
        &expect![[r#"
            1> 0:a=2; 0:b=5; x=2; y=4;
        "#]],
    );
    run_c(
        "int a = atomic_flag_test_and_set(x); atomic_flag_clear_explicit(x, memory_order_release);",
        "0:a; x",
        &expect![[r#"
            1> 0:a=0; x=0;
        "#]],
    );
    run_c(
        "spin_lock(x); spin_lock(x);",
        "x",
        &expect![[r#"
            thread 0 waits for ever, in one execution
        "#]],
    );
}

#[test]
fn blocks_share_variables() {
    run_c(
        "if (*y) { int r = 1; *x = r; } else { int r = 2; *x = r; }\n{ int i; } for (int i = 0; i < 2; i++) { }",
        "x",
        &expect![[r#"
            1> x=1;
        "#]],
    );
}

#[test]
fn c_that_is_refused() {
    let refused = |body: &str, expected: &Expect| {
        error(
            &format!("C t\n{{}}\nP0(int *x) {{\n  {body}\n}}\nexists (x=1)"),
            expected,
        );
    };
    refused(
        "int r = 1; { int r = 2; }",
        &expect![
            "4:20: `r` hides a variable of the same name; the condition could not tell them apart, so give it another name"
        ],
    );
    refused(
        "for (int i = 0; i < 2; i++) { int i; }",
        &expect![
            "4:37: `i` hides a variable of the same name; the condition could not tell them apart, so give it another name"
        ],
    );
    refused("foo(x);", &expect!["4:3: the function `foo` is unknown"]);
    refused(
        "rcu_head_init(x);",
        &expect!["4:3: the function `rcu_head_init` is not modelled"],
    );
    refused(
        "int a = b;",
        &expect!["4:11: there is no variable or parameter `b` here"],
    );
    refused("int a = 1", &expect!["5:1: expected `;`, found `}`"]);
    refused(
        "int = 1;",
        &expect!["4:7: expected the name of a variable, found `=`"],
    );
    refused(
        "1 = 2;",
        &expect!["4:5: expected an operator or `;` (this is not assigned to), found `=`"],
    );
    refused("if *x) {}", &expect!["4:6: expected `(`, found `*`"]);
    refused("goto end;", &expect!["4:3: `goto` is not supported"]);
    refused(
        "break;",
        &expect!["4:3: expected a statement (there is no loop here), found `break`"],
    );
    refused(
        "do {} until (1);",
        &expect!["4:9: expected `while`, found `until`"],
    );
    refused(
        "atomic_load_explicit(x, relax);",
        &expect!["4:27: expected a memory order (`memory_order_relaxed`), found `relax`"],
    );
    refused(
        "atomic_store_explicit(x, 1);",
        &expect!["4:29: expected `,` and another argument of `atomic_store_explicit`, found `)`"],
    );
    refused(
        "atomic_load(x, 1);",
        &expect!["4:16: expected `)` after the last argument of `atomic_load`, found `,`"],
    );
    refused(
        "WRITE_ONCE(1, 2);",
        &expect!["4:15: expected a place (`*x`) as argument before this, found `,`"],
    );
    refused(
        "int a = &a;",
        &expect!["4:11: only what is in memory has an address"],
    );
    refused(
        "int a = 1 +;",
        &expect!["4:14: expected an expression, found `;`"],
    );
    refused(
        "/* never ends",
        &expect!["4:3: this comment has no end: expected `*/`"],
    );
    refused(
        "{ int a;",
        &expect!["6:1: expected `}` or a statement, found `exists`"],
    );
    refused(
        "__fence{foo};",
        &expect!["4:10: the fence `foo` is not modelled"],
    );
    error(
        "C t\n{}\nexists (x=1)",
        &expect!["3:1: expected a function (`P0`), found `exists`"],
    );
    error(
        "C t\n{}\nP0(int x) {}\n",
        &expect!["3:8: expected `*`: parameters are addresses of locations, found `x`"],
    );
    error(
        "C t\n{}\nP0(int *x) {} P0(int *x) {}\n",
        &expect!["3:15: there are two functions `P0`"],
    );
    error(
        "C t\n{}\nint main() {}\n",
        &expect!["3:5: expected a function (`P0`) or a condition (`exists`), found `main`"],
    );
    error(
        "C t\n{}\nP0(int *x) {}\nexists (0:r=1)",
        &expect!["4:9: thread 0 has no variable `r`"],
    );
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let deep = |text: String| {
        let error = parse(&text).unwrap_err();
        assert_eq!(error.message, "this is nested too deeply");
    };
    let many = |what: &str| what.repeat(100_000);
    deep(format!("X86 t {{}} P0; NOP; exists {}", many("(")));
    deep(format!("X86 t {{}} P0; NOP; exists {}", many("not ")));
    deep(format!("X86 t {{}} P0; NOP; exists {}", many("x=1 => ")));
    deep(format!("X86 t {{ x={} }}", many("`")));
    deep(format!("X86 t {{}} P0; MOV {}", many("%cs:")));
    deep(format!("C t {{}} P0(int *x) {{ int a = {}", many("(")));
    deep(format!("C t {{}} P0(int *x) {{ int a = {}", many("*")));
    deep(format!(
        "C t {{}} P0(int *x) {{ int a = {}",
        many("1 ? 1 : ")
    ));
    deep(format!("C t {{}} P0(int *x) {{ {}", many("{")));
    deep(format!("C t {{}} P0(int *x) {{ {}", many("if (1) ")));
    deep(format!("C t {{}} P0(int *x) {{ {}", many("a = ")));
}

#[test]
fn windows_line_ends_and_tabs() {
    let text = "X86 SB\r\n\"text\"\r\nHash=1\r\n{ x=0;\r\n\ty=0; }\r\n P0\t| P1 ;\r\n MOV [x],$1\t| MOV [y],$1 ;\r\n MOV EAX,[y] | MOV EAX,[x] ;\r\nexists (0:EAX=0 /\\\r\n 1:EAX=0)\r\n";
    run(
        text,
        &expect![[r#"
        1> 0:EAX=0; 1:EAX=0;
        1> 0:EAX=0; 1:EAX=1;
        1> 0:EAX=1; 1:EAX=0;
        1> 0:EAX=1; 1:EAX=1;
        Ok Sometimes exists (0:EAX=0 /\ 1:EAX=0)
    "#]],
    );
    let c = "C SB\r\n{}\r\nP0(int *x)\r\n{\r\n\t*x = 1; // one\r\n}\r\nforall (x=1)\r\n";
    run(
        c,
        &expect![[r#"
        1> x=1;
        Ok Always forall (x=1)
    "#]],
    );
}
