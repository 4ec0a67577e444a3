#include "compiler/link/zero_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/signature.h"

namespace lanewise::compiler {
namespace {

// Fills each private variable with zeros right after its allocation. Lifetime markers are removed, since a variable's
// value is undefined after its marker.
void zero_private(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 16> markers;
    llvm::SmallVector<llvm::AllocaInst*, 16> variables;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (instruction.isLifetimeStartOrEnd()) markers.push_back(&instruction);
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
    }
    for (llvm::Instruction* marker : markers) marker->eraseFromParent();
    const llvm::DataLayout& layout = function.getDataLayout();
    for (llvm::AllocaInst* variable : variables) {
        llvm::Type* type = variable->getAllocatedType();
        const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
        if (opaque && !opaque->hasProperty(llvm::TargetExtType::HasZeroInit)) continue;
        llvm::IRBuilder<> builder(variable->getParent(), std::next(variable->getIterator()));
        if (!variable->isArrayAllocation() && (type->isSingleValueType() || opaque)) {
            builder.CreateAlignedStore(llvm::Constant::getNullValue(type), variable, variable->getAlign());
            continue;
        }
        llvm::Value* count = builder.CreateZExtOrTrunc(variable->getArraySize(), builder.getInt64Ty());
        llvm::Value* bytes = builder.CreateMul(count, builder.getInt64(layout.getTypeAllocSize(type)));
        builder.CreateMemSet(variable, builder.getInt8(0), bytes, variable->getAlign());
    }
}

// Collects the variables in local memory to which `value` refers directly or through constant expressions.
void collect_local(llvm::Value* value, llvm::SmallSetVector<llvm::GlobalVariable*, 8>& variables) {
    llvm::SmallVector<llvm::Value*, 8> left{value};
    llvm::SmallPtrSet<llvm::Value*, 8> seen;
    while (!left.empty()) {
        llvm::Value* next = left.pop_back_val();
        if (!llvm::isa<llvm::Constant>(next) || !seen.insert(next).second) continue;
        if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(next)) {
            if (variable->getAddressSpace() == local_space) variables.insert(variable);
        } else if (auto* expression = llvm::dyn_cast<llvm::User>(next);
                   expression && !llvm::isa<llvm::Function>(next)) {
            left.append(expression->value_op_begin(), expression->value_op_end());
        }
    }
}

// Returns the variables in local memory that are used by the kernel or by functions that the kernel calls.
llvm::SmallSetVector<llvm::GlobalVariable*, 8> local_variables(llvm::Function& kernel) {
    llvm::SmallSetVector<llvm::GlobalVariable*, 8> variables;
    llvm::SmallSetVector<llvm::Function*, 16> reached;
    reached.insert(&kernel);
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (llvm::Instruction& instruction : llvm::instructions(*reached[next])) {
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (llvm::Function* callee = call->getCalledFunction()) reached.insert(callee);
            for (llvm::Value* operand : instruction.operands()) collect_local(operand, variables);
        }
    return variables;
}

llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::Module& program, llvm::StringRef name,
                     llvm::ArrayRef<llvm::Value*> arguments, llvm::Type* result = nullptr) {
    llvm::SmallVector<llvm::Type*, 2> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::FunctionCallee callee =
        program.getOrInsertFunction(name, llvm::FunctionType::get(result ? result : builder.getVoidTy(), types, false));
    if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
        function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
        function->addFnAttr(llvm::Attribute::Convergent);
        function->addFnAttr(llvm::Attribute::NoUnwind);
    }
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    made->setConvergent();
    return made;
}

bool has_initial_value(const llvm::GlobalVariable& variable) {
    return variable.hasInitializer() && !llvm::isa<llvm::UndefValue>(variable.getInitializer());
}

// Makes the first work-item of each work-group store the initial values of variables in local memory.
void write_initial_values(llvm::Instruction& place, llvm::ArrayRef<llvm::GlobalVariable*> variables) {
    if (variables.empty()) return;
    llvm::Module& program = *place.getModule();
    llvm::IRBuilder<> builder(&place);
    llvm::Value* ids = builder.getInt64(0);
    for (unsigned dimension = 0; dimension < 3; ++dimension)
        ids = builder.CreateOr(
            ids, call(builder, program, "_Z12get_local_idj", {builder.getInt32(dimension)}, builder.getInt64Ty()));
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(builder.CreateIsNull(ids), &place, /*Unreachable=*/false);
    builder.SetInsertPoint(end);
    for (llvm::GlobalVariable* variable : variables) {
        llvm::Constant* initial = variable->getInitializer();
        const llvm::Align alignment = variable->getAlign().valueOrOne();
        llvm::Value* bytes = builder.getInt64(program.getDataLayout().getTypeAllocSize(variable->getValueType()));
        if (initial->isNullValue()) {
            builder.CreateMemSet(variable, builder.getInt8(0), bytes, alignment);
            continue;
        }
        auto* source = new llvm::GlobalVariable(program, initial->getType(), /*isConstant=*/true,
                                                llvm::GlobalValue::InternalLinkage, initial, "initial", nullptr,
                                                llvm::GlobalValue::NotThreadLocal, constant_space);
        source->setAlignment(alignment);
        builder.CreateMemCpy(variable, alignment, source, alignment, bytes);
    }
}

// Fills variables in local memory before the kernel runs. Variables with an initial value get this value; if `zeroes`
// is true, all other variables get zeros.
void fill_local(llvm::Function& kernel, bool zeroes) {
    llvm::SmallVector<llvm::GlobalVariable*, 8> zeroed, initial;
    for (llvm::GlobalVariable* variable : local_variables(kernel)) {
        if (has_initial_value(*variable))
            initial.push_back(variable);
        else if (zeroes)
            zeroed.push_back(variable);
    }
    if (zeroed.empty() && initial.empty()) return;
    llvm::Module& program = *kernel.getParent();
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (llvm::GlobalVariable* variable : zeroed) {
        const std::uint64_t bytes = program.getDataLayout().getTypeAllocSize(variable->getValueType());
        call(builder, program, "__lw_zero_local", {variable, builder.getInt64(bytes)});
    }
    llvm::CallInst* barrier = call(builder, program, "_Z7barrierj", {builder.getInt32(1)});  // CLK_LOCAL_MEM_FENCE
    write_initial_values(*barrier, initial);
}

}  // namespace

void zero_memory(llvm::Module& program, ZeroedMemory zeroed) {
    if (zeroed.of_items)
        for (llvm::Function& function : program) zero_private(function);
    const bool has_initial_values = llvm::any_of(program.globals(), [](const llvm::GlobalVariable& variable) {
        return variable.getAddressSpace() == local_space && has_initial_value(variable);
    });
    if (!zeroed.of_groups && !has_initial_values) return;
    llvm::SmallVector<llvm::Function*, 8> kernels;
    for (llvm::Function& function : program)
        if (is_kernel(function)) kernels.push_back(&function);
    for (llvm::Function* kernel : kernels) fill_local(*kernel, zeroed.of_groups);
    // The variables lose their initial values, since the kernels now store these values.
    for (llvm::GlobalVariable& variable : program.globals())
        if (variable.getAddressSpace() == local_space && has_initial_value(variable))
            variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
}

}  // namespace lanewise::compiler
