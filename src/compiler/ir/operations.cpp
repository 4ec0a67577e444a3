#include "compiler/ir/operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise::compiler {
namespace {

using namespace trait;

struct Operation {
    llvm::StringLiteral name;
    unsigned traits;
};

constexpr Operation operations[] = {
#define OPERATION(identifier, name, type, traits, lowered_by, meaning) {name, traits},
#include "compiler/ir/operations.def"
};

// Declares an operation without side effects.
llvm::FunctionCallee declare_pure(llvm::Module& module, llvm::StringRef name, llvm::FunctionType* type) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setMemoryEffects(llvm::MemoryEffects::none());
    for (const llvm::Attribute::AttrKind kind :
         {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable,
          llvm::Attribute::NoFree, llvm::Attribute::NoSync})
        function->addFnAttr(kind);
    return callee;
}

// Declares an operation on masks. The operation is convergent, so that no pass moves its calls to a block with another
// mask.
llvm::FunctionCallee declare_on_mask(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* type = llvm::FunctionType::get(result, {builder.getInt1Ty()}, false);
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setConvergent();
    if (result->isVoidTy())
        function->setOnlyAccessesInaccessibleMemory();
    else
        function->setDoesNotAccessMemory();
    return callee;
}

// Calls an operation at which work-items meet. The operation is convergent and has a side effect, so that no pass
// moves, merges or removes its calls. The call uses the calling convention of the operation's declaration, since the
// builtin library may have declared the operation.
llvm::CallInst* call_meeting(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 1> parameters;
    for (const llvm::Value* argument : arguments) parameters.push_back(argument->getType());
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setConvergent();
    if (name != op::barrier && name != op::sub_group_barrier && name != op::wait_turn) {
        function->setOnlyAccessesInaccessibleMemory();
        function->setWillReturn();
    }
    llvm::CallInst* call = builder.CreateCall(callee, arguments);
    call->setCallingConv(function->getCallingConv());
    return call;
}

}  // namespace

llvm::StringRef operation_name(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee ? callee->getName() : llvm::StringRef();
}

bool is_operation(const llvm::Value* value) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return call && operation_name(*call).starts_with("ocl.");
}

bool is_called(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
}

const llvm::CallInst* as_operation(const llvm::Value* value, llvm::StringRef name) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return call && operation_name(*call) == name ? call : nullptr;
}

llvm::CallInst* as_operation(llvm::Value* value, llvm::StringRef name) {
    return const_cast<llvm::CallInst*>(as_operation(static_cast<const llvm::Value*>(value), name));
}

unsigned traits_of(const llvm::Value* value) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (!call) return trait::none;
    const llvm::Function* callee = call->getCalledFunction();
    return callee ? traits_of(*callee) : trait::none;
}

unsigned traits_of(const llvm::Function& function) {
    const llvm::StringRef name = function.getName();
    if (!name.starts_with("ocl.")) return trait::none;
    for (const Operation& operation : operations)
        if (operation.traits & trait::family ? name.starts_with(operation.name) : name == operation.name)
            return operation.traits;
    return trait::none;
}

bool is_pure_operation(const llvm::Value* value) { return traits_of(value) & trait::pure; }

bool is_group_collective(const llvm::CallInst& call) { return traits_of(&call) & trait::collective; }

bool is_meeting(const llvm::Instruction& instruction) { return traits_of(&instruction) & trait::meeting; }

bool has_barriers(const llvm::Function& function) { return llvm::any_of(llvm::instructions(function), is_meeting); }

unsigned asked_dimensions(const llvm::Function& kernel) {
    unsigned dimensions = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (!(traits_of(&instruction) & trait::id)) continue;
        const auto* dimension =
            llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
        dimensions |= dimension ? 1u << dimension->getZExtValue() : 7u;
    }
    return dimensions;
}

unsigned dimension_of(const llvm::CallInst& call) {
    return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
}

llvm::CallInst* create_id(llvm::IRBuilderBase& builder, llvm::StringRef name, unsigned dimension) {
    auto* type = llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    return builder.CreateCall(declare_pure(module, name, type), {builder.getInt32(dimension)});
}

llvm::CallInst* create_chunk_lanes(llvm::IRBuilderBase& builder) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* type = llvm::FunctionType::get(builder.getInt64Ty(), false);
    return builder.CreateCall(declare_pure(module, op::chunk_lanes, type));
}

llvm::CallInst* create_streaming(llvm::IRBuilderBase& builder) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* type = llvm::FunctionType::get(builder.getInt1Ty(), false);
    return builder.CreateCall(declare_pure(module, op::streaming, type));
}

llvm::CallInst* create_never(llvm::IRBuilderBase& builder) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    auto* type = llvm::FunctionType::get(builder.getInt1Ty(), false);
    return builder.CreateCall(declare_pure(module, op::never, type));
}

llvm::CallInst* create_lanes_on(llvm::IRBuilderBase& builder) {
    return call_meeting(builder, op::lanes_total, builder.getInt32Ty(), {builder.getInt32(1)});
}

void create_sub_group_barrier(llvm::IRBuilderBase& builder) {
    call_meeting(builder, op::sub_group_barrier, builder.getVoidTy(), {});
}

void create_wait_turn(llvm::IRBuilderBase& builder) { call_meeting(builder, op::wait_turn, builder.getVoidTy(), {}); }

void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask) {
    builder.CreateCall(declare_on_mask(builder, op::mask, builder.getVoidTy()), {mask});
}

llvm::Value* mask_of(const llvm::BasicBlock& block) {
    for (const llvm::Instruction& instruction : block)
        if (const llvm::CallInst* call = as_operation(&instruction, op::mask)) return call->getArgOperand(0);
    return nullptr;
}

llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Value* value) {
    return builder.CreateCall(declare_on_mask(builder, name, builder.getInt1Ty()), {value});
}

void create_barrier(llvm::IRBuilderBase& builder) {
    constexpr unsigned all_memory = 3;  // CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE
    call_meeting(builder, op::barrier, builder.getVoidTy(), {builder.getInt32(all_memory)});
}

llvm::CallInst* create_group_vote(llvm::IRBuilderBase& builder, llvm::Value* value) {
    return call_meeting(builder, op::group_vote, builder.getInt32Ty(), {value});
}

llvm::CallInst* create_group_or(llvm::IRBuilderBase& builder, llvm::Value* bits) {
    return call_meeting(builder, op::group_or, builder.getInt32Ty(), {bits});
}

llvm::CallInst* create_parted(llvm::IRBuilderBase& builder) {
    return call_meeting(builder, op::parted, builder.getVoidTy(), {});
}

llvm::CallInst* create_context(llvm::IRBuilderBase& builder, llvm::StringRef name, std::uint64_t offset) {
    auto* type = llvm::FunctionType::get(builder.getPtrTy(), {builder.getInt64Ty()}, false);
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    return builder.CreateCall(declare_pure(module, name, type), {builder.getInt64(offset)});
}

}  // namespace lanewise::compiler
