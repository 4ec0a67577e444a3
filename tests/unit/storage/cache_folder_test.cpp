// Tests that the cache does not change the user's own files, whatever folder the user chooses for the cache.
#include "runtime/storage/cache_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "runtime/storage/cache_directory.h"

namespace lanewise::runtime {
namespace {

namespace fs = std::filesystem;

/// Content of a folder: maps each path to the mode, owner and content of its file, or to the target of a link.
using Contents = std::map<std::string, std::string>;

class CacheFolder : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("lanewise-cache-folder-" + std::to_string(::getpid()));
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    void TearDown() override {
        fs::permissions(root_, fs::perms::owner_all);
        fs::remove_all(root_);
    }

    /// Writes a file with a date in 2001, so that the cache would remove this file before all other files.
    void write_old(const fs::path& path, std::size_t bytes = 600) {
        fs::create_directories(path.parent_path());
        std::ofstream(path) << std::string(bytes, 'x');
        const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW), 0);
    }

    Contents contents(const fs::path& folder) const {
        Contents found;
        struct stat status{};
        ::stat(folder.c_str(), &status);
        found["."] = std::to_string(status.st_mode);
        for (auto it = fs::recursive_directory_iterator(folder); it != fs::recursive_directory_iterator(); ++it) {
            const fs::path& path = it->path();
            ::lstat(path.c_str(), &status);
            std::string& text = found[path.lexically_relative(folder)];
            text = std::to_string(status.st_mode) + " " + std::to_string(status.st_uid) + " ";
            if (it->is_symlink()) text += fs::read_symlink(path);
            if (it->is_regular_file()) {
                std::ifstream file(path);
                text.append(std::istreambuf_iterator<char>(file), {});
            }
        }
        return found;
    }

    /// Expects that all files in `before` are unchanged, and that all new files are in the cache's own subfolder.
    void expect_kept(const Contents& before, const fs::path& folder) const {
        const Contents after = contents(folder);
        for (const auto& [path, text] : before) {
            ASSERT_TRUE(after.contains(path)) << path << " is gone";
            EXPECT_EQ(after.at(path), text) << path << " is changed";
        }
        for (const auto& [path, text] : after) {
            EXPECT_TRUE(before.contains(path) || path.starts_with(cache_folder_name)) << path << " is new";
        }
    }

    static void use(const fs::path& folder) {
        CacheDirectory cache(folder, 100);
        for (std::uint8_t i = 0; i < 20; ++i) {
            cache.put(Digest{i}, Bytes(60, i));
            static_cast<void>(cache.get(Digest{i}));
            cache.drop(Digest{static_cast<std::uint8_t>(i + 100)});
        }
        cache.trim();
    }

    fs::path root_;
};

TEST_F(CacheFolder, FilesOfTheUserStay) {
    write_old(root_ / "main.c");
    write_old(root_ / "data/1.bin");
    write_old(root_ / "tmp.notes");
    write_old(root_ / "tmp.1.2");
    const EntryName name = entry_name(Digest{1});
    write_old(root_ / name.folder / name.file);
    fs::create_symlink("main.c", root_ / "link");
    ASSERT_EQ(::chmod(root_.c_str(), 01777), 0);
    const Contents before = contents(root_);
    use(root_);
    expect_kept(before, root_);
    EXPECT_TRUE(fs::exists(root_ / cache_folder_name / cache_marker_name));
}

TEST_F(CacheFolder, FilesOfTheUserInItsOwnFolderStay) {
    use(root_);
    const fs::path own = root_ / cache_folder_name;
    write_old(own / "main.c");
    write_old(own / "00/notes");
    write_old(own / "00/tmp.notes");
    write_old(own / "00/tmp..1");
    write_old(own / "zz" / entry_name(Digest{}).file);
    write_old(own / "00" / (entry_name(Digest{}).file + "0"));
    fs::create_directory_symlink(root_, own / "ab");
    write_old(root_ / entry_name(Digest{}).file);
    Contents before = contents(root_);
    std::erase_if(before, [](const auto& file) {
        return file.first.size() == std::string(cache_folder_name).size() + 1 + 2 * sizeof(Digest) + 1 &&
               file.second.size() < 200;
    });
    use(root_);
    expect_kept(before, root_);
}

// A folder has the name of the cache's folder, but lacks the marker file of the cache.
TEST_F(CacheFolder, AnUnmarkedFolderIsLeftAlone) {
    const EntryName name = entry_name(Digest{1});
    write_old(root_ / cache_folder_name / name.folder / name.file);
    write_old(root_ / cache_folder_name / "thesis.tex");
    const Contents before = contents(root_);
    use(root_);
    EXPECT_EQ(contents(root_), before);
}

TEST_F(CacheFolder, AForeignMarkerIsNone) {
    const EntryName name = entry_name(Digest{1});
    write_old(root_ / cache_folder_name / name.folder / name.file);
    std::ofstream(root_ / cache_folder_name / cache_marker_name)
        << "Signature: 8a477f597d28d172789f06886806bc55\n# Of another program.\n";
    const Contents before = contents(root_);
    use(root_);
    EXPECT_EQ(contents(root_), before);
}

TEST_F(CacheFolder, LinksAndFilesInItsPlaceAreLeftAlone) {
    write_old(root_ / "target/thesis.tex");
    fs::create_directory_symlink(root_ / "target", root_ / cache_folder_name);
    Contents before = contents(root_);
    use(root_);
    EXPECT_EQ(contents(root_), before);
    fs::remove(root_ / cache_folder_name);
    write_old(root_ / cache_folder_name);
    before = contents(root_);
    use(root_);
    use(root_ / cache_folder_name);
    EXPECT_EQ(contents(root_), before);
}

TEST_F(CacheFolder, WhatOthersMayWriteIsNotUsed) {
    use(root_);
    ASSERT_EQ(::chmod((root_ / cache_folder_name).c_str(), 0777), 0);
    const Contents before = contents(root_);
    use(root_);
    EXPECT_EQ(contents(root_), before);
    EXPECT_FALSE(CacheDirectory(root_, 100).get(Digest{19}));
}

TEST_F(CacheFolder, NewFoldersAreTheUsersAlone) {
    use(root_ / "a/b");
    for (const char* path : {"a", "a/b", "a/b/lanewise-builds"}) {
        struct stat status{};
        ASSERT_EQ(::stat((root_ / path).c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777, 0700u) << path;
    }
}

TEST_F(CacheFolder, RelativePathsAreRefused) {
    const fs::path old = fs::current_path();
    fs::current_path(root_);
    use(".");
    fs::current_path(old);
    EXPECT_TRUE(fs::is_empty(root_));
}

TEST_F(CacheFolder, MayGoAtAnyTime) {
    CacheDirectory cache(root_ / "cache", 10000);
    cache.put(Digest{1}, Bytes(60, 1));
    ASSERT_TRUE(cache.get(Digest{1}));
    fs::remove_all(root_ / "cache");
    EXPECT_FALSE(cache.get(Digest{1}));
    write_old(root_ / "cache/lanewise-builds/thesis.tex");
    const Contents before = contents(root_);
    cache.put(Digest{1}, Bytes(60, 1));
    cache.drop(Digest{1});
    cache.trim();
    EXPECT_EQ(contents(root_), before);
    fs::remove_all(root_ / "cache");
    cache.put(Digest{1}, Bytes(60, 1));
    EXPECT_TRUE(cache.get(Digest{1}));
}

}  // namespace
}  // namespace lanewise::runtime
