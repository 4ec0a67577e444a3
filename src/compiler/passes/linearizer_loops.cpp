#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/linearizer.h"
#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

using Block = llvm::BasicBlock;

llvm::SmallSetVector<Block*, 4> exit_targets(const llvm::Loop& loop) {
    llvm::SmallSetVector<Block*, 4> targets;
    for (auto [inside, target] : exit_edges(loop)) targets.insert(target);
    return targets;
}

// The one predecessor of the header outside of the loop.
Block& entering_block(const llvm::Loop& loop) {
    for (Block* block : llvm::predecessors(loop.getHeader()))
        if (!loop.contains(block)) return *block;
    llvm_unreachable("a loop is entered from somewhere");
}

// Puts a new block on the edge from `from` to `to` (on all of them, if there are more).
void split_edge(Block& from, Block& to, Block& between) {
    from.getTerminator()->replaceSuccessorWith(&to, &between);
    llvm::BranchInst::Create(&to, &between);
    for (llvm::PHINode& phi : to.phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(&from);
        while (phi.getBasicBlockIndex(&from) >= 0) phi.removeIncomingValue(&from, false);
        phi.addIncoming(value, &between);
    }
}

}  // namespace

Block* Linearizer::loop(llvm::Loop& loop, llvm::Value* mask) {
    return divergence_.body(loop).divergent ? divergent_loop(loop, mask)
                                            : uniform_loop(loop, mask);
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

// Leads all exits of a loop that the lanes leave together to one block, which remembers the exit.
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
                return to == target ? phi.getIncomingValueForBlock(way)
                                    : llvm::PoisonValue::get(phi.getType());
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

// Lanes that leave are taken off the live mask and what they leave with is kept; the loop ends when
// no lane is live.
Block* Linearizer::divergent_loop(llvm::Loop& loop, llvm::Value* mask) {
    const auto targets = exit_targets(loop);
    Block& entering = entering_block(loop);
    Block& header = *loop.getHeader();
    arriving_.erase(&header);  // the way in is told by `mask`; what arrives from now on goes round
    llvm::PHINode* live = builder_.phi(header, "live");
    live->addIncoming(mask ? mask : llvm::ConstantInt::getTrue(function_.getContext()), &entering);

    llvm::Loop* outer = std::exchange(around_, &loop);
    Block* last = level(divergence_.body(loop), live);
    around_ = outer;

    Block* after = new_block("left", outer);
    for (Block* target : targets) leave_to(loop, *target, entering, *last, *after);
    if (targets.size() == 1) arriving_[targets.front()].back().mask = mask;
    close_loop(*live, entering, *last, *after);
    return after;
}

void Linearizer::close_loop(llvm::PHINode& live, Block& entering, Block& last, Block& after) {
    Block& header = *live.getParent();
    const MaskedEdges back = arriving_[&header];
    arriving_.erase(&header);
    for (llvm::PHINode& phi : header.phis())
        for (unsigned entry = 0; entry < phi.getNumIncomingValues(); ++entry)
            if (phi.getIncomingBlock(entry) != &entering) phi.setIncomingBlock(entry, &last);
    llvm::IRBuilder<> at(&last);
    llvm::Value* next = builder_.any_of(at, back);
    live.addIncoming(next, &last);
    at.CreateCondBr(create_vote(at, op::any, next), &header, &after);
}

void Linearizer::leave_to(llvm::Loop& loop, Block& target, Block& entering, Block& last,
                          Block& after) {
    const MaskedEdges edges = arriving_[&target];
    arriving_.erase(&target);
    for (llvm::PHINode& phi : target.phis()) {
        llvm::Value* value = kept(loop, phi, edges, entering, last);
        for (const MaskedEdge& edge : edges)
            while (phi.getBasicBlockIndex(edge.from) >= 0)
                phi.removeIncomingValue(edge.from, false);
        phi.addIncoming(value, &after);
    }
    llvm::IRBuilder<> at(&last);
    llvm::PHINode* left = builder_.phi(*loop.getHeader(), "left");
    llvm::Value* next = builder_.either(at, left, builder_.any_of(at, edges));
    left->addIncoming(at.getFalse(), &entering);
    left->addIncoming(next, &last);
    arriving_[&target].push_back({&after, next});
}

// The value of `phi`, behind the loop, for lanes that left the loop by `edges` in any iteration.
llvm::Value* Linearizer::kept(llvm::Loop& loop, llvm::PHINode& phi,
                              llvm::ArrayRef<MaskedEdge> edges, Block& entering, Block& last) {
    llvm::SmallSetVector<llvm::Value*, 4> values;
    for (const MaskedEdge& edge : edges) values.insert(phi.getIncomingValueForBlock(edge.from));
    if (values.size() == 1 && loop.isLoopInvariant(values.front())) return values.front();
    auto* sum = llvm::PHINode::Create(phi.getType(), 2, phi.getName() + ".kept");
    sum->insertBefore(loop.getHeader()->begin());
    llvm::IRBuilder<> at(&last);
    llvm::Value* next = builder_.blend(at, phi, edges, sum);
    sum->addIncoming(llvm::PoisonValue::get(phi.getType()), &entering);
    sum->addIncoming(next, &last);
    return next;
}

}  // namespace lanewise::compiler
