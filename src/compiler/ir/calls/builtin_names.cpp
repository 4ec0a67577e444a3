#include "compiler/ir/calls/builtin_names.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

#include "builtins/builtin_library.h"

namespace lanewise::compiler {
namespace {

// Reads the parameter list of an Itanium-mangled OpenCL C function of arithmetic types. In such a list, substitutions
// (S_, S0_, ...) refer only to vector types; `Dh` (half) is not a substitution candidate.
class ParameterReader {
public:
    explicit ParameterReader(llvm::StringRef text) : rest_(text) {}

    // Returns the mangled element type of each parameter ("f", "Dh", "i"); none if a parameter has no arithmetic type.
    std::optional<llvm::SmallVector<llvm::StringRef, 4>> read() {
        llvm::SmallVector<llvm::StringRef, 4> elements;
        while (!rest_.empty()) {
            const auto element = parameter();
            if (!element) return std::nullopt;
            elements.push_back(*element);
        }
        return elements;
    }

private:
    std::optional<llvm::StringRef> parameter() {
        if (rest_.consume_front("S")) return substitution();
        if (!rest_.consume_front("Dv")) return element();
        unsigned lanes = 0;
        if (rest_.consumeInteger(10, lanes) || !rest_.consume_front("_")) return std::nullopt;
        const auto type = element();
        if (type) vectors_.push_back(*type);
        return type;
    }

    std::optional<llvm::StringRef> substitution() {
        std::size_t index = 0;
        if (!rest_.consume_front("_")) {
            if (rest_.empty() || !llvm::isDigit(rest_.front())) return std::nullopt;
            index = static_cast<std::size_t>(rest_.front() - '0') + 1;
            rest_ = rest_.drop_front();
            if (!rest_.consume_front("_")) return std::nullopt;
        }
        if (index >= vectors_.size()) return std::nullopt;
        return vectors_[index];
    }

    std::optional<llvm::StringRef> element() {
        const std::size_t length = rest_.starts_with("Dh") ? 2 : 1;
        const llvm::StringRef code = rest_.take_front(length);
        if (code != "Dh" && !llvm::StringRef("fdijlmcahst").contains(code)) return std::nullopt;
        if (code.empty()) return std::nullopt;
        rest_ = rest_.drop_front(length);
        return code;
    }

    llvm::StringRef rest_;
    llvm::SmallVector<llvm::StringRef, 4> vectors_;
};

std::string mangle_vectors(llvm::ArrayRef<llvm::StringRef> elements, unsigned lanes) {
    std::string text;
    llvm::SmallVector<llvm::StringRef, 4> seen;
    for (const llvm::StringRef element : elements) {
        const auto known = llvm::find(seen, element);
        if (known != seen.end()) {
            const auto index = known - seen.begin();
            text.append("S").append(index == 0 ? "" : std::to_string(index - 1)).append("_");
            continue;
        }
        seen.push_back(element);
        text.append("Dv").append(std::to_string(lanes)).append("_").append(element.str());
    }
    return text;
}

}  // namespace

bool is_late_builtin(llvm::StringRef mangled) {
    const builtins::Shard* shard = builtins::find({mangled.data(), mangled.size()});
    return shard && shard->late;
}

namespace {
constexpr llvm::StringLiteral row = "__lw_image_read_row_", known_row = "__lw_image_known_row_";
}  // namespace

bool is_texel_function(llvm::StringRef name) { return name.starts_with("__lw_image_"); }

bool is_known_row(llvm::StringRef name) { return name.starts_with(known_row); }

std::string name_where_known(llvm::StringRef texel_function) {
    if (!texel_function.consume_front(row)) return texel_function.str();
    return (known_row + texel_function).str();
}

std::optional<std::string> overload_of_width(llvm::StringRef mangled, unsigned lanes) {
    llvm::StringRef rest = mangled;
    unsigned length = 0;
    if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || rest.size() < length) return std::nullopt;
    const llvm::StringRef parameters = rest.drop_front(length);
    const auto elements = ParameterReader(parameters).read();
    if (!elements || elements->empty()) return std::nullopt;
    const std::string name = mangled.drop_back(parameters.size()).str();
    if (lanes > 1) return name + mangle_vectors(*elements, lanes);
    std::string scalar = name;
    for (const llvm::StringRef element : *elements) scalar += element.str();
    return scalar;
}

}  // namespace lanewise::compiler
