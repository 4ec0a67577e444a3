// Ends loaded machine code while it runs, even in endless loops. The pages of the code are exchanged for pages that
// hold only instructions without effect, and a jump out of the kernel at the end. A thread that runs the old code
// continues in the new code at the same place, slides to the end and comes back after its call of the kernel. A thread
// inside a function that the code called slides when the function returns; a thread that enters the code later slides
// at once. The system exchanges the pages in one step: afterwards no thread executes old code, and none sees half of an
// instruction.
//
// The code therefore need not check whether it is to end, and no thread need be known or receive a signal. Handlers,
// masks and debuggers of the application do not matter. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace lanewise::device {

class LoadedCode;

/// Whether code for this CPU can be ended.
bool can_end_code() noexcept;

/// The loaded images of one owner. An image removes itself from the group when it is destroyed.
class CodeGroup {
public:
    /// Adds an image; false when the group has been ended, so that the code must not run. Throws std::bad_alloc.
    bool add(const LoadedCode& code);
    void remove(const LoadedCode& code) noexcept;
    bool is_ended() noexcept;

    class Ending;

private:
    std::mutex mutex_;  // guards the rest
    std::unordered_set<const LoadedCode*> codes_;
    bool is_ended_ = false;
};

/// Ends a group in two steps. The constructor makes the new pages and throws std::bad_alloc; run() exchanges them.
class CodeGroup::Ending {
public:
    explicit Ending(CodeGroup& group);
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    /// Exchanges the pages. False when the system refused it for some images, which run on.
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
