#include "compiler/linearize/masks/region_linearizer.h"

#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {

Linearizer::Block* Linearizer::new_block(const llvm::Twine& name, llvm::Loop* around) {
    Block* block = Block::Create(function_.getContext(), name, &function_);
    if (around) around->addBasicBlockToLoop(block, loops_);
    return block;
}

void Linearizer::set_mask(Block& block, llvm::Value* mask) {
    if (!mask) return;
    llvm::IRBuilder<> at(&block, block.getFirstInsertionPt());
    create_mask(at, mask);
}

Linearizer::Block* Linearizer::level(FlowLevel& level, llvm::Value* mask) {
    Block* last = nullptr;
    auto next_group = level.groups.begin();
    for (unsigned index = 0; index < level.end(); ++index) {
        FlowNode& node = level.nodes[index];
        if (node.in_group) continue;
        if (next_group != level.groups.end() && next_group->head == index)
            last = group(level, *next_group++, mask);
        else if (node.loop)
            plain_loop(node, mask);
        else
            set_mask(*node.entry, mask);
    }
    return last;
}

Linearizer::Block* Linearizer::group(FlowLevel& level, const FlowGroup& group, llvm::Value* mask) {
    struct Guard {
        unsigned member;
        Block* after;
    };
    const std::vector<bool> guarded = choose_guards(level, group);
    std::vector<llvm::Value*> masks(level.end(), nullptr);
    std::vector<Guard> open;
    Block* last = node(level.nodes[group.head], mask);
    const auto close_guard = [&] {
        llvm::IRBuilder<>(last).CreateBr(open.back().after);
        last = open.back().after;
        open.pop_back();
    };
    for (unsigned member : group.members) {
        while (!open.empty() && !level.dominates(open.back().member, member)) close_guard();
        FlowNode& node = level.nodes[member];
        masks[member] = member_mask(level, group, member, masks, *last);
        llvm::IRBuilder<> at(last);
        if (guarded[member]) {
            Block* after = new_block(node.entry->getName() + ".after", around_);
            at.CreateCondBr(create_vote(at, op::any, masks[member]), node.entry, after);
            open.push_back({member, after});
        } else {
            at.CreateBr(node.entry);
        }
        if (!node.loop) phis_to_selects(*node.entry);
        last = this->node(node, masks[member]);
    }
    while (!open.empty()) close_guard();
    if (group.join == level.end()) return last;
    merge_into(*level.nodes[group.join].entry, *last);
    return nullptr;
}

Linearizer::Block* Linearizer::node(FlowNode& node, llvm::Value* mask) {
    if (node.part) return part(node, mask);
    return node.loop ? loop(*node.loop, mask) : block(*node.entry, mask);
}

Linearizer::Block* Linearizer::block(Block& block, llvm::Value* mask) {
    set_mask(block, mask);
    llvm::Instruction* terminator = block.getTerminator();
    for (auto [target, edge] : builder_.edges_of(*terminator, mask)) arriving_[target].push_back({&block, edge});
    terminator->eraseFromParent();
    return &block;
}

Linearizer::Block* Linearizer::part(FlowNode& node, llvm::Value* mask) {
    level(*node.part, mask);
    llvm::Instruction* terminator = node.part_exit->getTerminator();
    arriving_[terminator->getSuccessor(0)].push_back({node.part_exit, mask});
    terminator->eraseFromParent();
    return node.part_exit;
}

llvm::Value* Linearizer::member_mask(const FlowLevel& level, const FlowGroup& group, unsigned member,
                                     llvm::ArrayRef<llvm::Value*> masks, Block& at) {
    if (has_mask_of_dominator(level, group, member)) return masks[level.nodes[member].dominator];
    llvm::IRBuilder<> builder(&at);
    return builder_.any_of(builder, arriving_[level.nodes[member].entry]);
}

void Linearizer::phis_to_selects(Block& block) {
    const MaskedEdges edges = arriving_[&block];
    arriving_.erase(&block);
    llvm::IRBuilder<> at(&block, block.getFirstInsertionPt());
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
        phi.replaceAllUsesWith(builder_.blend(at, phi, edges, nullptr));
        phi.eraseFromParent();
    }
}

void Linearizer::merge_into(Block& join, Block& last) {
    const MaskedEdges edges = arriving_[&join];
    arriving_.erase(&join);
    llvm::IRBuilder<> at(&last);
    for (llvm::PHINode& phi : join.phis()) {
        llvm::Value* value = builder_.blend(at, phi, edges, nullptr);
        for (const MaskedEdge& edge : edges)
            while (phi.getBasicBlockIndex(edge.from) >= 0) phi.removeIncomingValue(edge.from, false);
        phi.addIncoming(value, &last);
    }
    at.CreateBr(&join);
}

}  // namespace lanewise::compiler
