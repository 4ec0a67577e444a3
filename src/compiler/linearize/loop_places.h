// Computes by how many bytes an address in a loop changes in each iteration, and the address in a given iteration.
//
// Not thread-safe, since it uses analyses of one compilation.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise::compiler {

/// The amount by which a value grows in each iteration of a loop. If the value is an address, the amount is in bytes.
struct Motion {
    bool is_known = true;   // false if the step is the same in all iterations, but its value is not known
    std::int64_t step = 0;  // fits into 32 bits
};

/// An integer induction variable that may wrap around. A sign- or zero-extension of the variable grows by the same step
/// only until the variable wraps around.
struct Counter {
    llvm::Value* value;
    Motion motion;
    bool is_signed;
};
using Counters = std::vector<Counter>;

class LoopPlaces {
public:
    LoopPlaces(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) : loop_(loop), evolution_(evolution) {}

    bool is_invariant(llvm::Value& value);

    /// Returns the motion of `address`; none if the address grows by different steps in different iterations. Adds
    /// induction variables that may wrap around to `counters`. The motion is valid as long as none of these variables
    /// wraps around.
    std::optional<Motion> motion_of(llvm::Value& address, Counters& counters) {
        return motion_of(address, Numbers::modulo, counters, 0);
    }

    /// Returns the value that `value` has in `iteration` (i64), computed at the builder's position before the loop;
    /// null if impossible.
    llvm::Value* in_iteration(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* iteration);

private:
    // How an integer is interpreted when its growth in each iteration (Motion) is computed. An integer that is
    // interpreted as a signed or unsigned number must not wrap around.
    enum class Numbers : std::uint8_t { modulo, with_sign, without_sign };

    std::optional<Motion> motion_of(llvm::Value& value, Numbers numbers, Counters& counters, unsigned depth);
    std::optional<Motion> counted_motion(llvm::Value& value, Numbers numbers);
    std::optional<Motion> motion_of_address(llvm::GetElementPtrInst& address, Counters& counters, unsigned depth);
    std::optional<Motion> motion_of_extended(llvm::CastInst& extension, Counters& counters, unsigned depth);
    std::optional<Motion> motion_of_combined(llvm::BinaryOperator& combined, Numbers numbers, Counters& counters,
                                             unsigned depth);
    llvm::Value* counted_in_iteration(llvm::IRBuilder<>& builder, llvm::PHINode& phi, llvm::Value* iteration);

    const llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
};

}  // namespace lanewise::compiler
