#include "runtime/storage/cache_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <exception>
#include <mutex>
#include <utility>

#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"
#include "device/machine/size_limit.h"

namespace lanewise::runtime {
namespace {

// The permissions of a claim's file tell how the claim ended. Permissions can be changed even if the disk is full.
constexpr mode_t in_use = S_IRUSR | S_IWUSR;
constexpr mode_t ended_without_entry = in_use | S_IXUSR;

/// The file contains the holder's process id as a line of this length.
constexpr std::size_t holder_bytes = 12;

bool is_same_file(const struct stat& status, const std::uint64_t (&id)[2]) noexcept {
    return status.st_dev == id[0] && status.st_ino == id[1];
}

void write_holder(int file) noexcept {
    std::array<char, holder_bytes + 1> line{};
    std::snprintf(line.data(), line.size(), "%11d\n", static_cast<int>(::getpid()));
    // If the write fails, other processes cannot notice at once when this process is stopped or ends. They also leave
    // further entries to it for a shorter time.
    [[maybe_unused]] const ssize_t put = ::pwrite(file, line.data(), holder_bytes, 0);
}

}  // namespace

/// The list of all claims with an open file. The list is changed only in periods in which no other thread can fork.
struct CacheClaim::Held {
    std::mutex mutex;
    CacheClaim* first = nullptr;

    static Held& instance() {
        static Held held;
        return held;
    }

    Held() noexcept {
        device::on_fork({.in_child = [] { instance().forget_all(); }});
    }

    // Closes the child's copies of the parent's descriptors. If the copies stayed open, the claims would outlive the
    // parent.
    void forget_all() noexcept {
        for (CacheClaim* claim = std::exchange(first, nullptr); claim; claim = claim->next_) {
            claim->close_file();
            claim->is_held_ = false;
        }
    }

    void add(CacheClaim& claim) noexcept {
        const std::lock_guard lock(mutex);
        claim.previous_ = nullptr;
        claim.next_ = first;
        if (first) first->previous_ = &claim;
        first = &claim;
    }

    void remove(CacheClaim& claim) noexcept {
        const std::lock_guard lock(mutex);
        (claim.previous_ ? claim.previous_->next_ : first) = claim.next_;
        if (claim.next_) claim.next_->previous_ = claim.previous_;
    }
};

bool CacheClaim::leave_to_makers() const {
    using std::chrono::microseconds;
    if (!directory_ || !makers_.come_first(microseconds::zero())) return false;
    constexpr microseconds shortest{10'000}, longest{50'000};
    const EntryName name = entry_name(key_);
    const auto folder = directory_->parent() / cache_folder_name / name.folder;
    const auto exists = [](const std::filesystem::path& path) {
        return ::faccessat(AT_FDCWD, path.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    };
    const auto entry = folder / name.file, claim = folder / claim_name(key_, 0);
    for (microseconds left{0}, pause; makers_.come_first(left); left += pause) {
        if (exists(entry)) return true;
        if (exists(claim)) return false;
        sleep(pause = std::clamp(left / 4, shortest, longest));
    }
    return exists(entry);
}

void CacheClaim::sleep(std::chrono::microseconds time) noexcept {
    const device::NotCancelled by_cancellation;
    const timespec length{.tv_sec = 0, .tv_nsec = time.count() * 1000};
    ::clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nullptr);
}

CacheClaim::State CacheClaim::attempt() {
    if (!directory_ || number_ == claims_of_entry) return State::refused;
    const bool is_new = file_ < 0;
    // While a process waits, most of its calls of attempt() return here. Many processes may wait, so this path is
    // short.
    if (!is_new && is_file_open() && is_locked_by_other()) return State::busy;
    const device::NotCancelled by_cancellation;
    const device::NoSizeSignal by_limits;
    Held& all = Held::instance();
    const device::NoFork no_fork;
    const device::Descriptor folder = directory_->open_folder_of(key_);
    if (folder && is_new) {
        file_ = device::away_from_streams(::openat(folder.number(), claim_name(key_, number_).c_str(),
                                                   O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, in_use));
        if (file_ >= 0) all.add(*this);
    }
    State state = folder && file_ >= 0 ? lock(folder, is_new) : State::refused;
    is_held_ = state == State::held;
    if (state == State::held || state == State::busy) return state;
    if (file_ >= 0) drop_file();
    // Limits the number of attempts: on a broken file system, each attempt might find that the name belongs to another
    // file.
    if (++overs_ > most_overs) state = State::refused;
    if (state == State::refused) number_ = claims_of_entry;
    return state;
}

/// Tries to lock the file. Returns true if another claim has locked the file.
bool CacheClaim::is_locked_by_other() const noexcept {
    return ::flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
}

CacheClaim::State CacheClaim::lock(const device::Descriptor& folder, bool is_new) {
    struct stat status{};
    if (::fstat(file_, &status) != 0) return State::refused;
    if (is_new) {
        file_id_[0] = status.st_dev;
        file_id_[1] = status.st_ino;
    }
    if (!is_same_file(status, file_id_) || !is_own_file(status)) return State::refused;
    if (is_locked_by_other()) return State::busy;
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) return State::refused;  // the file system has no locks
    // The holder may have removed the file before this thread locked it.
    if (::fstat(file_, &status) != 0) return State::over;
    if (!is_named(folder)) return status.st_mode & S_IXUSR ? State::refused : State::over;
    if (status.st_mode & S_IXUSR) ::fchmod(file_, in_use);
    write_holder(file_);
    return State::held;
}

/// Returns whether the claim's name still belongs to the open file.
bool CacheClaim::is_named(const device::Descriptor& folder) const {
    struct stat named{};
    return ::fstatat(folder.number(), claim_name(key_, number_).c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_same_file(named, file_id_);
}

void CacheClaim::wait() noexcept {
    using std::chrono::microseconds;
    constexpr microseconds shortest{2'000}, longest{100'000}, longest_expected{200'000};
    // The pause grows with the time that the process has waited for this entry, or has waited for an earlier entry.
    // Even many waiting processes together thus use little CPU time.
    const microseconds expected = std::min(makers_.last_wait(), longest_expected);
    const int holder = read_holder();
    // The file may belong to another holder now, which has written its own id.
    if (std::exchange(watched_, holder) != holder) watch_.open(holder);
    // A thread that notices the end of the holder at once can make longer pauses.
    const bool is_watched = watch_.is_open();
    const microseconds pause = std::clamp(std::max(waited_, expected) / (is_watched ? 3 : 6), shortest, longest);
    makers_.note_maker(holder);
    makers_.note_pause(pause);
    if (!is_watched) {
        sleep(pause);
    } else if (watch_.ends_within(pause)) {
        watch_.close();
    }
    waited_ += pause;
    ++pauses_;
    const bool asks_for_holder = pauses_ % (is_watched ? 3 : 10) == 0 && pause >= longest / 8;
    if (waited_ < patience_ && !(asks_for_holder && state_of_process(holder) == ProcessState::stopped)) return;
    end();
    ++number_;
    waited_ = {};
}

/// Returns the process id that the holder has written to the file, or 0.
int CacheClaim::read_holder() const noexcept {
    const device::NotCancelled by_cancellation;
    std::array<char, holder_bytes> line{};
    if (::pread(file_, line.data(), line.size(), 0) != static_cast<ssize_t>(line.size())) return 0;
    const char* const digits = std::find_if(line.begin(), line.end(), [](char c) { return c != ' '; });
    int process = 0;
    return std::from_chars(digits, line.end(), process).ec == std::errc{} ? process : 0;
}

void CacheClaim::end() noexcept {
    if (waited_.count() != 0) makers_.note_end(waited_);
    if (file_ < 0) return;
    const device::NotCancelled by_cancellation;
    const device::NoFork no_fork;
    try {
        if (is_held_) remove_file();
    } catch (const std::exception&) {  // the file stays; the next process that claims the entry uses it
    }
    is_held_ = false;
    drop_file();
}

// Closing the file does not end the lock while a child process has a copy of the descriptor. A child that was created
// without the fork handlers has such a copy, so the file is unlocked explicitly.
void CacheClaim::drop_file() noexcept {
    Held::instance().remove(*this);
    if (is_file_open()) ::flock(file_, LOCK_UN);
    close_file();
}

void CacheClaim::remove_file() const {
    const device::Descriptor folder = directory_->open_folder_of(key_);
    if (!folder || !is_file_open() || !is_named(folder)) return;
    const bool is_stored = ::faccessat(folder.number(), entry_name(key_).file.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_stored) ::fchmod(file_, ended_without_entry);
    ::unlinkat(folder.number(), claim_name(key_, number_).c_str(), 0);
}

void CacheClaim::close_file() noexcept {
    if (is_file_open()) ::close(file_);
    file_ = -1;
    watch_.close();
    watched_ = 0;
}

/// Returns whether the descriptor number still refers to the claim's file. Another thread of the application may have
/// closed the descriptor, and may have opened another file that got the same number.
bool CacheClaim::is_file_open() const noexcept {
    struct stat status{};
    return ::fstat(file_, &status) == 0 && is_same_file(status, file_id_);
}

}  // namespace lanewise::runtime
