#include "compiler/lower/kernel_entry.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/group_function.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/ir/signature.h"
#include "lanewise/kernel_abi.h"
#include "lanewise/ndrange.h"

namespace lanewise::compiler {
namespace {

class EntryMaker {
public:
    explicit EntryMaker(llvm::Function& group)
        : group_(group), entry_(create_entry(group)), builder_(group.getContext()) {}

    void make();

private:
    static llvm::Function& create_entry(llvm::Function& group);
    llvm::Value* load_argument(llvm::Argument& parameter, const ArgInfo& info);
    llvm::Value* load_handle(llvm::Type* type, llvm::Value* word);
    void publish_streamed_stores();
    void emit_group_loop(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* end);
    bool can_take_body() const;
    void emit_group(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* next_one);
    void take_body(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* next_one);

    llvm::Function& group_;
    llvm::Function& entry_;
    llvm::IRBuilder<> builder_;
};

llvm::Function& EntryMaker::create_entry(llvm::Function& group) {
    llvm::LLVMContext& context = group.getContext();
    llvm::Type* pointer = llvm::PointerType::get(context, 0);
    llvm::Type* number = llvm::Type::getInt64Ty(context);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer, number}, false);
    auto* entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                         part_name(kernel_name(group), Part::entry), group.getParent());
    const char* names[] = {"launch", "worker", "arguments", "group_count"};
    for (unsigned i = 0; i < 4; ++i) entry->getArg(i)->setName(names[i]);
    for (unsigned i = 0; i < 3; ++i) {
        entry->addParamAttr(i, llvm::Attribute::NoAlias);
        entry->addParamAttr(i, llvm::Attribute::NonNull);
        entry->addParamAttr(i, llvm::Attribute::ReadOnly);
    }
    entry->addFnAttr(llvm::Attribute::NoUnwind);
    return *entry;
}

// Converts a 64-bit word from the argument block to a sampler, an image or another opaque type.
llvm::Value* EntryMaker::load_handle(llvm::Type* type, llvm::Value* word) {
    if (type->isIntegerTy()) return builder_.CreateTrunc(word, type);
    return builder_.CreateIntToPtr(word, type);
}

llvm::Value* EntryMaker::load_argument(llvm::Argument& parameter, const ArgInfo& info) {
    llvm::Value* block = entry_.getArg(2);
    llvm::Type* type = parameter.getType();
    // Structures are not copied from the argument block, since kernels copy the structures that they change
    // (prepare/calls/inline_all).
    if (info.kind == ArgKind::value && type->isPointerTy())
        return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block, info.offset);
    if (info.kind == ArgKind::local_pointer) {
        llvm::Value* offset = load_invariant(builder_, block, info.offset, builder_.getInt64Ty(), info.name);
        llvm::Value* base =
            load_pointer(builder_, entry_.getArg(1), offsetof(abi::Worker, local_memory), "local_memory");
        return builder_.CreateAddrSpaceCast(builder_.CreateInBoundsPtrAdd(base, offset), type);
    }
    if (info.kind == ArgKind::value || type->isPointerTy())
        return load_invariant(builder_, block, info.offset, type, info.name);
    return load_handle(type, load_invariant(builder_, block, info.offset, builder_.getInt64Ty(), info.name));
}

// True if take_body() may move the group function's blocks. False if a parameter is `noalias`: only LLVM's inliner
// turns the attribute into metadata.
bool EntryMaker::can_take_body() const {
    return llvm::none_of(group_.args(), [](const llvm::Argument& argument) { return argument.hasNoAliasAttr(); });
}

// Moves the blocks of the group function into the entry. LLVM's inliner could do the same, but would take longer, since
// the inliner does work that is unnecessary for a single call.
void EntryMaker::take_body(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* next_one) {
    llvm::BasicBlock& first = group_.getEntryBlock();
    llvm::BasicBlock& start = entry_.getEntryBlock();
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::SmallVector<llvm::AllocaInst*, 8> privates;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(first))
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
            alloca->moveBefore(start, start.getFirstInsertionPt());
            privates.push_back(alloca);
        }
    for (unsigned i = 0; i < arguments.size(); ++i) group_.getArg(i)->replaceAllUsesWith(arguments[i]);
    llvm::BasicBlock* after = llvm::BasicBlock::Create(builder_.getContext(), "group.done", &entry_, next_one);
    for (llvm::BasicBlock& block : group_)
        if (auto* leaves = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
            builder_.SetInsertPoint(leaves);
            for (llvm::AllocaInst* alloca : privates) builder_.CreateLifetimeEnd(alloca);
            builder_.CreateBr(after);
            leaves->eraseFromParent();
        }
    builder_.SetInsertPoint(before);
    // Mark private variables as undefined at the start of each work-group, so that code generation need not keep values
    // from the previous work-group.
    for (llvm::AllocaInst* alloca : privates) builder_.CreateLifetimeStart(alloca);
    builder_.CreateBr(&first);
    entry_.splice(after->getIterator(), &group_);
    llvm::AttributeFuncs::mergeAttributesForInlining(entry_, group_);
    builder_.SetInsertPoint(after);
}

void EntryMaker::emit_group(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* next_one) {
    if (can_take_body()) {
        take_body(arguments, next_one);
        return;
    }
    builder_.CreateCall(&group_, arguments)->setCallingConv(group_.getCallingConv());
    group_.addFnAttr(llvm::Attribute::AlwaysInline);
}

// Emits a loop that runs the work-groups one after another, in the order of dimensions that the fact group_order gives.
void EntryMaker::emit_group_loop(llvm::ArrayRef<llvm::Value*> arguments, llvm::BasicBlock* end) {
    const auto number = static_cast<std::uint32_t>(number_fact(group_, fact::group_order, GroupOrder().number()));
    const auto order = GroupOrder::of_number(number).dimensions();
    llvm::Value* sizes[2];
    for (unsigned i = 0; i < 2; ++i)
        sizes[i] = load_invariant(builder_, entry_.getArg(0), offsetof(abi::Launch, num_groups) + 8 * order[i],
                                  builder_.getInt64Ty(), "num_groups");
    llvm::Value* starts[3];
    for (unsigned i = 0; i < 3; ++i)
        starts[i] = load_invariant(builder_, entry_.getArg(1), offsetof(abi::Worker, first_group) + 8 * order[i],
                                   builder_.getInt64Ty(), "first_group");
    llvm::Value* noted_left = load_invariant(builder_, entry_.getArg(1), offsetof(abi::Worker, groups_left),
                                             builder_.getPtrTy(), "noted_left");
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* loop = llvm::BasicBlock::Create(builder_.getContext(), "groups", &entry_, end);
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    llvm::PHINode* left = builder_.CreatePHI(builder_.getInt64Ty(), 2, "left");
    left->addIncoming(entry_.getArg(3), before);
    llvm::PHINode* ids[3];
    for (unsigned d = 0; d < 3; ++d) {
        ids[d] = builder_.CreatePHI(builder_.getInt64Ty(), 2, "group." + llvm::Twine(order[d]));
        ids[d]->addIncoming(starts[d], before);
    }
    // The store is volatile so that it is not removed: nothing reads the count unless a fault occurs.
    builder_.CreateStore(left, noted_left, /*isVolatile=*/true);
    llvm::Value* by_dimension[3];
    for (unsigned i = 0; i < 3; ++i) by_dimension[order[i]] = ids[i];
    llvm::SmallVector<llvm::Value*, 16> all(arguments);
    all.append({entry_.getArg(0), entry_.getArg(1), by_dimension[0], by_dimension[1], by_dimension[2]});
    emit_group(all, end);

    llvm::Value* next[3];
    llvm::Value* carry = builder_.getInt64(1);
    for (unsigned d = 0; d < 3; ++d) {
        llvm::Value* sum = builder_.CreateAdd(ids[d], carry);
        next[d] = sum;
        if (d == 2) continue;
        llvm::Value* wraps = builder_.CreateICmpEQ(sum, sizes[d]);
        next[d] = builder_.CreateSelect(wraps, builder_.getInt64(0), sum);
        carry = builder_.CreateZExt(wraps, builder_.getInt64Ty());
    }
    for (unsigned d = 0; d < 3; ++d) ids[d]->addIncoming(next[d], builder_.GetInsertBlock());
    llvm::Value* rest = builder_.CreateSub(left, builder_.getInt64(1));
    left->addIncoming(rest, builder_.GetInsertBlock());
    builder_.CreateCondBr(builder_.CreateIsNull(rest), end, loop);
}

// Emits a fence that orders non-temporal stores before the stores that report the end of the launch.
void EntryMaker::publish_streamed_stores() {
    llvm::LLVMContext& context = group_.getContext();
    llvm::BasicBlock* publish = llvm::BasicBlock::Create(context, "publish", &entry_);
    llvm::BasicBlock* done = llvm::BasicBlock::Create(context, "done", &entry_);
    builder_.CreateCondBr(load_streaming(builder_, entry_.getArg(0)), publish, done);
    builder_.SetInsertPoint(publish);
    builder_.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {});
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
}

void EntryMaker::make() {
    llvm::LLVMContext& context = group_.getContext();
    llvm::BasicBlock* start = llvm::BasicBlock::Create(context, "entry", &entry_);
    llvm::BasicBlock* end = llvm::BasicBlock::Create(context, "end", &entry_);
    builder_.SetInsertPoint(start);
    const KernelInfo info = read_kernel(group_);
    llvm::SmallVector<llvm::Value*, 16> arguments;
    for (unsigned i = 0; i + GroupParameters::count < group_.arg_size(); ++i)
        arguments.push_back(load_argument(*group_.getArg(i), info.args[i]));
    emit_group_loop(arguments, end);
    builder_.SetInsertPoint(end);
    if (group_.hasFnAttribute(fact::streamed_bytes)) publish_streamed_stores();
    builder_.CreateRetVoid();
    copy_kernel_facts(group_, entry_);
    if (group_.use_empty()) group_.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses KernelEntry::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group) return llvm::PreservedAnalyses::all();
    EntryMaker(*group).make();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
