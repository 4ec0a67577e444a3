#include "compiler/linearize/hoist_safe_loads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <optional>

#include "compiler/analysis/uniformity.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using llvm::ConstantRange;

constexpr unsigned address_bits = 64;

std::optional<std::uint64_t> size_of_variable(const llvm::Value& variable, const llvm::DataLayout& layout) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&variable))
        return global->isInterposable()
                   ? std::nullopt
                   : std::optional(layout.getTypeAllocSize(global->getValueType()).getFixedValue());
    const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&variable);
    const auto size = alloca ? alloca->getAllocationSize(layout) : std::nullopt;
    return size && !size->isScalable() ? std::optional(size->getFixedValue()) : std::nullopt;
}

// Removes the poison-generating flags (nuw, nneg) of all instructions, and restores them in its destructor. Some flags
// of hoisted instructions are valid only after the branch, so value ranges derived from these flags would be wrong
// before the branch.
class WithoutPromises {
public:
    explicit WithoutPromises(llvm::Function& function) {
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            if (!instruction.hasPoisonGeneratingFlags() || instruction.getType()->isFPOrFPVectorTy()) continue;
            flags_.insert({&instruction, instruction.clone()});
            instruction.dropPoisonGeneratingFlags();
        }
    }
    ~WithoutPromises() {
        for (const auto& [instruction, with_flags] : flags_) {
            instruction->copyIRFlags(with_flags);
            with_flags->deleteValue();
        }
    }
    WithoutPromises(const WithoutPromises&) = delete;
    WithoutPromises& operator=(const WithoutPromises&) = delete;

    /// Removes `instruction` from the instructions whose flags the destructor restores.
    void forget(llvm::Instruction& instruction) {
        const auto found = flags_.find(&instruction);
        if (found == flags_.end()) return;
        found->second->deleteValue();
        flags_.erase(found);
    }

private:
    llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> flags_;
};

// One side of a divergent branch at the end of `head`: a block whose only predecessor is `head`.
class Side {
public:
    Side(llvm::BasicBlock& head, llvm::BasicBlock& block, llvm::LazyValueInfo& ranges, const Uniformity& uniformity)
        : head_(head), block_(block), ranges_(ranges), uniformity_(uniformity) {}

    /// Whether the block is small and contains loads, but no other memory accesses and no calls.
    bool only_loads() const {
        if (block_.size() > costs::flat_instructions) return false;
        const auto is_load = [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); };
        const auto is_harmless = [&](const llvm::Instruction& one) {
            return is_load(one) || !(one.mayReadOrWriteMemory() || llvm::isa<llvm::CallInst>(one));
        };
        return llvm::any_of(block_, is_load) && llvm::all_of(block_, is_harmless);
    }

    /// Returns the block's loads and the instructions that compute their addresses, operands first; empty if any load
    /// cannot be hoisted.
    llvm::SmallSetVector<llvm::Instruction*, 8> hoistable() {
        llvm::SmallSetVector<llvm::Instruction*, 8> found;
        for (llvm::Instruction& instruction : block_) {
            auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
            if (load && !(is_safe(*load) && collect(*load, found))) return {};
        }
        return found;
    }

private:
    bool is_here(const llvm::Instruction& instruction) const { return instruction.getParent() == &block_; }

    bool collect(llvm::Instruction& instruction, llvm::SmallSetVector<llvm::Instruction*, 8>& found) const {
        if (!is_here(instruction) || found.contains(&instruction)) return true;
        const bool may_move =
            llvm::isa<llvm::LoadInst>(instruction) || llvm::isSafeToSpeculativelyExecute(&instruction);
        if (llvm::isa<llvm::PHINode>(instruction) || !may_move) return false;
        for (llvm::Value* operand : instruction.operands())
            if (auto* part = llvm::dyn_cast<llvm::Instruction>(operand); part && !collect(*part, found)) return false;
        found.insert(&instruction);
        return true;
    }

    bool is_safe(const llvm::LoadInst& load) {
        if (!load.isSimple() || uniformity_.is_divergent(*load.getPointerOperand())) return false;
        const llvm::DataLayout& layout = load.getDataLayout();
        const llvm::Value* pointer = load.getPointerOperand();
        ConstantRange place(llvm::APInt(address_bits, 0));
        while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            const auto offset = range_of_offset(*step, layout);
            if (!offset) return false;
            place = place.add(*offset);
            pointer = step->getPointerOperand();
        }
        const auto size = size_of_variable(*pointer, layout);
        const std::uint64_t bytes = layout.getTypeStoreSize(load.getType()).getFixedValue();
        return size && *size >= bytes && !place.isFullSet() && !place.isEmptySet() &&
               !place.getSignedMin().isNegative() && place.getSignedMax().ule(*size - bytes);
    }

    std::optional<ConstantRange> range_of_offset(const llvm::GEPOperator& step, const llvm::DataLayout& layout) {
        llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
        llvm::APInt constant(address_bits, 0);
        if (layout.getIndexTypeSizeInBits(step.getType()) != address_bits ||
            !step.collectOffset(layout, address_bits, variables, constant))
            return std::nullopt;
        ConstantRange sum{constant};
        for (const auto& [index, scale] : variables) {
            if (index->getType()->isVectorTy()) return std::nullopt;
            const ConstantRange range = range_of(*index).sextOrTrunc(address_bits);
            sum = sum.add(range.multiply(ConstantRange(scale)));
        }
        return sum;
    }

    // Returns the range of `value` at the end of `head_`, before the branch. The branch condition must not restrict the
    // range, since the load will run whether or not the condition holds.
    ConstantRange range_of(llvm::Value& value) {
        const unsigned bits = value.getType()->getScalarSizeInBits();
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction || !is_here(*instruction))
            return ranges_.getConstantRange(&value, head_.getTerminator(), /*UndefAllowed=*/false);
        if (auto* cast = llvm::dyn_cast<llvm::CastInst>(instruction); cast && cast->getSrcTy()->isIntegerTy())
            return range_of(*cast->getOperand(0)).castOp(cast->getOpcode(), bits);
        if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(instruction))
            return range_of(*binary->getOperand(0)).binaryOp(binary->getOpcode(), range_of(*binary->getOperand(1)));
        return ConstantRange::getFull(bits);
    }

    llvm::BasicBlock& head_;
    llvm::BasicBlock& block_;
    llvm::LazyValueInfo& ranges_;
    const Uniformity& uniformity_;
};

void hoist(llvm::Instruction& instruction, llvm::BasicBlock& head) {
    const llvm::DataLayout& layout = head.getDataLayout();
    instruction.moveBefore(head.getTerminator()->getIterator());
    instruction.dropPoisonGeneratingAnnotations();
    instruction.dropUBImplyingAttrsAndMetadata();
    // The load's alignment may follow from the branch condition, which need not hold at the new place.
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        load->setAlignment(std::min(load->getAlign(), llvm::getKnownAlignment(load->getPointerOperand(), layout)));
}

}  // namespace

llvm::PreservedAnalyses HoistSafeLoads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    llvm::AssumptionCache assumptions(function);
    llvm::LazyValueInfo ranges(&assumptions, &function.getDataLayout());
    Uniformity uniformity(function);
    std::optional<WithoutPromises> meanwhile;
    bool changed = false;
    for (llvm::BasicBlock& head : function) {
        if (head.getTerminator()->getNumSuccessors() != 2 || !uniformity.branch_is_divergent(head)) continue;
        for (llvm::BasicBlock* block : llvm::successors(&head)) {
            if (block->getSinglePredecessor() != &head || !block->getSingleSuccessor()) continue;
            Side side(head, *block, ranges, uniformity);
            if (!side.only_loads()) continue;
            if (!meanwhile) meanwhile.emplace(function);
            for (llvm::Instruction* instruction : side.hoistable()) {
                meanwhile->forget(*instruction);
                hoist(*instruction, head);
                changed = true;
            }
        }
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
