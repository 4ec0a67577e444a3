#include "compiler/spirv/kernels.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <array>

#include "compiler/ir/signature.h"
#include "compiler/spirv/kernel_arguments.h"

namespace lanewise::compiler::il {
namespace {

using spirv::ExecutionMode;
using spirv::Instruction;

void set_numbers(llvm::Function& kernel, llvm::StringRef kind, llvm::ArrayRef<std::uint64_t> numbers) {
    llvm::LLVMContext& context = kernel.getContext();
    llvm::SmallVector<llvm::Metadata*, 3> operands;
    for (const std::uint64_t number : numbers)
        operands.push_back(
            llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number)));
    kernel.setMetadata(kind, llvm::MDNode::get(context, operands));
}

// Returns the three numbers that are the operands of an execution mode: literals, or ids of constants.
std::array<std::uint64_t, 3> three(const Translation& all, const Instruction& mode, bool are_ids) {
    std::array<std::uint64_t, 3> numbers{};
    for (std::size_t i = 0; i < 3; ++i) {
        all.require(i + 2 < mode.operands.size(), mode, "an operand is missing");
        numbers[i] = are_ids ? all.constant(mode.operands[i + 2], mode) : mode.operands[i + 2];
    }
    return numbers;
}

// Section 3.6, VecTypeHint: the high 16 bits of the operand are the number of components, the low 16 bits the type.
llvm::Type* hinted_type(llvm::LLVMContext& context, std::uint32_t hint) {
    llvm::Type* scalar = nullptr;
    switch (hint & 0xffff) {
        case 0: scalar = llvm::Type::getInt8Ty(context); break;
        case 1: scalar = llvm::Type::getInt16Ty(context); break;
        case 2: scalar = llvm::Type::getInt32Ty(context); break;
        case 3: scalar = llvm::Type::getInt64Ty(context); break;
        case 4: scalar = llvm::Type::getHalfTy(context); break;
        case 5: scalar = llvm::Type::getFloatTy(context); break;
        case 6: scalar = llvm::Type::getDoubleTy(context); break;
        default: return nullptr;
    }
    const std::uint32_t components = hint >> 16;
    if (components > 16) return nullptr;
    return components > 1 ? llvm::FixedVectorType::get(scalar, components) : scalar;
}

// Adds the metadata of a VecTypeHint. A hint without a known type is ignored. Integers are recorded as signed, since
// SPIR-V's integer types have no sign.
void set_type_hint(llvm::Function& kernel, std::uint32_t hint) {
    llvm::LLVMContext& context = kernel.getContext();
    llvm::Type* type = hinted_type(context, hint);
    if (!type) return;
    auto* is_signed = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
    kernel.setMetadata("vec_type_hint",
                       llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(llvm::PoisonValue::get(type)),
                                                   llvm::ConstantAsMetadata::get(is_signed)}));
}

void add_mode(const Translation& all, llvm::Function& kernel, const Instruction& mode) {
    switch (static_cast<ExecutionMode>(mode.operands[1])) {
        case ExecutionMode::LocalSize: set_numbers(kernel, "reqd_work_group_size", three(all, mode, false)); break;
        case ExecutionMode::LocalSizeId: set_numbers(kernel, "reqd_work_group_size", three(all, mode, true)); break;
        case ExecutionMode::LocalSizeHint: set_numbers(kernel, "work_group_size_hint", three(all, mode, false)); break;
        case ExecutionMode::LocalSizeHintId: set_numbers(kernel, "work_group_size_hint", three(all, mode, true)); break;
        case ExecutionMode::MaxWorkgroupSizeINTEL:
            set_numbers(kernel, "max_work_group_size", three(all, mode, false));
            break;
        case ExecutionMode::SubgroupSize:
            all.require(mode.operands.size() > 2, mode, "an operand is missing");
            set_numbers(kernel, "intel_reqd_sub_group_size", std::uint64_t{mode.operands[2]});
            break;
        case ExecutionMode::SubgroupsPerWorkgroup:
            all.require(mode.operands.size() > 2, mode, "an operand is missing");
            set_numbers(kernel, "reqd_num_sub_groups", std::uint64_t{mode.operands[2]});
            break;
        case ExecutionMode::SubgroupsPerWorkgroupId:
            all.require(mode.operands.size() > 2, mode, "an operand is missing");
            set_numbers(kernel, "reqd_num_sub_groups", all.constant(mode.operands[2], mode));
            break;
        case ExecutionMode::VecTypeHint:
            all.require(mode.operands.size() > 2, mode, "an operand is missing");
            set_type_hint(kernel, mode.operands[2]);
            break;
        default: break;
    }
}

// Sets the work-group size of a kernel to the constant object that is decorated with BuiltIn WorkgroupSize. This object
// applies to all kernels of the module. As in Vulkan's rule for the decoration, the object "takes precedence over any
// LocalSize or LocalSizeId execution mode".
void set_work_group_size(const Translation& all, llvm::Function& kernel) {
    const Instruction& object = *all.work_group_size;
    const auto* value = llvm::dyn_cast<llvm::Constant>(all.value(object.result, object));
    const auto* type = value ? llvm::dyn_cast<llvm::FixedVectorType>(value->getType()) : nullptr;
    all.require(type && type->getNumElements() == 3 && type->getElementType()->isIntegerTy(), object,
                "the work-group size is no vector of three integers");
    std::array<std::uint64_t, 3> sizes{};
    for (unsigned i = 0; i < sizes.size(); ++i) {
        const auto* size = llvm::dyn_cast_or_null<llvm::ConstantInt>(value->getAggregateElement(i));
        all.require(size && size->getValue().getActiveBits() <= 64, object, "the work-group size is unknown");
        sizes[i] = size->getZExtValue();
    }
    set_numbers(kernel, "reqd_work_group_size", sizes);
}

}  // namespace

void describe_kernel(Translation& all, llvm::Function& kernel, const EntryPoint& entry) {
    describe_arguments(all, kernel, entry);
    for (const Instruction* mode : all.annotations.modes(entry.function)) add_mode(all, kernel, *mode);
    if (all.work_group_size) set_work_group_size(all, kernel);
    const bool is_uniform = all.options.uniform_groups;
    // The device need not support the required sub-group size: producers write kernels for the sub-group sizes of
    // several devices into one module.
    kernel.addFnAttr(tolerates_sub_group_size);
    kernel.addFnAttr("uniform-work-group-size", is_uniform ? "true" : "false");
}

}  // namespace lanewise::compiler::il
