// Instructions on events, queues and ranges of work-items, for kernels that enqueue kernels (SPIR-V specification,
// section 3.52.22).
#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/objects/enqueue_operands.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

llvm::Value* on_event(Body& body, const Instruction& instruction, std::string_view function, llvm::Type* result) {
    return call_builtin(body, function, result, named("ocl_clkevent"),
                        opaque_operand(body, instruction, 0, Op::TypeDeviceEvent));
}

llvm::Value* retain(Body& body, const Instruction& instruction) {
    on_event(body, instruction, "retain_event", body.builder.getVoidTy());
    return nullptr;
}

llvm::Value* release(Body& body, const Instruction& instruction) {
    on_event(body, instruction, "release_event", body.builder.getVoidTy());
    return nullptr;
}

llvm::Value* is_valid(Body& body, const Instruction& instruction) {
    return on_event(body, instruction, "is_valid_event", body.builder.getInt1Ty());
}

llvm::Value* create(Body& body, const Instruction&) {
    return call_builtin(body, "create_user_event", body.builder.getInt64Ty(), {}, {});
}

llvm::Value* default_queue(Body& body, const Instruction&) {
    return call_builtin(body, "get_default_queue", body.builder.getInt64Ty(), {}, {});
}

llvm::Value* set_status(Body& body, const Instruction& instruction) {
    llvm::Value* event = opaque_operand(body, instruction, 0, Op::TypeDeviceEvent);
    llvm::Value* status = uint_operand(body, instruction, 1);
    call_builtin(body, "set_user_event_status", body.builder.getVoidTy(),
                 {named("ocl_clkevent"), number(status->getType(), Sign::is_signed)}, {event, status});
    return nullptr;
}

// OpCaptureEventProfilingInfo. The operand for the kind of information is CmdExecTime, which has the same number as
// CLK_PROFILING_COMMAND_EXEC_TIME.
llvm::Value* capture(Body& body, const Instruction& instruction) {
    llvm::Value* event = opaque_operand(body, instruction, 0, Op::TypeDeviceEvent);
    llvm::Value* name = uint_operand(body, instruction, 1);
    llvm::Value* place = body.builder.CreateAddrSpaceCast(body.pointer(instruction, 2),
                                                          llvm::PointerType::get(body.all.context, global_space));
    call_builtin(body, "capture_event_profiling_info", body.builder.getVoidTy(),
                 {named("ocl_clkevent"),
                  number(name->getType(), Sign::is_signed),
                  {.kind = Parameter::Kind::pointer, .space = global_space}},
                 {event, name, place});
    return nullptr;
}

// Returns the sizes in an operand of OpBuildNDRange, which is an integer or an array of up to three integers.
llvm::SmallVector<llvm::Value*, 3> sizes_of(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* operand = body.operand(instruction, index);
    if (operand->getType()->isIntegerTy()) return {operand};
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(operand->getType());
    body.all.require(
        array && array->getNumElements() >= 1 && array->getNumElements() <= 3 && array->getElementType()->isIntegerTy(),
        instruction, "a size is neither an integer nor an array of up to three");
    llvm::SmallVector<llvm::Value*, 3> sizes;
    for (unsigned d = 0; d < array->getNumElements(); ++d) sizes.push_back(body.builder.CreateExtractValue(operand, d));
    return sizes;
}

// OpBuildNDRange. The operands are global size, local size and offset, in this order. The members of the result are the
// number of dimensions, offset, global size and local size.
llvm::Value* build_range(Body& body, const Instruction& instruction) {
    auto* type = llvm::dyn_cast<llvm::StructType>(body.result_type(instruction));
    body.all.require(type && is_range(type), instruction, "the result is no structure of a range");
    const auto global = sizes_of(body, instruction, 0), local = sizes_of(body, instruction, 1),
               offset = sizes_of(body, instruction, 2);
    body.all.require(global.size() == local.size() && global.size() == offset.size(), instruction,
                     "the sizes have different dimensions");
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* range = llvm::Constant::getNullValue(type);
    range = builder.CreateInsertValue(range, llvm::ConstantInt::get(type->getElementType(0), global.size()), 0);
    const auto put = [&](unsigned member, llvm::ArrayRef<llvm::Value*> sizes, std::uint64_t missing) {
        llvm::Type* word = type->getElementType(member)->getArrayElementType();
        for (unsigned d = 0; d < 3; ++d) {
            llvm::Value* size =
                d < sizes.size() ? builder.CreateZExtOrTrunc(sizes[d], word) : llvm::ConstantInt::get(word, missing);
            range = builder.CreateInsertValue(range, size, {member, d});
        }
    };
    put(1, offset, 0);
    put(2, global, 1);
    put(3, local, 0);
    return range;
}

constexpr TranslationRow rows[] = {
    {Op::RetainEvent, retain},
    {Op::ReleaseEvent, release},
    {Op::CreateUserEvent, create},
    {Op::IsValidEvent, is_valid},
    {Op::SetUserEventStatus, set_status},
    {Op::CaptureEventProfilingInfo, capture},
    {Op::GetDefaultQueue, default_queue},
    {Op::BuildNDRange, build_range},
};

}  // namespace

std::span<const TranslationRow> device_event_rows() { return rows; }

}  // namespace lanewise::compiler::il
