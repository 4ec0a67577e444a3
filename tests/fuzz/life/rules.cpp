#include "rules.h"

#include <utility>

namespace lanewise::life_fuzz {

Rules& Rules::instance() {
    static Rules rules;
    return rules;
}

bool Rules::begin_user_event() {
    const std::lock_guard lock(mutex_);
    if (are_kept_ && releasing_ != 0) return false;
    ++unset_;
    return true;
}

void Rules::end_user_event() {
    std::vector<std::function<void()>> acts;
    {
        const std::lock_guard lock(mutex_);
        if (--unset_ != 0) return;
        acts.swap(later_);
        ++releasing_;
    }
    run(acts);
}

void Rules::release(std::function<void()> act) {
    std::vector<std::function<void()>> acts;
    {
        const std::lock_guard lock(mutex_);
        if (are_kept_ && unset_ != 0) {
            later_.push_back(std::move(act));
            return;
        }
        ++releasing_;
    }
    acts.push_back(std::move(act));
    run(acts);
}

// Releases the objects without holding the mutex, because callbacks may release further objects.
void Rules::run(std::vector<std::function<void()>>& acts) {
    for (auto& act : acts) act();
    const std::lock_guard lock(mutex_);
    --releasing_;
}

}  // namespace lanewise::life_fuzz
