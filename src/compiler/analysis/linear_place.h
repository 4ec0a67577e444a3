// Addresses in a loop as linear sums of constants, loop-invariant values and induction variables. Each term may have
// constant and loop-invariant factors. Two addresses in this form can be compared even if they belong to different
// iterations; the result holds for all values of the terms.
//
//   x + 4 * sext(i * n + (j - 1))
// becomes, if the sums do not wrap around,
//   x + 4 * sext(i) * sext(n) + 4 * sext(j) - 4
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
    /// Splits the address `pointer`, which is computed in each iteration of `loop`, into a linear sum. Returns none if
    /// the address is not a linear sum.
    static std::optional<LinearPlace> of(llvm::Value& pointer, const llvm::Loop& loop,
                                         llvm::ScalarEvolution& evolution);

    /// Returns the address in the previous iteration.
    LinearPlace before() const;
    /// Returns the distance from the other address in bytes, or none if the distance is not constant.
    std::optional<std::int64_t> distance_from(const LinearPlace& other) const;
    /// True if the address may differ between iterations.
    bool moves() const;

private:
    enum class Extension : std::uint8_t { none, with_sign, without_sign };
    // A value of the kernel, extended to 64 bits.
    struct Number {
        const llvm::Value* value = nullptr;  // null stands for the constant 1
        Extension extension = Extension::none;
        auto operator<=>(const Number&) const = default;
    };
    // Product of an induction variable (or 1) and a loop-invariant value (or 1).
    struct Term {
        Number counted, same;
        auto operator<=>(const Term&) const = default;
    };
    friend class LinearReader;

    const llvm::Value* object_ = nullptr;
    std::map<Term, std::int64_t> terms_;
    std::map<const llvm::Value*, std::int64_t> steps_;  // increase of each induction variable per iteration
};

}  // namespace lanewise::compiler
