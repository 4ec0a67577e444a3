#include "compiler/frontend/objects/opaque_types.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {
namespace {

constexpr unsigned global_space = 1;

// Returns the type that kernels use instead of an opaque type; `type` itself if it is not a type of OpenCL.
llvm::Type* held_for(llvm::TargetExtType& type) {
    enum class Held { unknown, word, address };
    const Held held = llvm::StringSwitch<Held>(type.getName())
                          .Cases({"spirv.Queue", "spirv.DeviceEvent", "spirv.ReserveId", "spirv.Sampler"}, Held::word)
                          .Cases({"spirv.Pipe", "spirv.Image"}, Held::address)
                          .Default(Held::unknown);
    switch (held) {
        case Held::unknown: break;
        case Held::word: return llvm::Type::getInt64Ty(type.getContext());
        case Held::address: return llvm::PointerType::get(type.getContext(), global_space);
    }
    return &type;
}

class PlainTypes final : public llvm::ValueMapTypeRemapper {
public:
    llvm::Type* remapType(llvm::Type* type) override {
        if (llvm::Type* known = known_.lookup(type)) return known;
        llvm::Type* plain = make_plain(type);
        return known_[type] = plain;
    }

    bool changes(llvm::Type* type) { return remapType(type) != type; }

private:
    llvm::SmallVector<llvm::Type*, 8> elements_of(llvm::ArrayRef<llvm::Type*> types) {
        llvm::SmallVector<llvm::Type*, 8> plain;
        for (llvm::Type* type : types) plain.push_back(remapType(type));
        return plain;
    }

    llvm::Type* make_plain(llvm::Type* type) {
        if (auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) return held_for(*opaque);
        if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
            return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
        if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type))
            return llvm::FunctionType::get(remapType(function->getReturnType()), elements_of(function->params()),
                                           function->isVarArg());
        if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return make_plain_structure(*structure);
        return type;
    }

    llvm::Type* make_plain_structure(llvm::StructType& structure) {
        if (structure.isOpaque()) return &structure;
        const auto elements = elements_of(structure.elements());
        if (llvm::ArrayRef<llvm::Type*>(elements) == structure.elements()) return &structure;
        if (structure.isLiteral()) return llvm::StructType::get(structure.getContext(), elements, structure.isPacked());
        return llvm::StructType::create(elements, structure.getName(), structure.isPacked());
    }

    llvm::DenseMap<llvm::Type*, llvm::Type*> known_;
};

// Creates a function with plain types and moves the body of `function` to the new function.
llvm::Function* retyped(llvm::Function& function, PlainTypes& types, llvm::ValueToValueMapTy& values) {
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function.getFunctionType()));
    auto* plain = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace());
    function.getParent()->getFunctionList().insert(function.getIterator(), plain);
    plain->takeName(&function);
    plain->copyAttributesFrom(&function);
    plain->copyMetadata(&function, 0);
    plain->splice(plain->begin(), &function);
    for (auto [from, to] : llvm::zip_equal(function.args(), plain->args())) {
        to.takeName(&from);
        values[&from] = &to;
    }
    values[&function] = plain;
    return plain;
}

// Recognizes a sampler at program scope. Clang only declares sampler variables, and repeats their value at every use.
bool is_unused_sampler(const llvm::GlobalVariable& variable) {
    const auto* type = llvm::dyn_cast<llvm::TargetExtType>(variable.getValueType());
    return type && type->getName() == "spirv.Sampler" && variable.isDeclaration();
}

llvm::GlobalVariable* retyped(llvm::GlobalVariable& variable, PlainTypes& types) {
    llvm::Constant* initial = nullptr;
    llvm::Type* type = types.remapType(variable.getValueType());
    const bool is_unused = is_unused_sampler(variable);
    if (is_unused) initial = llvm::Constant::getNullValue(type);
    if (variable.hasInitializer())
        initial = llvm::isa<llvm::UndefValue>(variable.getInitializer()) ? llvm::UndefValue::get(type)
                                                                         : llvm::Constant::getNullValue(type);
    auto* plain =
        new llvm::GlobalVariable(*variable.getParent(), type, variable.isConstant(), variable.getLinkage(), initial, "",
                                 &variable, variable.getThreadLocalMode(), variable.getAddressSpace());
    plain->takeName(&variable);
    plain->copyAttributesFrom(&variable);
    if (is_unused) plain->setLinkage(llvm::GlobalValue::InternalLinkage);
    return plain;
}

bool has_opaque_values(const llvm::Function& function, PlainTypes& types) {
    return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
        const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        return llvm::isa<llvm::TargetExtType>(instruction.getType()) ||
               (variable && types.changes(variable->getAllocatedType()));
    });
}

// Checks only the definitions of values, not their operands: an operand has an opaque type only if some definition has
// this type.
bool has_opaque_types(const llvm::Module& module, PlainTypes& types) {
    return llvm::any_of(module.getIdentifiedStructTypes(),
                        [&](llvm::StructType* type) { return types.changes(type); }) ||
           llvm::any_of(module.globals(),
                        [&](const llvm::GlobalVariable& g) { return types.changes(g.getValueType()); }) ||
           llvm::any_of(module.functions(), [&](const llvm::Function& f) {
               return types.changes(f.getFunctionType()) || has_opaque_values(f, types);
           });
}

}  // namespace

void replace_opaque_types(llvm::Module& module) {
    PlainTypes types;
    if (!has_opaque_types(module, types)) return;
    llvm::ValueToValueMapTy values;
    llvm::SmallVector<llvm::GlobalObject*, 8> replaced;
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (!types.changes(variable.getValueType())) continue;
        values[&variable] = retyped(variable, types);
        replaced.push_back(&variable);
    }
    llvm::SmallVector<llvm::Function*, 16> functions;
    for (llvm::Function& function : module) functions.push_back(&function);
    for (llvm::Function*& function : functions) {
        if (!types.changes(function->getFunctionType())) continue;
        replaced.push_back(function);
        function = retyped(*function, types, values);
    }
    for (llvm::Function* function : functions)
        if (!function->isDeclaration()) llvm::RemapFunction(*function, values, llvm::RF_IgnoreMissingLocals, &types);
    for (llvm::GlobalObject* object : replaced) {
        // Also replaces the object's address in initializers of variables. The new value is valid there, since the
        // value is a pointer, too.
        object->replaceAllUsesWith(llvm::cast<llvm::Constant>(values[object]));
        object->eraseFromParent();
    }
}

}  // namespace lanewise::compiler
