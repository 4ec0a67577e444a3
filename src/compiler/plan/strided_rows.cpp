#include "compiler/plan/strided_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>
#include <numeric>

#include "compiler/analysis/expressions.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"

namespace lanewise::compiler {
namespace {

// Whether `address` is a sum that contains the loop's uniform counter.
bool counts_with(const llvm::Value& address, const llvm::Loop& loop, const ShapeInfo& shapes) {
    return any_term(address, [&](const llvm::Value& term) {
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(&term);
        return phi && phi->getParent() == loop.getHeader() && shapes.of(phi).is_uniform();
    });
}

// Whether `counts(access, pointer)` is true for at least one access that belongs to a strided stream.
template <typename Counts>
bool any_strided_stream(llvm::Function& linearized, const ShapeInfo& shapes, const Counts& counts) {
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
        // Ignore loops that lanes leave at different times, since these lanes also access their rows at different
        // times.
        if (!loop->isInnermost() || ends_by_vote(*loop)) continue;
        for (const llvm::BasicBlock* block : loop->blocks())
            for (const llvm::Instruction& instruction : *block) {
                const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
                if (pointer && is_far_apart(shapes.of(pointer)) && counts(instruction, *pointer) &&
                    counts_with(*pointer, *loop, shapes))
                    return true;
            }
    }
    return false;
}

// Returns the number of different cache sets to which the first elements of rows map, if rows are `stride` bytes apart.
std::uint64_t places_of_rows(std::int64_t stride) {
    return costs::bytes_till_same_place /
           std::gcd(costs::bytes_till_same_place, static_cast<std::uint64_t>(std::abs(stride)));
}

}  // namespace

bool has_strided_streams(llvm::Function& linearized, const ShapeInfo& shapes, const BlockedAccesses& blocked) {
    return any_strided_stream(linearized, shapes, [&](const llvm::Instruction& access, const llvm::Value&) {
        return !blocked.thin_loads.contains(&access);
    });
}

bool loses_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, unsigned lanes) {
    const llvm::DataLayout& layout = linearized.getDataLayout();
    return any_strided_stream(linearized, shapes, [&](const llvm::Instruction& access, const llvm::Value& pointer) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
        if (load && layout.getTypeStoreSize(load->getType()) < costs::widened_stream_bytes) return false;
        const Shape shape = shapes.of(&pointer);
        return shape.is_varying() || lanes > costs::lines_of_a_place / 2 * places_of_rows(shape.stride);
    });
}

}  // namespace lanewise::compiler
