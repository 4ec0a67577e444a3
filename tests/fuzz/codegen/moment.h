// Evaluates parts of terms at a given moment of the execution: in the current iterations of the enclosing loops, for
// the work-items that are active. Thread-safety: none.
#pragma once

#include <map>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

struct Moment {
    Moment(const Inputs& all_inputs, const Term* changed_part);

    const Inputs& inputs;
    const Term* const changed;             // the part whose results are altered, or null
    std::vector<bool> active;              // whether each work-item is active
    std::map<unsigned, Column> variables;  // current values of the loop variables, by loop number
    std::map<unsigned, unsigned> steps;
};

/// Evaluates a term. The results for inactive work-items have no meaning.
Column evaluate(const Term& term, Moment& moment);

/// Evaluates the operation of `term`. `x` contains the results of the operation's arguments.
Column evaluate_operation(const Term& term, const std::vector<Column>& x);

/// Alters results: inverts all bits of integers, the sign and one mantissa bit of floating-point numbers, and the truth
/// value of comparisons.
void change(const Term& term, Column& results);

}  // namespace lanewise::fuzz
