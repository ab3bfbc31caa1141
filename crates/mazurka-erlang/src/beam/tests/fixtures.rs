//! Files as OTP made them.

use super::*;
use expect_test::{Expect, expect};
use std::collections::BTreeSet;
use std::fmt::Write;

fn opcodes(module: &Module) -> BTreeSet<&'static str> {
    module.code.iter().map(|code| code.op.name()).collect()
}

fn words<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut line = 0;
    for name in names {
        if line + name.len() > 90 {
            text.push('\n');
            line = 0;
        }
        line += name.len() + 1;
        let _ = write!(text, "{name} ");
    }
    let lines = text.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

#[test]
fn all_have_the_same_functions() {
    let exports = |module: &Module| {
        let mut names: Vec<_> = (module.exports.iter())
            .map(|export| {
                format!(
                    "{}/{}",
                    module.atoms[export.function as usize], export.arity
                )
            })
            .collect();
        names.sort();
        words(names.iter().map(String::as_str))
    };
    let expected = exports(&fixture("25"));
    expect![[r#"
        binaries/1 bits/1 choices/1 exceptions/0 funs/1 half_of/1 lists/1 maps/1 messages/0
        module_info/0 module_info/1 numbers/0 records/1 tables/0 test/0 timeouts/0
    "#]]
    .assert_eq(&expected);
    for (name, bytes) in FIXTURES {
        let module = read(bytes).expect("it is as OTP made it");
        assert_eq!(module.name, "shapes", "{name}");
        assert_eq!(exports(&module), expected, "{name}");
        assert_eq!(module.lines.files[0], "shapes.erl", "{name}");
        assert!(walk::walk(&module) > 1_000, "{name}");
        let Value::List(attributes, _) = &module.attributes else {
            panic!("{name}: {:?}", module.attributes);
        };
        let author = Value::Atom("author".to_owned());
        let author = attributes.iter().find_map(|pair| match pair {
            Value::Tuple(pair) if pair[0] == author => Some(&pair[1]),
            _ => None,
        });
        let letters = "Łódź".chars().map(|letter| Value::Integer(letter as i64));
        let letters = Value::List(letters.collect(), Box::new(Value::Nil));
        assert_eq!(author, Some(&letters), "{name}");
    }
}

#[test]
fn compressed_or_not_it_is_the_same() {
    let (plain, compressed) = (fixture("25"), fixture("25-compressed"));
    assert_eq!(plain.code, compressed.code);
    assert_eq!(plain.literals, compressed.literals);
}

fn literals(module: &Module) -> String {
    let lines = module.literals.iter().map(|value| format!("{value}\n"));
    lines.collect()
}

fn check(name: &str, ops: &Expect, values: &Expect) {
    let module = fixture(name);
    ops.assert_eq(&words(opcodes(&module)));
    values.assert_eq(&literals(&module));
}

#[test]
fn otp_25() {
    check(
        "25",
        &expect![[r#"
        allocate allocate_heap badmatch badrecord bif0 bif1 bif2 bs_create_bin bs_get_binary2
        bs_get_float2 bs_get_integer2 bs_get_position bs_get_tail bs_get_utf8 bs_init_writable
        bs_match_string bs_set_position bs_skip_bits2 bs_start_match3 bs_start_match4 bs_test_unit
        call call_ext call_ext_last call_ext_only call_fun2 call_last call_only case_end catch
        catch_end deallocate fadd fconv fdiv fmove fmul fnegate fsub func_info gc_bif1 gc_bif2
        get_list get_map_elements get_tuple_element if_end init_yregs int_code_end is_binary
        is_eq_exact is_float is_function2 is_integer is_list is_lt is_map is_nil is_nonempty_list
        is_pid is_reference is_tagged_tuple is_tuple jump label line loop_rec loop_rec_end
        make_fun3 move put_list put_map_assoc put_map_exact put_tuple2 raise raw_raise
        recv_marker_bind recv_marker_clear recv_marker_reserve recv_marker_use remove_message
        return select_tuple_arity select_val send swap test_arity test_heap timeout trim try
        try_case try_end wait wait_timeout
    "#]],
        &expect![[r#"
        <<1,2,3,4,174,140,45,45,143,14:4>>
        #{'a'=>1,{3}=><<99>>,[98]=>[2]}
        [5,3,8,1]
        <<103,114,195,188,110,32,226,130,172>>
        #{}
        <<>>
        ['x'|'y']
        {1,2}
        {}
        2.0
        2.5
        3.0
        10000000000.0
        15241578753238836750495351562536198787501905199875019052100
        0.3333333333333333
        ['little']
        8.0
        <<112>>
        {'point',1}
        [1,2]
        fun 'lists':'reverse'/1
        {'own',[1]}
        [{1,2},3]
        [0]
        [0|'improper']
        [116,101,120,116,8364]
        [1,2,3]
        {'second',2}
        ['ordered_set',{'keypos',2}]
        [3,1,2]
        {3,5}
        [{{'point','$1','$2','_'},[{'>','$2',3}],['$1']}]
        ['a','b']
        1.0
    "#]],
    );
}

#[test]
fn otp_27() {
    check(
        "27",
        &expect![[r#"
        allocate allocate_heap badmatch badrecord bif0 bif1 bif2 bs_create_bin bs_get_binary2
        bs_get_float2 bs_get_position bs_get_tail bs_get_utf8 bs_init_writable bs_match
        bs_set_position bs_start_match3 bs_start_match4 call call_ext call_ext_last call_ext_only
        call_fun2 call_last call_only case_end catch catch_end deallocate fadd fconv fdiv fmove
        fmul fnegate fsub func_info gc_bif1 gc_bif2 get_list get_map_elements get_tuple_element
        if_end init_yregs int_code_end is_binary is_eq_exact is_float is_function2 is_ge
        is_integer is_list is_lt is_map is_nil is_nonempty_list is_pid is_reference
        is_tagged_tuple is_tuple jump label line loop_rec loop_rec_end make_fun3 move put_list
        put_map_assoc put_map_exact put_tuple2 raise raw_raise recv_marker_bind recv_marker_clear
        recv_marker_reserve recv_marker_use remove_message return select_tuple_arity select_val
        send swap test_arity test_heap timeout trim try try_case try_end update_record wait
        wait_timeout
    "#]],
        &expect![[r#"
        <<1,2,3,4,174,140,45,45,143,14:4>>
        #{'a'=>1,{3}=><<99>>,[98]=>[2]}
        [5,3,8,1]
        <<103,114,195,188,110,32,226,130,172>>
        #{}
        <<>>
        ['x'|'y']
        {1,2}
        {}
        2.0
        2.5
        3.0
        10000000000.0
        15241578753238836750495351562536198787501905199875019052100
        0.3333333333333333
        ['little']
        ['signed']
        8.0
        <<112>>
        {'point',1}
        [1,2]
        fun 'lists':'reverse'/1
        {'own',[1]}
        [{1,2},3]
        [0]
        [0|'improper']
        [116,101,120,116,8364]
        [1,2,3]
        {'second',2}
        ['ordered_set',{'keypos',2}]
        [3,1,2]
        {3,5}
        [{{'point','$1','$2','_'},[{'>','$2',3}],['$1']}]
        ['a','b']
        1.0
    "#]],
    );
}

#[test]
fn otp_29() {
    check(
        "29",
        &expect![[r#"
        allocate allocate_heap badmatch badrecord bif0 bif1 bif2 bs_create_bin bs_get_binary2
        bs_get_float2 bs_get_position bs_get_tail bs_get_utf8 bs_init_writable bs_match
        bs_set_position bs_start_match3 bs_start_match4 call call_ext call_ext_last call_ext_only
        call_fun2 call_last call_only case_end catch catch_end deallocate fadd fconv fdiv fmove
        fmul fnegate fsub func_info gc_bif1 gc_bif2 get_list get_map_elements get_tuple_element
        if_end init_yregs int_code_end is_binary is_eq_exact is_float is_function2 is_ge
        is_integer is_list is_lt is_map is_nil is_nonempty_list is_pid is_reference
        is_tagged_tuple is_tuple jump label line loop_rec loop_rec_end make_fun3 move put_list
        put_map_assoc put_map_exact put_tuple2 raise raw_raise recv_marker_bind recv_marker_clear
        recv_marker_reserve recv_marker_use remove_message return select_tuple_arity select_val
        send swap test_arity test_heap timeout trim try try_case try_end update_record wait
        wait_timeout
    "#]],
        &expect![[r#"
        <<1,2,3,4,174,140,45,45,143,14:4>>
        #{'a'=>1,{3}=><<99>>,[98]=>[2]}
        [5,3,8,1]
        <<103,114,195,188,110,32,226,130,172>>
        #{}
        <<>>
        ['x'|'y']
        {1,2}
        {}
        2.0
        2.5
        3.0
        10000000000.0
        15241578753238836750495351562536198787501905199875019052100
        0.3333333333333333
        ['little']
        ['signed']
        8.0
        <<112>>
        {'point',1}
        [1,2]
        fun 'lists':'reverse'/1
        {'own',[1]}
        [{1,2},3]
        [0]
        [0|'improper']
        [116,101,120,116,8364]
        [1,2,3]
        {'second',2}
        ['ordered_set',{'keypos',2}]
        [3,1,2]
        {3,5}
        [{{'point','$1','$2','_'},[{'>','$2',3}],['$1']}]
        ['a','b']
        1.0
    "#]],
    );
}

/// A function, as the reader has it.
#[test]
fn instructions() {
    let listing = |name: &str| {
        let module = fixture(name);
        let half = |code: &Instruction| match code.args[..] {
            [_, Arg::Atom(function), _] => module.atoms[function as usize] == "echo",
            _ => false,
        };
        let is_info = |code: &Instruction| code.op == Op::FuncInfo;
        let start = (module.code.iter()).position(|code| is_info(code) && half(code));
        let start = start.expect("it is there");
        let mut text = String::new();
        for code in &module.code[start..] {
            if is_info(code) && !half(code) {
                break;
            }
            let _ = writeln!(text, "{} {:?}", code.op.name(), code.args);
        }
        text
    };
    expect![[r#"
        func_info [Atom(1), Atom(78), U(1)]
        label [U(56)]
        allocate [U(1), U(1)]
        move [X(0), Y(0)]
        label [U(57)]
        loop_rec [Label(60), X(0)]
        is_tuple [Label(58), X(0)]
        test_arity [Label(59), X(0), U(3)]
        get_tuple_element [X(0), U(0), X(1)]
        is_pid [Label(59), X(1)]
        test_heap [U(6), U(2)]
        get_tuple_element [X(0), U(1), X(2)]
        get_tuple_element [X(0), U(2), X(0)]
        remove_message []
        put_tuple2 [X(0), List([X(0), Y(0)])]
        put_tuple2 [X(0), List([X(2), X(0)])]
        swap [X(0), X(1)]
        line [U(61)]
        send []
        gc_bif2 [Label(0), U(0), U(5), Y(0), I(1), X(0)]
        call_last [U(1), Label(56), U(1)]
        label [U(58)]
        is_eq_exact [Label(59), X(0), Atom(80)]
        remove_message []
        move [Atom(83), X(0)]
        deallocate [U(1)]
        return []
        label [U(59)]
        loop_rec_end [Label(57)]
        label [U(60)]
        wait [Label(57)]
        label [U(61)]
        line [U(62)]
    "#]]
    .assert_eq(&listing("25"));
    expect![[r#"
        func_info [Atom(1), Atom(81), U(1)]
        label [U(55)]
        allocate [U(1), U(1)]
        move [X(0), Y(0)]
        label [U(56)]
        loop_rec [Label(59), X(0)]
        is_tuple [Label(57), X(0)]
        test_arity [Label(58), X(0), U(3)]
        get_tuple_element [X(0), U(0), X(1)]
        is_pid [Label(58), X(1)]
        test_heap [U(6), U(2)]
        get_tuple_element [X(0), U(1), X(2)]
        get_tuple_element [X(0), U(2), X(0)]
        remove_message []
        put_tuple2 [X(0), List([X(0), Y(0)])]
        put_tuple2 [X(0), List([X(2), X(0)])]
        swap [X(0), X(1)]
        line [U(61)]
        send []
        gc_bif2 [Label(0), U(0), U(5), Y(0), I(1), X(0)]
        call_last [U(1), Label(55), U(1)]
        label [U(57)]
        is_eq_exact [Label(58), X(0), Atom(83)]
        remove_message []
        move [Atom(86), X(0)]
        deallocate [U(1)]
        return []
        label [U(58)]
        loop_rec_end [Label(56)]
        label [U(59)]
        wait [Label(56)]
        label [U(60)]
        line [U(62)]
    "#]]
    .assert_eq(&listing("29"));
}

#[test]
fn lines_are_those_of_the_source() {
    let source = include_str!("../../../tests/beam/shapes.erl").lines();
    let wanted = source
        .enumerate()
        .find(|(_, line)| line.contains("1 = half_of(6)"));
    let (line, _) = wanted.expect("a line");
    for (name, _) in FIXTURES {
        let module = fixture(name);
        let place = (0, line as u32 + 1);
        assert!(module.lines.locations.contains(&place), "{name}");
    }
}

/// Reads all files of the folders in `MAZURKA_BEAM_FOLDERS`, if there are any, and says which
/// instructions they have.
#[test]
fn all_files_of_folders() {
    let Ok(folders) = std::env::var("MAZURKA_BEAM_FOLDERS") else {
        return;
    };
    let mut wrong = 0;
    for folder in folders.split(':') {
        let mut paths = vec![std::path::PathBuf::from(folder)];
        let mut ops = BTreeSet::new();
        let mut count = 0;
        while let Some(path) = paths.pop() {
            if let Ok(entries) = std::fs::read_dir(&path) {
                paths.extend(entries.flatten().map(|entry| entry.path()));
            } else if path.extension().is_some_and(|word| word == "beam") {
                count += 1;
                let bytes = std::fs::read(&path).expect("a file");
                match read(&bytes) {
                    Ok(module) => {
                        walk::walk(&module);
                        ops.extend(opcodes(&module));
                    }
                    Err(error) => {
                        wrong += 1;
                        println!("{}: {error}", path.display());
                    }
                }
            }
        }
        println!(
            "{folder}: {count} files, {} instructions\n{}",
            ops.len(),
            words(ops)
        );
    }
    assert_eq!(wrong, 0);
}
