#include "compiler/linearize/serialize_sparse/serialize_sparse.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/linearize/serialize_sparse/scalar_region.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;

bool hangs_on_memory(const llvm::Value& value) {
    llvm::SmallSetVector<const llvm::Value*, 16> parts;
    parts.insert(&value);
    for (std::size_t i = 0; i < parts.size() && i < budget::lookup_steps; ++i) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(parts[i]);
        if (!instruction) continue;
        if (llvm::isa<llvm::LoadInst>(instruction)) return true;
        for (const llvm::Value* operand : instruction->operands())
            if (llvm::isa<llvm::Instruction>(operand)) parts.insert(operand);
    }
    return false;
}

// Whether the condition of the branch at the end of `block` depends on loaded values. Does not check whether the branch
// is divergent.
bool may_part_by_memory(const BasicBlock& block) {
    const llvm::Instruction& end = *block.getTerminator();
    return end.getNumSuccessors() > 1 && hangs_on_memory(*end.getOperand(0));
}

bool takes_turns(const llvm::Function& function, const Lanes& lanes) {
    return lanes.number > 1 && !function.isDeclaration() && !function.hasFnAttribute(fact::for_rows) &&
           !function.hasFnAttribute(fact::uses_sub_groups) && llvm::any_of(function, may_part_by_memory);
}

struct Candidate {
    SparseRegion region;
    unsigned turns = 0;   // lanes run the region one by one if at most `turns` lanes are active
    bool always = false;  // whether lanes always run the region one by one, however many are active
};

class Finder {
public:
    Finder(llvm::Function& function, const Lanes& lanes)
        : dominators_(function),
          post_dominators_(function),
          loops_(dominators_),
          uniformity_(function),
          layouts_(function),
          shapes_(function, lanes.number, layouts_),
          function_(function),
          lanes_(lanes) {}

    llvm::SmallVector<Candidate, 4> run() {
        const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
        for (BasicBlock* block : order) {
            if (const llvm::Loop* loop = loops_.getLoopFor(block); loop && loop->getHeader() == block)
                visit_loop(*loop);
            visit_branch(*block);
        }
        return std::move(found_);
    }

private:
    bool parts_by_memory(const BasicBlock& block) {
        return may_part_by_memory(block) && uniformity_.branch_is_divergent(block);
    }

    BasicBlock* after(BasicBlock& block) const {
        const auto* node = post_dominators_.getNode(&block);
        return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    }

    void visit_branch(BasicBlock& head) {
        BasicBlock* join = after(head);
        if (!join || dominators_.dominates(join, &head) || !parts_by_memory(head)) return;
        for (BasicBlock* start : llvm::successors(&head)) {
            if (!start->getSinglePredecessor()) continue;
            add({.head = &head, .start = start, .join = join, .in_loop = loops_.getLoopFor(&head) != nullptr});
        }
    }

    void visit_loop(const llvm::Loop& loop) {
        llvm::SmallVector<BasicBlock*, 2> exiting;
        loop.getExitingBlocks(exiting);
        if (!loop.getLoopPreheader() || !loop.getLoopLatch()) return;
        if (llvm::none_of(exiting, [&](const BasicBlock* block) { return parts_by_memory(*block); })) return;
        BasicBlock* join = after(*loop.getHeader());
        while (join && loop.contains(join)) join = after(*join);
        if (!join || dominators_.dominates(join, loop.getHeader())) return;
        add({.head = loop.getLoopPreheader(),
             .start = loop.getHeader(),
             .latch = loop.getLoopLatch(),
             .join = join,
             .in_loop = loop.getLoopDepth() > 1});
    }

    void add(SparseRegion region) {
        if (found_.size() == budget::sparse_regions || !region.collect(dominators_)) return;
        if (llvm::any_of(found_, [&](const Candidate& outer) {
                return outer.always && outer.region.blocks.contains(region.start);
            }))
            return;
        std::size_t size = 0;
        for (const BasicBlock* block : region.blocks) size += block->size();
        const unsigned turns = serialization_threshold(region, loops_, uniformity_, shapes_, lanes_);
        if (turns == 0) return;
        const bool always =
            size > budget::instructions_of_sparse_regions && !region.latch && turns * 4 >= lanes_.number;
        if (size > left_ && !always) return;
        if (!always) left_ -= static_cast<unsigned>(size);
        found_.push_back({std::move(region), turns, always});
    }

    const llvm::DominatorTree dominators_;
    const llvm::PostDominatorTree post_dominators_;
    const llvm::LoopInfo loops_;
    Uniformity uniformity_;
    const PrivateLayouts layouts_;
    const ShapeInfo shapes_;
    llvm::Function& function_;
    const Lanes lanes_;
    unsigned left_ = budget::instructions_of_sparse_regions;
    llvm::SmallVector<Candidate, 4> found_;
};

// Moves the phis of a region's first block to a new block before the region. If the region begins where a loop ends,
// the phis hold the values that leave the loop (LCSSA), and the test before the region must come after these phis.
void begin_after_phis(SparseRegion& region) {
    BasicBlock& start = *region.start;
    if (region.latch || !llvm::isa<llvm::PHINode>(start.front())) return;
    BasicBlock* before = BasicBlock::Create(start.getContext(), start.getName() + ".values", start.getParent(), &start);
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(start.begin())) phi->moveBefore(*before, before->end());
    region.head->getTerminator()->replaceSuccessorWith(&start, before);
    llvm::IRBuilder<>(before).CreateBr(&start);
    region.head = before;
}

// Inserts, before a region, a test whether only few lanes are active, and redirects all exits of the region to a new
// block.
class Splitter {
public:
    explicit Splitter(const Candidate& candidate)
        : region_(candidate.region),
          turns_(candidate.turns),
          always_(candidate.always),
          function_(*region_.start->getParent()) {}

    /// Returns the new block to which all exits of the region lead.
    BasicBlock& run(ScalarRegion& scalar) {
        scalar.make();
        ask_ = new_block("ask", region_.start);
        few_ = new_block("few", region_.join);
        BasicBlock* left = new_block("left", region_.join);
        BasicBlock* met = new_block("met", region_.join);
        ask();
        llvm::IRBuilder<> builder(few_);
        const ScalarRegion::Results results = scalar.call(builder);
        builder.CreateBr(met);
        meet(*left, *met, results);
        return *left;
    }

private:
    BasicBlock* new_block(llvm::StringRef name, BasicBlock* before) {
        return BasicBlock::Create(function_.getContext(), region_.start->getName() + "." + name, &function_, before);
    }

    void ask() {
        region_.head->getTerminator()->replaceSuccessorWith(region_.start, ask_);
        if (region_.latch) {
            region_.latch->getTerminator()->replaceSuccessorWith(region_.start, ask_);
            while (auto* phi = llvm::dyn_cast<llvm::PHINode>(region_.start->begin()))
                phi->moveBefore(*ask_, ask_->end());
        }
        llvm::IRBuilder<> builder(ask_);
        if (always_) {
            builder.CreateBr(few_);
            return;
        }
        llvm::Value* few = builder.CreateICmpULE(create_lanes_on(builder), builder.getInt32(turns_));
        // The branch weights make register allocation favour the path for many active lanes.
        builder.CreateCondBr(few, few_, region_.start,
                             llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights());
    }

    void meet(BasicBlock& left, BasicBlock& met, const ScalarRegion::Results& results) {
        llvm::IRBuilder<> leave(&left), go_on(&met);
        unsigned number = 0;
        for (llvm::PHINode& phi : region_.join->phis()) {
            llvm::PHINode* of_left = leave.CreatePHI(phi.getType(), 2);
            for (BasicBlock* block : region_.blocks) {
                for (int entry; (entry = phi.getBasicBlockIndex(block)) >= 0;) {
                    of_left->addIncoming(phi.getIncomingValue(static_cast<unsigned>(entry)), block);
                    phi.removeIncomingValue(static_cast<unsigned>(entry), false);
                }
            }
            llvm::PHINode* of_both = go_on.CreatePHI(phi.getType(), 2);
            of_both->addIncoming(of_left, &left);
            of_both->addIncoming(results[number++], few_);
            phi.addIncoming(of_both, &met);
        }
        for (BasicBlock* block : region_.blocks) block->getTerminator()->replaceSuccessorWith(region_.join, &left);
        leave.CreateBr(&met);
        go_on.CreateBr(region_.join);
    }

    const SparseRegion& region_;
    const unsigned turns_;
    const bool always_;
    llvm::Function& function_;
    BasicBlock* ask_ = nullptr;
    BasicBlock* few_ = nullptr;
};

}  // namespace

bool has_sparse_regions(llvm::Function& function, const Lanes& lanes) {
    if (!takes_turns(function, lanes)) return false;
    auto candidates = Finder(function, lanes).run();
    return llvm::any_of(candidates, [](const Candidate& found) { return ScalarRegion(found.region).is_possible(); });
}

llvm::PreservedAnalyses SerializeSparse::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!takes_turns(function, lanes_)) return llvm::PreservedAnalyses::all();
    bool changed = false;
    // Handle outer regions first, so that their functions are copied from code in which inner regions are not yet
    // split.
    llvm::SmallVector<Candidate, 4> candidates = Finder(function, lanes_).run();
    for (auto next = candidates.begin(); next != candidates.end(); ++next) {
        SparseRegion& region = next->region;
        if (!ScalarRegion(region).is_possible()) continue;
        begin_after_phis(region);
        changed = true;
        ScalarRegion scalar(region);
        if (!scalar.is_possible()) continue;
        BasicBlock& left = Splitter(*next).run(scalar);
        for (Candidate& inner : llvm::make_range(std::next(next), candidates.end()))
            if (inner.region.join == region.join && region.blocks.contains(inner.region.start))
                inner.region.join = &left;
    }
    if (llvm::any_of(candidates, [](const Candidate& region) { return region.always; }))
        llvm::EliminateUnreachableBlocks(function);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
