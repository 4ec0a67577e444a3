#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/limits/costs.h"
#include "compiler/linearize/masks/region_linearizer.h"

namespace lanewise::compiler {
namespace {

// Cost of a node that always gets a guard, since this cost exceeds every limit for nodes without a guard.
constexpr unsigned always_guard = 1000;

bool is_slow_division(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::BinaryOperator>(instruction) &&
           llvm::cast<llvm::BinaryOperator>(instruction).isIntDivRem() &&
           !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

unsigned cost_of(const llvm::BasicBlock& block) {
    unsigned cost = 0;
    for (const llvm::Instruction& instruction : block) {
        const bool calls = llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
        if (instruction.mayReadOrWriteMemory() || calls || is_slow_division(instruction)) return always_guard;
        ++cost;
    }
    return cost;
}

}  // namespace

bool has_mask_of_dominator(const FlowLevel& level, const FlowGroup& group, unsigned member) {
    const unsigned above = level.nodes[member].dominator;
    return above != group.head && level.post_dominates(member, above);
}

std::vector<bool> choose_guards(const FlowLevel& level, const FlowGroup& group) {
    std::vector<bool> guarded(level.end(), false);
    std::vector<unsigned> cost(level.end(), 0);
    for (auto member = group.members.rbegin(); member != group.members.rend(); ++member) {
        const FlowNode& node = level.nodes[*member];
        // A uniform branch must run only if at least one lane is active, because its condition is otherwise undefined.
        const bool branches = node.loop || node.part;
        cost[*member] += branches ? always_guard : cost_of(*node.entry);
        const bool own_mask = !has_mask_of_dominator(level, group, *member);
        guarded[*member] = own_mask && cost[*member] > costs::flat_instructions;
        if (!guarded[*member]) cost[node.dominator] += std::min(cost[*member], always_guard);
    }
    return guarded;
}

}  // namespace lanewise::compiler
