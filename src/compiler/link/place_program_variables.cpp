#include "compiler/link/place_program_variables.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned address_bits = 64, address_bytes = address_bits / 8;

using Variables = llvm::SmallSetVector<llvm::GlobalVariable*, 16>;

// Collects the variables whose addresses `constant` contains.
void collect_references(llvm::Constant& constant, Variables& found, llvm::SmallPtrSetImpl<llvm::Constant*>& visited) {
    if (!visited.insert(&constant).second) return;
    if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
        found.insert(variable);
        return;
    }
    for (llvm::Use& operand : constant.operands())
        if (auto* inner = llvm::dyn_cast<llvm::Constant>(&operand)) collect_references(*inner, found, visited);
}

Variables references_of(llvm::GlobalVariable& variable) {
    Variables found;
    llvm::SmallPtrSet<llvm::Constant*, 16> visited;
    if (variable.hasInitializer()) collect_references(*variable.getInitializer(), found, visited);
    return found;
}

bool may_join(const llvm::GlobalVariable& variable) {
    return variable.getAddressSpace() == constant_space && variable.hasInitializer();
}

Variables variables_to_place(llvm::Module& program) {
    Variables placed;
    for (llvm::GlobalVariable& variable : program.globals())
        if (variable.getAddressSpace() == global_space && variable.hasInitializer()) placed.insert(&variable);
    for (std::size_t before = 0; !placed.empty() && before != placed.size();) {
        before = placed.size();
        for (std::size_t i = 0; i < placed.size(); ++i)
            for (llvm::GlobalVariable* target : references_of(*placed[i]))
                if (may_join(*target)) placed.insert(target);
        for (llvm::GlobalVariable& variable : program.globals())
            if (may_join(variable) &&
                llvm::any_of(references_of(variable), [&](auto* v) { return placed.contains(v); }))
                placed.insert(&variable);
    }
    return placed;
}

// Writes the initializers of variables to the initial content of the memory block.
class ImageWriter {
public:
    ImageWriter(const llvm::DataLayout& layout, ProgramVariables& image) : layout_(layout), image_(image) {}

    bool write(const llvm::Constant& value, std::uint64_t offset) {
        if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return true;
        llvm::Type* type = value.getType();
        if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&value))
            return put(data->getRawDataValues().data(), data->getRawDataValues().size(), offset);
        if (type->isPointerTy()) return write_pointer(value, offset);
        if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value); number && !type->isVectorTy())
            return put_bits(number->getValue(), layout_.getTypeStoreSize(type), offset);
        if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value); number && !type->isVectorTy())
            return put_bits(number->getValueAPF().bitcastToAPInt(), layout_.getTypeStoreSize(type), offset);
        if (const auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(&value))
            return type->isIntegerTy(address_bits) &&
                   write_pointer(*llvm::cast<llvm::Constant>(address->getPointerOperand()), offset);
        return write_elements(value, offset);
    }

private:
    bool put(const char* bytes, std::uint64_t count, std::uint64_t offset) {
        if (image_.initial.size() < offset + count) image_.initial.resize(offset + count);
        std::copy_n(reinterpret_cast<const std::uint8_t*>(bytes), count,
                    image_.initial.begin() + static_cast<std::ptrdiff_t>(offset));
        return true;
    }

    bool put_bits(const llvm::APInt& bits, std::uint64_t count, std::uint64_t offset) {
        const llvm::APInt wide = bits.zext(std::max<unsigned>(bits.getBitWidth(), static_cast<unsigned>(count) * 8));
        return put(reinterpret_cast<const char*>(wide.getRawData()), count, offset);
    }

    // Writes the address that is `distance` bytes after `value`.
    bool write_pointer(const llvm::Constant& value, std::uint64_t offset,
                       llvm::APInt distance = llvm::APInt(address_bits, 0)) {
        const llvm::Value* base = value.stripAndAccumulateConstantOffsets(layout_, distance, true);
        if (const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(base);
            cast && cast->getOpcode() == llvm::Instruction::IntToPtr) {
            const llvm::Constant* number = cast->getOperand(0);
            const auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(number);
            if (address && number->getType()->isIntegerTy(address_bits))
                return write_pointer(*llvm::cast<llvm::Constant>(address->getPointerOperand()), offset, distance);
            const auto* known = llvm::dyn_cast<llvm::ConstantInt>(number);
            return known && put_bits(known->getValue().zextOrTrunc(address_bits) + distance, address_bytes, offset);
        }
        if (llvm::isa<llvm::ConstantPointerNull>(base)) return put_bits(distance, address_bytes, offset);
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
        const auto place = variable ? program_variable_offset(*variable) : std::nullopt;
        if (!place) return false;
        image_.pointers.push_back({offset, *place + distance.getZExtValue()});
        return true;
    }

    bool write_elements(const llvm::Constant& value, std::uint64_t offset) {
        llvm::Type* type = value.getType();
        if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
            const llvm::StructLayout* places = layout_.getStructLayout(structure);
            for (unsigned i = 0; i < structure->getNumElements(); ++i)
                if (!write(*value.getAggregateElement(i), offset + places->getElementOffset(i))) return false;
            return true;
        }
        std::uint64_t count = 0;
        llvm::Type* element = nullptr;
        if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
            count = array->getNumElements();
            element = array->getElementType();
        } else if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
            count = vector->getNumElements();
            element = vector->getElementType();
        } else {
            return false;
        }
        const std::uint64_t stride = layout_.getTypeAllocSize(element);
        for (unsigned i = 0; i < count; ++i)
            if (!write(*value.getAggregateElement(i), offset + i * stride)) return false;
        return true;
    }

    const llvm::DataLayout& layout_;
    ProgramVariables& image_;
};

// Returns a description of a variable for messages, with the variable's name in the program.
std::string described(const llvm::GlobalVariable& variable) {
    return "program scope variable '" + variable.getName().str() + "'";
}

}  // namespace

std::optional<ProgramVariables> place_program_variables(llvm::Module& program, std::string& log) {
    const llvm::DataLayout& layout = program.getDataLayout();
    ProgramVariables result;
    const Variables placed = variables_to_place(program);
    for (llvm::GlobalVariable* variable : placed) {
        const std::uint64_t bytes = layout.getTypeAllocSize(variable->getValueType());
        if (bytes > max_program_variable_bytes) {
            log += "error: " + described(*variable) + " has " + std::to_string(bytes) +
                   " bytes, which exceeds CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE (" +
                   std::to_string(max_program_variable_bytes) + " bytes)\n";
            return std::nullopt;
        }
        const llvm::Align alignment = layout.getPreferredAlign(variable);
        result.alignment = std::max(result.alignment, static_cast<std::uint32_t>(alignment.value()));
        const std::uint64_t offset = llvm::alignTo(result.bytes, alignment);
        set_program_variable_offset(*variable, offset);
        result.bytes = offset + std::max<std::uint64_t>(bytes, 1);
    }
    ImageWriter writer(layout, result);
    for (llvm::GlobalVariable* variable : placed)
        if (!writer.write(*variable->getInitializer(), *program_variable_offset(*variable))) {
            log += "error: the initializer of " + described(*variable) +
                   " is not a constant that is known before the program runs; assign the value in a kernel\n";
            return std::nullopt;
        }
    return result;
}

void forget_initial_values(llvm::Module& kernel) {
    for (llvm::GlobalVariable& variable : kernel.globals()) {
        if (variable.isConstant() || !program_variable_offset(variable)) continue;
        variable.setInitializer(nullptr);
        variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
}

std::string undefined_variables(const llvm::Module& module) {
    std::string names;
    for (const llvm::GlobalVariable& variable : module.globals())
        if (variable.isDeclaration() && !variable.use_empty()) names += variable.getName().str() + '\n';
    return names;
}

}  // namespace lanewise::compiler
