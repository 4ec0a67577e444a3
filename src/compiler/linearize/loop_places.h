// Where the accesses of a loop go, from each iteration to the next, and from the first to the last.
//
// Thread-safety: none needed; analyses belong to a compilation.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewise::compiler {

/// By how much a value grows in each iteration, an address in bytes: by the same each time.
struct Motion {
    bool is_known = true;   // or nobody knows by how much
    std::int64_t step = 0;  // of 32 bits
};

/// An integer that may wrap around while it grows in each iteration: what is made of it grows as evenly only as long as
/// it does not.
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

    /// None: the address does not move evenly. It does as long as none of the counters that are added to `counters`
    /// wraps around.
    std::optional<Motion> motion_of(llvm::Value& address, Counters& counters) {
        return motion_of(address, Numbers::modulo, counters, 0);
    }

    /// `value` as it is in an iteration, i64, made at the builder's place before the loop. Null where that cannot be.
    llvm::Value* in_iteration(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* iteration);

private:
    // What an integer stands for when it is asked how it grows: in one of the latter two it never wraps around.
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
