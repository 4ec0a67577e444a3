#include "compiler/spirv/state/null_constant.h"

#include <llvm/IR/Constants.h>

#include <unordered_map>

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// Makes the null constant of a type. Makes the null constant of each nested type only once. The recursion is bounded,
// since types nest at most 255 deep (types.cpp).
class Nulls {
public:
    Nulls(const Translation& all, const Instruction& user) : all_(all), user_(user) {}

    llvm::Constant* of(Id id) {
        const auto found = made_.find(id);
        if (found != made_.end()) return found->second;
        llvm::Constant* made = make(all_.types.info(id, user_), all_.types.memory(id, user_));
        made_.emplace(id, made);
        return made;
    }

private:
    llvm::Constant* make(const TypeInfo& type, llvm::Type* memory) {
        switch (type.op) {
            // The null value of device events and reservations has all bits set: src/builtins/device_enqueue.cl and
            // lanewise/pipe_layout.h define this value.
            case Op::TypeDeviceEvent:
            case Op::TypeReserveId: return llvm::Constant::getAllOnesValue(memory);
            case Op::TypeEvent: return llvm::ConstantTargetNone::get(llvm::cast<llvm::TargetExtType>(memory));
            case Op::TypeArray: return array(type, llvm::cast<llvm::ArrayType>(memory));
            case Op::TypeStruct: return structure(type, llvm::cast<llvm::StructType>(memory));
            default: return llvm::Constant::getNullValue(memory);
        }
    }

    llvm::Constant* array(const TypeInfo& type, llvm::ArrayType* memory) {
        constexpr std::uint64_t most = 1 << 16;
        llvm::Constant* element = of(type.element);
        if (element->isNullValue()) return llvm::Constant::getNullValue(memory);
        all_.require(memory->getNumElements() <= most, user_, "an array has more than 65536 events");
        return llvm::ConstantArray::get(memory,
                                        llvm::SmallVector<llvm::Constant*, 8>(memory->getNumElements(), element));
    }

    llvm::Constant* structure(const TypeInfo& type, llvm::StructType* memory) {
        llvm::SmallVector<llvm::Constant*, 8> members;
        for (const Id member : type.definition->operands) members.push_back(of(member));
        return llvm::ConstantStruct::get(memory, members);
    }

    const Translation& all_;
    const Instruction& user_;
    std::unordered_map<Id, llvm::Constant*> made_;
};

}  // namespace

llvm::Constant* null_constant(const Translation& all, Id type, const Instruction& user) {
    llvm::Type* value = all.types.value(type, user);
    all.require(!value->isVoidTy(), user, "void has no null");
    // Only integers and vectors of integers have one LLVM type for values and another LLVM type in memory. Their null
    // constant is zero.
    if (value != all.types.info(type, user).memory) return llvm::Constant::getNullValue(value);
    return Nulls(all, user).of(type);
}

}  // namespace lanewise::compiler::il
