#include "compiler/spirv/instructions/imported/imported.h"

#include <charconv>
#include <optional>

namespace lanewise::compiler::il {
namespace {

constexpr std::string_view spirv_prefix = "__spirv_";

// Returns the identifier in a mangled name (`_Z<length><identifier><parameters>`); returns any other name unchanged.
std::string_view identifier_of(std::string_view name) {
    if (!name.starts_with("_Z")) return name;
    std::size_t length = 0;
    const char* end = name.data() + name.size();
    const auto [after, error] = std::from_chars(name.data() + 2, end, length);
    if (error != std::errc() || length > static_cast<std::size_t>(end - after)) return name;
    return {after, length};
}

std::optional<std::string_view> spirv_name(std::string_view name) {
    std::string_view identifier = identifier_of(name);
    if (!identifier.starts_with(spirv_prefix)) return std::nullopt;
    identifier.remove_prefix(spirv_prefix.size());
    return identifier;
}

}  // namespace

bool is_known_import(std::string_view name) { return name.starts_with("llvm.") || spirv_name(name).has_value(); }

llvm::Value* call_import(Body& body, const spirv::Instruction& call, std::string_view name) {
    if (const auto instruction = spirv_name(name)) return call_instruction(body, call, *instruction);
    return call_intrinsic(body, call, name);
}

}  // namespace lanewise::compiler::il
