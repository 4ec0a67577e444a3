#include "damaged_module.h"

#include <algorithm>
#include <cstring>

#include "invented_instruction.h"

namespace lanewise::fuzz_spirv {
namespace {

constexpr std::size_t header_words = 5;

constexpr std::uint32_t odd_numbers[] = {0,          1,          2,          31,         32,        33,       63,
                                         64,         127,        255,        256,        1023,      4096,     65535,
                                         65536,      4194303,    4194304,    16777216,   16777217,  1u << 30, 1u << 31,
                                         0x7fffffff, 0xffffffff, 0xfffffffe, 0x80000001, 0x00ffffff};

std::uint32_t& any_word(Dice& dice, Words& instruction) { return instruction[dice.below(instruction.size())]; }

// Returns a random word of the instruction except the first word, which contains the opcode and the length. Returns the
// first word if the instruction has no other words.
std::uint32_t& any_operand(Dice& dice, Words& instruction) {
    return instruction.size() == 1 ? instruction[0] : instruction[1 + dice.below(instruction.size() - 1)];
}

void set_length(Words& instruction) {
    instruction[0] = static_cast<std::uint32_t>(instruction.size()) << 16 | (instruction[0] & 0xffff);
}

std::uint32_t any_id(Dice& dice, const Parts& parts) {
    return static_cast<std::uint32_t>(1 + dice.below(std::max<std::uint32_t>(parts.header[3], 2) - 1));
}

// Changes words of one instruction, or exchanges a word of this instruction for a word of another instruction. Both
// instructions keep their numbers of words.
void change_words(Dice& dice, Parts& parts) {
    Words& instruction = dice.element(parts.instructions);
    switch (dice.below(6)) {
        case 0: any_word(dice, instruction) ^= 1u << dice.below(32); break;
        case 1: any_operand(dice, instruction) = odd_numbers[dice.below(std::size(odd_numbers))]; break;
        case 2: any_operand(dice, instruction) = any_id(dice, parts); break;
        case 3: std::swap(any_operand(dice, instruction), any_operand(dice, instruction)); break;
        case 4: std::swap(any_operand(dice, instruction), any_operand(dice, dice.element(parts.instructions))); break;
        default: any_operand(dice, instruction) += static_cast<std::uint32_t>(dice.below(5)) - 2;
    }
}

// Changes the opcode or the number of words of an instruction.
void change_form(Dice& dice, Parts& parts) {
    Words& instruction = dice.element(parts.instructions);
    switch (dice.below(4)) {
        case 0: instruction[0] = (instruction[0] & 0xffff0000) | any_opcode(dice); break;
        case 1: instruction.push_back(any_id(dice, parts)); break;
        case 2:
            if (instruction.size() > 1) instruction.pop_back();
            break;
        default:
            // Opcodes with adjacent numbers often have the same form.
            instruction[0] ^= 1u + static_cast<std::uint32_t>(dice.below(3));
            return;
    }
    set_length(instruction);
}

// Removes, copies, exchanges or moves whole instructions.
void change_order(Dice& dice, Parts& parts) {
    auto& all = parts.instructions;
    const std::size_t first = dice.below(all.size());
    const std::size_t count = 1 + dice.below(std::min<std::size_t>(all.size() - first, dice.percent(80) ? 2 : 30));
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    const std::vector<Words> range(begin, end);
    const int kind = static_cast<int>(dice.below(4));
    if (kind == 0 || kind == 3) all.erase(begin, end);
    if (kind == 1) std::swap(all[first], dice.element(all));
    if (kind >= 2) {
        const auto place = all.begin() + static_cast<std::ptrdiff_t>(dice.below(all.size() + 1));
        all.insert(place, range.begin(), range.end());
    }
    if (all.empty()) all.push_back({1u << 16});
}

void splice(Dice& dice, Parts& parts, std::span<const std::byte> other) {
    const Parts source = parts_of(other);
    if (source.instructions.empty()) return;
    const std::size_t first = dice.below(source.instructions.size());
    const std::size_t count = 1 + dice.below(std::min<std::size_t>(source.instructions.size() - first, 20));
    const auto begin = source.instructions.begin() + static_cast<std::ptrdiff_t>(first);
    const auto place = parts.instructions.begin() + static_cast<std::ptrdiff_t>(dice.below(parts.instructions.size()));
    parts.instructions.insert(place, begin, begin + static_cast<std::ptrdiff_t>(count));
    parts.header[3] = std::max(parts.header[3], source.header[3]);
}

void change_header(Dice& dice, Parts& parts) {
    parts.header[dice.below(header_words)] =
        dice.percent(50) ? odd_numbers[dice.below(std::size(odd_numbers))] : static_cast<std::uint32_t>(dice.next());
}

void change_bytes(Dice& dice, Bytes& bytes) {
    const std::size_t at = dice.below(bytes.size());
    switch (dice.below(3)) {
        case 0: bytes.resize(at + 1); break;
        case 1: bytes.resize(at / 4 * 4 + 4); break;
        default: bytes[at] = static_cast<std::byte>(dice.next());
    }
}

}  // namespace

Parts parts_of(std::span<const std::byte> bytes) {
    Words words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    words.resize(std::max(words.size(), header_words));
    Parts parts;
    parts.header.assign(words.begin(), words.begin() + header_words);
    for (std::size_t at = header_words; at < words.size();) {
        const std::size_t length = std::clamp<std::size_t>(words[at] >> 16, 1, words.size() - at);
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
        parts.instructions.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
        at += length;
    }
    if (parts.instructions.empty()) parts.instructions.push_back({1u << 16});
    return parts;
}

Bytes bytes_of(const Parts& parts) {
    Words words = parts.header;
    for (const Words& instruction : parts.instructions)
        words.insert(words.end(), instruction.begin(), instruction.end());
    Bytes bytes(words.size() * sizeof(std::uint32_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

Bytes damage(Dice& dice, std::span<const std::byte> module, std::span<const std::byte> other) {
    Parts parts = parts_of(module);
    // Makes only few changes, so that the reader accepts most modules and the fuzzer also tests the later stages.
    const std::size_t changes = dice.percent(60) ? 1 : 1 + dice.below(8);
    const bool invents = dice.percent(50);
    for (std::size_t i = 0; i < changes; ++i) {
        if (invents) {
            invent_instruction(dice, parts);
            continue;
        }
        const std::size_t kind = dice.below(100);
        if (kind < 55)
            change_words(dice, parts);
        else if (kind < 68)
            change_form(dice, parts);
        else if (kind < 88)
            change_order(dice, parts);
        else if (kind < 98)
            splice(dice, parts, other);
        else
            change_header(dice, parts);
    }
    Bytes bytes = bytes_of(parts);
    if (!invents && dice.percent(5)) change_bytes(dice, bytes);
    return bytes;
}

}  // namespace lanewise::fuzz_spirv
