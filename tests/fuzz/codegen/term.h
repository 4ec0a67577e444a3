// Terms: typed expressions as trees, of forms that occur in fixed-point, hash, codec and conversion code. They are
// printed as OpenCL C (print_terms.h) and evaluated for many work-items at once (evaluate_terms.h).
// Thread-safety: values without state.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../value.h"

namespace lanewise::fuzz {

enum class Form : std::uint8_t {
    input,     // column `number` of the inputs of this type
    constant,  // `lanes`
    // One argument of the term's type:
    negate,
    complement,
    popcount,
    clz,
    ctz,
    absolute,  // gives unsigned numbers
    // Two:
    add,
    sub,
    mul,
    divide,     // by a constant other than 0 and -1
    remainder,  // the same
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
    abs_diff,  // gives unsigned numbers
    mul24,     // multiplies the low 24 bits
    // Three:
    clamp,  // between constants
    mad_sat,
    mad_hi,
    mad24,
    bitselect,
    // Arguments or results of other types:
    compare,   // two of one type; gives a mask for vectors, 0 or 1 for scalars
    choose,    // the result of `compare`, and two of the term's type
    convert,   // (T)x or convert_T(x), as `rounding` says
    saturate,  // convert_T_sat
    upsample,
    reinterpret,
    pick,          // elements `numbers` of a vector
    combine,       // elements of two vectors
    look_up,       // shuffle() by the low bits of the second argument
    look_up_both,  // shuffle2() by the low bits of the third
    join,          // a vector of the arguments' elements, one argument after another
    // Memory:
    near,          // column `number` of the inputs, for the work-item as many places further on as the argument says
    gather,        // the same, for the work-item in the low bits of the argument
    choose_place,  // one of two inputs, by their addresses
    edge,          // like `input`, but without memory for work-items from edge_items on
    // Work-items:
    item,         // the number of this work-item
    neighbour,    // the argument of the other work-item of a pair
    ballot,       // the work-items of the sub-group for which the argument is true
    count_votes,  // their number
    // Control flow:
    variable,  // of the loop `number`
    step,      // the number of iterations that the same loop has made
    branch,    // the second argument if the first is true, else the third
    inside,    // the first argument for work-items below edge_items, else the second
    loop,      // the second argument, replaced by the third as often as the low bits of the first say
    store_if,  // the second argument, stored if the first is true; else memory stays 0
};

inline constexpr unsigned most_iterations = 7;  // low bits of a loop's first argument
inline constexpr unsigned gathered_items = 128;

enum class Rounding : std::uint8_t { none, to_even, to_zero, up, down };

enum class Relation : std::uint8_t { less, less_equal, equal, not_equal };

/// Bounds of a term's values.
struct Range {
    __int128 low = 0, high = 0;
};

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
    Form form = Form::input;
    Type type;
    std::vector<TermPtr> arguments{};
    unsigned number = 0;                 // of the input or the loop
    std::vector<std::uint64_t> lanes{};  // of the constant
    std::vector<unsigned> numbers{};     // of elements
    Relation relation = Relation::less;
    Rounding rounding = Rounding::none;
    Range range{};      // of integers
    bool wraps = true;  // whether results may leave the type; else the operator is printed as plain C
};

inline bool is_integer(Scalar scalar) { return !is_float(scalar); }

/// Returns the number of terms in a tree, its root included.
inline unsigned size_of(const Term& term) {
    unsigned size = 1;
    for (const TermPtr& argument : term.arguments) size += size_of(*argument);
    return size;
}

}  // namespace lanewise::fuzz
