// Makes random terms: expressions that are common in real code, and random combinations of operations. Thread-safety:
// none.
#pragma once

#include <random>
#include <vector>

#include "program_kind.h"
#include "term.h"

namespace lanewise::fuzz {

class TermGenerator {
public:
    TermGenerator(std::uint32_t seed, const ProgramKind& kind) : random_(seed), kind_(kind) {}

    TermPtr make();

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
    bool chance(unsigned percent) { return below(100) < percent; }

    /// Returns an integer type. Prefers types of less than 64 bits, because 64-bit operations become much code with
    /// many lanes.
    Scalar random_integer() { return static_cast<Scalar>(below(chance(50) ? 8 : 6)); }
    Scalar random_float() { return static_cast<Scalar>(8 + below(3)); }
    unsigned random_width();
    /// Returns the integer type with this number of bits.
    static Scalar integer(unsigned bits, bool is_signed);

    // Defined in generate_terms.cpp
    TermPtr term(Type type, unsigned depth);
    TermPtr integer_term(Type type, unsigned depth);
    TermPtr float_term(Type type, unsigned depth);
    TermPtr leaf(Type type);
    TermPtr input(Type type);
    TermPtr constant(Type type);
    TermPtr splat(Type type, __int128 number);
    TermPtr operation(Form form, Type type, std::vector<TermPtr> arguments);
    TermPtr convert(Type type, TermPtr x, bool saturates);
    TermPtr shift(Form form, Type type, unsigned depth);
    TermPtr quotient(Type type, unsigned depth);
    TermPtr bounded(Type type, unsigned depth);
    TermPtr choice(Type type, unsigned depth);
    TermPtr conversion(Type type, unsigned depth);
    TermPtr product24(Type type, unsigned depth);
    TermPtr moved(Type type, unsigned depth);
    TermPtr upsampled(Type type, unsigned depth);
    TermPtr reinterpreted(Type type, unsigned depth);

    // Defined in generate_idioms.cpp
    TermPtr idiom(Type type);
    TermPtr fixed_point_product(Type type);
    TermPtr dot_product(Type type);
    TermPtr absolute_differences(Type type);
    TermPtr average(Type type);
    TermPtr blend(Type type);
    TermPtr packed(Type type);
    TermPtr hash_round(Type type);
    TermPtr sign_mask(Type type);
    TermPtr narrow_comparison(Type type);
    TermPtr joined_bytes(Type type);

    // Defined in generate_moves.cpp
    TermPtr moving_term();
    TermPtr moved_elements(Type type, unsigned depth);
    TermPtr picked(Type type, unsigned depth);
    TermPtr with_one_element(Type type, unsigned depth);
    TermPtr joined(Type type, unsigned depth);
    TermPtr shuffled(Type type, unsigned depth);
    std::vector<unsigned> pattern(unsigned from, unsigned width);
    TermPtr elements(Form form, Type type, std::vector<TermPtr> arguments, std::vector<unsigned> numbers);

    // Defined in generate_flow.cpp
    struct Variable {
        unsigned number;
        Type type;
    };
    TermPtr flow_term();
    TermPtr long_term();
    TermPtr flow(Type type, unsigned depth);
    TermPtr condition(unsigned depth);
    TermPtr sign_of_input();
    TermPtr branch(Type type, unsigned depth);
    TermPtr inside(Type type, unsigned depth);
    TermPtr loop(Type type, unsigned depth);
    TermPtr read(Type type, unsigned depth);
    TermPtr vote(Type type, unsigned depth);
    TermPtr vote_after(const TermPtr& vote, unsigned depth);
    TermPtr leaf_in_flow(Type type);

    std::mt19937 random_;
    const ProgramKind kind_;
    std::vector<Variable> variables_;  // variables of the enclosing loops
    TermPtr sign_;                     // a condition that may occur several times in the term
    bool is_inside_ = false;           // whether the generator is in the first argument of Form::inside
    bool is_divergent_ = false;
    unsigned loops_ = 0;
    unsigned number_ = 0;  // index of the term; only adjacent terms share inputs, to keep few values in registers
};

}  // namespace lanewise::fuzz
