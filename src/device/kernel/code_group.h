// Ends loaded machine code while it runs, even in endless loops. The pages of the code are replaced by pages that
// contain only instructions without effect (a slide) and, at the end, a jump out of the kernel. A thread that runs the
// old code continues in the new code at the same address. The thread executes the slide up to the jump and continues
// after its call of the kernel. If a thread is inside a function that the code called, the thread reaches the slide
// when the function returns. A thread that calls the code later executes the slide at once. The system replaces the
// pages in one step. No thread executes old code after this step, and no thread ever executes a half-replaced
// instruction.
//
// The code therefore need not check whether it has been ended. The driver need not know which threads run the code, and
// sends no signals. Ending code therefore works whatever signal handlers, signal masks or debuggers the application
// uses. Thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace lanewise::device {

class LoadedCode;

/// Returns whether code for this CPU can be ended.
bool can_end_code() noexcept;

/// The set of loaded code images that are ended together. An image removes itself from the group before it is
/// destroyed.
class CodeGroup {
public:
    /// Adds an image. Returns false if the group has been ended; the code must then not run. Throws std::bad_alloc.
    bool add(const LoadedCode& code);
    void remove(const LoadedCode& code) noexcept;
    bool is_ended() noexcept;

    class Ending;

private:
    std::mutex mutex_;  // guards the members below
    std::unordered_set<const LoadedCode*> codes_;
    bool is_ended_ = false;
};

/// Ends a group in two steps. The constructor prepares the new pages and may throw std::bad_alloc; run() replaces the
/// old pages.
class CodeGroup::Ending {
public:
    explicit Ending(CodeGroup& group);
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    /// Replaces the pages. Returns false if the system refused to replace the pages of some images; their code
    /// continues to run.
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
