#include "pool.h"

namespace lanewise::api_fuzz {

bool releases_again = false;

Graveyard& Graveyard::instance() {
    static Graveyard graveyard;
    return graveyard;
}

void Graveyard::bury(void* handle) {
    const std::lock_guard lock(mutex_);
    buried_.push_back(handle);
}

void Graveyard::rise(const void* handle) {
    const std::lock_guard lock(mutex_);
    for (auto* const handles : {&buried_, &older_, &dead_}) std::erase(*handles, handle);
}

void Graveyard::grow_old() {
    constexpr std::size_t most = 512;
    const std::lock_guard lock(mutex_);
    dead_.insert(dead_.end(), older_.begin(), older_.end());
    if (dead_.size() > most) dead_.erase(dead_.begin(), dead_.end() - most);
    older_ = std::exchange(buried_, {});
}

void* Graveyard::any(Dice& dice) {
    const std::lock_guard lock(mutex_);
    return dead_.empty() ? nullptr : dead_[dice.below(dead_.size())];
}

void Graveyard::clear() {
    const std::lock_guard lock(mutex_);
    buried_.clear();
    older_.clear();
    dead_.clear();
}

}  // namespace lanewise::api_fuzz
