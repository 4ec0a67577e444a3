#include "compiler/plan/plan_rows.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/private_layout.h"
#include "compiler/analysis/row_sharing.h"
#include "compiler/analysis/shape.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/plan/pressure.h"

namespace lanewise::compiler {
namespace {

// A load that all rows have in common but not all lanes, in a loop without inner loops.
bool shares_loads(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    for (const llvm::BasicBlock* block : loop.blocks())
        for (const llvm::Instruction& instruction : *block) {
            const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && rows.shares(load) && shapes.of(load->getPointerOperand()).is_strided()) return true;
        }
    return false;
}

// Whether the loop carries a row's own sum from one iteration to the next.
bool carries_own_values(const llvm::Loop& loop, const ShapeInfo& shapes, const RowSharing& rows) {
    return llvm::any_of(loop.getHeader()->phis(),
                        [&](const llvm::PHINode& phi) { return !rows.shares(&phi) && shapes.of(&phi).is_varying(); });
}

}  // namespace

bool can_run_in_rows(const llvm::Function& kernel) {
    bool has_rows = false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (traits_of(call) & trait::id)
                if (const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
                    has_rows |= dimension->isOne();
        // Work-group functions count on work-items in the order of their ids (docs/ir.md).
        if (instruction.isAtomic() || llvm::isa<llvm::AllocaInst>(instruction)) return false;
    }
    return has_rows;
}

bool may_pay_in_rows(const llvm::Function& kernel) {
    const auto is_phi = [](const llvm::Instruction& i) { return llvm::isa<llvm::PHINode>(i); };
    return kernel.getInstructionCount() <= budget::instructions_in_rows &&
           llvm::any_of(llvm::instructions(kernel), is_phi);
}

unsigned choose_rows(llvm::Function& linearized, const Target& target, unsigned lanes) {
    const RowSharing rows(linearized);
    const PrivateLayouts layouts(linearized);
    if (!rows.shares_flow()) return 1;
    const ShapeInfo shapes(linearized, lanes, layouts);
    const llvm::DominatorTree dominators(linearized);
    const llvm::LoopInfo loops(dominators);
    const bool pays = llvm::any_of(loops.getLoopsInPreorder(), [&](const llvm::Loop* loop) {
        return loop->isInnermost() && shares_loads(*loop, shapes, rows) && carries_own_values(*loop, shapes, rows);
    });
    if (!pays) return 1;
    const unsigned bits = live_lane_bits(linearized, shapes, target);
    const unsigned room = lane_register_bits(target);
    unsigned count = budget::most_rows;
    while (count > 1 && bits * lanes * count > room) count /= 2;
    return count;
}

}  // namespace lanewise::compiler
