// Where the accesses of a loop go, from its first iteration to its last.
//
// Thread-safety: none needed; analyses belong to a compilation.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

class LoopPlaces {
public:
    LoopPlaces(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) : loop_(loop), evolution_(evolution) {}

    using Counters = llvm::SmallVector<llvm::Value*, 2>;

    bool is_invariant(llvm::Value& value);

    /// Whether an address moves by the same distance from each iteration to the next, so that all places lie between
    /// the first and the last one; as long as none of `counters`, unsigned integers that grow as evenly, wraps around.
    bool moves_evenly(llvm::Value& address, Counters& counters) {
        return is_even(address, Numbers::modulo, counters, 0);
    }

    /// `value` as it is in an iteration, i64, made at the builder's place before the loop. Null where that cannot be.
    llvm::Value* in_iteration(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* iteration,
                              unsigned depth = 0);

private:
    // What an integer stands for: in one of the latter two it never wraps around.
    enum class Numbers : std::uint8_t { modulo, with_sign, without_sign };

    bool is_even(llvm::Value& value, Numbers numbers, Counters& counters, unsigned depth);
    bool is_counted(llvm::Value& value, Numbers numbers);

    const llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
};

}  // namespace lanewise::compiler
