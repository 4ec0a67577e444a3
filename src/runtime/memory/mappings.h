// The host's mappings of one range of memory, through any of the objects that share the memory. Each map or unmap
// operation visits only a few of the mappings, even if there are many mappings. Usually there is only one mapping,
// which a member of the class stores. Not thread-safe.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "runtime/memory/image.h"

namespace lanewise::runtime {

class Mappings {
public:
    /// The start address of a mapping and the mapped object.
    struct Key {
        Key(const void* address, const void* object) noexcept
            : begin(reinterpret_cast<std::uintptr_t>(address)), object(reinterpret_cast<std::uintptr_t>(object)) {}
        Key(std::uintptr_t address) noexcept : begin(address), object(0) {}
        auto operator<=>(const Key&) const = default;

        std::uintptr_t begin;
        std::uintptr_t object;
    };
    struct Part {
        std::size_t size = 0;               // distance from the first mapped byte to the end of the last mapped byte
        std::optional<ImageRegion> region;  // the region of an image; the bytes between its rows are not mapped
    };

private:
    using Map = std::multimap<Key, Part>;

public:
    /// A mapping that take() has removed, or nothing.
    class Taken {
    public:
        explicit operator bool() const noexcept { return is_lone_ || !node_.empty(); }

    private:
        friend class Mappings;
        bool is_lone_ = false;
        Map::node_type node_;
        Map* from_ = nullptr;
    };

    /// Adds a mapping. Returns false and adds nothing if the mapping is for writing and shares bytes with another
    /// mapping for writing. Throws std::bad_alloc.
    bool add(const Key& key, const Part& part, bool for_writing);

    /// Removes a mapping with this key and returns the mapping; returns an empty result if no mapping has the key.
    Taken take(const Key& key) noexcept;
    Taken take(const Key& key, bool for_writing) noexcept;
    void put_back(Taken taken) noexcept;
    void forget(Taken taken) noexcept;

private:
    /// The mapping that was added while there was no other mapping.
    struct Lone {
        enum class State : std::uint8_t { none, mapped, taken };

        bool is(const Key& wanted) const noexcept { return state == State::mapped && key == wanted; }

        Key key = 0;
        Part part;
        bool for_writing = false;
        State state = State::none;
    };

    Taken take_lone() noexcept;
    bool collides(const Key& key, const Part& part) const noexcept;
    static bool collides(const Key& key, const Part& part, const Key& other, const Part& other_part) noexcept;
    static Taken take_from(Map& map, const Key& key) noexcept;

    Lone lone_;
    Map readers_;
    Map writers_;                        // mappings of buffers for writing: no two share a byte
    Map image_writers_;                  // mappings of images for writing: the rows of two mappings may alternate
    std::size_t longest_of_images_ = 0;  // size of the largest mapping that has ever been in image_writers_
    Map::node_type spare_;               // an unused node, so that the next add() need not allocate one
};

}  // namespace lanewise::runtime
