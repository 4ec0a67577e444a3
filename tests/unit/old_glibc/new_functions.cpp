// Tests the functions that the libraries define in place of newer functions of the C library. Includes the source of
// these functions, because the libraries do not export them, and because one function chooses its implementation when
// it is loaded. The source must be the first include, because the other headers declare one of these functions with
// another visibility. clang-format off
#include "old_glibc.cpp"
// clang-format on

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

namespace {

/// Returns a function of the C library. A call by name would reach the replacement that this program includes.
template <class Function>
Function* of_the_c_library(const char* name, Function*) {
    auto* const found = reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
    EXPECT_NE(found, nullptr) << name;
    return found;
}

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_mode == b.st_mode && a.st_size == b.st_size &&
           a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

class OldGlibcFiles : public testing::Test {
protected:
    OldGlibcFiles() {
        std::filesystem::create_directory(folder_);
        std::ofstream(file_) << "content";
        std::filesystem::create_symlink(file_, link_);
    }
    ~OldGlibcFiles() override { std::filesystem::remove_all(folder_); }

    const std::string folder_ = testing::TempDir() + "old_glibc_" + std::to_string(::getpid());
    const std::string file_ = folder_ + "/file", link_ = folder_ + "/link";
};

TEST_F(OldGlibcFiles, HaveTheStatusThatTheCLibraryGives) {
    auto* const stat_of_c = of_the_c_library<int(const char*, struct stat*)>("stat", nullptr);
    auto* const lstat_of_c = of_the_c_library<int(const char*, struct stat*)>("lstat", nullptr);
    struct stat ours{}, theirs{};
    for (const std::string& path : {file_, link_, folder_}) {
        ASSERT_EQ(::stat(path.c_str(), &ours), 0);
        ASSERT_EQ(stat_of_c(path.c_str(), &theirs), 0);
        EXPECT_TRUE(same_file(ours, theirs)) << path;
        ASSERT_EQ(::lstat(path.c_str(), &ours), 0);
        ASSERT_EQ(lstat_of_c(path.c_str(), &theirs), 0);
        EXPECT_TRUE(same_file(ours, theirs)) << path;
    }
    EXPECT_EQ(ours.st_mode & S_IFMT, static_cast<mode_t>(S_IFDIR));
}

TEST_F(OldGlibcFiles, HaveTheSameStatusByDescriptorAndByFolder) {
    struct stat by_path{}, other{};
    ASSERT_EQ(::stat(file_.c_str(), &by_path), 0);
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY);
    const int file = ::open(file_.c_str(), O_RDONLY);
    ASSERT_EQ(::fstat(file, &other), 0);
    EXPECT_TRUE(same_file(by_path, other));
    ASSERT_EQ(::fstatat(folder, "link", &other, 0), 0);
    EXPECT_TRUE(same_file(by_path, other));
    ASSERT_EQ(::fstatat(folder, "link", &other, AT_SYMLINK_NOFOLLOW), 0);
    EXPECT_EQ(other.st_mode & S_IFMT, static_cast<mode_t>(S_IFLNK));
    struct stat64 wide{};
    ASSERT_EQ(::fstat64(file, &wide), 0);
    EXPECT_TRUE(same_file(by_path, *same(&wide)));
    ::close(file);
    ::close(folder);
}

TEST_F(OldGlibcFiles, ThatAreMissingSetErrno) {
    struct stat status{};
    errno = 0;
    EXPECT_EQ(::stat((folder_ + "/missing").c_str(), &status), -1);
    EXPECT_EQ(errno, ENOENT);
}

/// Clears the address of pthread_cond_clockwait, to test waits as on C libraries that lack this function.
class OldGlibcWaits : public testing::TestWithParam<clockid_t> {
protected:
    OldGlibcWaits() { clock_wait = nullptr; }
    ~OldGlibcWaits() override { find_clock_wait(); }

    static timespec in_milliseconds(long count) {
        timespec time{};
        ::clock_gettime(GetParam(), &time);
        time.tv_nsec += count * 1'000'000;
        time.tv_sec += time.tv_nsec / nanoseconds;
        time.tv_nsec %= nanoseconds;
        return time;
    }

    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

TEST_P(OldGlibcWaits, EndAtTheGivenTime) {
    ::pthread_mutex_lock(&mutex_);
    for (const long count : {30L, 0L, -500L}) {
        timespec until = in_milliseconds(count < 0 ? 0 : count);
        if (count < 0) until.tv_sec -= 1;
        int result = 0;
        while (result == 0) result = ::pthread_cond_clockwait(&condition_, &mutex_, GetParam(), &until);
        EXPECT_EQ(result, ETIMEDOUT);
        EXPECT_TRUE(is_over(until, GetParam()));
    }
    ::pthread_mutex_unlock(&mutex_);
}

TEST_P(OldGlibcWaits, EndByASignal) {
    bool is_set = false;
    ::pthread_mutex_lock(&mutex_);
    std::thread other([&] {
        ::pthread_mutex_lock(&mutex_);
        is_set = true;
        ::pthread_cond_signal(&condition_);
        ::pthread_mutex_unlock(&mutex_);
    });
    const timespec until = in_milliseconds(600'000);
    int result = 0;
    while (!is_set && result == 0) result = ::pthread_cond_clockwait(&condition_, &mutex_, GetParam(), &until);
    ::pthread_mutex_unlock(&mutex_);
    other.join();
    EXPECT_EQ(result, 0);
}

INSTANTIATE_TEST_SUITE_P(By, OldGlibcWaits, testing::Values(CLOCK_MONOTONIC, CLOCK_REALTIME));

TEST(OldGlibc, NumbersAreRandom) {
    std::set<std::uint32_t> numbers;
    for (int i = 0; i < 8; ++i) numbers.insert(::arc4random());
    EXPECT_GT(numbers.size(), 6u);
}

TEST(OldGlibc, StatisticsOfMemoryGrow) {
    const auto used = [] {
        const struct mallinfo2 now = ::mallinfo2();
        return now.uordblks + now.hblkhd;
    };
    const std::size_t before = used();
    std::vector<std::vector<char>> blocks(64);
    for (std::vector<char>& block : blocks) block.resize(32 << 10);
    EXPECT_GE(used(), before + (std::size_t{64} * 32 << 10));
}

}  // namespace
