//! Terms of the external format.

use super::*;
use crate::beam::external::Sink;
use expect_test::expect;
use num_bigint::BigInt;

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    let pairs = digits.map(|pair| std::str::from_utf8(pair).expect("digits"));
    let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16).expect("digits"));
    bytes.collect()
}

/// What OTP encodes, and how it prints that.
const ENCODED: &[(&str, &str)] = &[
    ("836100", "0"),
    ("8361ff", "255"),
    ("836200000100", "256"),
    ("8362ffffffff", "-1"),
    ("836280000000", "-2147483648"),
    ("836e040000000080", "2147483648"),
    ("836e0800ffffffffffffff7f", "9223372036854775807"),
    ("836e08010000000000000080", "-9223372036854775808"),
    ("836e08000000000000000080", "9223372036854775808"),
    ("836e0901000000000000000040", "-1180591620717411303424"),
    ("83463ff8000000000000", "1.5"),
    ("83468000000000000000", "-0.0"),
    ("836400026f6b", "ok"),
    ("837703e282ac", "'\\x{20AC}'"),
    ("836a", "[]"),
    ("836800", "{}"),
    ("836802640001616101", "{a,1}"),
    ("836b00026162", "[97,98]"),
    ("836c000000016400016164000162", "[a|b]"),
    ("836c000000026a6c00000001640001786a6a", "[[],[x]]"),
    (
        "836c0000000b61fa61fb61fc61fd61fe61ff620000010062000001016200000102620000010362000001046a",
        "[250,251,252,253,254,255,256,257,258,259,260]",
    ),
    ("837400000000", "#{}"),
    ("837400000001640001617400000000", "#{a => #{}}"),
    ("836d00000000", "<<>>"),
    ("836d000000020102", "<<1,2>>"),
    ("834d0000000103a0", "<<5:3>>"),
    ("834d000000020301a0", "<<1,5:3>>"),
    ("83716400056c697374736400036d61706102", "fun lists:map/2"),
    ("836b000401026162", "[1,2,97,98]"),
];

#[test]
fn terms_as_otp_encodes_them() {
    for (hex, text) in ENCODED {
        let value = value::decode(&bytes(hex)).expect(text);
        // Our own way with atoms is to have quotes always.
        let ours = value.to_string().replace('\'', "");
        let theirs = text.replace(['\'', ' '], "").replace("fun", "fun ");
        assert_eq!(ours, theirs.replace("\\x{20AC}", "€"), "{hex}");
    }
}

#[test]
fn other_encodings() {
    let text = |hex: &str| match value::decode(&bytes(hex)) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    };
    // Compressed.
    let list = text("8350000000f6789ccb616060d04861604e4c4a1e39641600e38b3f07");
    assert_eq!(list, format!("[{}]", ["'abc'"; 40].join(",")));
    // A float as a text; atoms in Latin-1.
    let float = format!(
        "8363{}",
        "312e35302b30".replace("2b", "65") + &"00".repeat(25)
    );
    assert_eq!(text(&float), "1.5");
    assert_eq!(text("836400 01 fc".replace(' ', "").as_str()), "'ü'");
    assert_eq!(text("837301fc"), "'ü'");
    // Lists whose tails are lists.
    assert_eq!(text("836c0000000161016c0000000161026b000103"), "[1,2,3]");
    assert_eq!(text("836c000000006a"), "[]");
    assert_eq!(
        text("83690000000161056a"),
        "byte 8: there is more behind its end"
    );
    let errors = [
        "",
        "82",
        "83",
        "8361",
        "83ff",
        "8361000",
        "836c00000000",
        "836cffffffff6a",
        "8369ffffffff",
        "8374ffffffff",
        "836dffffffff",
        "836fffffffff00",
        "83467ff0000000000000",
        "834d000000010901",
        "834d0000000003",
        "837702c328",
        "83716101",
        "8358",
        "835a",
        "8366",
        "8370",
        "8379",
        "8350ffffffff789c0300",
        "835000000001789c030000000001",
        "8350000000f7789ccb616060d04861604e4c4a1e39641600e38b3f07",
        "8350000000f6789ccb616060d04861604e4c4a1e39641600e38b3f08",
    ];
    let errors: Vec<_> = errors
        .iter()
        .map(|hex| text(&hex[..hex.len() / 2 * 2]) + "\n")
        .collect();
    expect![[r#"
        byte 0: it ends within a term
        byte 0: version 130 is not known
        byte 1: it ends within a term
        byte 2: it ends within an integer
        byte 1: no term begins with 255
        0
        byte 6: it ends within a list
        byte 6: parts of a list: 4294967295, which is more than 1
        byte 6: parts of a tuple: 4294967295, which is more than 0
        byte 6: pairs of a map: 4294967295, which is more than 0
        byte 6: it ends within a binary
        byte 7: it ends within an integer
        byte 1: a float is no number
        byte 1: a bitstring has an impossible number of bits
        byte 1: a bitstring has an impossible number of bits
        byte 1: a text is not UTF-8
        byte 2: it should be an atom
        byte 1: a process is not supported here
        byte 1: a reference is not supported here
        byte 1: a port is not supported here
        byte 1: a function with variables is not supported here
        byte 1: a term of one system only is not supported
        byte 0: size: 4294967295, which is more than 4128
        byte 0: it cannot be decompressed: it has another size than it says
        byte 0: it cannot be decompressed: it has another size than it says
        byte 0: it cannot be decompressed: the checksum is wrong
    "#]]
    .assert_eq(&errors.concat());
}

/// Sees how deep a term is.
struct Depth;

impl Sink for Depth {
    type Term = usize;
    type Error = Error;

    fn integer(&mut self, _: i64) -> Result<usize, Error> {
        Ok(0)
    }

    fn big(&mut self, _: BigInt) -> Result<usize, Error> {
        Ok(0)
    }

    fn float(&mut self, _: f64) -> Result<usize, Error> {
        Ok(0)
    }

    fn atom(&mut self, _: &str) -> Result<usize, Error> {
        Ok(0)
    }

    fn nil(&mut self) -> Result<usize, Error> {
        Ok(0)
    }

    fn binary(&mut self, _: &[u8]) -> Result<usize, Error> {
        Ok(0)
    }

    fn bits(&mut self, _: &[u8], _: u8) -> Result<usize, Error> {
        Ok(0)
    }

    fn tuple(&mut self, items: Vec<usize>) -> Result<usize, Error> {
        Ok(items.into_iter().max().unwrap_or(0) + 1)
    }

    fn list(&mut self, items: Vec<usize>, _: usize) -> Result<usize, Error> {
        self.tuple(items)
    }

    fn map(&mut self, pairs: Vec<(usize, usize)>) -> Result<usize, Error> {
        self.tuple(
            pairs
                .into_iter()
                .map(|(key, value)| key.max(value))
                .collect(),
        )
    }

    fn export(&mut self, _: &str, _: &str, _: u8) -> Result<usize, Error> {
        Ok(0)
    }
}

#[test]
fn deep_terms() {
    let deep = |opening: &[u8], count: usize, end: &[u8]| {
        let mut bytes = vec![131];
        bytes.extend(opening.repeat(count));
        bytes.extend(end);
        bytes
    };
    let tuple = |count| deep(&[104, 1], count, &[106]);
    assert!(value::decode(&tuple(1_000)).is_ok());
    let error = value::decode(&tuple(1_001)).map_err(|error| error.problem);
    assert_eq!(error, Err(Problem::Term("a term is too deep")));
    // The decoder itself goes on.
    let decoded = external::decode("", &tuple(1_000_000), 0, &mut Depth);
    assert_eq!(decoded, Ok((1_000_000, 2_000_002)));
    // A list of one, whose tail is a list of one...
    let list = deep(&[108, 0, 0, 0, 1, 97, 7], 1_000_000, &[106]);
    let decoded = external::decode("", &list, 0, &mut Depth);
    assert_eq!(decoded, Ok((1, list.len())));
    let Ok(Value::List(items, _)) = value::decode(&list) else {
        panic!("it is a list");
    };
    assert_eq!(items.len(), 1_000_000);
}

/// Sizes of parts within parts do not add up to more than there is.
#[test]
fn counts_are_for_what_is_left() {
    let mut bytes = vec![131];
    for left in (0..500u32).rev() {
        bytes.extend([108, 0, 0]);
        bytes.extend((left as u16 * 5).to_be_bytes());
    }
    assert!(value::decode(&bytes).is_err());
}

#[test]
fn installed_terms_are_the_same() {
    let mut heap = crate::heap::Heap::new(10_000);
    for (hex, text) in ENCODED {
        let value = value::decode(&bytes(hex)).expect(text);
        let term = value::install(&value, &mut heap).expect("there is room");
        assert_eq!(back(&heap, term), value, "{text}");
    }
    let large = Value::Binary(vec![0; 1 << 20]);
    let full = value::install(&large, &mut heap);
    assert_eq!(full, Err(crate::raise::Raise::Memory));
}

#[test]
fn literals_of_files_are_the_same_when_kept() {
    for (name, _) in FIXTURES {
        let mut heap = crate::heap::Heap::new(10_000);
        for value in fixture(name).literals {
            let term = value::install(&value, &mut heap).expect("there is room");
            let kept = heap.persist(term).expect("there is room");
            heap.clear();
            assert_eq!(back(&heap, kept), value, "{name}");
        }
    }
}

/// A term as a value.
fn back(heap: &crate::heap::Heap, term: crate::term::Term) -> Value {
    if term.is_nil() {
        return Value::Nil;
    }
    if let Some(text) = heap.atom_text(term) {
        return Value::Atom(text.to_owned());
    }
    if let Some(number) = heap.as_integer(term) {
        return match i64::try_from(&number) {
            Ok(small) => Value::Integer(small),
            Err(_) => Value::Big(number),
        };
    }
    if let Some(number) = heap.as_float(term) {
        return Value::Float(number);
    }
    if let Some(bits) = heap.as_bits(term) {
        let bytes = heap.bits_to_bytes(bits);
        return match bits.size % 8 {
            0 => Value::Binary(bytes),
            last => Value::Bits(bytes, last as u8),
        };
    }
    if let Some(items) = heap.elements(term) {
        return Value::Tuple(items.iter().map(|item| back(heap, *item)).collect());
    }
    if crate::map::size(heap, term).is_some() {
        let pairs = crate::map::pairs(heap, term).into_iter();
        let pairs = pairs.map(|(key, value)| (back(heap, key), back(heap, value)));
        return Value::Map(pairs.collect());
    }
    if let Some((module, function, arity)) = heap.as_export(term) {
        let text = |atom| heap.atom_text(atom).unwrap_or_default().into();
        return Value::Export {
            module: text(module),
            function: text(function),
            arity: arity as u8,
        };
    }
    let mut items = Vec::new();
    let mut rest = term;
    while let Some((head, tail)) = heap.as_cons(rest) {
        items.push(back(heap, head));
        rest = tail;
    }
    Value::List(items, Box::new(back(heap, rest)))
}
