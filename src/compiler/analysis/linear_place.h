// Addresses in a loop as sums: constants, what stays the same, and what the loop counts, each times a number or times
// something that stays the same. Two addresses are then compared over iterations, whatever the numbers are.
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
    /// Of a pointer that is computed in each iteration of `loop`. None where it is no such sum.
    static std::optional<LinearPlace> of(llvm::Value& pointer, const llvm::Loop& loop,
                                         llvm::ScalarEvolution& evolution);

    /// The same in the iteration before.
    LinearPlace before() const;
    /// In bytes from the other one, if that is the same in all iterations and for all numbers.
    std::optional<std::int64_t> distance_from(const LinearPlace& other) const;
    /// Whether it is another one in each iteration, or may be.
    bool moves() const;

private:
    enum class Extension : std::uint8_t { none, with_sign, without_sign };
    // A number of the kernel, extended to 64 bits.
    struct Number {
        const llvm::Value* value = nullptr;  // null: one
        Extension extension = Extension::none;
        auto operator<=>(const Number&) const = default;
    };
    // What the loop counts, or one, times what stays the same, or one.
    struct Term {
        Number counted, same;
        auto operator<=>(const Term&) const = default;
    };
    friend class LinearReader;

    const llvm::Value* object_ = nullptr;
    std::map<Term, std::int64_t> terms_;
    std::map<const llvm::Value*, std::int64_t> steps_;  // of what the loop counts
};

}  // namespace lanewise::compiler
