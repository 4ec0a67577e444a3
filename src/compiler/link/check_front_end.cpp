#include "compiler/link/check_front_end.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/loop_marks.h"

namespace lanewise::compiler {
namespace {

using llvm::Function;
using llvm::Instruction;
using llvm::StringRef;

class Checker {
public:
    explicit Checker(const llvm::Module& module) : module_(module) { module.getContext().getSyncScopeNames(scopes_); }

    std::string check() {
        require(module_.getTargetTriple().str().starts_with("spir64"), "the module", "is not for spir64");
        for (const llvm::GlobalVariable& variable : module_.globals()) check(variable);
        for (const Function& function : module_.functions()) check(function);
        return std::move(faults_);
    }

private:
    void require(bool condition, const llvm::Twine& what, const llvm::Twine& fault) {
        if (!condition) faults_ += (what + " " + fault + "\n").str();
    }

    void check(const llvm::GlobalVariable& variable);
    void check(const Function& function);
    void check_type(llvm::Type* type, const llvm::Twine& what);
    void check_kernel(const Function& kernel);
    void check_argument(const Function& kernel, unsigned index);
    void check_sizes(const Function& kernel, StringRef kind, unsigned count);
    void check_attributes(const Function& function);
    void check(const Instruction& instruction);
    void check_call(const llvm::CallBase& call);
    void check_printf(const llvm::CallBase& call);
    void check_enqueue(const llvm::CallBase& call);
    void check_scope(const Instruction& instruction);
    void check_loop(const Instruction& terminator);

    const llvm::Module& module_;
    llvm::SmallVector<StringRef, 8> scopes_;
    llvm::SmallPtrSet<llvm::Type*, 32> known_;
    std::string faults_;
};

std::string name_of(const llvm::Value& value) { return ("'" + value.getName() + "'").str(); }

// Checks a type and all types within it, each type once.
void Checker::check_type(llvm::Type* type, const llvm::Twine& what) {
    llvm::SmallVector<llvm::Type*, 8> left{type};
    while (!left.empty()) {
        llvm::Type* next = left.pop_back_val();
        if (!known_.insert(next).second) continue;
        if (const auto* pointer = llvm::dyn_cast<llvm::PointerType>(next))
            require(pointer->getAddressSpace() <= generic_space, what, "has a pointer of an unknown address space");
        if (const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(next))
            require(opaque->getName() == "spirv.Event", what, "has the target type " + opaque->getName());
        require(!llvm::isa<llvm::ScalableVectorType>(next), what, "has a scalable vector");
        left.append(next->subtype_begin(), next->subtype_end());
    }
}

void Checker::check(const llvm::GlobalVariable& variable) {
    if (variable.getName() == "llvm.global_ctors") return;  // for join_constructors
    const std::string name = "variable " + name_of(variable);
    const unsigned space = variable.getAddressSpace();
    check_type(variable.getValueType(), name);
    require(!variable.isThreadLocal(), name, "is local to threads");
    // Clang leaves a program-scope sampler in address space 0 if no call uses it.
    const bool is_unread_sampler = space == private_space && variable.getValueType()->isIntegerTy(64);
    require(space == global_space || space == constant_space || space == local_space || is_unread_sampler, name,
            "is in address space " + llvm::Twine(space));
    if (space != local_space)
        require(variable.hasInitializer() || variable.hasExternalLinkage(), name, "has no initial value");
}

void Checker::check(const Function& function) {
    const std::string name = "function " + name_of(function);
    check_type(function.getFunctionType(), name);
    check_attributes(function);
    require(function.getAddressSpace() == private_space, name, "is in another address space than 0");
    require(!function.hasPersonalityFn(), name, "handles exceptions");
    if (function.isIntrinsic()) {
        require(!llvm::Intrinsic::isTargetIntrinsic(function.getIntrinsicID()), name, "is for another target");
        return;
    }
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
        check_kernel(function);
    else
        require(function.getCallingConv() == llvm::CallingConv::SPIR_FUNC, name, "has no calling convention of spir");
    require(!function.isVarArg() || function.isDeclaration(), name, "takes any number of arguments");
    for (const Instruction& instruction : llvm::instructions(function)) check(instruction);
}

void Checker::check_attributes(const Function& function) {
    for (const llvm::Attribute attribute : function.getAttributes().getFnAttrs()) {
        if (!attribute.isStringAttribute()) continue;
        const StringRef kind = attribute.getKindAsString();
        const bool is_known = kind.starts_with("lanewise-") || kind.starts_with("denormal-fp-math") ||
                              llvm::StringSwitch<bool>(kind)
                                  .Cases({"uniform-work-group-size", "no-trapping-math", "stack-protector-buffer-size",
                                          "frame-pointer", "correctly-rounded-divide-sqrt-fp-math"},
                                         true)
                                  .Cases({"less-precise-fpmad", "no-infs-fp-math", "no-nans-fp-math",
                                          "no-signed-zeros-fp-math", "unsafe-fp-math", "approx-func-fp-math"},
                                         true)
                                  .Cases({"min-legal-vector-width", "no-builtins", "disable-tail-calls",
                                          "sample-profile-suffix-elision-policy"},
                                         true)
                                  .Default(false);
        require(is_known, "function " + name_of(function), "has the unknown attribute " + kind);
    }
}

void Checker::check_sizes(const Function& kernel, StringRef kind, unsigned count) {
    const llvm::MDNode* node = kernel.getMetadata(kind);
    if (!node) return;
    require(node->getNumOperands() == count, "kernel " + name_of(kernel), kind + " has another number of operands");
    for (const llvm::MDOperand& operand : node->operands())
        require(llvm::mdconst::hasa<llvm::ConstantInt>(operand), "kernel " + name_of(kernel),
                kind + " has an operand that is no number");
}

void Checker::check_kernel(const Function& kernel) {
    const std::string name = "kernel " + name_of(kernel);
    require(!kernel.isDeclaration(), name, "has no body");
    require(kernel.getReturnType()->isVoidTy(), name, "returns a value");
    const bool is_block = kernel.hasFnAttribute("lanewise-block");
    for (StringRef kind : {"kernel_arg_type", "kernel_arg_base_type", "kernel_arg_addr_space", "kernel_arg_access_qual",
                           "kernel_arg_type_qual", "kernel_arg_name", "pipe_packet_size"}) {
        const llvm::MDNode* list = kernel.getMetadata(kind);
        const bool is_optional = is_block || kind == "kernel_arg_name" || kind == "pipe_packet_size";
        require(list || is_optional, name, "has no " + kind);
        require(!list || list->getNumOperands() == kernel.arg_size(), name, kind + " has another length");
    }
    check_sizes(kernel, "reqd_work_group_size", 3);
    check_sizes(kernel, "work_group_size_hint", 3);
    check_sizes(kernel, "max_work_group_size", 3);
    check_sizes(kernel, "intel_reqd_sub_group_size", 1);
    if (const llvm::MDNode* hint = kernel.getMetadata("vec_type_hint"))
        require(hint->getNumOperands() == 2 && llvm::isa<llvm::ValueAsMetadata>(hint->getOperand(0)), name,
                "vec_type_hint has no type");
    if (const auto uniform = kernel.getFnAttribute("uniform-work-group-size"); uniform.isValid())
        require(uniform.getValueAsString() == "true" || uniform.getValueAsString() == "false", name,
                "uniform-work-group-size is neither true nor false");
    for (unsigned i = 0; i < kernel.arg_size(); ++i) check_argument(kernel, i);
}

StringRef text_of(const Function& kernel, StringRef kind, unsigned index) {
    const llvm::MDNode* list = kernel.getMetadata(kind);
    if (!list || index >= list->getNumOperands()) return {};
    const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(list->getOperand(index).get());
    return text ? text->getString() : StringRef();
}

// True for the image types of OpenCL C. Compares whole names, since programs may define other types whose names begin
// with "image".
bool is_image(StringRef base_type) {
    return llvm::StringSwitch<bool>(base_type)
        .Cases({"image1d_t", "image1d_buffer_t", "image1d_array_t", "image2d_t", "image2d_array_t"}, true)
        .Cases({"image2d_depth_t", "image2d_array_depth_t", "image3d_t"}, true)
        .Default(false);
}

void Checker::check_argument(const Function& kernel, unsigned index) {
    const llvm::Argument& argument = *kernel.getArg(index);
    const std::string name = ("argument " + llvm::Twine(index) + " of kernel " + name_of(kernel)).str();
    const StringRef base = text_of(kernel, "kernel_arg_base_type", index);
    const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
    const bool is_global = pointer && pointer->getAddressSpace() == global_space;
    if (const llvm::MDNode* spaces = kernel.getMetadata("kernel_arg_addr_space"))
        if (index < spaces->getNumOperands())
            require(llvm::mdconst::hasa<llvm::ConstantInt>(spaces->getOperand(index)), name, "has no address space");
    if (argument.hasByValAttr())
        require(pointer && pointer->getAddressSpace() == private_space && argument.getParamAlign(), name,
                "is by value, and not private or without alignment");
    else if (pointer)
        require(pointer->getAddressSpace() != private_space, name, "is a private pointer");
    if (is_image(base)) require(is_global, name, "is an image outside of address space 1");
    if (base == "sampler_t" || base == "queue_t")
        require(argument.getType()->isIntegerTy(64), name, "is a sampler or queue, and no i64");
    llvm::SmallVector<StringRef, 4> qualifiers;
    text_of(kernel, "kernel_arg_type_qual", index).split(qualifiers, ' ');
    if (!llvm::is_contained(qualifiers, "pipe")) return;
    require(is_global, name, "is a pipe outside of address space 1");
    const llvm::MDNode* sizes = kernel.getMetadata("pipe_packet_size");
    const auto* size = sizes && index < sizes->getNumOperands()
                           ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(sizes->getOperand(index))
                           : nullptr;
    require(size && !size->isZero(), name, "is a pipe without packet size");
}

void Checker::check(const Instruction& instruction) {
    const Function& function = *instruction.getFunction();
    check_type(instruction.getType(), "function " + function.getName());
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        require(variable->getAddressSpace() == private_space, "function " + name_of(function),
                "has a variable in another address space than 0");
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) check_call(*call);
    if (instruction.isAtomic()) check_scope(instruction);
    if (!instruction.isTerminator()) return;
    require(llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(instruction),
            "function " + name_of(function), "has a terminator of languages with exceptions");
    check_loop(instruction);
}

void Checker::check_call(const llvm::CallBase& call) {
    const std::string name = "function " + name_of(*call.getFunction());
    const Function* callee = call.getCalledFunction();
    if (!callee || callee->isIntrinsic()) return;
    require(call.getCallingConv() == callee->getCallingConv(), name,
            "calls " + name_of(*callee) + " with another calling convention");
    // Calls at which the work-items of a group wait for each other must be convergent.
    const StringRef text = callee->getName();
    const bool meets = text.starts_with("_Z7barrierj") || text.starts_with("_Z18work_group_barrier") ||
                       text.starts_with("_Z17sub_group_barrier") || text.contains("group_reduce_") ||
                       text.contains("group_scan_") || text.contains("group_broadcast") || text.contains("_ballot");
    require(!meets || call.isConvergent(), name, "calls " + name_of(*callee) + " without convergent");
    if (text == "printf") check_printf(call);
    if (text.starts_with("__enqueue_kernel_")) check_enqueue(call);
}

void Checker::check_printf(const llvm::CallBase& call) {
    const std::string name = "function " + name_of(*call.getFunction());
    require(call.getFunctionType()->isVarArg() && call.arg_size() >= 1, name, "calls a printf without format");
    if (call.arg_size() == 0) return;
    const llvm::Value* format = call.getArgOperand(0);
    require(format->getType()->isPointerTy() && format->getType()->getPointerAddressSpace() == constant_space, name,
            "calls printf with a format outside of address space 2");
}

// Checks that the kernel of the block is an argument: __enqueue_kernel_*(queue, flags, ndrange, ..., kernel, literal,
// ...).
void Checker::check_enqueue(const llvm::CallBase& call) {
    const bool names_kernel = llvm::any_of(call.args(), [](const llvm::Use& argument) {
        const auto* kernel = llvm::dyn_cast<Function>(argument->stripPointerCasts());
        return kernel && kernel->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    });
    require(names_kernel, "function " + name_of(*call.getFunction()), "enqueues no kernel");
}

void Checker::check_scope(const Instruction& instruction) {
    const auto scope = llvm::getAtomicSyncScopeID(&instruction);
    if (!scope) return;
    const StringRef text = *scope < scopes_.size() ? scopes_[*scope] : "unknown";
    const bool is_known = text.empty() || text == "work_item" || text == "workgroup" || text == "device" ||
                          text == "all_svm_devices" || text == "sub_group";
    require(is_known, "function " + name_of(*instruction.getFunction()), "has an atomic of the scope " + text);
}

void Checker::check_loop(const Instruction& terminator) {
    const std::string name = "function " + name_of(*terminator.getFunction());
    if (const llvm::MDNode* loop = terminator.getMetadata(llvm::LLVMContext::MD_loop))
        require(loop->isDistinct() && loop->getNumOperands() > 0 && loop->getOperand(0) == loop, name,
                "has a loop whose properties are no node of their own");
    for (StringRef mark : {StringRef(loop_mark::head), StringRef(loop_mark::latch), StringRef(loop_mark::end)})
        if (const llvm::MDNode* node = terminator.getMetadata(mark))
            require(node->getNumOperands() == 0, name, "has a mark with operands");
    require(!terminator.getMetadata(loop_mark::latch) || terminator.getNumSuccessors() > 0, name,
            "has a branch back that is none");
}

}  // namespace

std::string check_front_end(const llvm::Module& module) { return Checker(module).check(); }

}  // namespace lanewise::compiler
