// Terms: typed expression trees with operations of fixed-point, hash, codec and conversion code. The functions of
// print_terms.h print terms as OpenCL C, and the functions of evaluate_terms.h evaluate terms for many work-items at
// once. Thread-safety: values without state.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../value.h"

namespace lanewise::fuzz {

enum class Form : std::uint8_t {
    input,     // the work-item's element of input `number` of this type
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
    divide,     // the divisor is a constant other than 0 and -1
    remainder,  // the divisor is a constant other than 0 and -1
    bit_and,
    bit_or,
    bit_xor,
    shift_left,  // shifts by the number in the low bits of the second argument
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
    mul24,     // product of the low 24 bits of both arguments
    // Forms with three arguments:
    clamp,  // the limits are constants
    mad_sat,
    mad_hi,
    mad24,
    bitselect,
    // Forms whose arguments and results may differ in type:
    compare,   // two values of the same type; returns a mask for vectors, 0 or 1 for scalars
    choose,    // one of two values of the term's type, selected by a `compare`
    convert,   // (T)x or convert_T(x), with the rounding mode `rounding`
    saturate,  // convert_T_sat(x)
    upsample,
    reinterpret,
    pick,          // selects elements of one vector by the indices `numbers`
    combine,       // selects elements of two vectors by the indices `numbers`
    look_up,       // shuffle() with the second argument as mask
    look_up_both,  // shuffle2() with the third argument as mask
    join,          // vector that consists of the elements of all arguments
    // Forms that load:
    near,          // element of input `number` at the work-item's id plus the argument
    gather,        // element of input `number` at the low bits of the argument
    choose_place,  // a load from one of two inputs, selected by a condition; compiled code may select the address
    edge,          // like `input`, but memory exists only for the first `edge_items` work-items
    // Forms that depend on work-items:
    item,         // the work-item's id
    neighbour,    // the argument's value in the other work-item of a pair
    ballot,       // bit mask of the sub-group's work-items whose argument is true
    count_votes,  // number of the sub-group's work-items whose argument is true
    // Control flow:
    variable,  // current value of the variable of loop `number`
    step,      // number of finished iterations of loop `number`
    branch,    // if-else: second argument if the first one is true, otherwise the third
    inside,    // first argument in the first `edge_items` work-items, otherwise the second
    loop,      // first argument: number of iterations (low bits); second: initial value; third: next value
    store_if,  // stores the second argument if the first one is true; otherwise memory stays 0
};

inline constexpr unsigned most_iterations = 7;  // mask for the low bits of the first argument of a loop
inline constexpr unsigned gathered_items = 128;

enum class Rounding : std::uint8_t { none, to_even, to_zero, up, down };

enum class Relation : std::uint8_t { less, less_equal, equal, not_equal };

/// Smallest and largest possible value of a term.
struct Range {
    __int128 low = 0, high = 0;
};

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
    Form form = Form::input;
    Type type;
    std::vector<TermPtr> arguments{};
    unsigned number = 0;                 // number of the input or loop
    std::vector<std::uint64_t> lanes{};  // value of a constant
    std::vector<unsigned> numbers{};     // indices of elements
    Relation relation = Relation::less;
    Rounding rounding = Rounding::none;
    Range range{};      // only for integers
    bool wraps = true;  // whether results may overflow; if false, the operator is printed without casts
};

inline bool is_integer(Scalar scalar) { return !is_float(scalar); }

/// Returns the number of nodes of the tree, including its root.
inline unsigned size_of(const Term& term) {
    unsigned size = 1;
    for (const TermPtr& argument : term.arguments) size += size_of(*argument);
    return size;
}

}  // namespace lanewise::fuzz
