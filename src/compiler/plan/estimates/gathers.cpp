#include "compiler/plan/estimates/gathers.h"

#include <llvm/IR/Instructions.h>

#include "compiler/access/access_kind.h"
#include "compiler/analysis/shapes/joined_atomics.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"
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

}  // namespace

GatherCounts count_gathers(const llvm::Loop& loop, const ShapeInfo& shapes, const VectorIsa& isa, unsigned of_narrow) {
    const AccessKinds kinds(shapes, isa);
    GatherCounts counts;
    unsigned updates = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
        const bool masked = mask_of(*block) != nullptr;
        for (const llvm::Instruction& instruction : *block) {
            if (!is_work(instruction)) continue;
            counts.work += work_of(instruction);
            updates += updates_in_turn(instruction, shapes);
            if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
                if (is_scattered(kinds.of(*load, masked))) counts.gathers += is_narrow_look_up(*load) ? of_narrow : 1;
            counts.gathers += gathers_for_turns(instruction, shapes);
        }
    }
    if (counts.gathers != 0) counts.gathers += updates * costs::gathers_for_updates;
    return counts;
}

}  // namespace lanewise::compiler
