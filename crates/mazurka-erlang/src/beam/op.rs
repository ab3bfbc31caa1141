//! The instructions of the BEAM: number, name and operands of each, in one table.

/// Declares [`Op`] and what is known of each.
macro_rules! ops {
    ($($number:literal $name:ident $text:literal $operands:literal;)*) => {
        /// An instruction. Its number is that of `genop.tab` of OTP.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub(crate) enum Op {
            $($name = $number,)*
        }

        /// By number, from 1.
        const ALL: &[(Op, &str, &str)] = &[$((Op::$name, $text, $operands),)*];
    };
}

impl Op {
    /// The greatest number that is known.
    pub(crate) const LAST: u32 = ALL.len() as u32;

    pub(crate) fn from_number(number: u8) -> Option<Op> {
        let index = usize::from(number).checked_sub(1)?;
        ALL.get(index).map(|(op, ..)| *op)
    }

    #[cfg(test)]
    pub(crate) fn number(self) -> u8 {
        self as u8
    }

    /// As OTP has it.
    pub(crate) fn name(self) -> &'static str {
        ALL[self as usize - 1].1
    }

    /// How many operands it has.
    pub(crate) fn arity(self) -> usize {
        self.operands().len()
    }

    /// What its operands are, a letter for each:
    ///
    /// | letter | operand |
    /// |---|---|
    /// | `u` | a number |
    /// | `l` | the number of the label that is here |
    /// | `f` | a label; 0 is none |
    /// | `i`, `h`, `n` | the number of an import, a function (of `FunT`), a line |
    /// | `a` | an atom |
    /// | `r` | a register |
    /// | `s` | a register or a term |
    /// | `w` | words of memory: a number, or a list of them |
    /// | `L` | a list, always the last |
    /// | `*` | any of these, but not `L` |
    pub(crate) fn operands(self) -> &'static [u8] {
        ALL[self as usize - 1].2.as_bytes()
    }
}

ops! {
    1 Label "label" "l";
    2 FuncInfo "func_info" "aau";
    3 IntCodeEnd "int_code_end" "";
    4 Call "call" "uf";
    5 CallLast "call_last" "ufu";
    6 CallOnly "call_only" "uf";
    7 CallExt "call_ext" "ui";
    8 CallExtLast "call_ext_last" "uiu";
    9 Bif0 "bif0" "ir";
    10 Bif1 "bif1" "fisr";
    11 Bif2 "bif2" "fissr";
    12 Allocate "allocate" "uu";
    13 AllocateHeap "allocate_heap" "uwu";
    14 AllocateZero "allocate_zero" "uu";
    15 AllocateHeapZero "allocate_heap_zero" "uwu";
    16 TestHeap "test_heap" "wu";
    17 Init "init" "r";
    18 Deallocate "deallocate" "u";
    19 Return "return" "";
    20 Send "send" "";
    21 RemoveMessage "remove_message" "";
    22 Timeout "timeout" "";
    23 LoopRec "loop_rec" "fr";
    24 LoopRecEnd "loop_rec_end" "f";
    25 Wait "wait" "f";
    26 WaitTimeout "wait_timeout" "fs";
    27 MPlus "m_plus" "****";
    28 MMinus "m_minus" "****";
    29 MTimes "m_times" "****";
    30 MDiv "m_div" "****";
    31 IntDiv "int_div" "****";
    32 IntRem "int_rem" "****";
    33 IntBand "int_band" "****";
    34 IntBor "int_bor" "****";
    35 IntBxor "int_bxor" "****";
    36 IntBsl "int_bsl" "****";
    37 IntBsr "int_bsr" "****";
    38 IntBnot "int_bnot" "***";
    39 IsLt "is_lt" "fss";
    40 IsGe "is_ge" "fss";
    41 IsEq "is_eq" "fss";
    42 IsNe "is_ne" "fss";
    43 IsEqExact "is_eq_exact" "fss";
    44 IsNeExact "is_ne_exact" "fss";
    45 IsInteger "is_integer" "fs";
    46 IsFloat "is_float" "fs";
    47 IsNumber "is_number" "fs";
    48 IsAtom "is_atom" "fs";
    49 IsPid "is_pid" "fs";
    50 IsReference "is_reference" "fs";
    51 IsPort "is_port" "fs";
    52 IsNil "is_nil" "fs";
    53 IsBinary "is_binary" "fs";
    54 IsConstant "is_constant" "**";
    55 IsList "is_list" "fs";
    56 IsNonemptyList "is_nonempty_list" "fs";
    57 IsTuple "is_tuple" "fs";
    58 TestArity "test_arity" "fsu";
    59 SelectVal "select_val" "sfL";
    60 SelectTupleArity "select_tuple_arity" "sfL";
    61 Jump "jump" "f";
    62 Catch "catch" "rf";
    63 CatchEnd "catch_end" "r";
    64 Move "move" "sr";
    65 GetList "get_list" "srr";
    66 GetTupleElement "get_tuple_element" "sur";
    67 SetTupleElement "set_tuple_element" "ssu";
    68 PutString "put_string" "***";
    69 PutList "put_list" "ssr";
    70 PutTuple "put_tuple" "ur";
    71 Put "put" "s";
    72 Badmatch "badmatch" "s";
    73 IfEnd "if_end" "";
    74 CaseEnd "case_end" "s";
    75 CallFun "call_fun" "u";
    76 MakeFun "make_fun" "***";
    77 IsFunction "is_function" "fs";
    78 CallExtOnly "call_ext_only" "ui";
    79 BsStartMatch "bs_start_match" "**";
    80 BsGetInteger "bs_get_integer" "*****";
    81 BsGetFloat "bs_get_float" "*****";
    82 BsGetBinary "bs_get_binary" "*****";
    83 BsSkipBits "bs_skip_bits" "****";
    84 BsTestTail "bs_test_tail" "**";
    85 BsSave "bs_save" "*";
    86 BsRestore "bs_restore" "*";
    87 BsInit "bs_init" "**";
    88 BsFinal "bs_final" "**";
    89 BsPutInteger "bs_put_integer" "fsuus";
    90 BsPutBinary "bs_put_binary" "fsuus";
    91 BsPutFloat "bs_put_float" "fsuus";
    92 BsPutString "bs_put_string" "uu";
    93 BsNeedBuf "bs_need_buf" "*";
    94 Fclearerror "fclearerror" "";
    95 Fcheckerror "fcheckerror" "f";
    96 Fmove "fmove" "sr";
    97 Fconv "fconv" "sr";
    98 Fadd "fadd" "fssr";
    99 Fsub "fsub" "fssr";
    100 Fmul "fmul" "fssr";
    101 Fdiv "fdiv" "fssr";
    102 Fnegate "fnegate" "fsr";
    103 MakeFun2 "make_fun2" "h";
    104 Try "try" "rf";
    105 TryEnd "try_end" "r";
    106 TryCase "try_case" "r";
    107 TryCaseEnd "try_case_end" "s";
    108 Raise "raise" "ss";
    109 BsInit2 "bs_init2" "f*wuur";
    110 BsBitsToBytes "bs_bits_to_bytes" "***";
    111 BsAdd "bs_add" "f**ur";
    112 Apply "apply" "u";
    113 ApplyLast "apply_last" "uu";
    114 IsBoolean "is_boolean" "fs";
    115 IsFunction2 "is_function2" "fss";
    116 BsStartMatch2 "bs_start_match2" "fsuur";
    117 BsGetInteger2 "bs_get_integer2" "fsusuur";
    118 BsGetFloat2 "bs_get_float2" "fsusuur";
    119 BsGetBinary2 "bs_get_binary2" "fsusuur";
    120 BsSkipBits2 "bs_skip_bits2" "fssuu";
    121 BsTestTail2 "bs_test_tail2" "fsu";
    122 BsSave2 "bs_save2" "s*";
    123 BsRestore2 "bs_restore2" "s*";
    124 GcBif1 "gc_bif1" "fuisr";
    125 GcBif2 "gc_bif2" "fuissr";
    126 BsFinal2 "bs_final2" "**";
    127 BsBitsToBytes2 "bs_bits_to_bytes2" "**";
    128 PutLiteral "put_literal" "**";
    129 IsBitstr "is_bitstr" "fs";
    130 BsContextToBinary "bs_context_to_binary" "s";
    131 BsTestUnit "bs_test_unit" "fsu";
    132 BsMatchString "bs_match_string" "fsuu";
    133 BsInitWritable "bs_init_writable" "";
    134 BsAppend "bs_append" "f*wuusur";
    135 BsPrivateAppend "bs_private_append" "f*usur";
    136 Trim "trim" "uu";
    137 BsInitBits "bs_init_bits" "f*wuur";
    138 BsGetUtf8 "bs_get_utf8" "fsuur";
    139 BsSkipUtf8 "bs_skip_utf8" "fsuu";
    140 BsGetUtf16 "bs_get_utf16" "fsuur";
    141 BsSkipUtf16 "bs_skip_utf16" "fsuu";
    142 BsGetUtf32 "bs_get_utf32" "fsuur";
    143 BsSkipUtf32 "bs_skip_utf32" "fsuu";
    144 BsUtf8Size "bs_utf8_size" "fsr";
    145 BsPutUtf8 "bs_put_utf8" "fus";
    146 BsUtf16Size "bs_utf16_size" "fsr";
    147 BsPutUtf16 "bs_put_utf16" "fus";
    148 BsPutUtf32 "bs_put_utf32" "fus";
    149 OnLoad "on_load" "";
    150 RecvMark "recv_mark" "f";
    151 RecvSet "recv_set" "f";
    152 GcBif3 "gc_bif3" "fuisssr";
    153 Line "line" "n";
    154 PutMapAssoc "put_map_assoc" "fsruL";
    155 PutMapExact "put_map_exact" "fsruL";
    156 IsMap "is_map" "fs";
    157 HasMapFields "has_map_fields" "fsL";
    158 GetMapElements "get_map_elements" "fsL";
    159 IsTaggedTuple "is_tagged_tuple" "fsua";
    160 BuildStacktrace "build_stacktrace" "";
    161 RawRaise "raw_raise" "";
    162 GetHd "get_hd" "sr";
    163 GetTl "get_tl" "sr";
    164 PutTuple2 "put_tuple2" "rL";
    165 BsGetTail "bs_get_tail" "sru";
    166 BsStartMatch3 "bs_start_match3" "fsur";
    167 BsGetPosition "bs_get_position" "sru";
    168 BsSetPosition "bs_set_position" "ss";
    169 Swap "swap" "rr";
    170 BsStartMatch4 "bs_start_match4" "*usr";
    171 MakeFun3 "make_fun3" "hrL";
    172 InitYregs "init_yregs" "L";
    173 RecvMarkerBind "recv_marker_bind" "ss";
    174 RecvMarkerClear "recv_marker_clear" "s";
    175 RecvMarkerReserve "recv_marker_reserve" "r";
    176 RecvMarkerUse "recv_marker_use" "s";
    177 BsCreateBin "bs_create_bin" "fwuurL";
    178 CallFun2 "call_fun2" "*us";
    179 NifStart "nif_start" "";
    180 Badrecord "badrecord" "s";
    181 UpdateRecord "update_record" "ausrL";
    182 BsMatch "bs_match" "fsL";
    183 ExecutableLine "executable_line" "nu";
    184 DebugLine "debug_line" "*n**";
    185 Bif3 "bif3" "fisssr";
    186 IsAnyNativeRecord "is_any_native_record" "fs";
    187 IsNativeRecord "is_native_record" "fs**";
    188 GetRecordElements "get_record_elements" "fsL";
    189 PutRecord "put_record" "*****L";
    190 IsRecordAccessible "is_record_accessible" "fs*";
    191 GetRecordField "get_record_field" "fs**r";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_number() {
        for (number, (op, name, _)) in (1..).zip(ALL) {
            assert_eq!(op.number(), number, "{name}");
            assert_eq!(Op::from_number(number), Some(*op));
        }
        assert_eq!(Op::LAST, 191);
        assert_eq!(Op::from_number(0), None);
        assert_eq!(Op::from_number(192), None);
        assert_eq!(Op::UpdateRecord.name(), "update_record");
        assert_eq!(Op::UpdateRecord.arity(), 5);
    }
}
