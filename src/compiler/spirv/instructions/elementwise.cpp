#include "compiler/spirv/instructions/elementwise.h"

#include <llvm/IR/Constants.h>

namespace lanewise::compiler::il {

using spirv::Instruction;

namespace {

constexpr std::size_t max_leaves = 65536;

bool is_of_open_cl(unsigned components) {
    return components == 0 || (components >= 2 && components <= 4) || components == 8 || components == 16;
}

llvm::Type* part_type(llvm::Type* type, unsigned index) {
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    return structure ? structure->getElementType(index) : type->getArrayElementType();
}

std::uint64_t parts_of(llvm::Type* type) {
    if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return structure->getNumElements();
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    return array ? array->getNumElements() : 0;
}

// Types nest at most 255 deep (types.cpp), which bounds the recursion.
class Leaves {
public:
    Leaves(Body& body, const Instruction& instruction,
           llvm::function_ref<llvm::Value*(llvm::Type* type, Arguments values)> make)
        : body_(body), instruction_(instruction), make_(make) {}

    llvm::Value* of(llvm::Type* type, Arguments values) {
        if (!type->isAggregateType()) {
            body_.all.require(++leaves_ <= max_leaves, instruction_, "the object has too many parts for a value");
            return make_(type, values);
        }
        const std::uint64_t parts = parts_of(type);
        body_.all.require(parts <= max_leaves, instruction_, "the object has too many parts for a value");
        for (const llvm::Value* value : values)
            body_.all.require(value->getType()->isAggregateType() && parts_of(value->getType()) == parts, instruction_,
                              "the objects have different parts");
        llvm::Value* result = llvm::PoisonValue::get(type);
        for (unsigned part = 0; part < parts; ++part) {
            llvm::SmallVector<llvm::Value*, 4> inner;
            for (llvm::Value* value : values) inner.push_back(body_.builder.CreateExtractValue(value, part));
            result = body_.builder.CreateInsertValue(result, of(part_type(type, part), inner), part);
        }
        return result;
    }

private:
    Body& body_;
    const Instruction& instruction_;
    llvm::function_ref<llvm::Value*(llvm::Type* type, Arguments values)> make_;
    std::size_t leaves_ = 0;
};

}  // namespace

unsigned components_of(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 0;
}

llvm::Type* with_components_of(llvm::Type* scalar, const llvm::Type* like) {
    const unsigned components = components_of(like);
    return components == 0 ? scalar : llvm::FixedVectorType::get(scalar, components);
}

void require_equal_types(const Body& body, const Instruction& instruction, const llvm::Value* left,
                         const llvm::Value* right) {
    body.all.require(left->getType() == right->getType(), instruction, "the operands have different types");
}

llvm::Value* by_components(Body& body, llvm::Type* result, Arguments arguments,
                           llvm::function_ref<llvm::Value*(llvm::Type* result, Arguments arguments)> make) {
    const unsigned components = components_of(result);
    if (is_of_open_cl(components)) return make(result, arguments);
    llvm::Value* made = llvm::PoisonValue::get(result);
    for (unsigned i = 0; i < components; ++i) {
        llvm::SmallVector<llvm::Value*, 4> scalars;
        for (llvm::Value* argument : arguments) scalars.push_back(body.builder.CreateExtractElement(argument, i));
        made = body.builder.CreateInsertElement(made, make(result->getScalarType(), scalars), i);
    }
    return made;
}

llvm::Value* call_elementwise(Body& body, std::string_view function, llvm::Type* result, Arguments arguments,
                              Sign sign) {
    return by_components(body, result, arguments, [&](llvm::Type* type, Arguments values) -> llvm::Value* {
        llvm::SmallVector<Parameter, 4> parameters;
        for (const llvm::Value* value : values) parameters.push_back(number(value->getType(), sign));
        return call_builtin(body, function, type, parameters, values);
    });
}

llvm::Value* by_leaves(Body& body, const Instruction& instruction, llvm::Type* type, Arguments values,
                       llvm::function_ref<llvm::Value*(llvm::Type* type, Arguments values)> make) {
    return Leaves(body, instruction, make).of(type, values);
}

}  // namespace lanewise::compiler::il
