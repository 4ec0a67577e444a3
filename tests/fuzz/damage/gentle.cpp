#include "gentle.h"

#include <algorithm>
#include <cctype>

namespace lanewise::fuzz_damage {

using api_fuzz::Dice;

namespace {

using Tokens = std::vector<std::string>;

/// Returns lists of tokens of the same kind, such as types or operators, which can replace each other.
const std::vector<std::vector<std::string>>& families() {
    static const std::vector<std::vector<std::string>> all{
        {"int", "uint", "char", "uchar", "short", "ushort", "long", "ulong", "float", "double", "half", "size_t",
         "bool"},
        {"int2", "uint2", "float2", "char2", "long2", "double2", "half2"},
        {"int3", "uint3", "float3", "uchar3", "double3"},
        {"int4", "uint4", "float4", "uchar4", "short4", "long4", "double4", "half4"},
        {"int8", "uint8", "float8", "uchar8", "double8", "float16", "uint16", "int16"},
        {"+", "-", "*", "/", "%", "^", "|", "&"},
        {"<", ">"},
        {"global", "local", "constant", "private"},
        {"sin",  "cos",        "tan", "exp",    "log", "sqrt", "rsqrt",    "fabs",  "floor", "ceil", "rint", "exp2",
         "log2", "native_sin", "erf", "tgamma", "abs", "clz",  "popcount", "isnan", "sign",  "asin", "cbrt", "sinpi"},
        {"min", "max", "pow", "fmod", "atan2", "hypot", "mul24", "rotate", "add_sat", "sub_sat", "mul_hi", "hadd",
         "fmin", "remainder", "ldexp"},
        {"mad", "fma", "clamp", "mix", "mad24", "mad_hi", "bitselect", "select", "smoothstep"},
        {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size", "get_num_groups",
         "get_global_offset"},
        {"atomic_add", "atomic_sub", "atomic_xchg", "atomic_min", "atomic_max", "atomic_and", "atomic_or",
         "atomic_xor"},
        {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "0"},
        {"if", "while"},
        {"break", "continue", "return"},
        {"s0", "x", "y", "s1", "even", "odd", "lo", "hi", "xy", "xyzw"}};
    return all;
}

bool is_number(const std::string& token) { return std::isdigit(static_cast<unsigned char>(token[0])) != 0; }
bool is_identifier(const std::string& token) {
    return std::isalpha(static_cast<unsigned char>(token[0])) != 0 || token[0] == '_';
}

std::string other_number(Dice& dice) {
    return dice.one_of<const char*>({"0",           "1",    "2",    "3",     "4",    "5",    "7",     "8",
                                     "15",          "16",   "31",   "32",    "33",   "63",   "64",    "100",
                                     "127",         "128",  "255",  "256",   "1000", "1024", "65535", "1u",
                                     "0xffffffffu", "2.0f", "0.5f", "1e30f", "1ul",  "(-1)"});
}

/// Replaces a token by another token of the same kind. Returns false if no other token is known.
bool replace_alike(Dice& dice, Tokens& tokens, std::size_t at) {
    std::string& token = tokens[at];
    if (is_number(token)) return token = other_number(dice), true;
    for (const auto& family : families()) {
        if (std::ranges::find(family, token) == family.end()) continue;
        return token = family[dice.below(family.size())], true;
    }
    if (!is_identifier(token)) return false;
    // Replaces a name by another name that occurs in the source.
    const std::string& other = tokens[dice.below(tokens.size())];
    if (!is_identifier(other)) return false;
    return token = other, true;
}

struct Statement {
    std::ptrdiff_t first, last;
};

/// Finds a random statement: the tokens after a ';' or brace, up to the next ';' outside of parentheses. Returns false
/// if the tokens form no statement, or if the statement has too many tokens.
bool find_statement(Dice& dice, const Tokens& tokens, Statement& found) {
    std::size_t first = dice.below(tokens.size());
    while (first < tokens.size() && tokens[first] != ";" && tokens[first] != "{" && tokens[first] != "}") ++first;
    int depth = 0;
    for (std::size_t last = first + 1; last < tokens.size() && last < first + 60; ++last) {
        if (tokens[last] == "(") ++depth;
        if (tokens[last] == ")") --depth;
        if (depth < 0 || tokens[last] == "{" || tokens[last] == "}") return false;
        if (depth != 0 || tokens[last] != ";") continue;
        found = {static_cast<std::ptrdiff_t>(first + 1), static_cast<std::ptrdiff_t>(last + 1)};
        return true;
    }
    return false;
}

bool change_statement(Dice& dice, Tokens& tokens) {
    Statement from{}, to{};
    if (!find_statement(dice, tokens, from) || !find_statement(dice, tokens, to)) return false;
    Tokens part(tokens.begin() + from.first, tokens.begin() + from.last);
    const char* const around = dice.one_of<const char*>(
        {"", "", "", "if (get_local_id(0) < 3) ", "for (int q = 0; q < 5; q++) ", "do ", "{ "});
    if (*around) part.insert(part.begin(), around);
    if (around[0] == 'd') part.push_back(" while (get_global_id(0) > 7);");
    if (around[0] == '{') part.push_back(" barrier(CLK_LOCAL_MEM_FENCE); }");
    switch (dice.below(4)) {
        case 0: tokens.erase(tokens.begin() + from.first, tokens.begin() + from.last); return true;
        case 1: tokens.insert(tokens.begin() + to.first, part.begin(), part.end()); return true;
        case 2: tokens.insert(tokens.begin() + from.last, part.begin(), part.end()); return true;
        default:
            tokens.erase(tokens.begin() + from.first, tokens.begin() + from.last);
            tokens.insert(tokens.begin() + from.first, part.begin(), part.end());
            return true;
    }
}

}  // namespace

void change_gently(Dice& dice, Tokens& tokens) {
    for (int tries = 0; tries < 50; ++tries) {
        if (dice.percent(35) ? change_statement(dice, tokens) : replace_alike(dice, tokens, dice.below(tokens.size())))
            return;
    }
}

}  // namespace lanewise::fuzz_damage
