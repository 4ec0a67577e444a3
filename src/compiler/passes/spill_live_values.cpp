#include "compiler/passes/spill_live_values.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/passes/operations.h"
#include "compiler/passes/rematerialize.h"

namespace lanewise::compiler {
namespace {

// Hands out the bytes of a chunk's context.
class ContextLayout {
public:
    std::uint64_t allocate(std::uint64_t bytes, llvm::Align alignment) {
        const std::uint64_t offset = llvm::alignTo(bytes_, alignment);
        bytes_ = offset + bytes;
        alignment_ = std::max(alignment_, alignment);
        return offset;
    }
    // Chunks follow each other, so the size keeps the alignment.
    std::uint64_t bytes() const { return llvm::alignTo(bytes_, alignment_); }

private:
    std::uint64_t bytes_ = 0;
    llvm::Align alignment_{8};
};

llvm::SmallVector<llvm::AllocaInst*, 8> find_allocas(llvm::Function& function) {
    llvm::SmallVector<llvm::AllocaInst*, 8> allocas;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) allocas.push_back(alloca);
    return allocas;
}

std::uint64_t alloca_bytes(const llvm::AllocaInst& alloca, const llvm::DataLayout& layout) {
    return alloca.getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
}

void drop_lifetime_markers(llvm::AllocaInst& alloca) {
    for (llvm::User* user : llvm::make_early_inc_range(alloca.users()))
        if (auto* call = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) call->eraseFromParent();
}

void move_to_context(llvm::AllocaInst& alloca, ContextLayout& context,
                     const llvm::DataLayout& layout) {
    drop_lifetime_markers(alloca);
    const std::uint64_t offset = context.allocate(alloca_bytes(alloca, layout), alloca.getAlign());
    llvm::IRBuilder<> builder(&alloca);
    llvm::Value* address = create_context(builder, op::chunk_context, offset);
    address->takeName(&alloca);
    alloca.replaceAllUsesWith(address);
    alloca.eraseFromParent();
}

void place_private_arrays(llvm::Function& function, bool has_barriers, ContextLayout& context) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    const auto allocas = find_allocas(function);
    std::uint64_t bytes = 0;
    for (const llvm::AllocaInst* alloca : allocas) bytes += alloca_bytes(*alloca, layout);
    set_number_fact(function, fact::private_bytes, bytes);
    if (!has_barriers && bytes <= SpillLiveValues::max_stack_bytes) return;
    for (llvm::AllocaInst* alloca : allocas) move_to_context(*alloca, context, layout);
}

// The block in which a use reads its value.
llvm::BasicBlock* use_block(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
    return user->getParent();
}

// Entries of regions at which `value` is alive: those met when walking back from its uses.
llvm::SmallVector<llvm::BasicBlock*, 4> live_entries(
    llvm::Instruction& value, const llvm::SmallPtrSetImpl<llvm::BasicBlock*>& entries) {
    llvm::SmallVector<llvm::BasicBlock*, 4> result;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> visited;
    llvm::SmallVector<llvm::BasicBlock*, 16> pending;
    for (const llvm::Use& use : value.uses()) pending.push_back(use_block(use));
    while (!pending.empty()) {
        llvm::BasicBlock* block = pending.pop_back_val();
        if (block == value.getParent() || !visited.insert(block).second) continue;
        if (entries.contains(block)) result.push_back(block);
        pending.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
    return result;
}

// Vectors of i1 have no good form in memory: they are kept as the integer of their bits.
llvm::Type* type_in_memory(llvm::Type* type) {
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector || !vector->getElementType()->isIntegerTy(1) || vector->getNumElements() < 8)
        return type;
    return llvm::IntegerType::get(type->getContext(), vector->getNumElements());
}

class Slot {
public:
    Slot(llvm::Instruction& value, ContextLayout& context)
        : type_(value.getType()), memory_type_(type_in_memory(type_)) {
        const llvm::DataLayout& layout = value.getModule()->getDataLayout();
        alignment_ = layout.getABITypeAlign(memory_type_);
        offset_ = context.allocate(layout.getTypeAllocSize(memory_type_), alignment_);
    }

    void store(llvm::Instruction& value) const {
        llvm::IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
        llvm::Value* address = create_context(builder, op::chunk_context, offset_);
        builder.CreateAlignedStore(builder.CreateBitCast(&value, memory_type_), address, alignment_);
    }

    llvm::Value* reload(llvm::BasicBlock& entry, const llvm::Twine& name) const {
        llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
        llvm::Value* address = create_context(builder, op::chunk_context, offset_);
        llvm::Value* value = builder.CreateAlignedLoad(memory_type_, address, alignment_, name);
        return builder.CreateBitCast(value, type_);
    }

private:
    llvm::Type* type_;
    llvm::Type* memory_type_;
    llvm::Align alignment_;
    std::uint64_t offset_ = 0;
};

using Reloads = llvm::SmallMapVector<llvm::BasicBlock*, llvm::Value*, 4>;

// Makes every use of `value` see what was computed or reloaded last.
void rewrite_uses(llvm::Instruction& value, const Reloads& reloads,
                  const llvm::SmallPtrSetImpl<llvm::Instruction*>& own_users) {
    llvm::SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(value.getParent(), &value);
    for (const auto& [block, reload] : reloads) updater.AddAvailableValue(block, reload);
    for (llvm::Use& use : llvm::make_early_inc_range(value.uses())) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (own_users.contains(user)) continue;
        if (llvm::isa<llvm::PHINode>(user)) {
            updater.RewriteUse(use);
        } else if (const auto found = reloads.find(user->getParent()); found != reloads.end()) {
            use.set(found->second);
        } else if (user->getParent() != value.getParent()) {
            updater.RewriteUse(use);
        }
    }
}

void carry_across_barriers(llvm::Instruction& value,
                           llvm::ArrayRef<llvm::BasicBlock*> entries, ContextLayout& context) {
    Reloads reloads;
    llvm::SmallPtrSet<llvm::Instruction*, 4> own_users;
    if (can_rematerialize(value)) {
        for (llvm::BasicBlock* entry : entries) {
            llvm::IRBuilder<> builder(entry, entry->getFirstInsertionPt());
            reloads[entry] = rematerialize(value, builder);
        }
    } else {
        const Slot slot(value, context);
        for (llvm::BasicBlock* entry : entries)
            reloads[entry] = slot.reload(*entry, value.getName() + ".reload");
        for (llvm::User* user : value.users())
            own_users.insert(llvm::cast<llvm::Instruction>(user));
        slot.store(value);
        // What the store added, is what was no user before.
        llvm::SmallPtrSet<llvm::Instruction*, 4> added;
        for (llvm::User* user : value.users())
            if (!own_users.contains(llvm::cast<llvm::Instruction>(user)))
                added.insert(llvm::cast<llvm::Instruction>(user));
        own_users = added;
    }
    rewrite_uses(value, reloads, own_users);
}

void spill_values(llvm::Function& function, const BarrierRegions& regions, ContextLayout& context) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> entries;
    for (const BarrierRegion& region : llvm::drop_begin(regions.regions))
        entries.insert(region.entry);
    struct Crossing {
        llvm::Instruction* value;
        llvm::SmallVector<llvm::BasicBlock*, 4> entries;
    };
    std::vector<Crossing> crossings;
    for (llvm::Instruction& value : llvm::instructions(function)) {
        if (value.getType()->isVoidTy() || value.use_empty()) continue;
        auto live = live_entries(value, entries);
        if (!live.empty()) crossings.push_back({&value, std::move(live)});
    }
    for (const Crossing& crossing : crossings)
        carry_across_barriers(*crossing.value, crossing.entries, context);
}

void prepare(llvm::Function& function) {
    ContextLayout context;
    const BarrierRegions regions = split_at_barriers(function);
    place_private_arrays(function, regions.has_barriers(), context);
    if (regions.has_barriers()) spill_values(function, regions, context);
    set_number_fact(function, fact::chunk_context_bytes, context.bytes());
}

}  // namespace

llvm::PreservedAnalyses SpillLiveValues::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const llvm::StringRef suffix : {".full", ".tail"})
        if (llvm::Function* chunk = find_part(module, suffix)) prepare(*chunk);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
