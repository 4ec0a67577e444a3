#include "runtime/memory/mappings.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lanewise::runtime {
namespace {

std::byte memory[4096];
int objects[3];  // each element's address serves as the address of a memory object

Mappings::Key key_of(std::size_t offset, int object = 0) { return {memory + offset, &objects[object]}; }

TEST(Mappings, TakesWhatWasAdded) {
    Mappings mappings;
    EXPECT_TRUE(mappings.add(key_of(8), {16, {}}, false));
    EXPECT_FALSE(mappings.take(key_of(9)));
    EXPECT_FALSE(mappings.take(key_of(8, 1))) << "another object's";
    EXPECT_FALSE(mappings.take(key_of(8), true));
    EXPECT_TRUE(mappings.take(key_of(8)));
    EXPECT_FALSE(mappings.take(key_of(8)));
}

TEST(Mappings, PutBackIsThereAgain) {
    Mappings mappings;
    EXPECT_TRUE(mappings.add(key_of(0), {16, {}}, true));
    Mappings::Taken taken = mappings.take(key_of(0));
    mappings.put_back(std::move(taken));
    EXPECT_FALSE(mappings.add(key_of(15), {1, {}}, true));
    mappings.forget(mappings.take(key_of(0)));
    EXPECT_TRUE(mappings.add(key_of(15), {1, {}}, true));
}

TEST(Mappings, RegionsOfAnImageLieBetweenEachOther) {
    const auto columns = [](std::size_t first) { return ImageRegion{0, {first, 0, 0}, {4, 8, 1}}; };
    Mappings mappings;
    EXPECT_TRUE(mappings.add(key_of(0), {500, columns(0)}, true));
    EXPECT_TRUE(mappings.add(key_of(4), {500, columns(4)}, true));
    EXPECT_FALSE(mappings.add(key_of(2), {500, columns(2)}, true));
    EXPECT_FALSE(mappings.add(key_of(8, 1), {500, columns(8)}, true)) << "another image's rows are others";
    EXPECT_FALSE(mappings.add(key_of(200), {1, {}}, true));
    EXPECT_TRUE(mappings.add(key_of(504), {1, {}}, true));
    EXPECT_FALSE(mappings.add(key_of(495), {20, columns(8)}, true)) << "reaches into a buffer's";
}

// The mapping that is added first must behave like the mappings that are added later.
TEST(Mappings, TheFirstIsAsTheOthers) {
    Mappings mappings;
    EXPECT_TRUE(mappings.add(key_of(0), {16, {}}, true));
    EXPECT_TRUE(mappings.add(key_of(16), {16, {}}, true));
    for (const std::size_t offset : {0, 16}) {
        Mappings::Taken taken = mappings.take(key_of(offset));
        EXPECT_TRUE(taken);
        EXPECT_FALSE(mappings.take(key_of(offset))) << "what is taken is nobody else's";
        mappings.put_back(std::move(taken));
        EXPECT_FALSE(mappings.take(key_of(offset), false));
        mappings.forget(mappings.take(key_of(offset), true));
        EXPECT_TRUE(mappings.add(key_of(offset + 8), {4, {}}, true));
        EXPECT_FALSE(mappings.add(key_of(offset), {9, {}}, true));
        EXPECT_TRUE(mappings.add(key_of(offset), {9, {}}, false));
    }
}

struct Added {
    std::size_t offset, size;
    int object;
    bool for_writing;
};

void compare_with_a_list(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
    };
    Mappings mappings;
    std::vector<Added> list;
    for (int i = 0; i < 5000; ++i) {
        if (!list.empty() && below(5) < 2) {
            const std::size_t index = below(list.size());
            const Added& gone = list[index];
            Mappings::Taken taken = mappings.take(key_of(gone.offset, gone.object), gone.for_writing);
            ASSERT_TRUE(taken);
            if (below(3) == 0) {
                mappings.put_back(std::move(taken));
                continue;
            }
            mappings.forget(std::move(taken));
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
            continue;
        }
        const Added added{below(4000), 1 + below(below(8) == 0 ? 96 : 8), static_cast<int>(below(3)), below(2) == 0};
        bool expected = true;
        for (const Added& other : list)
            if (added.for_writing && other.for_writing && added.offset < other.offset + other.size &&
                other.offset < added.offset + added.size)
                expected = false;
        ASSERT_EQ(mappings.add(key_of(added.offset, added.object), {added.size, {}}, added.for_writing), expected);
        // Several mappings for reading may have the same key. Such mappings differ only in their size. No function
        // returns the size, so take() may remove any of these mappings.
        if (expected) list.push_back(added);
    }
}

TEST(Mappings, LikeAListThatIsSearched) {
    for (unsigned seed = 1; seed <= 4; ++seed) compare_with_a_list(seed);
}

}  // namespace
}  // namespace lanewise::runtime
