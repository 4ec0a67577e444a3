#include "spirv/specialization.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "spirv/module.h"

namespace lanewise::spirv {
namespace {

constexpr std::size_t header_words = 5;

// The words of an instruction, at an address that need not be aligned. A word after the last one reads as 0, which is
// no id.
class Words {
public:
    explicit Words(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::size_t size() const noexcept { return bytes_.size() / sizeof(std::uint32_t); }
    std::uint32_t operator[](std::size_t index) const noexcept {
        std::uint32_t word = 0;
        if (index < size()) std::memcpy(&word, bytes_.data() + index * sizeof(word), sizeof(word));
        return word;
    }
    Words from(std::size_t index, std::size_t count) const {
        return Words(bytes_.subspan(index * sizeof(std::uint32_t), count * sizeof(std::uint32_t)));
    }

private:
    std::span<const std::byte> bytes_;
};

class Finder {
public:
    void read(Op op, Words words) {
        switch (op) {
            case Op::Decorate:
                if (words[2] == static_cast<std::uint32_t>(Decoration::SpecId) && words.size() == 4)
                    spec_ids_.emplace(words[1], words[3]);
                break;
            case Op::GroupDecorate:
                for (std::size_t i = 2; i < words.size(); ++i) groups_.emplace(words[i], words[1]);
                break;
            case Op::TypeBool: sizes_[words[1]] = 1; break;
            case Op::TypeInt:
            case Op::TypeFloat: sizes_[words[1]] = words[2] / 8 + (words[2] % 8 != 0); break;
            case Op::SpecConstantTrue:
            case Op::SpecConstantFalse:
            case Op::SpecConstant: add(words[2], words[1]); break;
            default: break;
        }
    }

    std::vector<SpecializationConstant> take() {
        std::ranges::sort(found_);
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return std::move(found_);
    }

private:
    void add(Id constant, Id type) {
        const auto size = sizes_.find(type);
        if (size == sizes_.end() || size->second == 0 || size->second > sizeof(std::uint64_t)) return;
        add_id_of(constant, size->second);
        const auto [first, last] = groups_.equal_range(constant);
        for (auto group = first; group != last; ++group) add_id_of(group->second, size->second);
        groups_.erase(first, last);  // if a damaged module defines the constant again, the loop must not run again
    }

    void add_id_of(Id decorated, std::uint32_t bytes) {
        if (const auto id = spec_ids_.find(decorated); id != spec_ids_.end()) found_.push_back({id->second, bytes});
    }

    std::map<Id, std::uint32_t> spec_ids_;  // the first SpecId of each constant or decoration group
    std::multimap<Id, Id> groups_;          // all decoration groups of each constant
    std::map<Id, std::uint32_t> sizes_;     // sizes of types in bytes
    std::vector<SpecializationConstant> found_;
};

}  // namespace

std::vector<SpecializationConstant> specialization_constants(std::span<const std::byte> bytes) {
    const Words words(bytes);
    Finder finder;
    for (std::size_t at = header_words; at < words.size();) {
        const std::size_t length = words[at] >> 16;
        const Op op = static_cast<Op>(words[at] & 0xffff);
        // Section 2.4, "Logical Layout of a Module": all constants lie before the first function.
        if (length == 0 || length > words.size() - at || op == Op::Function) break;
        finder.read(op, words.from(at, length));
        at += length;
    }
    return finder.take();
}

}  // namespace lanewise::spirv
