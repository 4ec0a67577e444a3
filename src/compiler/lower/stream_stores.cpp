#include "compiler/lower/stream_stores.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

using Run = std::vector<llvm::StoreInst*>;

// True if `instruction` has effects other than accesses through its pointer operands. False for intrinsics such as
// masked loads and stores.
bool has_other_effects(const llvm::Instruction& instruction) {
    if (instruction.isAtomic() || instruction.isVolatile()) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->mayReadOrWriteMemory() && !llvm::isa<llvm::IntrinsicInst>(call);
}

std::uint64_t stored_bytes(const llvm::StoreInst& store) {
    return store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
}

class Streams {
public:
    explicit Streams(llvm::Function& function) : function_(function) {}

    /// Finds sequences of stores that may be non-temporal. A sequence is within one block, without other memory
    /// accesses between its stores.
    std::vector<Run> find();

private:
    bool collect_reads();
    bool may_stream(llvm::StoreInst& store) const;

    llvm::Function& function_;
    llvm::SmallPtrSet<const llvm::Value*, 8> read_;
};

bool Streams::collect_reads() {
    for (llvm::Instruction& instruction : llvm::instructions(function_)) {
        if (has_other_effects(instruction)) return false;
        if (!instruction.mayReadFromMemory()) continue;
        for (const llvm::Value* operand : instruction.operand_values())
            if (operand->getType()->isPtrOrPtrVectorTy()) read_.insert(llvm::getUnderlyingObject(operand));
    }
    return true;
}

bool Streams::may_stream(llvm::StoreInst& store) const {
    if (store.getPointerAddressSpace() != global_space || store.hasMetadata(llvm::LLVMContext::MD_nontemporal) ||
        !store.getValueOperand()->getType()->isVectorTy())
        return false;
    const std::uint64_t bytes = stored_bytes(store);
    if (bytes < costs::least_streamed_bytes || !llvm::isPowerOf2_64(bytes)) return false;
    const llvm::Value* target = llvm::getUnderlyingObject(store.getPointerOperand());
    return llvm::isa<llvm::Argument>(target) && !read_.contains(target);
}

std::vector<Run> Streams::find() {
    std::vector<Run> runs;
    if (!collect_reads()) return runs;
    const llvm::DominatorTree dominators(function_);
    const llvm::LoopInfo loops(dominators);
    for (llvm::BasicBlock& block : function_) {
        if (loops.getLoopFor(&block)) continue;
        bool open = false;
        for (llvm::Instruction& instruction : block) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            if (store && may_stream(*store)) {
                if (!open) runs.emplace_back();
                runs.back().push_back(store);
                open = true;
            } else if (instruction.mayReadOrWriteMemory()) {
                open = false;
            }
        }
    }
    return runs;
}

// Makes code that computes whether all addresses of a sequence of stores are aligned to a cache line. Vectors that are
// shorter than a cache line need only be aligned to their size.
llvm::Value* are_aligned(llvm::IRBuilderBase& builder, const Run& run) {
    llvm::Value* places = nullptr;
    std::uint64_t unit = costs::line_bytes;
    for (llvm::StoreInst* store : run) {
        llvm::Value* place = builder.CreatePtrToInt(store->getPointerOperand(), builder.getInt64Ty());
        places = places ? builder.CreateOr(places, place) : place;
        unit = std::min(unit, stored_bytes(*store));
    }
    return builder.CreateIsNull(builder.CreateAnd(places, unit - 1));
}

// Creates the non-temporal and the plain form of all stores of a sequence, at the place of the sequence's last store.
// The stores may move there, since no instruction in between accesses memory.
void make_both_forms(const Run& run) {
    llvm::StoreInst* last = run.back();
    llvm::IRBuilder<> builder(last);
    llvm::Value* both = builder.CreateAnd(are_aligned(builder, run), create_streaming(builder));
    llvm::Instruction *stream = nullptr, *plain = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(both, last, &stream, &plain);
    auto* yes = llvm::ConstantAsMetadata::get(builder.getInt32(1));
    for (llvm::StoreInst* store : run) {
        auto* streamed = llvm::cast<llvm::StoreInst>(store->clone());
        streamed->insertBefore(stream->getIterator());
        streamed->setAlignment(llvm::Align(std::min(costs::line_bytes, stored_bytes(*store))));
        streamed->setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(store->getContext(), {yes}));
        store->moveBefore(plain->getIterator());
    }
}

// Gives each sequence of stores in the function a non-temporal form. Returns the number of bytes that a work-item
// stores in these sequences.
std::uint64_t stream(llvm::Function& function) {
    const std::vector<Run> runs = Streams(function).find();
    if (runs.size() > budget::streamed_runs) return 0;
    std::uint64_t bytes = 0;
    for (const Run& run : runs) {
        for (const llvm::StoreInst* store : run) bytes += stored_bytes(*store);
        make_both_forms(run);
    }
    return bytes / (number_fact(function, fact::lanes, 1) * number_fact(function, fact::rows, 1));
}

}  // namespace

llvm::PreservedAnalyses StreamStores::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* full = find_part(module, Part::full);
    if (!full) return llvm::PreservedAnalyses::all();
    std::uint64_t bytes = stream(*full);
    if (llvm::Function* rows = find_part(module, Part::rows)) bytes = std::max(bytes, stream(*rows));
    if (bytes == 0) return llvm::PreservedAnalyses::all();
    set_number_fact(*full, fact::streamed_bytes, bytes);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
