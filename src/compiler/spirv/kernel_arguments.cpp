#include "compiler/spirv/kernel_arguments.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/packet_sizes.h"
#include "compiler/spirv/state/image_type.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Decoration;
using spirv::FunctionParameterAttribute;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;
using spirv::StorageClass;

// The alignment of local memory whose objects may have any type: the alignment of OpenCL C's largest type, double16.
constexpr std::uint64_t any_alignment = 128;

std::string scalar_name(llvm::Type* type, bool is_unsigned) {
    if (type->isHalfTy()) return "half";
    if (type->isBFloatTy()) return "bfloat16";
    if (type->isFloatTy()) return "float";
    if (type->isDoubleTy()) return "double";
    if (!type->isIntegerTy()) return "void";
    const std::string prefix = is_unsigned ? "u" : "";
    switch (type->getIntegerBitWidth()) {
        case 1: return "bool";
        case 8: return prefix + "char";
        case 16: return prefix + "short";
        case 32: return prefix + "int";
        case 64: return prefix + "long";
        default: return prefix + "int" + std::to_string(type->getIntegerBitWidth());
    }
}

// The description of one kernel argument in the metadata.
struct Argument {
    std::string type, base_type, access = "none", qualifiers;
    unsigned space = 0;
    std::uint32_t packet_size = 0;

    void add_qualifier(std::string_view word) {
        if (!qualifiers.empty()) qualifiers += ' ';
        qualifiers += word;
    }
};

class Describer {
public:
    Describer(Translation& all, llvm::Function& kernel, const EntryPoint& entry)
        : all_(all), kernel_(kernel), entry_(entry), function_(*all.source.definition(entry.function)) {
        const auto& instructions = all.source.instructions;
        auto at = static_cast<std::size_t>(&function_ - instructions.data()) + 1;
        for (; at < instructions.size() && parameters_.size() < kernel.arg_size(); ++at)
            if (instructions[at].op == Op::FunctionParameter) parameters_.push_back(&instructions[at]);
    }

    void describe() {
        for (unsigned i = 0; i < kernel_.arg_size(); ++i) {
            arguments_.push_back(argument(i));
            // The host sets all bits of an argument, so none of them is undef. Clang adds `noundef`, too.
            kernel_.addParamAttr(i, llvm::Attribute::NoUndef);
        }
        const bool has_types =
            take_texts("kernel_arg_type.", [](Argument& argument, std::string_view text) { argument.type = text; });
        take_texts("kernel_arg_type_qual.",
                   [](Argument& argument, std::string_view text) { argument.qualifiers = text; });
        put_on_kernel(has_types || has_all_names());
    }

private:
    Argument argument(unsigned index) {
        const Instruction& parameter = *parameters_[index];
        const TypeInfo& type = all_.types.info(parameter.type, parameter);
        Argument made;
        made.base_type = type_name(parameter, type);
        if (has_known_type(parameter, type)) made.type = made.base_type;
        switch (type.op) {
            case Op::TypeImage: {
                const ImageType image = image_type_of(all_.types, all_.annotations, parameter.type, parameter);
                made.access = access_word(image.access);
                made.space = global_space;
                break;
            }
            case Op::TypePipe:
                made.access = access_word(static_cast<spirv::AccessQualifier>(type.definition->operands[0]));
                made.space = global_space;
                made.packet_size = packet_size_of(*kernel_.getArg(index));
                made.add_qualifier("pipe");
                break;
            case Op::TypePointer:
            case Op::TypeUntypedPointerKHR: describe_pointer(index, parameter, type, made); break;
            default: break;
        }
        return made;
    }

    void describe_pointer(unsigned index, const Instruction& parameter, const TypeInfo& type, Argument& made) {
        const Id id = parameter.result;
        if (kernel_.getArg(index)->hasByValAttr()) return;
        made.space = kernel_.getArg(index)->getType()->getPointerAddressSpace();
        if (made.space == local_space) align_local(index, type);
        const auto has = [&](Decoration decoration) { return all_.annotations.has(id, decoration); };
        // OpenCL API 3.0, table "Kernel argument qualifiers": pointers to the constant address space are const.
        if (type.storage == StorageClass::UniformConstant || has(Decoration::Constant) || has(Decoration::NonWritable))
            made.add_qualifier("const");
        if (has(Decoration::Restrict) || has_attribute(id, FunctionParameterAttribute::NoAlias))
            made.add_qualifier("restrict");
        if (has(Decoration::Volatile)) made.add_qualifier("volatile");
    }

    // Raises the alignment of a local memory argument. If the pointer points to bytes or to an unknown type, the kernel
    // may store objects of any type in the local memory.
    void align_local(unsigned index, const TypeInfo& type) {
        const TypeInfo* target = type.element != 0 ? &all_.types.info(type.element, function_) : nullptr;
        const bool is_known = target && target->memory && !target->memory->isIntegerTy(8);
        const llvm::Align natural = is_known ? all_.types.alignment(target->memory) : llvm::Align(any_alignment);
        const llvm::Align own = kernel_.getParamAlign(index).valueOrOne();
        if (natural <= own) return;
        kernel_.removeParamAttr(index, llvm::Attribute::Alignment);
        kernel_.addParamAttr(index, llvm::Attribute::getWithAlignment(all_.context, natural));
    }

    bool has_attribute(Id id, FunctionParameterAttribute attribute) const {
        bool has = false;
        all_.annotations.for_each(id, Decoration::FuncParamAttr, [&](Words operands) {
            has |= static_cast<FunctionParameterAttribute>(operands[0]) == attribute;
        });
        return has;
    }

    // SPIR-V does not say whether an integer type is signed, so only a string can distinguish "int" from "uint". Small
    // integers are an exception: the parameter's attribute Sext or Zext shows whether the type is signed.
    bool has_known_type(const Instruction& parameter, const TypeInfo& type) const {
        const TypeInfo* named = &type;
        if (type.op == Op::TypePointer) named = &all_.types.info(type.element, parameter);
        if (named->op == Op::TypeVector) named = &all_.types.info(named->element, parameter);
        if (named->op != Op::TypeInt) return true;
        const bool is_extended = has_attribute(parameter.result, FunctionParameterAttribute::Zext) ||
                                 has_attribute(parameter.result, FunctionParameterAttribute::Sext);
        return is_extended && type.op == Op::TypeInt;
    }

    std::string number_name(const Instruction& parameter, llvm::Type* type) const {
        const bool is_unsigned = has_attribute(parameter.result, FunctionParameterAttribute::Zext);
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
        return scalar_name(type->getScalarType(), is_unsigned) +
               (vector ? std::to_string(vector->getNumElements()) : "");
    }

    std::string type_name(const Instruction& parameter, const TypeInfo& type) const {
        switch (type.op) {
            case Op::TypeImage: return image_type_of(all_.types, all_.annotations, parameter.type, parameter).name();
            case Op::TypeSampler: return "sampler_t";
            case Op::TypeQueue: return "queue_t";
            case Op::TypeDeviceEvent: return "clk_event_t";
            case Op::TypeStruct: return struct_name(parameter.type);
            case Op::TypeUntypedPointerKHR: return "void*";
            case Op::TypePointer: {
                const TypeInfo& target = all_.types.info(type.element, parameter);
                const bool is_copy = has_attribute(parameter.result, FunctionParameterAttribute::ByVal);
                return (target.op == Op::TypeStruct
                            ? struct_name(type.element)
                            : number_name(parameter, target.value ? target.value : void_type())) +
                       (is_copy ? "" : "*");
            }
            default: return number_name(parameter, type.value);
        }
    }

    llvm::Type* void_type() const { return llvm::Type::getVoidTy(all_.context); }

    // Returns the OpenCL C name of a structure. Clang writes "struct.S" for the structure S.
    std::string struct_name(Id type) const {
        std::string name(all_.annotations.name(type));
        for (const char* kind : {"struct.", "union.", "class."})
            if (name.starts_with(kind)) name[std::string_view(kind).size() - 1] = ' ';
        return name.empty() ? "struct" : name;
    }

    // Calls `take` with each argument of the kernel and the text that describes the argument. Some producers write
    // these texts into one OpString, in which each text ends with a comma. Returns false if the module has no such
    // string for the kernel.
    template <class Take>
    bool take_texts(std::string_view kind, Take&& take) {
        auto list = all_.annotations.kernel_text(std::string(kind).append(entry_.name).append("."));
        if (!list) return false;
        for (Argument& argument : arguments_) {
            const std::size_t end = std::min(list->find(','), list->size());
            take(argument, list->substr(0, end));
            list->remove_prefix(std::min(end + 1, list->size()));
        }
        return true;
    }

    bool has_all_names() const {
        return std::ranges::none_of(parameters_, [&](const Instruction* parameter) {
            return all_.annotations.name(parameter->result).empty();
        });
    }

    template <class Make>
    void put(llvm::StringRef kind, Make&& make) {
        llvm::SmallVector<llvm::Metadata*, 8> entries;
        for (std::size_t i = 0; i < arguments_.size(); ++i) entries.push_back(make(i));
        kernel_.setMetadata(kind, llvm::MDNode::get(all_.context, entries));
    }

    llvm::Metadata* text(std::string_view text) const {
        return llvm::MDString::get(all_.context, llvm::StringRef(text.data(), text.size()));
    }

    llvm::Metadata* number(std::uint64_t number) const {
        return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(all_.context), number));
    }

    void put_on_kernel(bool has_names) {
        put("kernel_arg_type", [&](std::size_t i) { return text(arguments_[i].type); });
        put("kernel_arg_base_type", [&](std::size_t i) { return text(arguments_[i].base_type); });
        put("kernel_arg_addr_space", [&](std::size_t i) { return number(arguments_[i].space); });
        put("kernel_arg_access_qual", [&](std::size_t i) { return text(arguments_[i].access); });
        put("kernel_arg_type_qual", [&](std::size_t i) { return text(arguments_[i].qualifiers); });
        if (std::ranges::any_of(arguments_, [](const Argument& argument) { return argument.packet_size != 0; }))
            put("pipe_packet_size", [&](std::size_t i) { return number(arguments_[i].packet_size); });
        if (has_names)
            put("kernel_arg_name", [&](std::size_t i) { return text(all_.annotations.name(parameters_[i]->result)); });
    }

    Translation& all_;
    llvm::Function& kernel_;
    const EntryPoint& entry_;
    const Instruction& function_;
    std::vector<const Instruction*> parameters_;
    std::vector<Argument> arguments_;
};

}  // namespace

void describe_arguments(Translation& all, llvm::Function& kernel, const EntryPoint& entry) {
    Describer(all, kernel, entry).describe();
}

}  // namespace lanewise::compiler::il
