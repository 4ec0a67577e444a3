// Finds strided streams of a linearized kernel for TransposeStreams: loads and stores by which each lane accesses a row
// of its own, element by element.
//
// Not thread-safe, since it uses analyses of one compilation.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/shapes/shape.h"
#include "compiler/linearize/loop_places.h"

namespace lanewise::compiler {

/// An access with an address that grows by `step` bytes in each iteration, as long as none of `counters` wraps around.
struct StreamedPlace {
    llvm::Instruction* access;  // a load or a store
    std::int64_t step = 0;
    Counters counters{};
    unsigned elements = 0;  // number of elements of a block; set only for accesses along rows
};

/// The memory accesses of a loop, and how often they run.
struct StridedStreams {
    llvm::Loop* loop;
    const llvm::SCEV* trips = nullptr;   // i64: each of `loads` and `row_stores` runs at least this many times
    std::vector<StreamedPlace> loads{};  // loads along rows
    // Stores along rows; empty if loads other than `reads` may overlap these stores.
    std::vector<StreamedPlace> row_stores{};
    std::vector<StreamedPlace> stores{};  // all stores of the loop
    std::vector<StreamedPlace> reads{};   // loads that may overlap one of `row_stores`
};

class StreamFinder {
public:
    StreamFinder(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

    /// Returns the loads and stores that run in every iteration, either for all lanes or for all lanes that have not
    /// left an outer loop.
    std::vector<StridedStreams> run();

private:
    StridedStreams find(llvm::Loop& loop);
    bool find_stores(StridedStreams& streams);
    void find_loads(StridedStreams& streams);
    void find_row_stores(StridedStreams& streams);
    bool find_reads(StridedStreams& streams);
    const llvm::SCEV* trips_of(const StridedStreams& streams);
    bool runs_along_row(const StreamedPlace& place);
    bool has_usual_lanes(const llvm::BasicBlock& block, const llvm::Loop& loop) const;
    bool is_in_all_iterations(const llvm::Instruction& access, const llvm::Loop& loop) const;
    const ShapeInfo& shapes();
    std::optional<StreamedPlace> place_of(llvm::Instruction& access, llvm::Loop& loop);

    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& dominators_;
    llvm::Function& function_;
    const unsigned lanes_;
    const PrivateLayouts layouts_;
    std::optional<ShapeInfo> shapes_;  // created on first use, since most loops have no strided streams
};

}  // namespace lanewise::compiler
