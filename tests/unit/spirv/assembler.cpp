#include "assembler.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "spirv/grammar.h"

namespace lanewise::test {
namespace {

using spirv::Op;
using spirv::OperandForm;
using spirv::OperandKind;
using spirv::Quantifier;

constexpr std::uint32_t largest_opcode = 8191;

std::uint32_t opcode_of(const std::string& name) {
    static const std::map<std::string, std::uint32_t> opcodes = [] {
        std::map<std::string, std::uint32_t> made;
        for (std::uint32_t opcode = 0; opcode <= largest_opcode; ++opcode)
            if (const auto* form = spirv::form_of(opcode)) made.emplace(form->name, opcode);
        return made;
    }();
    const auto found = opcodes.find(name);
    if (found == opcodes.end()) throw std::runtime_error("unknown instruction " + name);
    return found->second;
}

std::optional<std::uint32_t> value_of(OperandKind kind, const std::string& name) {
    const auto is_named = [&](std::uint32_t value) {
        const auto* form = spirv::enumerant_of(kind, value);
        return form && name == form->name;
    };
    for (std::uint32_t value = 0; value <= largest_opcode; ++value)
        if (is_named(value)) return value;
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1)
        if (is_named(bit)) return bit;
    return std::nullopt;
}

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size();) {
        if (std::isspace(static_cast<unsigned char>(line[at]))) {
            ++at;
        } else if (line[at] == ';') {
            break;
        } else if (line[at] == '"') {
            const std::size_t end = line.find('"', at + 1);
            if (end == std::string::npos) throw std::runtime_error("a string has no end");
            words.push_back(line.substr(at, end - at));
            at = end + 1;
        } else {
            std::size_t end = at;
            while (end < line.size() && !std::isspace(static_cast<unsigned char>(line[end]))) ++end;
            words.push_back(line.substr(at, end - at));
            at = end;
        }
    }
    return words;
}

class Assembler {
public:
    explicit Assembler(std::uint32_t version) : words_{0x07230203, version, 0, 0, 0} {}

    void add(const std::string& line) {
        tokens_ = split(line);
        if (tokens_.empty()) return;
        next_ = 0;
        std::string result;
        if (tokens_.size() > 2 && tokens_[1] == "=") {
            result = tokens_[0];
            next_ = 2;
        }
        const std::uint32_t opcode = opcode_of(tokens_[next_++]);
        const std::size_t first = words_.size();
        words_.push_back(0);
        first_ = first;
        type_ = 0;
        result_ = result.empty() ? 0 : id(result);
        read(spirv::operands_of(*spirv::form_of(opcode)));
        if (next_ < tokens_.size()) throw std::runtime_error("too many operands: " + tokens_[next_]);
        words_[first] = static_cast<std::uint32_t>(words_.size() - first) << 16 | opcode;
        note(static_cast<Op>(opcode), first);
    }

    std::vector<std::byte> take() {
        words_[3] = static_cast<std::uint32_t>(ids_.size()) + 1;
        std::vector<std::byte> bytes(words_.size() * sizeof(std::uint32_t));
        std::memcpy(bytes.data(), words_.data(), bytes.size());
        return bytes;
    }

private:
    struct Number {
        unsigned bits = 32;
        bool is_float = false;
    };

    std::uint32_t id(const std::string& name) {
        if (name.size() < 2 || name[0] != '%') throw std::runtime_error(name + " is no id");
        return ids_.emplace(name, static_cast<std::uint32_t>(ids_.size()) + 1).first->second;
    }

    const std::string& take_token() {
        if (next_ >= tokens_.size()) throw std::runtime_error("an operand is missing");
        return tokens_[next_++];
    }

    void read(std::span<const OperandForm> forms) {
        for (const OperandForm& form : forms) {
            if (form.quantifier == Quantifier::one)
                read_one(form.kind);
            else if (form.quantifier == Quantifier::optional && next_ < tokens_.size())
                read_one(form.kind);
            else if (form.quantifier == Quantifier::any_number)
                while (next_ < tokens_.size()) read_one(form.kind);
        }
    }

    void read_one(OperandKind kind) {
        if (kind == OperandKind::IdResult) return words_.push_back(result_);
        switch (spirv::category_of(kind)) {
            case spirv::Category::id: words_.push_back(id(take_token())); break;
            case spirv::Category::literal: read_literal(kind); break;
            case spirv::Category::composite: read_pair(kind); break;
            case spirv::Category::value: read_value(kind); break;
            case spirv::Category::bits: read_bits(kind); break;
        }
        if (kind == OperandKind::IdResultType) type_ = words_.back();
    }

    void read_value(OperandKind kind) {
        const std::string& token = take_token();
        const auto named = value_of(kind, token);
        words_.push_back(named ? *named : integer(token));
        if (const auto* form = spirv::enumerant_of(kind, words_.back())) read(spirv::operands_of(*form));
    }

    void read_bits(OperandKind kind) {
        std::uint32_t bits = 0;
        std::istringstream names(take_token());
        for (std::string name; std::getline(names, name, '|');) {
            const auto bit = value_of(kind, name);
            bits |= bit ? *bit : integer(name);
        }
        words_.push_back(bits);
        for (std::uint32_t left = bits; left != 0; left &= left - 1)
            if (const auto* form = spirv::enumerant_of(kind, left & (~left + 1))) read(spirv::operands_of(*form));
    }

    void read_literal(OperandKind kind) {
        switch (kind) {
            case OperandKind::LiteralString: return read_string(take_token());
            case OperandKind::LiteralContextDependentNumber: return write_number(take_token(), numbers_[type_]);
            case OperandKind::LiteralSpecConstantOpInteger: {
                const std::uint32_t opcode = opcode_of("Op" + take_token());
                words_.push_back(opcode);
                return read(spirv::operands_of(*spirv::form_of(opcode)).subspan(2));
            }
            case OperandKind::LiteralExtInstInteger: return read_function();
            default: words_.push_back(integer(take_token()));
        }
    }

    void read_function() {
        const std::string& token = take_token();
        for (std::uint32_t function = 0; function < 256; ++function) {
            const auto* form = spirv::extended_form_of(function);
            if (!form || token != form->name) continue;
            words_.push_back(function);
            return read(spirv::operands_of(*form));
        }
        words_.push_back(integer(token));
        // The operands of instruction sets without a grammar table may be ids or literals.
        while (next_ < tokens_.size()) {
            const std::string& operand = take_token();
            words_.push_back(operand.starts_with('%') ? id(operand) : integer(operand));
        }
    }

    void read_pair(OperandKind kind) {
        if (kind == OperandKind::PairLiteralIntegerIdRef) {
            // Literals of OpSwitch have the type of the selector, which is its first operand.
            const auto selector = types_.find(words_[first_ + 1]);
            write_number(take_token(), selector == types_.end() ? Number{} : numbers_[selector->second]);
            return words_.push_back(id(take_token()));
        }
        words_.push_back(id(take_token()));
        words_.push_back(kind == OperandKind::PairIdRefIdRef ? id(take_token()) : integer(take_token()));
    }

    void read_string(const std::string& quoted) {
        const std::string text = quoted.substr(1);
        const std::size_t first = words_.size();
        words_.resize(first + text.size() / sizeof(std::uint32_t) + 1, 0);
        std::memcpy(words_.data() + first, text.data(), text.size());
    }

    static std::uint32_t integer(const std::string& token) {
        char* end = nullptr;
        const auto value = static_cast<std::uint32_t>(std::strtoll(token.c_str(), &end, 0));
        if (*end != '\0') throw std::runtime_error(token + " is no number");
        return value;
    }

    void write_number(const std::string& token, Number number) {
        std::uint64_t bits = 0;
        if (number.is_float && !token.starts_with("0x") && !token.starts_with("!")) {
            const double value = std::strtod(token.c_str(), nullptr);
            if (number.bits == 64) bits = std::bit_cast<std::uint64_t>(value);
            if (number.bits == 32) bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
            if (number.bits == 16) bits = std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
        } else if (token.starts_with("-")) {
            bits = static_cast<std::uint64_t>(std::strtoll(token.c_str(), nullptr, 0));
        } else {
            bits = std::strtoull(token.c_str(), nullptr, 0);
        }
        words_.push_back(static_cast<std::uint32_t>(bits));
        if (number.bits > 32) words_.push_back(static_cast<std::uint32_t>(bits >> 32));
    }

    // Records the types of values and the widths of number types, which determine the size of later literals.
    void note(Op op, std::size_t first) {
        if (op == Op::TypeInt) numbers_[result_] = {words_[first + 2], false};
        if (op == Op::TypeFloat) numbers_[result_] = {words_[first + 2], true};
        if (result_ != 0 && type_ != 0) types_[result_] = type_;
    }

    std::vector<std::uint32_t> words_;
    std::map<std::string, std::uint32_t> ids_;
    std::map<std::uint32_t, Number> numbers_;       // number types by id
    std::map<std::uint32_t, std::uint32_t> types_;  // type of each result
    std::vector<std::string> tokens_;
    std::size_t next_ = 0;
    std::size_t first_ = 0;  // index of the instruction in words_
    std::uint32_t type_ = 0;
    std::uint32_t result_ = 0;
};

}  // namespace

std::vector<std::byte> assemble(std::string_view text, std::uint32_t version) {
    Assembler assembler(version);
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        try {
            assembler.add(line);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(line + ": " + error.what());
        }
    }
    return assembler.take();
}

}  // namespace lanewise::test
