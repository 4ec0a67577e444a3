#include "compiler/spirv/calls.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/calls/call_attributes.h"
#include "compiler/ir/calls/function_pointers.h"
#include "compiler/spirv/instructions/fast_math.h"
#include "compiler/spirv/instructions/imported/imported.h"
#include "compiler/spirv/linkage.h"

namespace lanewise::compiler::il {

using spirv::Instruction;

llvm::Value* call_function(Functions& functions, Body& body, const Instruction& instruction) {
    const Translation& all = functions.all;
    llvm::Function* callee = functions.declare(body.word(instruction, 0), instruction);
    if (const auto name = imported_name(all, instruction.operands[0]); name && is_known_import(*name))
        return call_import(body, instruction, *name);
    all.require(callee->arg_size() == instruction.operands.size() - 1, instruction,
                "the function has another number of parameters");
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (unsigned i = 0; i < callee->arg_size(); ++i) {
        llvm::Value* argument = body.operand(instruction, i + 1);
        all.require(argument->getType() == callee->getArg(i)->getType(), instruction,
                    "an argument has another type than the parameter");
        arguments.push_back(argument);
    }
    const FastMath scope(body, instruction, callee->getReturnType());
    llvm::CallInst* made = body.builder.CreateCall(callee, arguments);
    made->setCallingConv(callee->getCallingConv());
    made->setAttributes(call_attributes(*callee));
    return made;
}

llvm::Value* call_pointer(Functions& functions, Body& body, const Instruction& instruction) {
    const Translation& all = functions.all;
    llvm::Value* callee = body.pointer(instruction, 0);
    llvm::SmallVector<llvm::Value*, 8> arguments;
    llvm::SmallVector<llvm::Type*, 8> types;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
        arguments.push_back(body.operand(instruction, i));
        types.push_back(arguments.back()->getType());
    }
    llvm::Type* plain = llvm::PointerType::get(all.context, 0);
    if (callee->getType() != plain) callee = body.builder.CreateAddrSpaceCast(callee, plain);
    // If the types of a call differed from the types of the function, the call would be undefined behaviour in LLVM's
    // IR.
    if (auto* function = llvm::dyn_cast<llvm::Function>(callee))
        all.require(function->getFunctionType() == llvm::FunctionType::get(body.result_type(instruction), types, false),
                    instruction, "the function has other parameters or another result");
    note_pointer_calls(functions.all.module);
    const FastMath scope(body, instruction, body.result_type(instruction));
    llvm::CallInst* made = body.builder.CreateCall(llvm::FunctionType::get(body.result_type(instruction), types, false),
                                                   callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    made->addFnAttr(llvm::Attribute::NoUnwind);
    made->addFnAttr(llvm::Attribute::Convergent);
    return made;
}

void define_function_pointer(Functions& functions, const Instruction& instruction) {
    Translation& all = functions.all;
    llvm::Function* function = functions.declare(instruction.operands[0], instruction);
    llvm::Type* type = all.types.value(instruction.type, instruction);
    all.require(type->isPointerTy(), instruction, "the result is no pointer");
    note_function_pointer(*function);
    llvm::Constant* address = function;
    if (type != address->getType()) address = llvm::ConstantExpr::getAddrSpaceCast(address, type);
    all.define(instruction, address);
}

}  // namespace lanewise::compiler::il
