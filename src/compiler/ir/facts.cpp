#include "compiler/ir/facts.h"

#include <string>
#include <type_traits>

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral offset_attribute = "lanewise-offset";

void copy_fact(const llvm::Function& from, llvm::Function& to, llvm::StringRef name) {
    if (from.hasFnAttribute(name)) to.addFnAttr(from.getFnAttribute(name));
}

template <typename Value>
Value read_fact(const llvm::Function& function, llvm::StringRef name, Value otherwise) {
    if constexpr (std::is_same_v<Value, bool>)
        return function.hasFnAttribute(name);
    else
        return static_cast<Value>(number_fact(function, name, otherwise));
}

}  // namespace

std::uint64_t number_fact(const llvm::Function& function, llvm::StringRef name, std::uint64_t otherwise) {
    std::uint64_t value = 0;
    const llvm::StringRef text = function.getFnAttribute(name).getValueAsString();
    return text.getAsInteger(10, value) ? otherwise : value;
}

void set_number_fact(llvm::Function& function, llvm::StringRef name, std::uint64_t value) {
    function.addFnAttr(name, std::to_string(value));
}

void copy_kernel_facts(const llvm::Function& from, llvm::Function& to) {
#define KERNEL_FACT(type, name, otherwise) copy_fact(from, to, fact::name);
#include "lanewise/kernel_facts.def"
}

void read_kernel_facts(const llvm::Function& function, KernelCode& code) {
#define KERNEL_FACT(type, name, otherwise) code.name = read_fact<type>(function, fact::name, otherwise);
#include "lanewise/kernel_facts.def"
}

std::optional<std::uint64_t> program_variable_offset(const llvm::GlobalVariable& variable) {
    std::uint64_t offset = 0;
    if (variable.getAttribute(offset_attribute).getValueAsString().getAsInteger(10, offset)) return std::nullopt;
    return offset;
}

void set_program_variable_offset(llvm::GlobalVariable& variable, std::uint64_t offset) {
    variable.addAttribute(offset_attribute, std::to_string(offset));
}

}  // namespace lanewise::compiler
