#include "compiler/prepare/waits/retried_exchange.h"

#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {
namespace {

const llvm::Value* without_casts(const llvm::Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) value = cast->getOperand(0);
    return value;
}

// Returns the compare-exchange from whose result `value` is extracted; null if there is none. `index` 0 requires that
// `value` is the old value, and `index` 1 requires that `value` is the success flag.
const llvm::AtomicCmpXchgInst* result_of(const llvm::Value* value, unsigned index) {
    const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(without_casts(value));
    if (!extract || extract->getNumIndices() != 1 || extract->getIndices()[0] != index) return nullptr;
    return llvm::dyn_cast<llvm::AtomicCmpXchgInst>(extract->getAggregateOperand());
}

// The compare-exchange whose success a condition tests.
struct Success {
    const llvm::AtomicCmpXchgInst* exchange;
    bool when_true;  // whether a successful exchange makes the condition true instead of false
};

std::optional<Success> success_in(const llvm::Value* condition, bool when_true = true) {
    if (const auto* exchange = result_of(condition, 1)) return Success{exchange, when_true};
    if (llvm::isa<llvm::ZExtInst, llvm::TruncInst, llvm::FreezeInst>(condition))
        return success_in(llvm::cast<llvm::Instruction>(condition)->getOperand(0), when_true);
    if (const auto* flip = llvm::dyn_cast<llvm::BinaryOperator>(condition);
        flip && flip->getOpcode() == llvm::Instruction::Xor) {
        const auto* bit = llvm::dyn_cast<llvm::ConstantInt>(flip->getOperand(1));
        return bit && bit->isOne() ? success_in(flip->getOperand(0), !when_true) : std::nullopt;
    }
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (!compare || !compare->isEquality()) return std::nullopt;
    const bool if_equal = when_true == (compare->getPredicate() == llvm::CmpInst::ICMP_EQ);
    for (unsigned i = 0; i < 2; ++i) {
        const llvm::Value* old = compare->getOperand(i);
        const llvm::Value* other = compare->getOperand(1 - i);
        const llvm::AtomicCmpXchgInst* exchange = result_of(old, 0);
        if (exchange && without_casts(exchange->getCompareOperand()) == without_casts(other))
            return Success{exchange, if_equal};
    }
    // A comparison of a truth value with 0 or 1.
    if (const auto* bit = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
        bit && (bit->isZero() || bit->isOne()))
        return success_in(compare->getOperand(0), bit->isOne() == if_equal);
    return std::nullopt;
}

// Decides whether a value was read from the memory that `exchange` changes: by a load, or by an earlier
// compare-exchange of the loop.
class ExpectedValue {
public:
    ExpectedValue(const llvm::Loop& loop, const llvm::AtomicCmpXchgInst& exchange) : loop_(loop), exchange_(exchange) {}

    bool is_fresh(const llvm::Value* value) {
        value = without_casts(value);
        if (result_of(value, 0) == &exchange_) return true;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (!instruction || !loop_.contains(instruction)) return false;
        if (!seen_.insert(instruction).second) return true;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
            return load->getPointerOperand()->stripPointerCasts() == exchange_.getPointerOperand()->stripPointerCasts();
        if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(instruction))
            return is_fresh(choice->getTrueValue()) && is_fresh(choice->getFalseValue());
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
        return phi && llvm::all_of(phi->blocks(), [&](const llvm::BasicBlock* source) {
                   // In the first iteration, the compare-exchange may expect any value.
                   return !loop_.contains(source) || is_fresh(phi->getIncomingValueForBlock(source));
               });
    }

private:
    const llvm::Loop& loop_;
    const llvm::AtomicCmpXchgInst& exchange_;
    llvm::SmallPtrSet<const llvm::Instruction*, 8> seen_;
};

bool leaves_on_success(const llvm::Loop& loop, const llvm::BasicBlock& block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional()) return false;
    const std::optional<Success> success = success_in(branch->getCondition());
    if (!success || !loop.contains(success->exchange)) return false;
    if (loop.contains(branch->getSuccessor(success->when_true ? 0 : 1))) return false;
    return ExpectedValue(loop, *success->exchange).is_fresh(success->exchange->getCompareOperand());
}

}  // namespace

bool retries_exchange(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
    llvm::SmallVector<llvm::BasicBlock*, 8> exiting;
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop.getExitingBlocks(exiting);
    loop.getLoopLatches(latches);
    return llvm::any_of(exiting, [&](const llvm::BasicBlock* block) {
        return llvm::all_of(latches,
                            [&](const llvm::BasicBlock* latch) { return dominators.dominates(block, latch); }) &&
               leaves_on_success(loop, *block);
    });
}

}  // namespace lanewise::compiler
