#include "device/pool/all_arenas.h"

#include <utility>

#include "device/machine/forks.h"
#include "device/pool/cpu_slot.h"

namespace lanewise::device {

Arena::AllArenas& Arena::AllArenas::instance() {
    // The object is never destroyed, since arenas may outlive all static objects.
    static auto* const all = new AllArenas;
    return *all;
}

Arena::AllArenas::AllArenas() {
    on_fork({[] { instance().lock_all(); }, [] { instance().unlock_all(); }, [] { instance().start_anew(); }});
}

void Arena::AllArenas::add(Arena& arena) {
    const std::lock_guard lock(mutex_);
    arenas_.push_back(&arena);
}

void Arena::AllArenas::remove(Arena& arena) noexcept {
    const std::lock_guard lock(mutex_);
    std::erase(arenas_, &arena);
}

void Arena::AllArenas::lock_all() noexcept {
    mutex_.lock();
    for (Arena* arena : arenas_) arena->mutex_.lock();
}

void Arena::AllArenas::unlock_all() noexcept {
    for (Arena* arena : arenas_) arena->mutex_.unlock();
    mutex_.unlock();
}

void Arena::AllArenas::start_anew() noexcept {
    CpuSlot::clear_all();
    for (Arena* arena : arenas_) arena->start_anew();
    unlock_all();
}

// Called in the child of a fork, where only the calling thread exists. Tasks that other threads were running are never
// finished in the child. In the parent, all ready tasks still run; in the child, a ready task runs only if a thread
// waits for it.
void Arena::start_anew() noexcept {
    lists_.set_all_aside();
    while (Task* const task = background_.front()) background_.remove(*task);
    const Participation* const self = participation();
    roster_.start_anew(self ? Roster::Survivor{self->has_place, self->is_extra, self->is_away} : Roster::Survivor{});
    // Leaks this reference on purpose: if it is the last reference to the arena, releasing it would destroy the arena
    // here.
    if (alive_for_recruits_) static_cast<void>(new std::shared_ptr<Arena>(std::move(alive_for_recruits_)));
}

}  // namespace lanewise::device
