#include "compiler/ir/parts.h"

#include <algorithm>
#include <array>

#include "compiler/ir/facts.h"
#include "compiler/ir/signature.h"

namespace lanewise::compiler {
namespace {

constexpr std::array<llvm::StringLiteral, 6> suffixes{".scalar", ".full", ".tail", ".rows", ".group", ".entry"};

llvm::StringRef suffix(Part part) { return suffixes[static_cast<std::size_t>(part)]; }

}  // namespace

std::string part_name(llvm::StringRef kernel, Part part) { return (kernel + suffix(part)).str(); }

bool is_part(const llvm::Function& function, Part part) { return function.getName().ends_with(suffix(part)); }

bool is_chunk(const llvm::Function& function) {
    return is_part(function, Part::full) || is_part(function, Part::tail) || is_part(function, Part::rows);
}

llvm::StringRef kernel_name(const llvm::Function& function) {
    llvm::StringRef name = function.getName();
    for (const llvm::StringRef suffix : suffixes)
        if (name.consume_back(suffix)) break;
    return name;
}

llvm::Function* find_kernel(llvm::Module& module) {
    for (llvm::Function& function : module)
        if (is_kernel(function)) return &function;
    return nullptr;
}

void free_part_names(llvm::Module& module) {
    const auto is_like_part = [](const llvm::GlobalValue& value) {
        return std::ranges::any_of(suffixes, [&](llvm::StringRef suffix) { return value.getName().ends_with(suffix); });
    };
    for (llvm::GlobalValue& value : module.global_values()) {
        const bool is_own = value.hasLocalLinkage() || (!value.isDeclaration() && llvm::isa<llvm::Function>(value));
        if (is_own && is_like_part(value)) value.setName(value.getName() + ".");
    }
}

llvm::Function* find_part(llvm::Module& module, Part part) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && is_part(function, part)) return &function;
    return nullptr;
}

llvm::SmallVector<llvm::Function*, 3> find_chunks(llvm::Module& module) {
    llvm::SmallVector<llvm::Function*, 3> chunks;
    for (const Part part : {Part::full, Part::tail, Part::rows})
        if (llvm::Function* chunk = find_part(module, part)) chunks.push_back(chunk);
    return chunks;
}

void set_provisional(llvm::Module& module) {
    for (llvm::Function* chunk : find_chunks(module)) chunk->addFnAttr(fact::provisional);
}

}  // namespace lanewise::compiler
