//! Match specifications, as the real machine runs them.

pub(crate) mod text;

use super::{Spec, passes, run_list, test};
use crate::heap::Heap;
use crate::term::Term;
use text::{parse, show};

/// What `erlang:match_spec_test` says, as text.
fn tested(object: &str, spec: &str) -> String {
    let mut heap = Heap::new(1 << 20);
    let object = parse(&mut heap, object);
    let spec = parse(&mut heap, spec);
    let dialect = heap.atom("table");
    let result = test(&mut heap, &[object, spec, dialect], 0).expect("a result");
    let elements = heap.elements(result).expect("a tuple");
    show(&heap, elements[1])
}

#[test]
fn heads() {
    let bindings = |object: &str, head: &str| tested(object, &format!("[{{{head},[],['$$']}}]"));
    assert_eq!(bindings("{1,2}", "{'$5','$2'}"), "[2,1]");
    assert_eq!(bindings("{1,2}", "'_'"), "[]");
    assert_eq!(bindings("{1,2}", "{'$1','$1'}"), "false");
    assert_eq!(bindings("{1,1.0}", "{'$1','$1'}"), "false");
    assert_eq!(bindings("{[a|b]}", "{['$1'|'$2']}"), "[a,b]");
    assert_eq!(bindings("{{}}", "{{}}"), "[]");
    assert_eq!(bindings("{#{a => 1,b => 2}}", "{#{a => '$1'}}"), "[1]");
    assert_eq!(bindings("{#{a => 1,b => 2}}", "{#{}}"), "[]");
    assert_eq!(
        bindings("{#{a => 1,b => #{c => 5}}}", "{#{b => #{c => '$1'}}}"),
        "[5]"
    );
    assert_eq!(bindings("{#{a => 1}}", "{#{a => 1,c => 3}}"), "false");
    assert_eq!(bindings("a", "a"), "[]");
    assert_eq!(bindings("{'$01'}", "{'$01'}"), "[]");
}

#[test]
fn guards_and_bodies() {
    let body = |expression: &str| {
        tested(
            "{1,[a,b]}",
            &format!("[{{{{'$1','$2'}},[],[{expression}]}}]"),
        )
    };
    assert_eq!(body("{'+','$1',1}"), "2");
    assert_eq!(body("{'+',a,1}"), "'EXIT'");
    assert_eq!(body("{is_atom,{'+',a,1}}"), "true");
    assert_eq!(body("{{{'+',a,1}}}"), "{'EXIT'}");
    assert_eq!(body("{const,{a,'$1'}}"), "{a,'$1'}");
    assert_eq!(body("{{a,{{'$1'}}}}"), "{a,{1}}");
    assert_eq!(body("{{}}"), "{}");
    assert_eq!(body("[x,'$1'|'$2']"), "[x,1,a,b]");
    assert_eq!(body("#{'$1' => {'+',1,1}}"), "#{1 => 2}");
    assert_eq!(body("'$_'"), "{1,[a,b]}");
    assert_eq!(body("'_'"), "'_'");
    assert_eq!(body("{'andalso',true,1}"), "1");
    assert_eq!(body("{'andalso',false,1}"), "false");
    assert_eq!(body("{'andalso',1,true}"), "'EXIT'");
    assert_eq!(body("{'orelse',false,false,true}"), "true");
    assert_eq!(body("{'and',true,true,false}"), "false");
    assert_eq!(body("{'and',false,1}"), "'EXIT'");
    assert_eq!(body("{'or',true,1}"), "'EXIT'");
    assert_eq!(body("{is_record,'$_',b,c}"), "'EXIT'");
    assert_eq!(body("{is_record,{const,{b,c}},b,2}"), "true");
    assert_eq!(body("{node}"), "nonode@nohost");
    assert_eq!(body("a,{'+',x,1},b"), "b");

    let guard = |guard: &str| {
        tested(
            "{1,2}",
            &format!("[{{{{'$1','$2'}},[{guard}],[yes]}},{{'_',[],[no]}}]"),
        )
    };
    assert_eq!(guard(""), "yes");
    assert_eq!(guard("{'<','$1','$2'}"), "yes");
    assert_eq!(guard("{'+',a,'$2'}"), "no");
    assert_eq!(guard("{'orelse',true,{'+',a,'$2'}}"), "yes");
    assert_eq!(guard("{'or',true,{'+',a,'$2'}}"), "no");
    assert_eq!(guard("'$1'"), "no");
    assert_eq!(guard("true,false"), "no");
}

#[test]
fn mistakes_have_messages() {
    let errors = |spec: &str| {
        let mut heap = Heap::new(1 << 20);
        let spec = parse(&mut heap, spec);
        Spec::check(&heap, spec).expect_err("a mistake").join(" ")
    };
    assert_eq!(errors("[]"), "Match programs are not in a list.");
    assert_eq!(errors("[a|b]"), "Match programs are not in a proper list.");
    assert_eq!(
        errors("[{1,2}]"),
        "Match program part is not a tuple of arity 3."
    );
    assert_eq!(
        errors("[{'_',[],[]}]"),
        "Body clause does not return anything."
    );
    assert_eq!(errors("[{'_',a,[b]}]"), "Match expression is not a list.");
    assert_eq!(
        errors("[{'_',[true|a],[b]}]"),
        "Match expression is not a proper list."
    );
    assert_eq!(errors("[{'_',[],['$9']}]"), "Variable $9 is unbound.");
    assert_eq!(errors("[{'_',[],[{a,b}]}]"), "Function a/1 does_not_exist.");
    assert_eq!(
        errors("[{'_',[],[{'++',a,b}]}]"),
        "Function '++'/2 does_not_exist."
    );
    assert_eq!(
        errors("[{'_',[],[{}]}]"),
        "{} is neither a function call, nor a tuple (tuples are written {{ ... }})."
    );
    assert_eq!(
        errors("[{'_',[],[{'and'}]}]"),
        "Special form 'and' called without arguments in {'and'}."
    );
    assert_eq!(
        errors("[{'_',[],[{const,a,b}]}]"),
        "Special form 'const' called with more than one argument in {const,a,b}."
    );
    assert_eq!(
        errors("[{'_',[],[{message,a}]}]"),
        "Special form 'message' used in wrong dialect."
    );
    assert_eq!(
        errors("[{'_',[],[{get_tcw}]}]"),
        "Function get_tcw/0 cannot be called in this context."
    );
    assert_eq!(
        errors("[{{#{'$1' => a}},[],[b]}]"),
        "Variable found in map key."
    );
    assert_eq!(
        errors("[{{#{'_' => a}},[],[b]}]"),
        "Underscore found in map key."
    );
}

#[test]
fn lists_are_run_in_reverse() {
    let mut heap = Heap::new(1 << 20);
    let spec = parse(&mut heap, "[{'$1',[{is_atom,'$1'}],['$1']}]");
    let compiled = super::compiled(&mut heap, spec);
    let list = parse(&mut heap, "[{1},b,c]");
    let results = parse(&mut heap, "[z]");
    let result = run_list(&mut heap, &[list, compiled, results], 0).expect("a list");
    assert_eq!(show(&heap, result), "[c,b,z]");
    let list = parse(&mut heap, "[{1}|b]");
    assert!(run_list(&mut heap, &[list, compiled, results], 0).is_err());
    assert!(run_list(&mut heap, &[results, spec, results], 0).is_err());
}

#[test]
fn what_passes_leaves_nothing_behind() {
    let mut heap = Heap::new(1 << 20);
    let spec = parse(&mut heap, "[{{'$1'},[{'>',{'*','$1',1.5},3}],['$_']}]");
    let yes = parse(&mut heap, "{4}");
    let no = parse(&mut heap, "{2}");
    let used = heap.used();
    assert!(passes(&mut heap, spec, yes, 0));
    assert!(!passes(&mut heap, spec, no, 0));
    assert_eq!(heap.used(), used);
}

#[test]
fn deep_terms_need_no_stack() {
    let mut heap = Heap::new(1 << 25);
    let mut deep = heap.atom("$1");
    let mut object = Term::small(7);
    for _ in 0..200_000 {
        deep = heap.tuple(&[deep]);
        object = heap.tuple(&[object]);
    }
    let body = heap.atom("$1");
    // Tuples are written in tuples: half as deep.
    let mut made = body;
    for _ in 0..100_000 {
        let inner = heap.tuple(&[made]);
        made = heap.tuple(&[inner]);
    }
    let numbers: Vec<Term> = (0..1_000_000).map(Term::small).collect();
    let list = heap.list(&numbers);
    let made = heap.list(&[made, list]);
    let body = heap.list(&[made]);
    let clause = heap.tuple(&[deep, Term::NIL, body]);
    let spec = heap.list(&[clause]);
    let spec = Spec::compile(&heap, spec).expect("it is valid");
    let result = spec.run(&mut heap, object, 0).expect("no failure");
    assert!(result.is_some());
}
