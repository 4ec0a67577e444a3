// Finds the loads of a linearized kernel by which each lane walks along a row of its own: BlockWalks.
//
// Thread-safety: none needed; analyses belong to a compilation.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// An integer that may wrap around while it grows by `step` in each iteration: what is made of it grows likewise only
/// as long as it does not.
struct Counter {
    llvm::Instruction* value;
    std::int64_t step;
    bool is_signed;
};

/// An address that grows by `step` bytes in each iteration, as long as none of the counters wraps around.
struct WalkedPlace {
    llvm::Instruction* access;  // a load or a store
    std::int64_t step = 0;
    std::vector<Counter> counters{};
};

/// All that a loop does with memory, and how often.
struct Walk {
    llvm::Loop* loop;
    const llvm::SCEV* trips = nullptr;  // i64: how often `loads` are run
    std::vector<WalkedPlace> loads{};   // that walk along rows
    std::vector<WalkedPlace> stores{};
};

class WalkFinder {
public:
    WalkFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

    /// All iterations run every load and store that is told, for all lanes.
    std::vector<Walk> run();

private:
    // What an integer stands for when it is asked how it grows: in one of the latter two it never wraps around.
    enum class Numbers : std::uint8_t { modulo, with_sign, without_sign };

    Walk find(llvm::Loop& loop);
    bool find_stores(Walk& walk);
    void find_loads(Walk& walk);
    const llvm::SCEV* trips_of(llvm::Loop& loop, const llvm::LoadInst& load);
    bool is_in_all_iterations(llvm::Instruction& access, const llvm::Loop& loop) const;
    bool is_far_apart(const llvm::Value& place);
    const ShapeInfo& shapes();
    bool is_invariant(llvm::Value& value, const llvm::Loop& loop);
    std::optional<WalkedPlace> place_of(llvm::Instruction& access, const llvm::Loop& loop);

    using Step = std::optional<std::int64_t>;
    using Counters = std::vector<Counter>;
    Step step_of(llvm::Value& value, const llvm::Loop& loop, Numbers numbers, Counters& counters, unsigned depth);
    Step step_of_address(llvm::GetElementPtrInst& address, const llvm::Loop& loop, Counters& counters, unsigned depth);
    Step step_of_extended(llvm::CastInst& extension, const llvm::Loop& loop, Counters& counters, unsigned depth);
    Step counted_step_of(llvm::Value& value, const llvm::Loop& loop, Numbers numbers);

    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
    llvm::Function& function_;
    const unsigned lanes_;
    const PrivateLayouts layouts_;
    std::optional<ShapeInfo> shapes_;  // once it is asked for: most loops have no walks
};

}  // namespace lanewise::compiler
