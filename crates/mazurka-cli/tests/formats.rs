//! `--format`: what other programs read, with a bug, a verified program, an error and one that was
//! not explored to the end.

#[path = "support/schemas.rs"]
mod schemas;
mod support;

use expect_test::{Expect, expect};
use schemas::{Element, check_junit, check_sarif, list};
use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use support::{Folder, code, stderr, stdout, timeless, writers};

const RACE: &str = "#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int x;
static void *add(void *argument) {
  x = x + 1;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf(\"<x> & %d\\x1b\\n\", x);
  assert(x == 2);
}
";
const FINE: &str = "int main(void) { return 0; }\n";
const WRONG: &str = "X86 wrong\n{}\n P0 ;\n FROB [x],$1 ;\nexists (x=1)\n";
const BUFFERS: &str = "X86 SB
{}
 P0 | P1 ;
 MOV [x],$1 | MOV [y],$1 ;
 MOV EAX,[y] | MOV EAX,[x] ;
~exists (0:EAX=2)
";

/// A file for each verdict: the limit is two executions.
const ALL: [&str; 7] = [
    "race.c",
    "fine.c",
    "wrong.litmus",
    "SB.litmus",
    "--each",
    "--workers=1",
    "--max-executions=2",
];

fn folder(name: &str) -> Folder {
    let name = format!("formats-{name}");
    let files = [
        ("race.c", RACE),
        ("fine.c", FINE),
        ("wrong.litmus", WRONG),
        ("SB.litmus", BUFFERS),
    ];
    Folder::new(&name, &files.map(|(name, text)| (name, text.as_bytes())))
}

fn run(folder: &Folder, format: &str, arguments: &[&str]) -> Output {
    folder.run(&[arguments, &["--format", format]].concat())
}

/// Numbers with three decimals are times.
fn untimed(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let Some((before, after)) = line.split_once(" time=\"") else {
            return line.to_owned();
        };
        let (_, after) = after.split_once('"').expect("an end");
        format!("{before} time=\"0.000\"{after}")
    });
    timeless(&lines.collect::<String>())
}

fn golden(format: &str, expect: Expect) {
    let folder = folder(&format!("golden-{format}"));
    let output = run(&folder, format, &ALL);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    expect.assert_eq(&untimed(&stdout(&output)));
    assert_eq!(
        stderr(&output).lines().count(),
        1,
        "an error is said once: {}",
        stderr(&output)
    );
}

#[test]
fn text() {
    golden(
        "text",
        expect![[r#"
            program  model  executions  discarded    cut  blocked  verdict   seconds  findings
            race     sc              1          0      0        0  bug          0.00  assertion
            fine     sc              1          0      0        0  verified     0.00
            wrong    sc              -          -      -        -  error
            SB       sc              2          0      0        0  unknown      0.00
            4 files: 1 verified, 1 bug, 1 unknown, 1 error (SC, optimal: 4 complete, 0 blocked, 0.00 s)
        "#]],
    );
}

#[test]
fn github() {
    golden(
        "github",
        expect![[r#"
            program  model  executions  discarded    cut  blocked  verdict   seconds  findings
            race     sc              1          0      0        0  bug          0.00  assertion
            ::error file=race.c,line=16,col=3,title=mazurka%3A assertion::assertion failed: x == 2%0A   main            starts thread 0 (add)%0A   main            starts thread 1 (add)%0A1  thread 0 (add)  load x = 0                race.c:6%0A2  thread 1 (add)  load x = 0                race.c:6%0A3  thread 1 (add)  x = 1                     race.c:6%0A4  thread 0 (add)  x = 1                     race.c:6%0A   main            joins thread 0 (add)%0A   main            joins thread 1 (add)%0A   main            prints "<x> & 1\u{1b}\n"  race.c:15%0A   main            assertion failed: x == 2  race.c:16
            fine     sc              1          0      0        0  verified     0.00
            wrong    sc              -          -      -        -  error
            ::error file=wrong.litmus,line=4,col=2,title=mazurka%3A error::wrong.litmus:4:2: expected an instruction, found `FROB`, which is unknown
            SB       sc              2          0      0        0  unknown      0.00
            ::warning file=SB.litmus,title=mazurka%3A not-exhausted::not everything was explored: the condition was not decided; the limit on executions was reached
            4 files: 1 verified, 1 bug, 1 unknown, 1 error (SC, optimal: 4 complete, 0 blocked, 0.00 s)
        "#]],
    );
}

#[test]
fn junit() {
    golden(
        "junit",
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="mazurka" tests="4" failures="1" errors="2" skipped="0" time="0.000">
                <testcase name="race" classname="race.c" time="0.000">
                  <failure type="assertion" message="assertion failed: x == 2">assertion failed: x == 2
              at race.c:16:3 in main
                   |
                16 |   assert(x == 2);
                   |   ^

            The interleaving that leads there:

                 main            starts thread 0 (add)
                 main            starts thread 1 (add)
              1  thread 0 (add)  load x = 0                race.c:6
              2  thread 1 (add)  load x = 0                race.c:6
              3  thread 1 (add)  x = 1                     race.c:6
              4  thread 0 (add)  x = 1                     race.c:6
                 main            joins thread 0 (add)
                 main            joins thread 1 (add)
                 main            prints &quot;&lt;x&gt; &amp; 1\u{1b}\n&quot;  race.c:15
                 main            assertion failed: x == 2  race.c:16

            Replay it with:

              mazurka check race.c --replay 1s1/0.0x1,0.1x2,0.0x1

            Bug: assertion failed: x == 2 (SC, optimal: 1 complete, 0 blocked, 7 events, 0.00 s)
            </failure>
                </testcase>
                <testcase name="fine" classname="fine.c" time="0.000">
                  <system-out>Warning: there is one execution, so its threads never interfere. Does the test start the threads that it should, and do they share anything?
            Verified: no execution shows a bug (SC, optimal: 1 complete, 0 blocked, 0 events, 0.00 s)
            </system-out>
                </testcase>
                <testcase name="wrong" classname="wrong.litmus" time="0.000">
                  <error type="error" message="wrong.litmus:4:2: expected an instruction, found `FROB`, which is unknown">wrong.litmus:4:2: expected an instruction, found `FROB`, which is unknown</error>
                </testcase>
                <testcase name="SB" classname="SB.litmus" time="0.000">
                  <error type="not-exhausted" message="not everything was explored: the condition was not decided; the limit on executions was reached">Test SB Forbidden
            States 2
            1     :&gt;0:EAX=0;
            1     :&gt;0:EAX=1;
            ??
            Witnesses
            Positive: 2 Negative: 0
            Condition ~exists (0:EAX=2)
            Observation SB Never 0 2
            Time SB 0.00

            Unknown: the condition was not decided; the limit on executions was reached (SC, optimal: 2 complete, 0 blocked)
            </error>
                </testcase>
              </testsuite>
            </testsuites>
        "#]],
    );
}

#[test]
fn sarif() {
    golden(
        "sarif",
        expect![[r#"
            {
              "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
              "runs": [
                {
                  "columnKind": "unicodeCodePoints",
                  "invocations": [
                    {
                      "executionSuccessful": false,
                      "exitCode": 2,
                      "toolExecutionNotifications": [
                        {
                          "level": "error",
                          "locations": [
                            {
                              "physicalLocation": {
                                "artifactLocation": {
                                  "uri": "wrong.litmus"
                                },
                                "region": {
                                  "startColumn": 2,
                                  "startLine": 4
                                }
                              }
                            }
                          ],
                          "message": {
                            "text": "wrong.litmus:4:2: expected an instruction, found `FROB`, which is unknown"
                          }
                        }
                      ]
                    }
                  ],
                  "results": [
                    {
                      "codeFlows": [
                        {
                          "message": {
                            "text": "The interleaving that leads there"
                          },
                          "threadFlows": [
                            {
                              "id": "main",
                              "locations": [
                                {
                                  "executionOrder": 1,
                                  "location": {
                                    "message": {
                                      "text": "main: starts thread 0 (add)"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 2,
                                  "location": {
                                    "message": {
                                      "text": "main: starts thread 1 (add)"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 7,
                                  "location": {
                                    "message": {
                                      "text": "main: joins thread 0 (add)"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 8,
                                  "location": {
                                    "message": {
                                      "text": "main: joins thread 1 (add)"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 9,
                                  "location": {
                                    "message": {
                                      "text": "main: prints \"<x> & 1\\u{1b}\\n\""
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 15
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 10,
                                  "location": {
                                    "message": {
                                      "text": "main: assertion failed: x == 2"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 16
                                      }
                                    }
                                  }
                                }
                              ],
                              "message": {
                                "text": "main"
                              }
                            },
                            {
                              "id": "thread 0 (add)",
                              "locations": [
                                {
                                  "executionOrder": 3,
                                  "location": {
                                    "message": {
                                      "text": "thread 0 (add): load x = 0"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 6
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 6,
                                  "location": {
                                    "message": {
                                      "text": "thread 0 (add): x = 1"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 6
                                      }
                                    }
                                  }
                                }
                              ],
                              "message": {
                                "text": "thread 0 (add)"
                              }
                            },
                            {
                              "id": "thread 1 (add)",
                              "locations": [
                                {
                                  "executionOrder": 4,
                                  "location": {
                                    "message": {
                                      "text": "thread 1 (add): load x = 0"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 6
                                      }
                                    }
                                  }
                                },
                                {
                                  "executionOrder": 5,
                                  "location": {
                                    "message": {
                                      "text": "thread 1 (add): x = 1"
                                    },
                                    "physicalLocation": {
                                      "artifactLocation": {
                                        "uri": "race.c"
                                      },
                                      "region": {
                                        "startLine": 6
                                      }
                                    }
                                  }
                                }
                              ],
                              "message": {
                                "text": "thread 1 (add)"
                              }
                            }
                          ]
                        }
                      ],
                      "level": "error",
                      "locations": [
                        {
                          "logicalLocations": [
                            {
                              "kind": "function",
                              "name": "main"
                            }
                          ],
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "race.c"
                            },
                            "region": {
                              "startColumn": 3,
                              "startLine": 16
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "assertion failed: x == 2"
                      },
                      "partialFingerprints": {
                        "mazurkaFinding/v1": "8a8c474a3d363dc2229cb77f634de68e5220465931d3553a07a8aad0cc25a22d"
                      },
                      "properties": {
                        "executions": 1,
                        "model": "sc",
                        "program": "race",
                        "replay": "mazurka check race.c --replay 1s1/0.0x1,0.1x2,0.0x1"
                      },
                      "ruleId": "assertion",
                      "ruleIndex": 0
                    },
                    {
                      "level": "warning",
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "SB.litmus"
                            }
                          }
                        }
                      ],
                      "message": {
                        "text": "not everything was explored: the condition was not decided; the limit on executions was reached"
                      },
                      "partialFingerprints": {
                        "mazurkaFinding/v1": "ff854d9bbea37dc748855f2c1b78d14c568b48e85339a152c4785d61fdf26349"
                      },
                      "properties": {
                        "model": "sc",
                        "program": "SB"
                      },
                      "ruleId": "not-exhausted",
                      "ruleIndex": 1
                    }
                  ],
                  "tool": {
                    "driver": {
                      "name": "Mazurka",
                      "rules": [
                        {
                          "defaultConfiguration": {
                            "level": "error"
                          },
                          "id": "assertion",
                          "shortDescription": {
                            "text": "An execution of the program shows a bug: assertion."
                          }
                        },
                        {
                          "defaultConfiguration": {
                            "level": "warning"
                          },
                          "id": "not-exhausted",
                          "shortDescription": {
                            "text": "The check ended before all executions were explored: nothing is verified."
                          }
                        }
                      ],
                      "semanticVersion": "0.1.0",
                      "version": "0.1.0"
                    }
                  }
                }
              ],
              "version": "2.1.0"
            }
        "#]],
    );
}

#[test]
fn json_is_short_for_its_format() {
    let folder = folder("json");
    let long = run(&folder, "json", &ALL);
    let short = folder.run(&[&ALL[..], &["--json"]].concat());
    let objects = |output: &Output| {
        let objects = stdout(output);
        let objects = objects.lines().map(|line| {
            let mut object: Value = serde_json::from_str(line).expect("JSON");
            object.as_object_mut().expect("an object").remove("seconds");
            object
        });
        objects.collect::<Vec<_>>()
    };
    assert_eq!(objects(&long), objects(&short));
    assert_eq!(objects(&long).len(), 4);
    let both = run(&folder, "json", &["fine.c", "--json"]);
    assert_eq!(code(&both), 2);
}

#[test]
fn documents_are_as_their_schemas_say() {
    let folder = folder("schemas");
    let keep_going = ["race.c", "--keep-going", "--races", "--workers=1"];
    let of_tso = ["SB.litmus", "--model=tso"];
    let nowhere = ["nowhere.c"];
    for arguments in [&ALL[..], &keep_going, &of_tso, &nowhere] {
        check_junit(&stdout(&run(&folder, "junit", arguments)));
        check_sarif(&stdout(&run(&folder, "sarif", arguments)));
    }
}

#[test]
fn verdicts_are_told_in_the_words_of_each_format() {
    let folder = folder("verdicts");
    let junit = check_junit(&stdout(&run(&folder, "junit", &ALL)));
    let of_case = |case: &Element| {
        let outcome = &case.inner[0];
        let kind = outcome.attribute("type").unwrap_or_default();
        let name = case.attribute("name").expect("a name");
        format!("{name} {} {kind}", outcome.name)
    };
    let cases: Vec<String> = junit.inner[0].inner.iter().map(of_case).collect();
    assert_eq!(
        cases,
        [
            "race failure assertion",
            "fine system-out ",
            "wrong error error",
            "SB error not-exhausted",
        ]
    );
    let sarif = check_sarif(&stdout(&run(&folder, "sarif", &ALL)));
    let run = &sarif["runs"][0];
    let results = list(run, "results").iter();
    let results: Vec<String> = results
        .map(|result| format!("{} {}", result["ruleId"], result["level"]))
        .collect();
    assert_eq!(
        results,
        ["\"assertion\" \"error\"", "\"not-exhausted\" \"warning\""]
    );
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["exitCode"], 2);
    let said = list(invocation, "toolExecutionNotifications");
    assert_eq!(said.len(), 1);
    let at = &said[0]["locations"][0]["physicalLocation"];
    assert_eq!(at["artifactLocation"]["uri"], "wrong.litmus");
    assert_eq!(at["region"]["startLine"], 4);
}

#[test]
fn a_finding_keeps_its_fingerprint_when_lines_move() {
    let folder = folder("fingerprint");
    let of = || {
        let sarif = check_sarif(&stdout(&run(&folder, "sarif", &["race.c", "--workers=1"])));
        let result = &sarif["runs"][0]["results"][0];
        let line = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
        (result["partialFingerprints"].clone(), line.clone())
    };
    let before = of();
    std::fs::write(folder.path("race.c"), format!("\n\n{RACE}")).expect("it can be written");
    let after = of();
    assert_eq!(before.0, after.0);
    assert_eq!((before.1, after.1), (16.into(), 18.into()));
}

#[test]
fn documents_are_whole_at_ctrl_c() {
    let big = writers(8, 8);
    let files = [
        ("a.litmus", FINE_LITMUS),
        ("big.litmus", &big),
        ("z.litmus", FINE_LITMUS),
    ];
    let files = files.map(|(name, text)| (name, text.as_bytes()));
    let folder = Folder::new("formats-stopped", &files);
    for format in ["junit", "sarif"] {
        let mut child = folder
            .command(&[".", "--workers=1", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        std::thread::sleep(Duration::from_millis(1500));
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill starts").success());
        assert!(child.try_wait().is_ok(), "it ends by itself");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 3, "{}", stderr(&output));
        let text = stdout(&output);
        if format == "junit" {
            let suite = &check_junit(&text).inner[0];
            let outcomes = suite.inner.iter().map(|case| &*case.inner[0].name);
            let outcomes: Vec<&str> = outcomes.collect();
            assert_eq!(outcomes, ["system-out", "error", "skipped"]);
        } else {
            let log = check_sarif(&text);
            let run = &log["runs"][0];
            assert_eq!(run["results"][0]["ruleId"], "not-exhausted");
            let said = list(&run["invocations"][0], "toolExecutionNotifications");
            let text = said[0]["message"]["text"].as_str().expect("a text");
            assert!(
                text.starts_with("./z.litmus: the command was stopped"),
                "{text}"
            );
        }
    }
}

const FINE_LITMUS: &str = "X86 fine\n{}\n P0 ;\n MOV [x],$1 ;\nexists (x=1)\n";

#[test]
fn what_a_program_prints_is_no_workflow_command() {
    let program = RACE.replace("<x> & %d\\x1b\\n", "\\n::add-mask::%d\\n##[error]x\\n");
    let folder = Folder::new("formats-commands", &[("race.c", program.as_bytes())]);
    let output = run(&folder, "github", &["race.c", "--workers=1"]);
    for line in stdout(&output).lines() {
        let is_ours = line.starts_with("::error file=race.c,line=16,");
        assert!(is_ours || !line.trim_start().starts_with("::"), "{line}");
        assert!(is_ours || !line.contains("##["), "{line}");
    }
}
