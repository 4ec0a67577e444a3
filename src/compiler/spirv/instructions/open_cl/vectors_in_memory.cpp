// Loads and stores of vectors whose addresses are aligned only to a component (vloadn, vstoren), and of halves that
// kernels use as floats (vload_half, vstore_half).
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <string>

#include "builtins/builtin_library.h"
#include "compiler/spirv/instructions/arithmetic/directed_rounding.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/open_cl/open_cl.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;

// A call of a builtin vload* or vstore*. The arguments are the value (of a store), the offset as size_t, and the
// pointer to components.
class Access {
public:
    Access(Body& body, const Instruction& instruction, std::size_t offset_place) : body_(body) {
        llvm::Value* offset = body.integer(instruction, offset_place);
        body.all.require(offset->getType()->isIntegerTy(), instruction, "the offset is no scalar");
        offset_ = body.builder.CreateZExtOrTrunc(offset, body.builder.getInt64Ty());
        pointer_ = body.pointer(instruction, offset_place + 1);
    }

    /// Returns null if the library has no such builtin.
    llvm::Value* load(const std::string& name, llvm::Type* result, llvm::Type* component,
                      llvm::Value* offset = nullptr) {
        const Parameter parameters[] = {number(body_.builder.getInt64Ty()), target(component, true)};
        if (!builtins::find(mangle(name, parameters))) return nullptr;
        return call_builtin(body_, name, result, parameters, {offset ? offset : offset_, pointer_});
    }

    bool store(const std::string& name, llvm::Value* data, llvm::Type* component, llvm::Value* offset = nullptr) {
        const Parameter parameters[] = {number(data->getType(), Sign::is_signed), number(body_.builder.getInt64Ty()),
                                        target(component, false)};
        if (!builtins::find(mangle(name, parameters))) return false;
        call_builtin(body_, name, body_.builder.getVoidTy(), parameters, {data, offset ? offset : offset_, pointer_});
        return true;
    }

    /// Returns the offset from the pointer to a vector's component, counted in components.
    llvm::Value* place(unsigned components, unsigned component) {
        llvm::IRBuilder<>& builder = body_.builder;
        return builder.CreateAdd(builder.CreateMul(offset_, builder.getInt64(components)), builder.getInt64(component));
    }

    llvm::Value* address(llvm::Type* component, llvm::Value* place) {
        return body_.builder.CreateGEP(component, pointer_, place);
    }

private:
    Parameter target(llvm::Type* component, bool is_const) const {
        return {.kind = Parameter::Kind::pointer,
                .type = component,
                .sign = Sign::is_signed,
                .space = pointer_->getType()->getPointerAddressSpace(),
                .is_const = is_const};
    }

    Body& body_;
    llvm::Value* offset_;
    llvm::Value* pointer_;
};

// Refuses a literal that differs from the number of components. In calls without the literal, the number of components
// follows from the type.
void check_length(Body& body, const Instruction& instruction, std::size_t place, unsigned components) {
    if (place < instruction.operands.size())
        body.all.require(instruction.operands[place] == std::max(components, 1U), instruction,
                         "the result has another number of components");
}

std::string suffix(unsigned components) { return components == 0 ? "" : std::to_string(components); }

void require_number(Body& body, const Instruction& instruction, llvm::Type* type) {
    body.all.require((type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) && !type->isIntOrIntVectorTy(1),
                     instruction, "the components are no numbers");
}

void refuse_constant(Body& body, const Instruction& instruction, std::size_t pointer) {
    const TypeInfo& type = body.operand_type(instruction, pointer);
    body.all.require(type.storage != spirv::StorageClass::UniformConstant, instruction,
                     "constant memory cannot be written");
}

// Returns the suffix of a builtin's name for the rounding mode in an operand (SPIR-V specification, section 3.16).
std::string rounding_of(Body& body, const Instruction& instruction, std::size_t place) {
    switch (static_cast<spirv::FPRoundingMode>(body.word(instruction, place))) {
        case spirv::FPRoundingMode::RTE: return "_rte";
        case spirv::FPRoundingMode::RTZ: return "_rtz";
        case spirv::FPRoundingMode::RTP: return "_rtp";
        case spirv::FPRoundingMode::RTN: return "_rtn";
        default: body.all.refuse(instruction, "there is no such rounding mode");
    }
}

}  // namespace

llvm::Value* load_vector(Body& body, const Instruction& instruction, std::string_view) {
    llvm::Type* type = body.result_type(instruction);
    require_number(body, instruction, type);
    const unsigned components = components_of(type);
    check_length(body, instruction, first_argument + 2, components);
    Access access(body, instruction, first_argument);
    llvm::Type* component = type->getScalarType();
    if (llvm::Value* value = access.load("vload" + suffix(components), type, component)) return value;
    llvm::Value* whole = llvm::PoisonValue::get(type);
    const llvm::Align alignment = body.all.types.alignment(component);
    if (components == 0)
        return body.builder.CreateAlignedLoad(component, access.address(component, access.place(1, 0)), alignment);
    for (unsigned i = 0; i < components; ++i)
        whole = body.builder.CreateInsertElement(
            whole,
            body.builder.CreateAlignedLoad(component, access.address(component, access.place(components, i)),
                                           alignment),
            i);
    return whole;
}

llvm::Value* store_vector(Body& body, const Instruction& instruction, std::string_view) {
    require_arguments(body, instruction, 3);
    llvm::Value* data = body.operand(instruction, first_argument);
    require_number(body, instruction, data->getType());
    Access access(body, instruction, first_argument + 1);
    refuse_constant(body, instruction, first_argument + 2);
    const unsigned components = components_of(data->getType());
    llvm::Type* component = data->getType()->getScalarType();
    if (access.store("vstore" + suffix(components), data, component)) return nullptr;
    const llvm::Align alignment = body.all.types.alignment(component);
    for (unsigned i = 0; i < std::max(components, 1U); ++i) {
        llvm::Value* part = components == 0 ? data : body.builder.CreateExtractElement(data, i);
        llvm::Value* place = access.place(std::max(components, 1U), i);
        body.builder.CreateAlignedStore(part, access.address(component, place), alignment);
    }
    return nullptr;
}

llvm::Value* load_half(Body& body, const Instruction& instruction, std::string_view name) {
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isFPOrFPVectorTy(), instruction, "the result is no floating-point number");
    const unsigned components = components_of(type);
    body.all.require(components == 0 || name != "vload_half", instruction, "the result is no scalar");
    check_length(body, instruction, first_argument + 2, components);
    Access access(body, instruction, first_argument);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* half = builder.getHalfTy();
    llvm::Type* floats = type->getWithNewType(builder.getFloatTy());
    const std::string start = name.starts_with("vloada") ? "vloada_half" : "vload_half";
    if (llvm::Value* value = access.load(start + suffix(components), floats, half))
        return builder.CreateFPCast(value, type);
    body.all.require(components != 0, instruction, "the pointer's storage class does not fit");
    llvm::Value* whole = llvm::PoisonValue::get(floats);
    for (unsigned i = 0; i < components; ++i) {
        llvm::Value* part = access.load("vload_half", builder.getFloatTy(), half, access.place(components, i));
        body.all.require(part, instruction, "the pointer's storage class does not fit");
        whole = builder.CreateInsertElement(whole, part, i);
    }
    return builder.CreateFPCast(whole, type);
}

llvm::Value* store_half(Body& body, const Instruction& instruction, std::string_view name) {
    const bool is_rounded = name.ends_with("_r");
    require_arguments(body, instruction, is_rounded ? 4 : 3);
    llvm::Value* data = body.floating(instruction, first_argument);
    Access access(body, instruction, first_argument + 1);
    refuse_constant(body, instruction, first_argument + 2);
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* half = builder.getHalfTy();
    if (data->getType()->getScalarSizeInBits() < 32)
        data = builder.CreateFPExt(data, data->getType()->getWithNewType(builder.getFloatTy()));
    const auto usual = body.modes.of(half).rounding;
    const std::string mode = is_rounded ? rounding_of(body, instruction, first_argument + 3)
                                        : std::string(usual == spirv::FPRoundingMode::RTE ? "" : suffix_of(usual));
    const unsigned components = components_of(data->getType());
    body.all.require(components == 0 || !name.starts_with("vstore_half_r"), instruction, "the data is no scalar");
    const std::string start = name.starts_with("vstorea") ? "vstorea_half" : "vstore_half";
    if (access.store(start + suffix(components) + mode, data, half)) return nullptr;
    for (unsigned i = 0; i < std::max(components, 1U); ++i) {
        llvm::Value* part = components == 0 ? data : builder.CreateExtractElement(data, i);
        const bool stored = access.store("vstore_half" + mode, part, half, access.place(std::max(components, 1U), i));
        body.all.require(stored, instruction, "the pointer's storage class does not fit");
    }
    return nullptr;
}

// Checks the operands, and makes no code: the processor itself prefetches the loads of vectorized loops.
llvm::Value* prefetch(Body& body, const Instruction& instruction, std::string_view) {
    require_arguments(body, instruction, 2);
    body.pointer(instruction, first_argument);
    body.integer(instruction, first_argument + 1);
    return nullptr;
}

}  // namespace lanewise::compiler::il
