// Searches in the expressions of addresses, indices and conditions. A search visits each value once, and ends when it
// has found more than budget::searched_values values, so that its time is bounded.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Whether `instruction` is a sum, or passes its operands on: an addition, a subtraction, a disjoint `or`, an address
/// (GEP), a conversion or a freeze.
bool is_sum(const llvm::Instruction& instruction);

/// Whether `is_wanted` accepts `sum` or one of its terms. Terms of terms count as well: a sum is searched if
/// `is_wanted` does not accept it. If `inside` returns another value for a term, that value is searched in place of the
/// term. Returns false if the search ends early.
bool any_term(const llvm::Value& sum, llvm::function_ref<bool(const llvm::Value&)> is_wanted,
              llvm::function_ref<const llvm::Value*(const llvm::Value&)> inside = nullptr);

/// Whether `is_wanted` accepts all terms of `sum`. A term that is not accepted may be a sum of accepted terms. Returns
/// false if the search ends early.
bool all_terms(const llvm::Value& sum, llvm::function_ref<bool(const llvm::Value&)> is_wanted);

/// Tells how a search goes on after an instruction.
enum class Seen : std::uint8_t {
    wanted,   // the search ends and returns true
    ignored,  // the operands of the instruction are not searched
    passed,   // the search goes on with the operands
};

/// Searches `value` and the instructions from which it is computed, and returns whether `see` wants one of them.
/// Returns `if_cut_off` if the search ends early.
bool depends_on(const llvm::Value& value, llvm::function_ref<Seen(const llvm::Instruction&)> see,
                bool if_cut_off = false);

}  // namespace lanewise::compiler
