#include "spirv/reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace lanewise::spirv {
namespace {

constexpr std::uint32_t magic = 0x07230203;
constexpr std::size_t header_words = 5;
constexpr std::uint32_t first_version = 0x00010000, last_version = 0x00010600;
// Section 2.17, "Universal Limits": an id bound of 4,194,303 must be accepted. The limit of this reader is four times
// as large. The limit bounds the memory for the definitions of ids.
constexpr Id largest_id = 4 * 4194304;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t word) noexcept {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + word * sizeof(value), sizeof(value));
    return value;
}

std::string place_of(const Instruction& instruction) {
    return std::string("error: ") + name_of(instruction.op) + " at word " + std::to_string(instruction.offset);
}

// Reads the operands of one instruction, word by word.
class OperandReader {
public:
    OperandReader(Instruction& instruction, std::span<const std::uint32_t> words, Id standard_set)
        : instruction_(instruction), words_(words), standard_set_(standard_set) {}

    void read(const InstructionForm& form) {
        read_all(operands_of(form));
        if (next_ < words_.size()) fail("it has " + std::to_string(words_.size() - next_) + " words too many");
    }

    /// Returns the number of words that the result type and the result occupy before the operands. The opcode's word is
    /// not counted.
    std::size_t first_operand() const noexcept { return first_operand_; }

private:
    [[noreturn]] void fail(std::string_view reason) const {
        throw InvalidModule(place_of(instruction_) + " is damaged: " + std::string(reason));
    }

    std::uint32_t take() {
        if (next_ >= words_.size()) fail("an operand is missing");
        return words_[next_++];
    }

    Id take_id() {
        const Id id = take();
        if (id == 0 || id > largest_id) fail(std::to_string(id) + " is no id");
        return id;
    }

    void read_all(std::span<const OperandForm> forms) {
        for (const OperandForm& form : forms) {
            switch (form.quantifier) {
                case Quantifier::one: read_one(form.kind); break;
                case Quantifier::optional:
                    if (next_ < words_.size()) read_one(form.kind);
                    break;
                case Quantifier::any_number:
                    while (next_ < words_.size()) read_one(form.kind);
                    break;
            }
        }
    }

    void read_one(OperandKind kind) {
        switch (category_of(kind)) {
            case Category::id: return read_id(kind);
            case Category::literal: return read_literal(kind);
            case Category::composite: return read_pair(kind);
            case Category::value: return read_enumerant(kind, take());
            case Category::bits: {
                const std::uint32_t bits = take();
                for (std::uint32_t left = bits; left != 0; left &= left - 1) read_enumerant(kind, left & (~left + 1));
                return;
            }
        }
    }

    void read_id(OperandKind kind) {
        const Id id = take_id();
        if (kind == OperandKind::IdResultType) instruction_.type = id;
        if (kind == OperandKind::IdResult) instruction_.result = id;
        if (kind == OperandKind::IdResultType || kind == OperandKind::IdResult) first_operand_ = next_;
    }

    void read_literal(OperandKind kind) {
        switch (kind) {
            case OperandKind::LiteralString: {
                const auto words = words_.subspan(next_);
                const auto* text = reinterpret_cast<const char*>(words.data());
                const std::size_t size = words.size_bytes();
                const void* end = size == 0 ? nullptr : std::memchr(text, 0, size);
                if (!end) fail("a string has no end");
                next_ += static_cast<std::size_t>(static_cast<const char*>(end) - text) / sizeof(std::uint32_t) + 1;
                return;
            }
            case OperandKind::LiteralContextDependentNumber:
                // The number of words of the literal depends on the result type, which only the translation knows. The
                // literal is the last operand, so all remaining words are accepted.
                take();
                next_ = words_.size();
                return;
            case OperandKind::LiteralExtInstInteger: {
                const std::uint32_t function = take();
                const bool is_standard = words_[next_ - 2] == standard_set_;
                const InstructionForm* form = is_standard ? extended_form_of(function) : nullptr;
                if (form) read_all(operands_of(*form));
                // Functions of other instruction sets may have operands of any form, such as the literals of
                // OpenCL.DebugInfo.100.
                if (!is_standard) next_ = words_.size();
                return;
            }
            case OperandKind::LiteralSpecConstantOpInteger: {
                const InstructionForm* form = form_of(take());
                if (!form) fail("the operation is unknown");
                const auto operands = operands_of(*form);
                if (operands.size() < 2 || operands[1].kind != OperandKind::IdResult)
                    fail(std::string(form->name) + " has no result");
                return read_all(operands.subspan(2));
            }
            default: take(); return;
        }
    }

    void read_pair(OperandKind kind) {
        if (kind == OperandKind::PairLiteralIntegerIdRef) {
            // The number of words of a literal of OpSwitch depends on the selector's type, which only the translation
            // knows.
            next_ = words_.size();
            return;
        }
        take_id();
        if (kind == OperandKind::PairIdRefIdRef)
            take_id();
        else
            take();
    }

    void read_enumerant(OperandKind kind, std::uint32_t value) {
        const EnumerantForm* form = enumerant_of(kind, value);
        // The number of operands of an unknown enumerant is unknown, too, so all remaining words are accepted. The
        // translation of the instruction decides whether to refuse the enumerant.
        if (form)
            read_all(operands_of(*form));
        else
            next_ = words_.size();
    }

    Instruction& instruction_;
    const std::span<const std::uint32_t> words_;
    const Id standard_set_;
    std::size_t next_ = 0;
    std::size_t first_operand_ = 0;
};

// Returns the opcode of the instruction that `op` continues (SPV_INTEL_long_composites), or Nop if `op` is not a
// continuation.
Op continued_by(Op op) {
    switch (op) {
        case Op::TypeStructContinuedINTEL: return Op::TypeStruct;
        case Op::ConstantCompositeContinuedINTEL: return Op::ConstantComposite;
        case Op::SpecConstantCompositeContinuedINTEL: return Op::SpecConstantComposite;
        case Op::CompositeConstructContinuedINTEL: return Op::CompositeConstruct;
        default: return Op::Nop;
    }
}

// If `instruction` is a continuation, appends its operands to the instruction before it. Otherwise, returns false.
bool join(Module& module, const Instruction& instruction) {
    const Op begun = continued_by(instruction.op);
    if (begun == Op::Nop) return false;
    if (module.instructions.empty() || module.instructions.back().op != begun)
        throw InvalidModule(place_of(instruction) + " follows no instruction that it continues");
    Instruction& before = module.instructions.back();
    const bool is_first = module.joined.empty() || module.joined.back().data() != before.operands.data();
    if (is_first) module.joined.emplace_back(before.operands.begin(), before.operands.end());
    std::vector<std::uint32_t>& operands = module.joined.back();
    operands.insert(operands.end(), instruction.operands.begin(), instruction.operands.end());
    before.operands = operands;
    return true;
}

void define(Module& module, const Instruction& instruction) {
    const Id id = instruction.result;
    if (id == 0) return;
    if (id >= module.definitions.size()) {
        const std::size_t size =
            std::clamp<std::size_t>(module.definitions.size() * 2, id + std::size_t{1}, largest_id + std::size_t{1});
        module.definitions.resize(size, Module::undefined);
    }
    if (module.definitions[id] != Module::undefined)
        throw InvalidModule(place_of(instruction) + " defines id " + std::to_string(id) + ", which " +
                            name_of(module.definition(id)->op) + " defines");
    module.definitions[id] = static_cast<std::uint32_t>(module.instructions.size());
}

}  // namespace

std::pair<std::string_view, std::size_t> read_string(std::span<const std::uint32_t> words) noexcept {
    const std::string_view text(reinterpret_cast<const char*>(words.data()), words.size_bytes());
    const std::size_t size = text.find('\0');
    return {text.substr(0, size), size / sizeof(std::uint32_t) + 1};
}

bool has_module_form(std::span<const std::byte> bytes) noexcept {
    if (bytes.size() % sizeof(std::uint32_t) != 0) return false;
    const std::size_t count = bytes.size() / sizeof(std::uint32_t);
    if (count < header_words || word_at(bytes, 0) != magic || word_at(bytes, 4) != 0) return false;
    // The bytes of the version are 0, major, minor, 0.
    const std::uint32_t version = word_at(bytes, 1);
    if (version < first_version || version > last_version || (version & 0xff) != 0) return false;
    for (std::size_t at = header_words; at < count;) {
        const std::size_t length = word_at(bytes, at) >> 16;
        if (length == 0 || length > count - at) return false;
        at += length;
    }
    return true;
}

Module read_module(std::span<const std::byte> bytes) {
    if (!has_module_form(bytes))
        throw InvalidModule("error: the program is no SPIR-V 1.0 to 1.6 in this machine's byte order", true);
    Module module;
    module.words.resize(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(module.words.data(), bytes.data(), bytes.size());
    module.version = module.words[1];
    module.definitions.resize(std::min<std::size_t>(module.words[3], module.words.size()), Module::undefined);
    const std::span<const std::uint32_t> words = module.words;
    Id standard_set = 0;
    for (std::size_t at = header_words; at < words.size();) {
        const std::size_t length = words[at] >> 16;
        const std::uint32_t opcode = words[at] & 0xffff;
        const InstructionForm* form = form_of(opcode);
        if (!form)
            throw InvalidModule("error: instruction " + std::to_string(opcode) + " at word " + std::to_string(at) +
                                " is unknown");
        Instruction instruction;
        instruction.op = static_cast<Op>(opcode);
        instruction.offset = static_cast<std::uint32_t>(at);
        const auto own = words.subspan(at + 1, length - 1);
        OperandReader reader(instruction, own, standard_set);
        reader.read(*form);
        instruction.operands = own.subspan(reader.first_operand());
        if (instruction.op == Op::ExtInstImport && read_string(instruction.operands).first == "OpenCL.std")
            standard_set = instruction.result;
        at += length;
        if (join(module, instruction)) continue;
        define(module, instruction);
        module.instructions.push_back(instruction);
    }
    return module;
}

}  // namespace lanewise::spirv
