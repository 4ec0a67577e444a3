#include "runtime/memory/mappings.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewise::runtime {

bool Mappings::add(const Key& key, const Part& part, bool for_writing) {
    if (for_writing && collides(key, part)) return false;
    if (lone_.state == Lone::State::none) {
        lone_ = {key, part, for_writing, Lone::State::mapped};
        return true;
    }
    const bool is_image = for_writing && part.region.has_value();
    Map& map = !for_writing ? readers_ : is_image ? image_writers_ : writers_;
    if (spare_.empty()) {
        map.emplace(key, part);
    } else {
        spare_.key() = key;
        spare_.mapped() = part;
        map.insert(std::exchange(spare_, {}));
    }
    if (is_image) longest_of_images_ = std::max(longest_of_images_, part.size);
    return true;
}

/// Returns whether two mappings share bytes. A mapping of an image covers only the rows of its region, so the rows of
/// two regions may alternate in memory.
bool Mappings::collides(const Key& key, const Part& part, const Key& other, const Part& other_part) noexcept {
    if (other.begin + other_part.size <= key.begin || key.begin + part.size <= other.begin) return false;
    const bool same_rows = part.region && other_part.region && other.object == key.object;
    return !same_rows || part.region->overlaps(*other_part.region);
}

bool Mappings::collides(const Key& key, const Part& part) const noexcept {
    const bool writes_alone = lone_.state == Lone::State::mapped && lone_.for_writing;
    if (writes_alone && collides(key, part, lone_.key, lone_.part)) return true;
    const std::uintptr_t begin = key.begin, end = begin + part.size;
    // No two mappings in `writers_` overlap. Among the mappings that begin before `end`, the one that begins last
    // therefore also ends last.
    const auto after = writers_.lower_bound(Key(end));
    if (after != writers_.begin()) {
        const auto& [other, other_part] = *std::prev(after);
        if (other.begin + other_part.size > begin) return true;
    }
    const Key first(begin - std::min<std::uintptr_t>(begin, longest_of_images_));
    for (auto it = image_writers_.lower_bound(first); it != image_writers_.end() && it->first.begin < end; ++it) {
        if (collides(key, part, it->first, it->second)) return true;
    }
    return false;
}

Mappings::Taken Mappings::take_from(Map& map, const Key& key) noexcept {
    Taken taken;
    const auto found = map.find(key);
    if (found == map.end()) return taken;
    taken.node_ = map.extract(found);
    taken.from_ = &map;
    return taken;
}

Mappings::Taken Mappings::take_lone() noexcept {
    lone_.state = Lone::State::taken;
    Taken taken;
    taken.is_lone_ = true;
    return taken;
}

Mappings::Taken Mappings::take(const Key& key, bool for_writing) noexcept {
    if (lone_.is(key) && lone_.for_writing == for_writing) return take_lone();
    if (!for_writing) return take_from(readers_, key);
    Taken taken = take_from(writers_, key);
    return taken ? std::move(taken) : take_from(image_writers_, key);
}

Mappings::Taken Mappings::take(const Key& key) noexcept {
    if (lone_.is(key)) return take_lone();
    Taken taken = take(key, /*for_writing=*/true);
    return taken ? std::move(taken) : take(key, /*for_writing=*/false);
}

void Mappings::put_back(Taken taken) noexcept {
    if (taken.is_lone_)
        lone_.state = Lone::State::mapped;
    else
        taken.from_->insert(std::move(taken.node_));
}

void Mappings::forget(Taken taken) noexcept {
    if (taken.is_lone_)
        lone_.state = Lone::State::none;
    else if (spare_.empty())
        spare_ = std::move(taken.node_);
}

}  // namespace lanewise::runtime
