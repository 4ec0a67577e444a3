#include "compiler/spirv/functions.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/calls/call_attributes.h"
#include "compiler/spirv/flow.h"
#include "compiler/spirv/instructions/imported/imported.h"
#include "compiler/spirv/kernels.h"
#include "compiler/spirv/linkage.h"
#include "compiler/spirv/state/alignment.h"

namespace lanewise::compiler::il {

using spirv::Decoration;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;

Functions::Functions(Translation& translation) : all(translation) {
    for (const Instruction& instruction : all.source.instructions) {
        if (instruction.op == Op::EntryPoint) {
            all.require(static_cast<spirv::ExecutionModel>(instruction.operands[0]) == spirv::ExecutionModel::Kernel,
                        instruction, "only entry points of the execution model Kernel run in OpenCL");
            const Id function = instruction.operands[1];
            entries_of_[function].push_back(entries_.size());
            entries_.push_back({function, spirv::read_string(instruction.operands.subspan(2)).first, &instruction});
            entry_names_.insert(entries_.back().name);
        }
        if (instruction.op == Op::FunctionCall || instruction.op == Op::ConstantFunctionPointerINTEL)
            called_.insert(instruction.operands[0]);
    }
    find_blocks();
}

bool Functions::is_kernel_itself(Id function) const {
    const auto found = entries_of_.find(function);
    return found != entries_of_.end() && found->second.size() == 1 && !called_.contains(function) &&
           !all.annotations.has(function, Decoration::LinkageAttributes) && !blocks_.contains(function) &&
           !is_block_entry(entries_[found->second.front()]);
}

Functions::Parameters Functions::parameters_of(const Instruction& function) const {
    Parameters found;
    found.end = static_cast<std::size_t>(&function - all.source.instructions.data()) + 1;
    for (; found.end < all.source.instructions.size(); ++found.end) {
        const Instruction& instruction = all.source.instructions[found.end];
        const bool is_debug = instruction.op == Op::Line || instruction.op == Op::NoLine ||
                              instruction.op == Op::ExtInst || instruction.op == Op::ExtInstWithForwardRefsKHR;
        if (instruction.op == Op::FunctionParameter)
            found.instructions.push_back(&instruction);
        else if (!is_debug)
            break;
    }
    return found;
}

llvm::Function* Functions::declare(Id id, const Instruction& user) {
    const Instruction* instruction = all.source.definition(id);
    all.require(instruction && instruction->op == Op::Function, user, "%" + std::to_string(id) + " is no function");
    if (all.values[id]) return llvm::cast<llvm::Function>(all.values[id]);
    const TypeInfo& type = all.types.info(instruction->operands[1], *instruction);
    const Parameters parameters = parameters_of(*instruction);
    all.require(type.op == Op::TypeFunction && type.element == instruction->type &&
                    type.definition->operands.size() == parameters.instructions.size() + 1,
                *instruction, "the function's type does not fit its result and parameters");
    llvm::SmallVector<llvm::Type*, 8> types;
    for (std::size_t i = 0; i < parameters.instructions.size(); ++i) {
        const Instruction& parameter = *parameters.instructions[i];
        all.require(type.definition->operands[i + 1] == parameter.type, parameter, "the function's type differs");
        llvm::Type* value = all.types.value(parameter.type, parameter);
        all.require(!value->isVoidTy(), parameter, "the parameter is void");
        types.push_back(value);
    }
    llvm::Type* result = all.types.value(type.element, *instruction);
    auto* function_type = llvm::FunctionType::get(result, types, false);
    llvm::Function* function = linked_function(*instruction, function_type);
    if (!function) function = llvm::Function::Create(function_type, llvm::GlobalValue::InternalLinkage, "", all.module);
    all.values[id] = function;
    set_linkage(*function, *instruction);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr(llvm::Attribute::Convergent);
    for (unsigned i = 0; i < parameters.instructions.size(); ++i)
        set_parameter(*function, i, *parameters.instructions[i]);
    return function;
}

void Functions::set_linkage(llvm::Function& function, const Instruction& instruction) const {
    const Id id = instruction.result;
    function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
    if (is_kernel_itself(id)) {
        const std::string_view name = entries_[entries_of_.at(id).front()].name;
        function.setLinkage(llvm::GlobalValue::ExternalLinkage);
        function.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
        take_name(function, name, instruction);
        return;
    }
    const auto linkage = linkage_of(all, id);
    if (!linkage) {
        const std::string_view name = all.annotations.name(id);
        // Give every function a name, since error messages about recursion contain names of functions.
        if (name.empty()) return function.setName("%" + std::to_string(id));
        const bool is_reserved = is_reserved_name(name) || name.starts_with("__") || entry_names_.contains(name);
        function.setName(is_reserved ? "function" : llvm::StringRef(name.data(), name.size()));
        return;
    }
    const std::string name(linkage->name);
    const bool is_import = linkage->type == spirv::LinkageType::Import;
    if (!is_import || !exported_.contains(linkage->name)) function.setLinkage(llvm_linkage(linkage->type));
    if (is_import && (is_known_import(name) || name.starts_with("ocl."))) {
        // Each call of a known import becomes instructions that do not use the imported function. Any other use of the
        // function is an error, like a use of an unresolved import.
        function.setName("import." + name);
        return;
    }
    // In modules of some producers, an entry point calls an exported function that has the same name as the entry
    // point.
    if (!is_import && entry_names_.contains(linkage->name)) {
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        function.setName(name + ".body");
        return;
    }
    // Rename a function that has the name of a builtin or of a library function. Other modules then still call the
    // builtin, and LLVM does not mistake the renamed function for the library function.
    if (!is_import && is_reserved_name(name)) {
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        function.setName("function");
        return;
    }
    function.setName(name);
    if (function.getName() != name) all.refuse(instruction, "two functions are named \"" + name + "\"");
}

// Returns the LLVM function that was made for another OpFunction with the same linkage name and type; null if there is
// none.
llvm::Function* Functions::linked_function(const Instruction& instruction, llvm::FunctionType* type) {
    const auto linkage = linkage_of(all, instruction.result);
    if (!linkage) return nullptr;
    const bool is_import = linkage->type == spirv::LinkageType::Import;
    const bool is_exported = is_import ? exported_.contains(linkage->name) : !exported_.insert(linkage->name).second;
    llvm::Function* known = all.module.getFunction(llvm::StringRef(linkage->name.data(), linkage->name.size()));
    if (!known || known->getFunctionType() != type || known->hasLocalLinkage()) return nullptr;
    return is_import || !is_exported ? known : nullptr;
}

void Functions::set_parameter(llvm::Function& function, unsigned index, const Instruction& parameter) {
    llvm::AttrBuilder attributes(all.context);
    llvm::Argument& argument = *function.getArg(index);
    const auto name = all.annotations.name(parameter.result);
    argument.setName(llvm::StringRef(name.data(), name.size()));
    const TypeInfo& type = all.types.info(parameter.type, parameter);
    llvm::Type* pointee = type.op == Op::TypePointer ? all.types.info(type.element, parameter).memory : nullptr;
    const auto pointee_or_refuse = [&] {
        all.require(pointee, parameter, "the parameter is no pointer to a type with values");
        return pointee;
    };
    bool is_copy = false;
    all.annotations.for_each(parameter.result, Decoration::FuncParamAttr, [&](Words operands) {
        const bool is_pointer = argument.getType()->isPointerTy();
        switch (static_cast<spirv::FunctionParameterAttribute>(operands[0])) {
            case spirv::FunctionParameterAttribute::ByVal:
                is_copy = true;
                attributes.addByValAttr(pointee_or_refuse());
                break;
            case spirv::FunctionParameterAttribute::Sret: attributes.addStructRetAttr(pointee_or_refuse()); break;
            case spirv::FunctionParameterAttribute::NoAlias:
                if (is_pointer) attributes.addAttribute(llvm::Attribute::NoAlias);
                break;
            default: break;
        }
    });
    llvm::Align alignment = is_copy ? all.types.alignment(pointee) : llvm::Align(1);
    if (const auto told = decorated_alignment(all, parameter.result, parameter)) alignment = *told;
    if (argument.getType()->isPointerTy() && (is_copy || alignment > 1)) attributes.addAlignmentAttr(alignment);
    function.addParamAttrs(index, attributes);
    all.values[parameter.result] = &argument;
}

void Functions::define_all() {
    all.functions = this;
    const auto& instructions = all.source.instructions;
    for (std::size_t at = 0; at < instructions.size(); ++at) {
        if (instructions[at].op != Op::Function) continue;
        llvm::Function* function = declare(instructions[at].result, instructions[at]);
        at = define_body(*this, *function, instructions[at], parameters_of(instructions[at]).end);
    }
    make_kernels();
}

void Functions::make_kernels() {
    for (const EntryPoint& entry : entries_) {
        if (is_block_entry(entry)) continue;
        llvm::Function* function = declare(entry.function, *entry.instruction);
        all.require(!function->isDeclaration() && function->getReturnType()->isVoidTy(), *entry.instruction,
                    "a kernel has a body and returns nothing");
        if (is_kernel_itself(entry.function))
            describe_kernel(all, *function, entry);
        else
            make_wrapper(*function, entry);
    }
}

// Gives a kernel its name. An internal function or variable of the module that has this name is renamed.
void Functions::take_name(llvm::Function& kernel, std::string_view text, const Instruction& user) const {
    const llvm::StringRef name(text.data(), text.size());
    all.require(!text.starts_with("llvm.") && !text.starts_with("ocl."), user, "the name belongs to the compiler");
    if (llvm::GlobalValue* other = all.module.getNamedValue(name); other && other != &kernel) {
        all.require(other->hasLocalLinkage(), user, "two kernels or functions are named \"" + std::string(text) + "\"");
        other->setName(name + ".body");
    }
    kernel.setName(name);
}

// Makes a kernel that calls the function. Such a kernel is needed if other functions also call the function, or if the
// function has several names.
void Functions::make_wrapper(llvm::Function& function, const EntryPoint& entry) {
    all.charge(*entry.instruction, function.arg_size());
    auto* kernel =
        llvm::Function::Create(function.getFunctionType(), llvm::GlobalValue::ExternalLinkage, "", all.module);
    take_name(*kernel, entry.name, *entry.instruction);
    kernel->setAttributes(function.getAttributes());
    kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(all.context, "", kernel));
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (unsigned i = 0; i < kernel->arg_size(); ++i) {
        kernel->getArg(i)->setName(function.getArg(i)->getName());
        arguments.push_back(kernel->getArg(i));
    }
    llvm::CallInst* call = builder.CreateCall(&function, arguments);
    call->setCallingConv(function.getCallingConv());
    call->setAttributes(call_attributes(function));
    builder.CreateRetVoid();
    describe_kernel(all, *kernel, entry);
}

}  // namespace lanewise::compiler::il
