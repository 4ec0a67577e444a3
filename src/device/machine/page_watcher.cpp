#include "device/machine/page_watcher.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"

namespace lanewise::device {
namespace {

using namespace std::chrono_literals;

constexpr auto shortest_wait = 1ms;
constexpr auto longest_wait = 16ms;
constexpr auto longest_quiet = 300ms;
/// Number of page faults after which the thread looks for resident pages. Fewer page faults probably come from memory
/// outside of the watched blocks.
constexpr long few_faults = 64;

long faults_of_process() noexcept {
    rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_minflt : 0;
}

class PageWatcher {
public:
    /// Returns the only instance. The instance is never destroyed, since the thread of the instance may outlive all
    /// static objects.
    static PageWatcher& instance() noexcept {
        alignas(PageWatcher) static std::byte storage[sizeof(PageWatcher)];
        static auto* const watcher = [] {
            on_fork({[] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                     // The watching thread does not exist in the child of a fork, so the child starts with a new
                     // object.
                     [] { new (&instance()) PageWatcher; }});
            return new (storage) PageWatcher;
        }();
        return *watcher;
    }

    void call() noexcept {
        const std::lock_guard lock(mutex_);
        is_called_ = true;
        if (has_thread_) return called_.notify_one();
        try {
            const BlockedSignals not_for_new_threads;
            std::thread([this] { serve(); }).detach();
            has_thread_ = true;
        } catch (const std::exception&) {
            is_called_ = false;
        }
    }

private:
    void serve() noexcept {
        for (;;) {
            {
                std::unique_lock lock(mutex_);
                called_.wait(lock, [this] { return is_called_; });
                is_called_ = false;
            }
            watch();
        }
    }

    static void watch() noexcept {
        long seen = faults_of_process();
        std::chrono::milliseconds wait = shortest_wait, quiet = 0ms;
        while (quiet < longest_quiet && watched_blocks.load(std::memory_order_relaxed) != 0) {
            std::this_thread::sleep_for(wait);
            const long faults = faults_of_process() - seen;
            if (faults < few_faults) {
                quiet += wait;
                wait = std::min<std::chrono::milliseconds>(2 * wait, longest_wait);
                continue;
            }
            seen += faults;
            look_at_pages_after(faults);
            wait = shortest_wait;
            quiet = 0ms;
        }
    }

    std::mutex mutex_;
    std::condition_variable called_;
    bool is_called_ = false;
    bool has_thread_ = false;
};

}  // namespace

void call_page_watcher() noexcept { PageWatcher::instance().call(); }

}  // namespace lanewise::device
