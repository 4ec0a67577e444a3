#include "compiler/prepare/memory/assume_no_alias.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "compiler/analysis/communication.h"
#include "compiler/analysis/fixed_values.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/space_aliasing.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned bits_of_mask = 64;

bool is_global(const llvm::Value& pointer) {
    const auto* type = llvm::dyn_cast<llvm::PointerType>(pointer.getType());
    return type && (type->getAddressSpace() == global_space || type->getAddressSpace() == constant_space);
}

bool is_local(const llvm::Value& pointer) {
    const auto* type = llvm::dyn_cast<llvm::PointerType>(pointer.getType());
    return type && type->getAddressSpace() == local_space;
}

void mark_arguments(llvm::Function& kernel, bool (*is_one)(const llvm::Value&)) {
    for (llvm::Argument& argument : kernel.args())
        if (is_one(argument)) mark_apart(argument);
}

// Returns the kernel argument from which `pointer` is derived, if `pointer` points to global memory; otherwise null.
const llvm::Argument* argument_of(const llvm::Value* pointer) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(pointer));
    return argument && is_global(*argument) ? argument : nullptr;
}

// Whether the kernel may write to memory through `argument`. Every use of an address derived from `argument` is assumed
// to write, except for loads and comparisons.
bool may_be_written(const llvm::Argument& argument) {
    llvm::SmallVector<const llvm::Value*, 16> pointers{&argument};
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    while (!pointers.empty()) {
        for (const llvm::User* user : pointers.pop_back_val()->users()) {
            if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user) || !seen.insert(user).second) continue;
            if (!llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::AddrSpaceCastInst>(user))
                return true;
            pointers.push_back(user);
        }
    }
    return false;
}

// Decides whether a kernel gains from the assumption that arguments do not alias. A kernel gains if it may load through
// one argument after it stored through another argument. A kernel also gains if a loop loads through one argument and
// stores through another, and one of the two addresses is loop-invariant.
class Interest {
public:
    explicit Interest(const llvm::LoopInfo& loops) : loops_(loops) {}

    bool is_in(llvm::Function& function) {
        follow_stores(function);
        const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function);
        for (const llvm::BasicBlock* block : blocks)
            if (loads_after_store(*block)) return true;
        return llvm::any_of(loops_.getLoopsInPreorder(), [](const llvm::Loop* loop) { return is_in(*loop); });
    }

private:
    using Arguments = std::uint64_t;  // set of arguments, with one bit for each argument

    static Arguments bit_of(const llvm::Argument& argument) { return Arguments{1} << argument.getArgNo(); }

    static const llvm::Argument* argument_of(const llvm::Instruction& access) {
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
        return pointer ? compiler::argument_of(pointer) : nullptr;
    }

    static Arguments stored_in(const llvm::BasicBlock& block) {
        Arguments stored = 0;
        for (const llvm::Instruction& instruction : block)
            if (const auto* argument = argument_of(instruction); argument && llvm::isa<llvm::StoreInst>(instruction))
                stored |= bit_of(*argument);
        return stored;
    }

    // Finds the stores on paths to each block. Visiting the blocks once in their order is not sufficient: a loop's exit
    // may precede the loop's body in this order, although no path leads from the exit to the body.
    void follow_stores(const llvm::Function& function) {
        llvm::SmallVector<std::pair<const llvm::BasicBlock*, Arguments>, 16> ways;
        for (const llvm::BasicBlock& block : function)
            if (const Arguments stored = stored_in(block)) ways.emplace_back(&block, stored);
        while (!ways.empty()) {
            const auto [from, stored] = ways.pop_back_val();
            for (const llvm::BasicBlock* to : llvm::successors(from)) {
                Arguments& known = stored_before_[to];
                if ((stored & ~known) == 0) continue;
                known |= stored;
                ways.emplace_back(to, stored);
            }
        }
    }

    bool loads_after_store(const llvm::BasicBlock& block) {
        Arguments reaching = stored_before_.lookup(&block);
        const bool is_in_loop = loops_.getLoopFor(&block) != nullptr;
        for (const llvm::Instruction& instruction : block) {
            const llvm::Argument* argument = argument_of(instruction);
            if (!argument) continue;
            const Arguments own = bit_of(*argument);
            if (llvm::isa<llvm::StoreInst>(instruction)) {
                reaching |= own;
                (is_in_loop ? before_in_loops_ : before_) |= own;
            } else if (((before_in_loops_ | (before_ & reaching)) & ~own) != 0) {
                return true;
            }
        }
        return false;
    }

    static bool is_in(const llvm::Loop& loop) {
        llvm::SmallPtrSet<const llvm::Argument*, 8> loaded, stored, loaded_again, stored_again;
        for (const llvm::BasicBlock* block : loop.blocks())
            for (const llvm::Instruction& instruction : *block) {
                const llvm::Argument* argument = argument_of(instruction);
                if (!argument) continue;
                const bool is_load = llvm::isa<llvm::LoadInst>(instruction);
                (is_load ? loaded : stored).insert(argument);
                if (is_fixed(*llvm::getLoadStorePointerOperand(&instruction), loop))
                    (is_load ? loaded_again : stored_again).insert(argument);
            }
        return have_others(loaded_again, stored) || have_others(stored_again, loaded);
    }

    static bool have_others(const llvm::SmallPtrSetImpl<const llvm::Argument*>& some,
                            const llvm::SmallPtrSetImpl<const llvm::Argument*>& others) {
        return llvm::any_of(
            some, [&](const llvm::Argument* one) { return others.size() > (others.contains(one) ? 1U : 0U); });
    }

    const llvm::LoopInfo& loops_;
    // For each block, the arguments through which earlier blocks store; earlier blocks are blocks on paths to this
    // block.
    llvm::DenseMap<const llvm::BasicBlock*, Arguments> stored_before_;
    Arguments before_ = 0, before_in_loops_ = 0;  // arguments through which visited blocks store
};

}  // namespace

llvm::PreservedAnalyses AssumeNoAlias::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    // Only kernels are changed: the runtime checks the arguments of kernels, whereas arguments of other functions may
    // point anywhere.
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || may_communicate(function))
        return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved = llvm::PreservedAnalyses::all();
    preserved.abandon<llvm::AAManager>();
    mark_arguments(function, is_local);
    // Kernels with sub-groups stay unchanged: a launch that breaks the assumption would need other code, which might
    // have sub-groups of another size.
    if (function.hasFnAttribute(fact::uses_sub_groups)) return preserved;
    std::uint64_t written = 0;
    unsigned pointers = 0;
    for (const llvm::Argument& argument : function.args()) {
        if (!is_global(argument)) continue;
        if (argument.getArgNo() >= bits_of_mask) return preserved;
        ++pointers;
        if (may_be_written(argument)) written |= std::uint64_t{1} << argument.getArgNo();
    }
    if (pointers < 2 || written == 0 || !Interest(analyses.getResult<llvm::LoopAnalysis>(function)).is_in(function))
        return preserved;
    if (shared_objects_ || (launches_ && launches_->share_objects(written))) {
        set_number_fact(function, fact::gains_apart, written);
        return preserved;
    }
    set_number_fact(function, fact::written_apart, written);
    mark_arguments(function, is_global);
    return preserved;
}

}  // namespace lanewise::compiler
