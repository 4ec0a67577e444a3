// Detects data races of a group's work-items on elements of local memory. In a race, one work-item writes an element
// that another work-item uses, without a barrier between the two accesses. A read of an element that was never written
// is also reported. Thread-safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise::fuzz {

class RaceCheck {
public:
    explicit RaceCheck(std::size_t elements) : elements_(elements) {}

    void start_group() {
        std::ranges::fill(elements_, Element{});
        epoch_ = 1;
        found_ = false;
    }
    void pass_barrier() { ++epoch_; }
    bool found() const { return found_; }

    void read(std::size_t index, std::uint64_t item) {
        Element& element = elements_[index];
        if (element.write_epoch == 0) found_ = true;
        if (element.write_epoch == epoch_ && element.writer != item) found_ = true;
        if (element.read_epoch == epoch_ && element.reader != item) element.is_read_by_many = true;
        if (element.read_epoch != epoch_) element.is_read_by_many = false;
        element.read_epoch = epoch_;
        element.reader = item;
    }

    void write(std::size_t index, std::uint64_t item) {
        Element& element = elements_[index];
        if (element.write_epoch == epoch_ && element.writer != item) found_ = true;
        if (element.read_epoch == epoch_ && (element.is_read_by_many || element.reader != item)) found_ = true;
        element.write_epoch = epoch_;
        element.writer = item;
    }

private:
    // Epochs are numbers of the intervals between barriers, starting with 1. Epoch 0 means that the access has not
    // occurred.
    struct Element {
        std::uint32_t write_epoch = 0, read_epoch = 0;
        std::uint64_t writer = 0, reader = 0;
        bool is_read_by_many = false;
    };

    std::vector<Element> elements_;
    std::uint32_t epoch_ = 1;
    bool found_ = false;
};

/// Detects races on a counter that work-items update by atomics. Between two barriers the counter may be updated or
/// read, but not both.
class CounterRace {
public:
    void start_group() { *this = {}; }
    void pass_barrier() { is_read_ = is_updated_ = false; }
    bool found() const { return found_; }
    void read() { is_read_ = true, found_ |= is_updated_; }
    void update() { is_updated_ = true, found_ |= is_read_; }

private:
    bool is_read_ = false, is_updated_ = false, found_ = false;
};

}  // namespace lanewise::fuzz
