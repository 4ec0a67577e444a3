// Loaded machine code that can be ended while it runs, endless loops and all: its pages are exchanged for others that
// hold nothing but instructions without effect, up to a jump out of the kernel. A thread that runs the old code goes on
// in the new one at the same place, slides to the end and comes back behind its call of the kernel; one that is in a
// function the code called does so when that returns; one that comes later at once. The system does the exchange in one
// step: no thread executes anything of the old code once it is done, and none sees half of an instruction.
//
// So the code need not look whether it is to end, no thread need be known or sent a signal, and handlers, masks and
// debuggers of the application do not matter. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace lanewise::device {

class LoadedCode;

/// Whether this CPU's code can be ended.
bool can_end_code() noexcept;

/// The images of one owner. They take themselves out when they go.
class CodeGroup {
public:
    /// False when the group has been ended: the code must not run. Throws std::bad_alloc.
    bool add(const LoadedCode& code);
    void remove(const LoadedCode& code) noexcept;
    bool is_ended() noexcept;

    class Ending;

private:
    std::mutex mutex_;  // guards the rest
    std::unordered_set<const LoadedCode*> codes_;
    bool is_ended_ = false;
};

/// Ends a group in two steps. What can fail is done by the constructor, which throws std::bad_alloc.
class CodeGroup::Ending {
public:
    explicit Ending(CodeGroup& group);
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    /// False when the system refused for some; those run on.
    bool run() noexcept;

private:
    struct Exchange {
        std::byte* place;
        std::byte* pages;
        std::size_t bytes;
    };
    void prepare(const LoadedCode& code);
    void unmap_prepared() noexcept;

    CodeGroup& group_;
    const std::lock_guard<std::mutex> lock_;
    std::vector<Exchange> exchanges_;
};

}  // namespace lanewise::device
