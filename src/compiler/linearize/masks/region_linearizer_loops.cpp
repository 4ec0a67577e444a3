#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

#include "compiler/ir/operations.h"
#include "compiler/linearize/masks/region_linearizer.h"

namespace lanewise::compiler {
namespace {

using Block = llvm::BasicBlock;

llvm::SmallSetVector<Block*, 4> exit_targets(const llvm::Loop& loop) {
    llvm::SmallSetVector<Block*, 4> targets;
    for (auto [inside, target] : exit_edges(loop)) targets.insert(target);
    return targets;
}

// Returns the header's only predecessor outside of the loop.
Block& entering_block(const llvm::Loop& loop) {
    for (Block* block : llvm::predecessors(loop.getHeader()))
        if (!loop.contains(block)) return *block;
    llvm_unreachable("a loop is entered from somewhere");
}

// Inserts the block `between` into all edges from `from` to `to`.
void split_edge(Block& from, Block& to, Block& between) {
    from.getTerminator()->replaceSuccessorWith(&to, &between);
    llvm::BranchInst::Create(&to, &between);
    for (llvm::PHINode& phi : to.phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(&from);
        while (phi.getBasicBlockIndex(&from) >= 0) phi.removeIncomingValue(&from, false);
        phi.addIncoming(value, &between);
    }
}

/// An induction variable with a constant step: its value is `before` + `step` in the first iteration, and grows by
/// `step` in each further iteration.
struct Counter {
    llvm::Value* before;
    llvm::ConstantInt* step;
};

std::optional<Counter> as_counter(llvm::Value* value, const Block& header, Block& entering) {
    namespace pattern = llvm::PatternMatch;
    llvm::Value* origin = nullptr;
    llvm::ConstantInt* step = nullptr;
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (!phi && pattern::match(value, pattern::m_Add(pattern::m_Value(origin), pattern::m_ConstantInt(step))))
        phi = llvm::dyn_cast<llvm::PHINode>(origin);
    if (!phi || phi->getParent() != &header || phi->getNumIncomingValues() != 2) return std::nullopt;
    llvm::Value* first = phi->getIncomingValueForBlock(&entering);
    llvm::Value* next = phi->getIncomingValue(phi->getIncomingBlock(0) == &entering ? 1 : 0);
    if (!pattern::match(next, pattern::m_Add(pattern::m_Specific(phi), pattern::m_ConstantInt(step))))
        return std::nullopt;
    if (value == next) return Counter{first, step};
    if (value != phi) return std::nullopt;
    llvm::IRBuilder<> at(entering.getTerminator());
    return Counter{at.CreateAdd(first, llvm::ConstantInt::get(step->getType(), -step->getValue())), step};
}

}  // namespace

Block* Linearizer::loop(llvm::Loop& loop, llvm::Value* mask) {
    return divergence_.body(loop).divergent ? divergent_loop(loop, mask) : uniform_loop(loop, mask);
}

void Linearizer::plain_loop(FlowNode& node, llvm::Value* mask) {
    llvm::Loop* outer = std::exchange(around_, node.loop);
    FlowLevel& body = divergence_.body(*node.loop);
    if (!body.divergent) {
        level(body, mask);
        around_ = outer;
        return;
    }
    around_ = outer;
    Block* target = exit_targets(*node.loop).front();
    Block* after = divergent_loop(*node.loop, mask);
    arriving_.erase(target);
    llvm::IRBuilder<>(after).CreateBr(target);
}

// Redirects all exits of a uniform loop to one block. Phis in this block indicate which exit was taken.
Block* Linearizer::uniform_loop(llvm::Loop& loop, llvm::Value* mask) {
    llvm::Loop* outer = std::exchange(around_, &loop);
    level(divergence_.body(loop), mask);
    around_ = outer;
    Block* after = new_block("left", outer);
    llvm::MapVector<Block*, llvm::SmallVector<Block*, 2>> ways;
    for (auto [inside, target] : exit_edges(loop)) {
        Block* way = new_block("leave", outer);
        split_edge(*inside, *target, *way);
        ways[target].push_back(way);
    }
    llvm::SmallVector<llvm::PHINode*, 8> moved;
    const auto values_at = [&](llvm::PHINode& phi, llvm::Type* type, auto value_of) {
        for (auto& [target, blocks] : ways)
            for (Block* way : blocks) phi.addIncoming(value_of(target, way), way);
    };
    for (auto& [target, blocks] : ways) {
        for (llvm::PHINode& phi : target->phis()) {
            auto* gathered = llvm::PHINode::Create(phi.getType(), 2, phi.getName(), after);
            values_at(*gathered, phi.getType(), [&](Block* to, Block* way) -> llvm::Value* {
                return to == target ? phi.getIncomingValueForBlock(way) : llvm::PoisonValue::get(phi.getType());
            });
            for (Block* way : blocks) phi.removeIncomingValue(way, false);
            phi.addIncoming(gathered, after);
        }
    }
    for (auto& [target, blocks] : ways) {
        llvm::Value* edge = mask;
        if (ways.size() > 1) {
            llvm::PHINode* taken = builder_.phi(*after, "taken");
            values_at(*taken, taken->getType(), [&](Block* to, Block*) -> llvm::Value* {
                return llvm::ConstantInt::getBool(taken->getContext(), to == target);
            });
            edge = taken;
        }
        arriving_[target].push_back({after, edge});
    }
    for (auto& [target, blocks] : ways)
        for (Block* way : blocks) way->getTerminator()->replaceSuccessorWith(target, after);
    if (ways.size() > 1 && mask) {
        llvm::IRBuilder<> at(after);
        for (auto& [target, blocks] : ways) {
            MaskedEdge& edge = arriving_[target].back();
            edge.mask = builder_.both(at, mask, edge.mask);
        }
    }
    return after;
}

// Rewrites a divergent loop: leaving lanes are removed from the mask of live lanes, and their values are kept for the
// code after the loop. The loop ends when no lane is live, or when all live lanes take a plain exit.
Block* Linearizer::divergent_loop(llvm::Loop& loop, llvm::Value* mask) {
    const auto targets = exit_targets(loop);
    Block& entering = entering_block(loop);
    Block& header = *loop.getHeader();
    arriving_.erase(&header);  // from here on, only back edges arrive; `mask` covers the edges into the loop
    llvm::PHINode* live = builder_.phi(header, "live");
    live->addIncoming(mask ? mask : llvm::ConstantInt::getTrue(function_.getContext()), &entering);

    llvm::Loop* outer = std::exchange(around_, &loop);
    Block* last = level(divergence_.body(loop), live);
    around_ = outer;

    Block* after = new_block("left", outer);
    Leaving leaving{loop, *live, entering, *last, *after, {}};
    find_plain_exits(leaving);
    for (Block* target : targets) leave_to(leaving, *target, targets.size() == 1);
    if (targets.size() == 1) arriving_[targets.front()].push_back({after, mask});
    for (const Leaving::Way& way : leaving.ways)
        llvm::cast<llvm::BranchInst>(way.block->getTerminator())->setSuccessor(0, after);
    close_loop(leaving);
    return after;
}

void Linearizer::find_plain_exits(Leaving& leaving) {
    for (const FlowNode& node : divergence_.body(leaving.loop).nodes) {
        if (!node.is_plain_exit()) continue;
        llvm::SmallSetVector<Block*, 2> targets;
        for (Block* target : llvm::successors(node.entry))
            if (!leaving.loop.contains(target)) targets.insert(target);
        for (Block* target : targets) {
            Block* way = new_block("leave", around_);
            split_edge(*node.entry, *target, *way);
            leaving.ways.push_back({node.entry, way, target});
        }
    }
}

void Linearizer::close_loop(Leaving& leaving) {
    Block& header = *leaving.live.getParent();
    const MaskedEdges back = arriving_[&header];
    arriving_.erase(&header);
    for (llvm::PHINode& phi : header.phis())
        for (unsigned entry = 0; entry < phi.getNumIncomingValues(); ++entry)
            if (phi.getIncomingBlock(entry) != &leaving.entering) phi.setIncomingBlock(entry, &leaving.last);
    llvm::IRBuilder<> at(&leaving.last);
    llvm::Value* next = builder_.any_of(at, back);
    leaving.live.addIncoming(next, &leaving.last);
    at.CreateCondBr(create_vote(at, op::any, next), &header, &leaving.after);
}

// Replaces all edges from the loop to `target` by one edge from the block after the loop.
void Linearizer::leave_to(Leaving& leaving, Block& target, bool only_target) {
    const MaskedEdges edges = arriving_[&target];
    arriving_.erase(&target);
    for (llvm::PHINode& phi : target.phis()) {
        llvm::Value* value = leave_with(leaving, phi, edges);
        for (const MaskedEdge& edge : edges)
            while (phi.getBasicBlockIndex(edge.from) >= 0) phi.removeIncomingValue(edge.from, false);
        for (const Leaving::Way& way : leaving.ways)
            if (way.target == &target) phi.removeIncomingValue(way.block, false);
        phi.addIncoming(value, &leaving.after);
    }
    if (!only_target) arriving_[&target].push_back({&leaving.after, left_to(leaving, target, edges)});
}

// Returns the value of `phi` after the loop, for lanes that left the loop to the phi's block in any iteration.
llvm::Value* Linearizer::leave_with(Leaving& leaving, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges) {
    const Leaving::Kept kept = keep(leaving, phi, edges);
    if (leaving.ways.empty()) return kept.after;
    auto* merged = llvm::PHINode::Create(phi.getType(), 2, phi.getName() + ".left");
    merged->insertBefore(leaving.after.begin());
    merged->addIncoming(kept.after, &leaving.last);
    for (const Leaving::Way& way : leaving.ways) {
        llvm::Value* value = kept.before;
        if (way.target == phi.getParent()) {
            llvm::Value* own = phi.getIncomingValueForBlock(way.block);
            llvm::IRBuilder<> at(way.block->getTerminator());
            const bool alike = own == value || llvm::isa<llvm::PoisonValue>(value);
            value = alike ? own : at.CreateSelect(&leaving.live, own, value, phi.getName());
        }
        merged->addIncoming(value, way.block);
    }
    return merged;
}

// Returns the mask of the lanes that left the loop to `target`; the mask is defined after the loop.
llvm::Value* Linearizer::left_to(Leaving& leaving, Block& target, llvm::ArrayRef<MaskedEdge> edges) {
    llvm::IRBuilder<> at(&leaving.last);
    llvm::PHINode* left = builder_.phi(*leaving.loop.getHeader(), "left");
    llvm::Value* next = builder_.either(at, left, builder_.any_of(at, edges));
    left->addIncoming(at.getFalse(), &leaving.entering);
    left->addIncoming(next, &leaving.last);
    if (leaving.ways.empty()) return next;
    llvm::PHINode* merged = builder_.phi(leaving.after, "left");
    merged->addIncoming(next, &leaving.last);
    for (const Leaving::Way& way : leaving.ways) {
        llvm::IRBuilder<> on_way(way.block->getTerminator());
        const bool here = way.target == &target;
        merged->addIncoming(here ? builder_.either(on_way, left, &leaving.live) : left, way.block);
    }
    return merged;
}

Linearizer::Leaving::Kept Linearizer::keep(Leaving& leaving, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges) {
    llvm::SmallSetVector<llvm::Value*, 4> values;
    for (const MaskedEdge& edge : edges) values.insert(phi.getIncomingValueForBlock(edge.from));
    if (values.empty()) values.insert(llvm::PoisonValue::get(phi.getType()));
    if (values.size() == 1 && leaving.loop.isLoopInvariant(values.front())) return {values.front(), values.front()};
    auto* sum = llvm::PHINode::Create(phi.getType(), 2, phi.getName() + ".kept");
    sum->insertBefore(leaving.loop.getHeader()->begin());
    llvm::IRBuilder<> at(&leaving.last);
    if (values.size() == 1)
        if (const auto counter = as_counter(values.front(), *leaving.loop.getHeader(), leaving.entering)) {
            // Count the iterations of each lane separately, which is cheaper than broadcasting a counter that all lanes
            // share.
            llvm::Value* next = at.CreateSelect(&leaving.live, at.CreateAdd(sum, counter->step), sum, phi.getName());
            sum->addIncoming(counter->before, &leaving.entering);
            sum->addIncoming(next, &leaving.last);
            return {sum, next};
        }
    // If all exit edges have the same value, this value is also kept for lanes that stay in the loop. These lanes
    // overwrite the value before they leave, so the mask of leaving lanes is not needed.
    llvm::Value* next = values.size() == 1 ? at.CreateSelect(&leaving.live, values.front(), sum, phi.getName())
                                           : builder_.blend(at, phi, edges, sum);
    sum->addIncoming(llvm::PoisonValue::get(phi.getType()), &leaving.entering);
    sum->addIncoming(next, &leaving.last);
    return {sum, next};
}

}  // namespace lanewise::compiler
