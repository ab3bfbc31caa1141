//! Files that nobody made on purpose.

use super::*;
use expect_test::expect;
use mazurka_random::Random;

/// How many files are damaged, unless `MAZURKA_BEAM_CASES` says otherwise.
const CASES: u64 = 20_000;

/// Numbers at which something often changes.
const BOUNDARIES: [u32; 12] = [
    0,
    1,
    2,
    0x7f,
    0xff,
    0x100,
    0x3ff,
    0x400,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];

fn change(data: &mut Vec<u8>, random: &mut Random) {
    if data.is_empty() {
        data.push(random.below(256) as u8);
        return;
    }
    let at = random.below(data.len());
    let end = (at + 1 + random.below(16)).min(data.len());
    match random.below(9) {
        0 => data[at] ^= 1 << random.below(8),
        1 => data[at] = random.below(256) as u8,
        2 => data[at] = data[at].wrapping_add(1),
        3 => data.insert(at, random.below(256) as u8),
        4 => drop(data.drain(at..end)),
        5 => {
            let copy = data[at..end].to_vec();
            let to = random.below(data.len());
            data.splice(to..to, copy);
        }
        6 => data.truncate(at),
        _ => {
            let number = random.pick(&BOUNDARIES).to_be_bytes();
            let at = at / 4 * 4;
            let end = (at + 4).min(data.len());
            data[at..end].copy_from_slice(&number[..end - at]);
        }
    }
}

/// Changes bytes of the file, or of a chunk, whose size is then right.
fn damage(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let changes = 1 + random.weighted(&[12, 4, 2, 1]);
    if bytes.starts_with(b"FOR1") && random.percent(70) {
        let mut chunks = chunks(&bytes);
        for _ in 0..changes {
            let chunk = random.below(chunks.len());
            match random.below(30) {
                0 => drop(chunks.remove(chunk)),
                1 => {
                    let other = random.below(chunks.len());
                    let name = chunks[other].0;
                    chunks[chunk].0 = name;
                }
                _ => change(&mut chunks[chunk].1, random),
            }
        }
        return file(&chunks);
    }
    for _ in 0..changes {
        change(&mut bytes, random);
    }
    bytes
}

#[test]
fn damaged_files_are_refused_or_sound() {
    let cases = std::env::var("MAZURKA_BEAM_CASES").ok();
    let cases = cases.map_or(CASES, |cases| cases.parse().expect("a number"));
    let mut random = Random::new(1);
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..cases {
        let (_, seed) = random.pick(&FIXTURES);
        let bytes = damage(seed, &mut random);
        match read(&bytes) {
            Ok(module) => {
                walk::walk(&module);
                sound += 1;
            }
            Err(error) => {
                assert!(error.to_string().len() < 200, "{error}");
                refused += 1;
            }
        }
    }
    println!("{sound} sound, {refused} refused");
    assert!(sound * 20 > cases && refused * 20 > cases);
}

#[test]
fn files_that_end_anywhere() {
    for (name, bytes) in FIXTURES {
        for len in 0..bytes.len() {
            assert!(read(&bytes[..len]).is_err(), "{name}: {len} bytes");
        }
    }
}

/// Changes the chunk of that name, and reads the file.
fn with(chunk: &str, change: impl Fn(&mut Vec<u8>)) -> String {
    let (_, bytes) = FIXTURES[0];
    let mut chunks = chunks(bytes);
    for (name, data) in &mut chunks {
        if name == chunk.as_bytes() {
            change(data);
        }
    }
    match read(&file(&chunks)) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Replaces the code, behind its header.
fn with_code(code: &[u8]) -> String {
    with("Code", |data| {
        data.truncate(20);
        data[12..16].copy_from_slice(&3u32.to_be_bytes());
        data[16..20].copy_from_slice(&1u32.to_be_bytes());
        data.extend(code);
    })
}

#[test]
fn errors_say_what_is_wrong() {
    let number = |at: usize, number: u32| {
        move |data: &mut Vec<u8>| data[at..at + 4].copy_from_slice(&number.to_be_bytes())
    };
    let errors = [
        read(b"")
            .map(|_| String::new())
            .unwrap_or_else(|error| error.to_string()),
        read(b"FOR1\0\0\0\x04BEAN")
            .map(|_| String::new())
            .unwrap_or_else(|error| error.to_string()),
        with("AtU8", |data| data.clear()),
        with("AtU8", number(0, 0)),
        with("AtU8", number(0, 0x7fff_ffff)),
        with("AtU8", number(0, 0x8000_0000)),
        with("AtU8", |data| data[5] = 0xff),
        with("ImpT", number(0, 0x1000_0000)),
        with("ImpT", number(4, 0)),
        with("ImpT", number(4, 9999)),
        with("ImpT", number(12, 256)),
        with("ExpT", number(12, 9999)),
        with("ExpT", number(12, 0)),
        with("ExpT", number(12, 3)),
        with("FunT", number(20, 9)),
        with("LitT", number(0, 0x7fff_ffff)),
        with("LitT", number(0, 10)),
        with("LitT", number(0, 0)),
        with("Line", number(0, 1)),
        with("Line", number(12, 0x1000_0000)),
        with("Line", |data| data.truncate(30)),
        with("Attr", |data| data[0] = 0),
        with("CInf", |data| data.push(0)),
        with("Code", number(0, 0xffff_ffff)),
        with("Code", number(0, 15)),
        with("Code", number(4, 1)),
        with("Code", number(8, 192)),
        with("Code", number(12, 2)),
        with("Code", number(12, 0x7fff_ffff)),
        with("Code", |data| data.truncate(data.len() - 1)),
        with("Code", |data| data.push(3)),
        with("Code", |data| drop(data.drain(20..22))),
        // label 1, label 1
        with_code(&[1, 0x10, 1, 0x10, 3]),
        // label 0
        with_code(&[1, 0, 3]),
        // jump to nowhere, with no function
        with_code(&[61, 0x15, 3]),
        with_code(&[1, 0x10, 61, 0x15, 3]),
        with_code(&[1, 0x10, 61, 0x55, 3]),
        // func_info without labels
        with_code(&[2, 0x12, 0x12, 0, 3]),
        with_code(&[1, 0x10, 2, 0x12, 0x12, 0, 3]),
        // instructions 0 and 255
        with_code(&[0]),
        with_code(&[255]),
        // move with a label; to an atom; of x1024, literal 4095, atom 2047
        with_code(&[64, 0x15, 0x03]),
        with_code(&[64, 0x03, 0x12]),
        with_code(&[64, 0x9b, 0x00, 0x03]),
        with_code(&[64, 0x1b, 0x04, 0x00, 0x03]),
        with_code(&[64, 0x47, 0xe8, 0xff, 0x03]),
        with_code(&[64, 0xea, 0xff, 0x03]),
        // extended operands that are not known, or no lists
        with_code(&[64, 0x07, 0x03]),
        with_code(&[64, 0x67, 0x03]),
        with_code(&[64, 0x17, 0x00, 0x03]),
        with_code(&[59, 0x03, 0x15, 0x03]),
        // a list of 2^32 operands, a list with one operand
        with_code(&[59, 0x03, 0x15, 0x17, 0x18, 0xff, 0xff, 0xff, 0xff]),
        with_code(&[59, 0x03, 0x15, 0x17, 0x10, 0x12]),
        // a number with too many bytes; a size of a size
        with_code(&[18, 0xf8, 0x00, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
        with_code(&[18, 0xf8, 0xf8, 0x00]),
        // an import, a function, a line, a part of the strings that is not there
        with_code(&[7, 0x00, 0xe8, 0xff]),
        with_code(&[103, 0xe8, 0xff]),
        with_code(&[153, 0xe8, 0xff]),
        with_code(&[92, 0xe8, 0xff, 0x00]),
    ];
    expect![[r#"
        byte 0: this is no BEAM file
        byte 0: this is no BEAM file
        chunk `AtU8`, byte 0: there is no such chunk
        chunk `AtU8`, byte 4: there is no atom for the module's name
        chunk `AtU8`, byte 4: atoms: 2147483647, which is more than 1253
        chunk `AtU8`, byte 4: atoms: 2147483648, which is more than 1253
        chunk `AtU8`, byte 4: a text is not UTF-8
        chunk `ImpT`, byte 4: imports: 268435456, which is more than 45
        chunk `ImpT`, byte 4: there is no atom 0
        chunk `ImpT`, byte 4: atom 9999 is not below 141
        chunk `ImpT`, byte 12: arity 256 is not below 256
        chunk `ExpT`, byte 4: label 9999 is not below 170
        chunk `ExpT`, byte 4: label 0 is nowhere
        chunk `ExpT`, byte 4: a label is no entry of that function
        chunk `FunT`, byte 20: number of free variables 9 is not below 1
        chunk `LitT`, byte 0: size: 2147483647, which is more than 408672
        chunk `LitT`, byte 0: it cannot be decompressed: it has another size than it says
        chunk `LitT`, byte 4: literals: 2023511377, which is more than 98
        read
        chunk `Line`, byte 16: lines: 268435456, which is more than 160
        chunk `Line`, byte 16: lines: 79, which is more than 14
        chunk `Attr`, byte 0: version 0 is not known
        chunk `CInf`, byte 27: there is more behind its end
        chunk `Code`, byte 4: the header's size: 4294967295, which is more than 4632
        chunk `Code`, byte 4: it ends within the header
        chunk `Code`, byte 8: version 1 is not known
        chunk `Code`, byte 12: it may have instruction 192, from a compiler that is newer than is supported
        chunk `Code`, byte 28: label 2 is not below 2
        chunk `Code`, byte 16: labels: 2147483647, which is more than 4620
        chunk `Code`, byte 4635: it ends within code
        chunk `Code`, byte 4636: there is more behind its end
        chunk `Code`, byte 22: there is no label before `func_info`
        chunk `Code`, byte 22: label 1 is at two places
        chunk `Code`, byte 20: there is no label 0
        chunk `Code`, byte 20: label 1 is nowhere
        chunk `Code`, byte 22: an instruction is in no function
        chunk `Code`, byte 22: label 5 is not below 3
        chunk `Code`, byte 20: there is no label before `func_info`
        chunk `Code`, byte 22: there is no label behind `func_info`
        chunk `Code`, byte 20: there is no instruction 0
        chunk `Code`, byte 20: there is no instruction 255
        chunk `Code`, byte 21: operand 1 of `move` is not a register or a term
        chunk `Code`, byte 22: operand 2 of `move` is not a register
        chunk `Code`, byte 22: it ends within an operand
        chunk `Code`, byte 21: register 1024 is not below 1024
        chunk `Code`, byte 21: literal 2047 is not below 34
        chunk `Code`, byte 21: atom 2047 is not below 141
        chunk `Code`, byte 21: no operand begins with 7
        chunk `Code`, byte 21: no operand begins with 103
        chunk `Code`, byte 21: a list is no operand here
        chunk `Code`, byte 23: an operand is no list
        chunk `Code`, byte 27: operands of a list: 65535, which is more than 2
        chunk `Code`, byte 20: operand 3 of `select_val` is not a list of values and labels
        chunk `Code`, byte 21: bytes of a number: 9, which is more than 8
        chunk `Code`, byte 22: no operand begins with 248
        chunk `Code`, byte 22: import 2047 is not below 45
        chunk `Code`, byte 21: function 2047 is not below 13
        chunk `Code`, byte 21: line 2047 is not below 80
        chunk `Code`, byte 20: byte of the strings 2046 is not below 4
    "#]].assert_eq(&(errors.join("\n") + "\n"));
}

#[test]
fn integers_of_any_size() {
    let operand = |bytes: &[u8]| {
        let mut chunks = chunks(FIXTURES[0].1);
        let code = [
            &[1, 0x10, 2, 0x12, 0x12, 0, 1, 0x20, 64][..],
            bytes,
            &[0x03, 19, 3],
        ]
        .concat();
        chunks.retain(|(name, _)| ![*b"ExpT", *b"LocT", *b"FunT"].contains(name));
        chunks.push((*b"ExpT", vec![0; 4]));
        for (name, data) in &mut chunks {
            if name == b"Code" {
                data.truncate(20);
                data[12..16].copy_from_slice(&3u32.to_be_bytes());
                data[16..20].copy_from_slice(&1u32.to_be_bytes());
                data.extend(&code);
            }
        }
        let module = read(&file(&chunks)).expect("it is fine");
        match &module.code[3].args[..] {
            [Arg::I(number), Arg::X(0)] => number.to_string(),
            [Arg::Big(number), Arg::X(0)] => format!("big {number}"),
            other => format!("{other:?}"),
        }
    };
    assert_eq!(operand(&[0xf1]), "15");
    assert_eq!(operand(&[0xe9, 0xff]), "2047");
    assert_eq!(operand(&[0x19, 0x80, 0x00]), "-32768");
    assert_eq!(operand(&[0x39, 0x80, 0x00, 0x00]), "-8388608");
    assert_eq!(
        operand(&[0xd9, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        i64::MIN.to_string()
    );
    assert_eq!(
        operand(&[0xf9, 0x00, 0, 0xff, 0, 0, 0, 0, 0, 0, 0]),
        "big 18374686479671623680"
    );
    // 9 + 2047 bytes.
    let mut long = vec![0xf9, 0xe8, 0xff, 0x80];
    long.resize(3 + 9 + 2047, 0);
    assert_eq!(
        operand(&long),
        format!(
            "big {}",
            -(num_bigint::BigInt::from(1) << (8usize * 2056 - 1))
        )
    );
}

#[test]
fn files_without_lines_have_line_0() {
    let mut chunks = chunks(FIXTURES[0].1);
    chunks.retain(|(name, _)| name != b"Line");
    let module = read(&file(&chunks)).expect("it is fine");
    assert_eq!(module.lines.files, ["shapes.erl"]);
    assert_eq!(module.lines.locations, [(0, 0)]);
    walk::walk(&module);
}
