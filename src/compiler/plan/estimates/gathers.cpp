#include "compiler/plan/estimates/gathers.h"

#include <llvm/IR/Instructions.h>

#include "compiler/analysis/shapes/joined_atomics.h"
#include "compiler/analysis/shapes/likely_stride.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"
#include "compiler/plan/estimates/latency.h"

namespace lanewise::compiler {
namespace {

// Returns the number of gathers that cost as much as the atomic `instruction`. Returns 0 if the atomic's result is
// unused, or if lanes do not execute the atomic one after another. Otherwise, the atomic is costly mostly because the
// lanes' results are collected in a vector through memory.
unsigned gathers_for_turns(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    if (instruction.use_empty()) return 0;
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) return costs::gathers_for_exchanges;
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    return atomic && !is_joined(*atomic, shapes) ? costs::gathers_for_turns : 0;
}

// Whether `instruction` is an atomic operation whose result is unused, and lanes execute this operation one after
// another.
bool updates_in_turn(const llvm::Instruction& instruction, const ShapeInfo& shapes) {
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    return atomic && atomic->use_empty() && !is_joined(*atomic, shapes);
}

// Whether `load` is a slow look-up of less than 32 bits in memory that is not private. The look-up is slow because no
// instruction gathers less than 32 bits, and the address may be anywhere in memory.
bool is_narrow_look_up(const llvm::LoadInst& load) {
    return load.getType()->getScalarSizeInBits() < 32 && load.getPointerAddressSpace() != private_space;
}

// Whether lanes most likely load adjacent or near elements; widened code will test this at run time
// (widen/memory/contiguity.h, nearness.h).
bool is_likely_side_by_side(const llvm::LoadInst& load, const ShapeInfo& shapes, const VectorIsa& isa) {
    const llvm::Value& pointer = *load.getPointerOperand();
    if (is_likely_ramp(pointer, shapes, budget::guessed_depth) || likely_increment(pointer, shapes)) return true;
    return isa.has_window_loads(load.getType()->getScalarSizeInBits() / 8) &&
           likely_near_step(pointer, shapes, budget::guessed_depth);
}

}  // namespace

GatherCounts count_gathers(const llvm::Loop& loop, const ShapeInfo& shapes, const VectorIsa& isa, unsigned of_narrow) {
    GatherCounts counts;
    unsigned updates = 0;
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            if (!is_work(instruction)) continue;
            counts.work += work_of(instruction);
            updates += updates_in_turn(instruction, shapes);
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
                if (shapes.of(load->getPointerOperand()).is_varying() && !is_likely_side_by_side(*load, shapes, isa))
                    counts.gathers += is_narrow_look_up(*load) ? of_narrow : 1;
            counts.gathers += gathers_for_turns(instruction, shapes);
        }
    if (counts.gathers != 0) counts.gathers += updates * costs::gathers_for_updates;
    return counts;
}

}  // namespace lanewise::compiler
