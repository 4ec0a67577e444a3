// The function printf of OpenCL.std, which becomes a call of C's variadic printf() in the form that Clang uses
// (docs/design/front_end.md).
#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;

// The format is in constant memory; SPV_EXT_relaxed_printf_string_address_space allows any other memory.
llvm::Value* format_of(Body& body, const Instruction& instruction) {
    llvm::Value* format = body.pointer(instruction, first_argument);
    llvm::Type* constant = llvm::PointerType::get(body.all.context, constant_space);
    if (format->getType() == constant) return format;
    llvm::Value* object = format->stripPointerCasts();
    if (object->getType() == constant) return object;
    return body.builder.CreateAddrSpaceCast(format, constant);
}

// Promotes a variadic argument by C's rules. Integers other than bools are unchanged: producers have already promoted
// these integers, and the promotion depends on whether the type is signed.
llvm::Value* promoted(Body& body, llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (type->isHalfTy() || type->isFloatTy() || type->isBFloatTy())
        return body.builder.CreateFPExt(value, body.builder.getDoubleTy());
    if (type->isIntOrIntVectorTy(1))
        return body.builder.CreateZExt(value, type->getWithNewType(body.builder.getInt32Ty()));
    return value;
}

}  // namespace

llvm::Value* print(Body& body, const Instruction& instruction, std::string_view) {
    llvm::SmallVector<llvm::Value*, 8> arguments{format_of(body, instruction)};
    for (std::size_t i = first_argument + 1; i < instruction.operands.size(); ++i) {
        llvm::Value* value = body.operand(instruction, i);
        body.all.require(value->getType()->isSingleValueType() && !value->getType()->isTargetExtTy(), instruction,
                         "an argument is no number, vector or pointer");
        arguments.push_back(promoted(body, value));
    }
    llvm::Type* result = body.builder.getInt32Ty();
    auto* type = llvm::FunctionType::get(result, {arguments[0]->getType()}, /*isVarArg=*/true);
    llvm::FunctionCallee callee = body.all.module.getOrInsertFunction("printf", type);
    auto* declared = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    body.all.require(declared && declared->getFunctionType() == type && declared->isDeclaration(), instruction,
                     "the module has another function of the name printf");
    declared->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    llvm::CallInst* call = body.builder.CreateCall(callee, arguments);
    call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    call->addFnAttr(llvm::Attribute::NoUnwind);
    return call;
}

}  // namespace lanewise::compiler::il
