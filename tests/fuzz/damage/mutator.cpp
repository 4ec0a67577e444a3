#include "mutator.h"

#include <algorithm>
#include <array>

#include "corpus.h"
#include "gentle.h"

namespace lanewise::fuzz_damage {

namespace {

using Tokens = std::vector<std::string>;

/// Tokens that are inserted into sources: all words of OpenCL C, and extreme numbers.
constexpr std::array words{"0",
                           "1",
                           "-1",
                           "31",
                           "32",
                           "255",
                           "65536",
                           "4294967295u",
                           "18446744073709551615ul",
                           "0x7fffffff",
                           "1e38f",
                           "1e400",
                           "0.0f",
                           "NAN",
                           "1.0h",
                           "'a'",
                           "\"text\"",
                           "int",
                           "uint",
                           "char",
                           "uchar",
                           "short",
                           "long",
                           "ulong",
                           "float",
                           "double",
                           "half",
                           "bool",
                           "void",
                           "size_t",
                           "int2",
                           "int3",
                           "uint4",
                           "float8",
                           "float16",
                           "uchar16",
                           "double4",
                           "long3",
                           "half8",
                           "global",
                           "local",
                           "constant",
                           "private",
                           "generic",
                           "__global",
                           "kernel",
                           "const",
                           "volatile",
                           "restrict",
                           "static",
                           "inline",
                           "extern",
                           "unsigned",
                           "struct",
                           "union",
                           "enum",
                           "typedef",
                           "sizeof",
                           "if",
                           "else",
                           "for",
                           "while",
                           "do",
                           "switch",
                           "case",
                           "default",
                           "break",
                           "continue",
                           "return",
                           "goto",
                           "(",
                           ")",
                           "[",
                           "]",
                           "{",
                           "}",
                           ";",
                           ",",
                           "*",
                           "&",
                           "+",
                           "-",
                           "/",
                           "%",
                           "<<",
                           ">>",
                           "<",
                           ">",
                           "==",
                           "!=",
                           "=",
                           "?",
                           ":",
                           "&&",
                           "||",
                           "!",
                           "~",
                           "^",
                           "|",
                           ".x",
                           ".s0",
                           ".xyzw",
                           ".even",
                           "->",
                           "++",
                           "--",
                           "#",
                           "##",
                           "\\",
                           "\n",
                           "#define X",
                           "#if",
                           "#endif",
                           "#else",
                           "#include <x>",
                           "#pragma unroll",
                           "#pragma OPENCL EXTENSION all : enable",
                           "__attribute__((",
                           "))",
                           "__attribute__((reqd_work_group_size(1,2,3)))",
                           "__attribute__((vec_type_hint(int4)))",
                           "__attribute__((packed))",
                           "__attribute__((aligned(64)))",
                           "get_global_id(0)",
                           "get_local_id(1)",
                           "get_group_id(2)",
                           "get_local_size(0)",
                           "get_global_size(9)",
                           "barrier(CLK_LOCAL_MEM_FENCE)",
                           "barrier(CLK_GLOBAL_MEM_FENCE);",
                           "mem_fence(1)",
                           "atomic_add",
                           "atomic_inc",
                           "atomic_cmpxchg",
                           "vload4",
                           "vstore4",
                           "vload_half",
                           "convert_int4_sat",
                           "convert_uchar16",
                           "as_float",
                           "as_int4",
                           "mad",
                           "fma",
                           "sin",
                           "cos",
                           "exp",
                           "pow",
                           "sqrt",
                           "native_sin",
                           "clamp",
                           "mix",
                           "select",
                           "dot",
                           "cross",
                           "mul24",
                           "mad_hi",
                           "rotate",
                           "popcount",
                           "clz",
                           "shuffle",
                           "printf(\"%d\\n\", 1)",
                           "work_group_reduce_add",
                           "sub_group_broadcast",
                           "async_work_group_copy",
                           "event_t",
                           "sampler_t",
                           "image2d_t",
                           "read_imagef",
                           "pipe",
                           "queue_t",
                           "ndrange_t",
                           "enqueue_kernel",
                           "^{ }",
                           "__builtin_trap()",
                           "__asm__(\"nop\")",
                           "main",
                           "k",
                           "p",
                           "i",
                           "x",
                           "__func__",
                           "__LINE__",
                           "__builtin_astype",
                           "_Static_assert(0, \"\")",
                           "typeof(",
                           "_Atomic",
                           "atomic_int",
                           "memory_order_seq_cst",
                           "int[",
                           "[1 << 30]",
                           "(int*)",
                           "(global int*)",
                           "*(volatile local int*)0",
                           "for (;;)",
                           "while (1)",
                           "1/0",
                           "1%0",
                           "x = x",
                           "...",
                           "::",
                           "@",
                           "$",
                           "`",
                           "\xff",
                           "\xC3\xA9",
                           "?"
                           "?/",
                           "/*",
                           "*/",
                           "//"};

struct Span {
    std::ptrdiff_t first, last;
};

/// Returns a random range of tokens, which is usually short.
Span any_span(Dice& dice, const Tokens& tokens) {
    const std::size_t most = dice.percent(80) ? 4 : dice.percent(80) ? 40 : tokens.size();
    const std::size_t first = dice.below(tokens.size());
    const std::size_t count = 1 + dice.below(std::min(most, tokens.size() - first));
    return {static_cast<std::ptrdiff_t>(first), static_cast<std::ptrdiff_t>(first + count)};
}

Tokens copy_of(const Tokens& tokens, Span span) {
    return Tokens(tokens.begin() + span.first, tokens.begin() + span.last);
}

void insert(Dice& dice, Tokens& tokens, const Tokens& more) {
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(dice.below(tokens.size() + 1)), more.begin(),
                  more.end());
}

void repeat(Dice& dice, Tokens& tokens) {
    const Span span = any_span(dice, tokens);
    const Tokens part = copy_of(tokens, span);
    const std::size_t times = dice.percent(90) ? 1 + dice.below(4) : 1 + dice.below(300);
    Tokens more;
    for (std::size_t i = 0; i < times && more.size() < 4000; ++i) more.insert(more.end(), part.begin(), part.end());
    tokens.insert(tokens.begin() + span.first, more.begin(), more.end());
}

void swap_parts(Dice& dice, Tokens& tokens) {
    const Span a = any_span(dice, tokens);
    const Tokens part = copy_of(tokens, a);
    tokens.erase(tokens.begin() + a.first, tokens.begin() + a.last);
    insert(dice, tokens, part);
}

void damage_once(Dice& dice, Tokens& tokens, std::span<const std::string> sources) {
    if (tokens.empty()) tokens.emplace_back(" ");
    const Span span = any_span(dice, tokens);
    std::string& token = tokens[static_cast<std::size_t>(span.first)];
    switch (dice.below(9)) {
        case 0: tokens.erase(tokens.begin() + span.first, tokens.begin() + span.last); return;
        case 1: return repeat(dice, tokens);
        case 2: return swap_parts(dice, tokens);
        case 3: {
            const Tokens other = split_tokens(sources[dice.below(sources.size())]);
            return insert(dice, tokens, copy_of(other, any_span(dice, other)));
        }
        case 4:
        case 5: token = words[dice.below(words.size())]; return;
        case 6: return insert(dice, tokens, {" ", words[dice.below(words.size())], " "});
        case 7: token = tokens[dice.below(tokens.size())]; return;
        default:
            if (dice.percent(10))
                tokens.resize(static_cast<std::size_t>(span.last));
            else if (dice.percent(30))
                token[dice.below(token.size())] = static_cast<char>(dice.next());
            else
                token = words[dice.below(words.size())];
    }
}

/// Replaces the start of `bytes`, up to the offset `at`, by the start of `other`.
void splice(Bytes& bytes, const Bytes& other, std::size_t at) {
    const auto middle = static_cast<std::ptrdiff_t>(std::min({at, other.size(), bytes.size()}));
    Bytes joined(other.begin(), other.begin() + middle);
    joined.insert(joined.end(), bytes.begin() + middle, bytes.end());
    bytes = std::move(joined);
}

}  // namespace

std::string damage_source(Dice& dice, std::span<const std::string> sources) {
    Tokens tokens = split_tokens(sources[dice.below(sources.size())]);
    // Most sources still compile after gentle changes, and thus test the stages of the compiler after the front end.
    const bool gently = dice.percent(70);
    const std::size_t changes = gently || dice.percent(60) ? 1 + dice.below(4) : 1 + dice.below(12);
    for (std::size_t i = 0; i < changes; ++i) gently ? change_gently(dice, tokens) : damage_once(dice, tokens, sources);
    std::string text;
    for (const std::string& token : tokens) text += token;
    return text;
}

Bytes damage_binary(Dice& dice, const Bytes& binary, const Bytes& other) {
    Bytes damaged = binary;
    while (damaged == binary) {
        const std::size_t at =
            dice.percent(50) ? dice.below(std::min<std::size_t>(damaged.size(), 600)) : dice.below(damaged.size());
        const auto here = damaged.begin() + static_cast<std::ptrdiff_t>(at);
        const std::size_t length = 1 + dice.below(std::min<std::size_t>(damaged.size() - at, 1 + dice.below(5000)));
        const auto there = here + static_cast<std::ptrdiff_t>(length);
        switch (dice.below(7)) {
            case 0: damaged[at] ^= static_cast<unsigned char>(1u << dice.below(8)); break;
            case 1: std::generate(here, there, [&] { return static_cast<unsigned char>(dice.next()); }); break;
            case 2: std::fill(here, there, dice.one_of<unsigned char>({0, 0xFF, 0x7F, 0x80})); break;
            case 3: damaged.resize(at + 1); break;
            case 4: damaged.erase(here, there); break;
            case 5:
                damaged.insert(here, other.begin(),
                               other.begin() + static_cast<std::ptrdiff_t>(std::min(length, other.size())));
                break;
            default: splice(damaged, other, at);
        }
        if (damaged.empty()) damaged = {0};
    }
    return damaged;
}

}  // namespace lanewise::fuzz_damage
