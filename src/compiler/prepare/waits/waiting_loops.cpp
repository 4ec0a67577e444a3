#include "compiler/prepare/waits/waiting_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/operations.h"
#include "compiler/prepare/memory/infer_address_spaces.h"
#include "compiler/prepare/waits/retried_exchange.h"

namespace lanewise::compiler {
namespace {

// A polling loop with at most this number of iterations ends soon.
constexpr unsigned few_iterations = 1024;

const llvm::Value* place_of(const llvm::Instruction& access) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return update->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) return exchange->getPointerOperand();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return load->getPointerOperand();
    return nullptr;
}

bool is_private(const llvm::Value& place) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&place)) ||
           place.getType()->getPointerAddressSpace() == constant_space;
}

// Functions of the device that read the state of a pipe (device/kernel/pipe_functions.h).
bool reads_pipe(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && callee->getName().starts_with("lanewise_pipe_");
}

// Attribute of functions that read changing memory (mark_changing_reads).
constexpr llvm::StringLiteral changing_reads = "lanewise-changing-reads";

// Whether `instruction` may read a value that another work-item stores while this work-item runs.
bool reads_changes(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        if (as_operation(call, op::device_barrier) || reads_pipe(*call)) return true;
        const llvm::Function* body = called_body(instruction);
        return body && body->hasFnAttribute(changing_reads);
    }
    const llvm::Value* place = place_of(instruction);
    if (!place || is_private(*place) || instruction.use_empty()) return false;
    return instruction.isAtomic() || instruction.isVolatile();
}

bool is_plain_read(const llvm::Instruction& instruction) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load && load->isSimple() && !is_private(*load->getPointerOperand());
}

// Returns the sign of the constant that an atomic update adds: 1 or -1. Returns 0 for other updates.
int direction_of(const llvm::AtomicRMWInst& update) {
    const auto* step = llvm::dyn_cast<llvm::ConstantInt>(update.getValOperand());
    if (!step || step->isZero()) return 0;
    if (update.getOperation() == llvm::AtomicRMWInst::Add) return step->isNegative() ? -1 : 1;
    if (update.getOperation() == llvm::AtomicRMWInst::Sub) return step->isNegative() ? 1 : -1;
    return 0;
}

// Examines one loop.
class LoopReads {
public:
    LoopReads(const llvm::Loop& loop, const llvm::DominatorTree& dominators) : loop_(loop), dominators_(dominators) {
        add_reads(/*fenced=*/false);
        drop_counters();
        // In a loop with barriers, a work-item can read a value and store this value in plain memory. After a barrier,
        // other work-items of the same work-group can read the value from this memory.
        if (has(is_meeting) ? !reads_.empty() : has(llvm::IsaPred<llvm::FenceInst>)) add_reads(/*fenced=*/true);
    }

    bool empty() const { return reads_.empty(); }

    /// Finds the reads on which the loop's exits depend.
    void follow_exits();
    llvm::SmallVector<const llvm::Instruction*, 8> deciding() const {
        const auto& reads = depends_on_private_ ? reads_ : deciding_;
        return {reads.begin(), reads.end()};
    }

    /// Whether the address of each read that deciding() returns changes from iteration to iteration.
    bool walk(llvm::ScalarEvolution& evolution) const;

private:
    bool has(llvm::function_ref<bool(const llvm::Instruction&)> what) const;
    void add_reads(bool fenced);
    void drop_counters();
    void push(const llvm::Value* value);
    void push_branches(const llvm::BasicBlock* above);
    void follow(const llvm::Instruction& instruction);

    const llvm::Loop& loop_;
    const llvm::DominatorTree& dominators_;
    llvm::SmallSetVector<const llvm::Instruction*, 8> reads_;
    llvm::SmallSetVector<const llvm::Instruction*, 8> deciding_;
    bool depends_on_private_ = false;
    llvm::SmallSetVector<const llvm::Instruction*, 32> followed_;
};

bool LoopReads::has(llvm::function_ref<bool(const llvm::Instruction&)> what) const {
    return llvm::any_of(loop_.blocks(), [&](const llvm::BasicBlock* block) { return llvm::any_of(*block, what); });
}

void LoopReads::add_reads(bool fenced) {
    for (const llvm::BasicBlock* block : loop_.blocks())
        for (const llvm::Instruction& instruction : *block)
            if (fenced ? is_plain_read(instruction) : reads_changes(instruction)) reads_.insert(&instruction);
}

// Removes the atomic updates that add constants, if all of them count up or all of them count down. A loop cannot wait
// for a value that each of its own iterations changes in the same direction.
void LoopReads::drop_counters() {
    bool up = false, down = false;
    for (const llvm::BasicBlock* block : loop_.blocks())
        for (const llvm::Instruction& instruction : *block)
            if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
                up |= direction_of(*update) > 0;
                down |= direction_of(*update) < 0;
            }
    if (up == down) return;
    reads_.remove_if([](const llvm::Instruction* read) {
        const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(read);
        return update && direction_of(*update) != 0;
    });
}

void LoopReads::push(const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction && loop_.contains(instruction)) followed_.insert(instruction);
}

// Follows the branches that may decide from which predecessor the block of a phi is entered. `above` is the immediate
// dominator of this block: the branches in all blocks that `above` dominates count. If `above` is null, all branches of
// the loop count.
void LoopReads::push_branches(const llvm::BasicBlock* above) {
    for (const llvm::BasicBlock* block : loop_.blocks()) {
        if (above && !dominators_.dominates(above, block)) continue;
        if (block->getTerminator()->getNumSuccessors() > 1) followed_.insert(block->getTerminator());
    }
}

void LoopReads::follow(const llvm::Instruction& instruction) {
    if (reads_.contains(&instruction)) {
        deciding_.insert(&instruction);
        return;
    }
    if (llvm::isa<llvm::LoadInst>(instruction) && is_private(*place_of(instruction)) && !reads_.empty() &&
        place_of(instruction)->getType()->getPointerAddressSpace() != constant_space)
        depends_on_private_ = true;
    for (const llvm::Value* operand : instruction.operands()) push(operand);
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (!phi) return;
    const llvm::BasicBlock* block = phi->getParent();
    if (block == loop_.getHeader()) {
        if (!loop_.getLoopLatch()) push_branches(nullptr);
        return;
    }
    const auto* node = dominators_.getNode(block);
    push_branches(node && node->getIDom() ? node->getIDom()->getBlock() : nullptr);
}

void LoopReads::follow_exits() {
    llvm::SmallVector<llvm::BasicBlock*, 8> exiting;
    loop_.getExitingBlocks(exiting);
    for (const llvm::BasicBlock* block : exiting) {
        followed_.insert(block->getTerminator());
        // An exit that not every iteration reaches also depends on the branches before it.
        for (const llvm::BasicBlock* other : loop_.blocks())
            if (other != block && dominators_.dominates(other, block) && other->getTerminator()->getNumSuccessors() > 1)
                followed_.insert(other->getTerminator());
    }
    for (unsigned i = 0; i < followed_.size(); ++i) follow(*followed_[i]);
}

bool LoopReads::walk(llvm::ScalarEvolution& evolution) const {
    return !depends_on_private_ && llvm::all_of(deciding_, [&](const llvm::Instruction* read) {
        const llvm::Value* place = place_of(*read);
        if (!place) return false;
        const auto* step = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(const_cast<llvm::Value*>(place)));
        return step && step->getLoop() == &loop_;
    });
}

// Returns the reads of values for which the loop may wait; none if the loop waits for no other work-item.
llvm::SmallVector<const llvm::Instruction*, 8> waited_reads(const llvm::Loop& loop,
                                                            const llvm::DominatorTree& dominators,
                                                            llvm::ScalarEvolution& evolution) {
    LoopReads reads(loop, dominators);
    if (reads.empty() || retries_exchange(loop, dominators)) return {};
    reads.follow_exits();
    auto deciding = reads.deciding();
    if (deciding.empty()) return {};
    const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
    if (most != 0 && most <= few_iterations) return {};
    const bool bounded = !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getSymbolicMaxBackedgeTakenCount(&loop));
    if (bounded && reads.walk(evolution)) return {};
    return deciding;
}

// A copy of a function. The copy is easier to analyse: variables are SSA values, and each operand of `&&` and `||` has
// its own branch.
class SimplifiedCopy {
public:
    SimplifiedCopy(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : analyses_(analyses), copy_(*llvm::CloneFunction(&function, values_)) {
        run(InferAddressSpaces());
        run(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        run(llvm::SimplifyCFGPass());
        run(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (const llvm::Value* copy = values_.lookup(&instruction)) originals_[copy] = &instruction;
    }
    ~SimplifiedCopy() {
        analyses_.clear(copy_, copy_.getName());
        copy_.eraseFromParent();
    }
    SimplifiedCopy(const SimplifiedCopy&) = delete;
    SimplifiedCopy& operator=(const SimplifiedCopy&) = delete;

    llvm::Function& function() { return copy_; }
    /// Returns the original of the instruction `copy`. Each atomic or volatile read has at most one copy.
    llvm::Instruction* original(const llvm::Instruction& copy) const { return originals_.lookup(&copy); }

private:
    template <class Pass>
    void run(Pass pass) {
        pass.run(copy_, analyses_);
        analyses_.invalidate(copy_, llvm::PreservedAnalyses::none());
    }

    llvm::FunctionAnalysisManager& analyses_;
    llvm::ValueToValueMapTy values_;
    llvm::Function& copy_;
    llvm::DenseMap<const llvm::Value*, llvm::Instruction*> originals_;
};

// Returns the loop that is `levels` levels outside of the innermost loop that contains `place`; null if there is none.
const llvm::Loop* loop_around(const llvm::LoopInfo& loops, const llvm::BasicBlock& place, unsigned levels) {
    const llvm::Loop* loop = loops.getLoopFor(&place);
    while (loop && levels-- != 0) loop = loop->getParentLoop();
    return loop;
}

// Returns all reads of changing memory in a function. Used if LLVM cannot recognize the function's loops, because of
// goto.
std::vector<llvm::Instruction*> all_reads(llvm::Function& function) {
    std::vector<llvm::Instruction*> reads;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (reads_changes(instruction)) reads.push_back(&instruction);
    return reads;
}

}  // namespace

void mark_changing_reads(llvm::Module& module) {
    llvm::SmallVector<llvm::Function*, 8> marked;
    for (llvm::Function& function : module)
        if (llvm::any_of(llvm::instructions(function), reads_changes)) marked.push_back(&function);
    while (!marked.empty()) {
        llvm::Function* function = marked.pop_back_val();
        if (function->hasFnAttribute(changing_reads)) continue;
        function->addFnAttr(changing_reads);
        for (llvm::User* user : function->users())
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) marked.push_back(call->getFunction());
    }
}

void unmark_changing_reads(llvm::Module& module) {
    for (llvm::Function& function : module) function.removeFnAttr(changing_reads);
}

bool may_have_waits(const llvm::Function& function) {
    return function.hasFnAttribute(changing_reads) ||
           llvm::any_of(llvm::instructions(function), llvm::IsaPred<llvm::FenceInst>);
}

std::vector<llvm::Instruction*> waiting_places(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    SimplifiedCopy copy(function, analyses);
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(copy.function());
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&copy.function());
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) return all_reads(function);
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(copy.function());
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(copy.function());
    const auto& original_loops = analyses.getResult<llvm::LoopAnalysis>(function);
    llvm::SmallSetVector<llvm::Instruction*, 8> places;
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        for (const llvm::Instruction* read : waited_reads(*loop, dominators, evolution)) {
            llvm::Instruction* original = copy.original(*read);
            if (!original) return all_reads(function);
            const unsigned levels = loops.getLoopDepth(read->getParent()) - loop->getLoopDepth();
            const llvm::Loop* around = loop_around(original_loops, *original->getParent(), levels);
            if (!around) return all_reads(function);
            llvm::SmallVector<llvm::BasicBlock*, 4> latches;
            around->getLoopLatches(latches);
            for (llvm::BasicBlock* latch : latches) places.insert(latch->getTerminator());
        }
    return {places.begin(), places.end()};
}

}  // namespace lanewise::compiler
