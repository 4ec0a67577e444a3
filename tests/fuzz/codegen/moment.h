// Evaluates parts of terms at a moment of their control flow: after some iterations of loops, for the work-items of a
// branch.
// Thread-safety: none.
#pragma once

#include <map>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

struct Moment {
    Moment(const Inputs& all_inputs, const Term* changed_part);

    const Inputs& inputs;
    const Term* const changed;             // part with altered results; may be null
    std::vector<bool> active;              // whether each work-item comes here
    std::map<unsigned, Column> variables;  // of loops, by their numbers
    std::map<unsigned, unsigned> steps;
};

/// Results for inactive work-items are meaningless.
Column evaluate(const Term& term, Moment& moment);

/// Evaluates a form whose results depend only on those of its arguments.
Column evaluate_operation(const Term& term, const std::vector<Column>& x);

/// Alters results: all bits of integers, the sign and a digit of floating-point numbers, the truth of comparisons.
void change(const Term& term, Column& results);

}  // namespace lanewise::fuzz
