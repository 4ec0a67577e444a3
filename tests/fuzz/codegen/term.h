// Terms: typed expression trees whose forms occur in fixed-point, hash, codec and conversion code. The functions of
// print_terms.h print them as OpenCL C, and those of evaluate_terms.h evaluate them for many work-items at once.
// Thread-safety: values without state.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../value.h"

namespace lanewise::fuzz {

enum class Form : std::uint8_t {
    input,     // element of input `number` of this type
    constant,  // the constant `lanes`
    // Forms with one argument of the term's type:
    negate,
    complement,
    popcount,
    clz,
    ctz,
    absolute,  // unsigned result
    // Forms with two arguments:
    add,
    sub,
    mul,
    divide,     // by a constant other than 0 and -1
    remainder,  // by a constant other than 0 and -1
    bit_and,
    bit_or,
    bit_xor,
    shift_left,  // by the low bits of the second argument
    shift_right,
    minimum,
    maximum,
    add_sat,
    sub_sat,
    hadd,
    rhadd,
    mul_hi,
    rotate,
    abs_diff,  // unsigned result
    mul24,     // product of the low 24 bits
    // Forms with three arguments:
    clamp,  // between two constants
    mad_sat,
    mad_hi,
    mad24,
    bitselect,
    // Forms whose arguments or results have other types:
    compare,   // of two values of one type; a mask for vectors, 0 or 1 for scalars
    choose,    // by a `compare`, between two values of the term's type
    convert,   // (T)x or convert_T(x), with the rounding mode `rounding`
    saturate,  // convert_T_sat(x)
    upsample,
    reinterpret,
    pick,          // elements `numbers` of one vector
    combine,       // elements `numbers` of two vectors
    look_up,       // shuffle() with the second argument as mask
    look_up_both,  // shuffle2() with the third argument as mask
    join,          // vector of the elements of all arguments
    // Forms that load:
    near,          // input `number` of the work-item whose id is larger by the argument
    gather,        // input `number` of the work-item whose id is the argument's low bits
    choose_place,  // one of two inputs, by a condition; the code may select the address
    edge,          // as `input`, but only the first `edge_items` work-items have memory
    // Forms that depend on work-items:
    item,         // the work-item's id
    neighbour,    // the argument of the other work-item of a pair
    ballot,       // mask of the sub-group's work-items whose argument is true
    count_votes,  // number of the sub-group's work-items whose argument is true
    // Control flow:
    variable,  // current value of loop `number`
    step,      // number of finished iterations of loop `number`
    branch,    // second argument if the first is true, else the third
    inside,    // first argument in the first `edge_items` work-items, else the second
    loop,      // starts with the second argument, then evaluates the third as often as the first one's low bits say
    store_if,  // stores the second argument if the first is true; otherwise memory stays 0
};

inline constexpr unsigned most_iterations = 7;  // mask of the low bits of a loop's first argument
inline constexpr unsigned gathered_items = 128;

enum class Rounding : std::uint8_t { none, to_even, to_zero, up, down };

enum class Relation : std::uint8_t { less, less_equal, equal, not_equal };

/// Smallest and largest value of a term.
struct Range {
    __int128 low = 0, high = 0;
};

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
    Form form = Form::input;
    Type type;
    std::vector<TermPtr> arguments{};
    unsigned number = 0;                 // number of the input or of the loop
    std::vector<std::uint64_t> lanes{};  // value of a constant
    std::vector<unsigned> numbers{};     // indices of elements
    Relation relation = Relation::less;
    Rounding rounding = Rounding::none;
    Range range{};      // only for integers
    bool wraps = true;  // whether results may overflow; if not, the operator is printed without casts
};

inline bool is_integer(Scalar scalar) { return !is_float(scalar); }

/// Returns the number of nodes of the tree, including its root.
inline unsigned size_of(const Term& term) {
    unsigned size = 1;
    for (const TermPtr& argument : term.arguments) size += size_of(*argument);
    return size;
}

}  // namespace lanewise::fuzz
