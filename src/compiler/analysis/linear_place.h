// Addresses in a loop as linear sums of constants, loop-invariant values and induction variables. Each term may have a
// constant or a loop-invariant factor. Two addresses can then be compared across iterations, whatever the values are.
//
//   x + 4 * sext(i * n + (j - 1))      4 * sext(i) * sext(n) + 4 * sext(j) - 4 beside x, if the sums do not wrap around
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Value.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

namespace lanewise::compiler {

class LinearPlace {
public:
    /// Reads a pointer that is computed in each iteration of `loop`. None if it is no such sum.
    static std::optional<LinearPlace> of(llvm::Value& pointer, const llvm::Loop& loop,
                                         llvm::ScalarEvolution& evolution);

    /// The same address in the previous iteration.
    LinearPlace before() const;
    /// The distance from the other address in bytes, if it is the same in all iterations and for all values.
    std::optional<std::int64_t> distance_from(const LinearPlace& other) const;
    /// Whether the address differs, or may differ, between iterations.
    bool moves() const;

private:
    enum class Extension : std::uint8_t { none, with_sign, without_sign };
    // A value of the kernel, extended to 64 bits.
    struct Number {
        const llvm::Value* value = nullptr;  // null: one
        Extension extension = Extension::none;
        auto operator<=>(const Number&) const = default;
    };
    // An induction variable (or one) times a loop-invariant value (or one).
    struct Term {
        Number counted, same;
        auto operator<=>(const Term&) const = default;
    };
    friend class LinearReader;

    const llvm::Value* object_ = nullptr;
    std::map<Term, std::int64_t> terms_;
    std::map<const llvm::Value*, std::int64_t> steps_;  // of the induction variables
};

}  // namespace lanewise::compiler
