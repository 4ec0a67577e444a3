#include "compiler/spirv/linkage.h"

#include <string>

#include "builtins/builtin_library.h"

namespace lanewise::compiler::il {

std::optional<Linkage> linkage_of(const Translation& all, spirv::Id id) {
    const auto attributes = all.annotations.find(id, spirv::Decoration::LinkageAttributes);
    if (!attributes) return std::nullopt;
    const auto [name, words] = spirv::read_string(*attributes);
    if (words >= attributes->size()) return std::nullopt;
    return Linkage{name, static_cast<spirv::LinkageType>((*attributes)[words])};
}

std::optional<std::string_view> imported_name(const Translation& all, spirv::Id id) {
    const auto linkage = linkage_of(all, id);
    if (!linkage || linkage->type != spirv::LinkageType::Import) return std::nullopt;
    return linkage->name;
}

llvm::GlobalValue::LinkageTypes llvm_linkage(spirv::LinkageType type) {
    switch (type) {
        case spirv::LinkageType::LinkOnceODR: return llvm::GlobalValue::WeakODRLinkage;
        case spirv::LinkageType::WeakAMD: return llvm::GlobalValue::WeakAnyLinkage;
        default: return llvm::GlobalValue::ExternalLinkage;
    }
}

bool is_reserved_name(std::string_view name) {
    for (const std::string_view prefix : {"llvm.", "ocl.", "lanewise", "__lw_", "__enqueue_kernel", "__get_kernel"})
        if (name.starts_with(prefix)) return true;
    return name == "printf" || builtins::find(name);
}

}  // namespace lanewise::compiler::il
