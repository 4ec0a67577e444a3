// A SPIR-V module whose words have been checked. The operands of its instructions have the form that the grammar
// demands, and each id is defined at most once. Types and the order of definitions have not been checked.
// Thread-safety: constant after read_module().
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spirv/grammar.h"

namespace lanewise::spirv {

/// An id of SPIR-V; 0 means no id.
using Id = std::uint32_t;

/// One instruction. `operands` contains neither the result type nor the result.
struct Instruction {
    Op op = Op::Nop;
    std::uint32_t offset = 0;  // index of the first word in the module
    Id type = 0;               // result type; 0 if the instruction has none
    Id result = 0;             // id of the result; 0 if there is no result
    std::span<const std::uint32_t> operands;
};

/// The reason why a module is refused, as a line of the build log without the newline.
class InvalidModule : public std::exception {
public:
    /// `is_header`: the header or the lengths of instructions are wrong, so the input is not SPIR-V at all.
    explicit InvalidModule(std::string text, bool is_header = false) : text_(std::move(text)), is_header_(is_header) {}
    const char* what() const noexcept override { return text_.c_str(); }
    bool is_header() const noexcept { return is_header_; }

private:
    std::string text_;
    bool is_header_;
};

struct Module {
    std::vector<std::uint32_t> words;
    std::uint32_t version = 0;  // 0x00010400 for 1.4
    std::vector<Instruction> instructions;
    /// The operands of long instructions. The module splits a long instruction into a first instruction and
    /// continuation instructions (SPV_INTEL_long_composites). The opcode words of the continuations are left out.
    std::vector<std::vector<std::uint32_t>> joined;
    /// For each id, the number of the instruction that defines it; `undefined` for ids without a definition.
    std::vector<std::uint32_t> definitions;
    static constexpr std::uint32_t undefined = ~std::uint32_t{0};

    /// Returns the instruction that defines an id; null if none does.
    const Instruction* definition(Id id) const noexcept {
        return id < definitions.size() && definitions[id] != undefined ? &instructions[definitions[id]] : nullptr;
    }
};

/// Returns the text of a literal string, and the number of its words. The words must contain the end of the string,
/// which read_module() checks.
std::pair<std::string_view, std::size_t> read_string(std::span<const std::uint32_t> words) noexcept;

}  // namespace lanewise::spirv
