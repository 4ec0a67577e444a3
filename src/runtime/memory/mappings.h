// What the host has mapped of one range of memory, by all objects that share it. However many there are at once, a map
// and an unmap look at few of them; one alone, as there mostly is, has a place of its own. Not thread-safe.
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
    /// Where a mapping begins, and of which object it is.
    struct Key {
        Key(const void* address, const void* object) noexcept
            : begin(reinterpret_cast<std::uintptr_t>(address)), object(reinterpret_cast<std::uintptr_t>(object)) {}
        Key(std::uintptr_t address) noexcept : begin(address), object(0) {}
        auto operator<=>(const Key&) const = default;

        std::uintptr_t begin;
        std::uintptr_t object;
    };
    struct Part {
        std::size_t size = 0;               // bytes, up to behind the last one
        std::optional<ImageRegion> region;  // of an image: bytes between its rows are not mapped
    };

private:
    using Map = std::multimap<Key, Part>;

public:
    /// A mapping that is no longer among the others.
    class Taken {
    public:
        explicit operator bool() const noexcept { return is_lone_ || !node_.empty(); }

    private:
        friend class Mappings;
        bool is_lone_ = false;
        Map::node_type node_;
        Map* from_ = nullptr;
    };

    /// False, and nothing is added, when it is for writing and shares bytes with another that is. Throws
    /// std::bad_alloc.
    bool add(const Key& key, const Part& part, bool for_writing);

    /// Any mapping with this key; none: false.
    Taken take(const Key& key) noexcept;
    Taken take(const Key& key, bool for_writing) noexcept;
    void put_back(Taken taken) noexcept;
    void forget(Taken taken) noexcept;

private:
    /// What was mapped when nothing else was.
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
    Map writers_;                        // of buffers: no two share a byte
    Map image_writers_;                  // may lie between each other's rows
    std::size_t longest_of_images_ = 0;  // that was ever among image_writers_
    Map::node_type spare_;               // one map after the other allocates nothing
};

}  // namespace lanewise::runtime
