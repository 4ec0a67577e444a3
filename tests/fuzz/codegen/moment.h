// Evaluates parts of terms where loops have made some of their iterations and branches have left some work-items out.
// Thread-safety: none.
#pragma once

#include <map>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

struct Moment {
    Moment(const Inputs& all_inputs, const Term* changed_part);

    const Inputs& inputs;
    const Term* const changed;             // part with other results; may be null
    std::vector<bool> active;              // whether work-items come here
    std::map<unsigned, Column> variables;  // of loops, by their numbers
    std::map<unsigned, unsigned> steps;
};

/// Results for work-items that are not active mean nothing.
Column evaluate(const Term& term, Moment& moment);

/// Of forms whose results depend on those of their arguments alone.
Column evaluate_operation(const Term& term, const std::vector<Column>& x);

/// All bits of numbers, the sign and a digit of floating-point ones, and the truth of comparisons.
void change(const Term& term, Column& results);

}  // namespace lanewise::fuzz
