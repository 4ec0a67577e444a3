#include "device/kernel/pipe_functions.h"

#include <algorithm>
#include <atomic>

namespace lanewise::device {
namespace {

using Position = std::atomic_ref<unsigned long>;

Position end_of(abi::Pipe& pipe, bool for_reading) {
    return Position((for_reading ? pipe.reading : pipe.writing).end.value);
}
Position done_of(abi::Pipe& pipe, bool for_reading) {
    return Position((for_reading ? pipe.reading : pipe.writing).done.value);
}

Position note_at(abi::Pipe& pipe, std::uint64_t position) {
    return Position(reinterpret_cast<unsigned long*>(&pipe + 1)[position & pipe.place_mask]);
}

// Returns the position up to which readers (or writers) may reserve packets.
std::uint64_t limit_of(abi::Pipe& pipe, bool for_reading) {
    const std::uint64_t others = done_of(pipe, !for_reading).load(std::memory_order_acquire);
    return for_reading ? others : others + pipe.max_packets;
}

// Returns the end of the committed reservations that follow `position` without a gap.
std::uint64_t end_of_committed(abi::Pipe& pipe, bool for_reading, std::uint64_t position) {
    for (;;) {
        const std::uint64_t note = note_at(pipe, position).load(std::memory_order_seq_cst);
        // The array of notes is a ring, so `note` may still be the note of an earlier reservation, which ended at or
        // before `position`.
        if ((note & 1) != static_cast<unsigned>(for_reading) || note >> 1 <= position) return position;
        position = note >> 1;
    }
}

}  // namespace
}  // namespace lanewise::device

using namespace lanewise::device;

std::uint64_t lanewise_pipe_reserve(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint32_t least,
                                    std::uint32_t most, std::uint32_t packet_size) noexcept {
    if (pipe->packet_size != packet_size) return lanewise::abi::no_reservation;
    const Position end = end_of(*pipe, for_reading);
    unsigned long start = end.load(std::memory_order_acquire);
    for (;;) {
        // The difference cannot be negative: the limit is read after `start`, and positions only grow.
        const std::uint64_t count = std::min<std::uint64_t>(limit_of(*pipe, for_reading) - start, most);
        if (count < least) return lanewise::abi::no_reservation;
        if (end.compare_exchange_weak(start, start + count, std::memory_order_acq_rel, std::memory_order_acquire))
            return std::uint64_t{start} << 32 | count;
    }
}

void lanewise_pipe_note(lanewise::abi::Pipe* pipe, std::uint32_t for_reading, std::uint64_t id) noexcept {
    const auto count = static_cast<std::uint32_t>(id);
    const std::uint64_t freed = done_of(*pipe, true).load(std::memory_order_acquire);
    const std::uint64_t ahead = static_cast<std::uint32_t>(id >> 32) - static_cast<std::uint32_t>(freed);
    // Ignores an id that clearly belongs to no reservation.
    if (count == 0 || ahead + count > pipe->max_packets) return;
    const std::uint64_t start = freed + ahead;
    note_at(*pipe, start).store((start + count) << 1 | for_reading, std::memory_order_release);
}

void lanewise_pipe_advance(lanewise::abi::Pipe* pipe, std::uint32_t for_reading) noexcept {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const Position done = done_of(*pipe, for_reading);
    unsigned long from = done.load(std::memory_order_seq_cst);
    for (;;) {
        const std::uint64_t to = end_of_committed(*pipe, for_reading, from);
        if (to == from) return;
        if (done.compare_exchange_strong(from, to, std::memory_order_seq_cst)) from = to;
    }
}
