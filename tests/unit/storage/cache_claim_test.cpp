// Tests claims of cache entries: a claim has one holder at a time, and no process waits for a holder that cannot make
// the entry.
#include "runtime/storage/cache_claim.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <memory>
#include <thread>

namespace lanewise::runtime {
namespace {

namespace fs = std::filesystem;
using State = CacheClaim::State;
using namespace std::chrono_literals;

const Digest key{1}, other_key{2};

class Claims : public testing::Test {
protected:
    void SetUp() override { fs::remove_all(root_); }
    void TearDown() override {
        end_child();
        fs::remove_all(root_);
    }

    std::vector<fs::path> claim_files() const {
        std::vector<fs::path> found;
        if (!fs::exists(root_)) return found;
        for (const auto& entry : fs::recursive_directory_iterator(root_))
            if (is_claim_name(entry.path().filename().string())) found.push_back(entry.path());
        return found;
    }

    std::optional<Bytes> find() const { return cache_.get(key); }

    /// Starts a process that claims the entry, runs `body`, and then sleeps until the test kills the process.
    void start_holder(const std::function<void()>& body = [] {}) {
        int claimed[2];
        ASSERT_EQ(::pipe(claimed), 0);
        child_ = ::fork();
        ASSERT_GE(child_, 0);
        if (child_ == 0) {
            CacheClaim claim(&cache_, key);
            const char is_held = claim.attempt() == State::held ? 'y' : 'n';
            if (::write(claimed[1], &is_held, 1) != 1) ::_exit(1);
            body();
            for (;;) ::pause();
        }
        char is_held = 'n';
        EXPECT_EQ(::read(claimed[0], &is_held, 1), 1);
        EXPECT_EQ(is_held, 'y');
        ::close(claimed[0]);
        ::close(claimed[1]);
    }

    void end_child() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        child_ = -1;
    }

    const fs::path root_ = fs::temp_directory_path() / ("lanewise-claims-" + std::to_string(::getpid()));
    CacheDirectory cache_{root_, 1 << 20};
    pid_t child_ = -1;
};

TEST_F(Claims, AreHeldByOneAtATime) {
    CacheClaim first(&cache_, key), second(&cache_, key), other(&cache_, other_key);
    EXPECT_EQ(first.attempt(), State::held);
    EXPECT_EQ(second.attempt(), State::busy);
    EXPECT_EQ(second.attempt(), State::busy);
    EXPECT_EQ(other.attempt(), State::held);
}

TEST_F(Claims, EndWithTheEntry) {
    CacheClaim waiting(&cache_, key);
    {
        CacheClaim claim(&cache_, key);
        ASSERT_FALSE(claim.find_or_claim([&] { return find(); }));
        ASSERT_EQ(waiting.attempt(), State::busy);
        cache_.put(key, Bytes{7});
    }
    EXPECT_EQ(waiting.attempt(), State::over);
    EXPECT_EQ(waiting.find_or_claim([&] { return find(); }), Bytes{7});
    waiting.end();
    EXPECT_TRUE(claim_files().empty());
}

TEST_F(Claims, MakeManyThreadsMakeAnEntryOnce) {
    std::atomic<int> made = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 16; ++i) {
            threads.emplace_back([&] {
                CacheClaim claim(&cache_, key);
                if (claim.find_or_claim([&] { return find(); })) return;
                ++made;
                ::usleep(20'000);
                cache_.put(key, Bytes{7});
            });
        }
    }
    EXPECT_EQ(made, 1);
    EXPECT_TRUE(claim_files().empty());
}

TEST_F(Claims, OfADeadProcessAreFree) {
    start_holder();
    end_child();
    EXPECT_EQ(claim_files().size(), 1u);
    CacheClaim claim(&cache_, key);
    EXPECT_EQ(claim.attempt(), State::held);
    claim.end();
    EXPECT_TRUE(claim_files().empty());
}

TEST_F(Claims, OfAStoppedProcessAreNotWaitedFor) {
    start_holder([] { ::raise(SIGSTOP); });
    int status = 0;
    ASSERT_EQ(::waitpid(child_, &status, WUNTRACED), child_);
    ASSERT_TRUE(WIFSTOPPED(status));
    CacheClaim claim(&cache_, key, 1h);
    EXPECT_FALSE(claim.find_or_claim([&] { return find(); }));
    // The second claim, which replaces the first, keeps further processes waiting.
    CacheClaim third(&cache_, key, 1h);
    EXPECT_EQ(third.attempt(), State::busy);
    std::jthread maker([&] {
        ::usleep(300'000);
        cache_.put(key, Bytes{7});
        claim.end();
    });
    EXPECT_EQ(third.find_or_claim([&] { return find(); }), Bytes{7});
}

TEST_F(Claims, AreWaitedForOnlyAWhile) {
    CacheClaim first(&cache_, key), second(&cache_, key, 5ms), third(&cache_, key, 5ms);
    ASSERT_EQ(first.attempt(), State::held);
    EXPECT_FALSE(second.find_or_claim([&] { return find(); }));
    EXPECT_EQ(claim_files().size(), 2u);
    EXPECT_FALSE(third.find_or_claim([&] { return find(); }));
    EXPECT_EQ(third.attempt(), State::refused);
}

TEST_F(Claims, ThatEndWithoutAnEntryKeepNobodyWaiting) {
    CacheClaim first(&cache_, key), second(&cache_, key), third(&cache_, key);
    ASSERT_EQ(first.attempt(), State::held);
    ASSERT_EQ(second.attempt(), State::busy);
    ASSERT_EQ(third.attempt(), State::busy);
    first.end();
    EXPECT_EQ(second.attempt(), State::refused);
    EXPECT_EQ(third.attempt(), State::refused);
    CacheClaim later(&cache_, key);
    EXPECT_EQ(later.attempt(), State::held);
}

TEST_F(Claims, AreNotInherited) {
    int ids[2];
    ASSERT_EQ(::pipe(ids), 0);
    start_holder([&] {
        if (::fork() != 0) return;
        // When fork() returns, the handlers of pthread_atfork have already run.
        const pid_t own = ::getpid();
        [[maybe_unused]] const auto put = ::write(ids[1], &own, sizeof own);
        for (;;) ::pause();
    });
    pid_t grandchild = -1;
    ASSERT_EQ(::read(ids[0], &grandchild, sizeof grandchild), static_cast<ssize_t>(sizeof grandchild));
    end_child();
    CacheClaim claim(&cache_, key);
    EXPECT_EQ(claim.attempt(), State::held);
    ::kill(grandchild, SIGKILL);
    ::close(ids[0]);
    ::close(ids[1]);
}

TEST_F(Claims, AreKeptWhenAChildEnds) {
    CacheClaim claim(&cache_, key), other(&cache_, key);
    ASSERT_EQ(claim.attempt(), State::held);
    const pid_t child = ::fork();
    if (child == 0) {
        claim.end();
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(other.attempt(), State::busy);
}

TEST_F(Claims, LeaveClosedStandardStreamsAlone) {
    const pid_t child = ::fork();
    if (child == 0) {
        for (int stream = 0; stream < 3; ++stream) ::close(stream);
        CacheClaim claim(&cache_, key);
        const bool is_held = claim.attempt() == State::held;
        bool is_free = true;
        for (int stream = 0; stream < 3; ++stream) is_free = is_free && ::fcntl(stream, F_GETFD) < 0;
        ::_exit(is_held && is_free ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST_F(Claims, AreRefusedWithoutAFolder) {
    CacheClaim none(nullptr, key);
    EXPECT_EQ(none.attempt(), State::refused);
    const CacheDirectory nowhere("/proc/nowhere/lanewise", 1000);
    CacheClaim claim(&nowhere, key);
    EXPECT_FALSE(claim.find_or_claim([&] { return nowhere.get(key); }));
    EXPECT_EQ(claim.attempt(), State::refused);
}

TEST_F(Claims, NeedNoWritableBytes) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    CacheClaim claim(&cache_, key), waiting(&cache_, key);
    const State first = claim.attempt(), second = waiting.attempt();
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(first, State::refused);  // the folder's marker cannot be written
    EXPECT_EQ(second, State::refused);
    cache_.put(other_key, Bytes{1});
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
    CacheClaim claim_in_folder(&cache_, key), waiting_in_folder(&cache_, key);
    const State third = claim_in_folder.attempt(), fourth = waiting_in_folder.attempt();
    claim_in_folder.end();
    const State fifth = waiting_in_folder.attempt();
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(third, State::held);
    EXPECT_EQ(fourth, State::busy);
    EXPECT_EQ(fifth, State::refused);
}

// An application may close all descriptors that it does not know, and then open its own files.
TEST_F(Claims, TouchNoFileThatGotTheirDescriptor) {
    auto claim = std::make_unique<CacheClaim>(&cache_, key);
    const int next = ::open("/dev/null", O_RDONLY);
    ::close(next);
    ASSERT_EQ(claim->attempt(), State::held);
    ASSERT_EQ(::close(next), 0);  // the claim's descriptor
    const fs::path own = root_ / "own";
    const int file = ::open(own.c_str(), O_RDWR | O_CREAT, 0600);
    ASSERT_EQ(file, next);
    claim.reset();
    EXPECT_EQ(::write(file, "x", 1), 1);
    EXPECT_EQ(::close(file), 0);
}

/// Returns the number of this process's descriptors that refer to processes.
int count_watches() {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code failed;
        count += fs::read_symlink(entry.path(), failed).string().find("pidfd") != std::string::npos ? 1 : 0;
    }
    return count;
}

TEST_F(Claims, InheritNoWatchOfTheHolder) {
    start_holder();
    {
        ProcessWatch probe;
        if (!probe.open(child_) || count_watches() != 1) GTEST_SKIP() << "the system has no descriptors of processes";
    }
    std::jthread waiting([&] {
        CacheClaim claim(&cache_, key, 1h);
        EXPECT_FALSE(claim.find_or_claim([&] { return find(); }));
    });
    while (count_watches() == 0) ::usleep(100);
    const pid_t child = ::fork();
    if (child == 0) ::_exit(count_watches());
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    end_child();
}

TEST_F(Claims, AreLeftToARunningMaker) {
    start_holder();
    EntryMakers makers(1h);
    makers.note_maker(child_);
    makers.note_pause(1s);
    makers.note_end(2h);
    CacheClaim claim(&cache_, other_key, 1h, makers);
    std::jthread maker([&] {
        ::usleep(200'000);
        cache_.put(other_key, Bytes{7});
    });
    EXPECT_EQ(claim.find_or_claim([&] { return cache_.get(other_key); }), Bytes{7});
    maker.join();
    EXPECT_EQ(claim_files().size(), 1u);  // only the claim of the child
    // Nobody leaves entries to a process that has ended.
    end_child();
    CacheClaim third(&cache_, Digest{3}, 1h, makers);
    EXPECT_FALSE(third.find_or_claim([&] { return cache_.get(Digest{3}); }));
}

TEST_F(Claims, ThatAreAbandonedAreRemovedLater) {
    start_holder();
    end_child();
    ASSERT_EQ(claim_files().size(), 1u);
    const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, claim_files()[0].c_str(), times, 0), 0);
    CacheDirectory(root_, 1 << 20).put(other_key, Bytes{1});
    EXPECT_TRUE(claim_files().empty());
    EXPECT_TRUE(cache_.get(other_key));
}

}  // namespace
}  // namespace lanewise::runtime
