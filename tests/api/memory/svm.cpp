// Tests clSVMAlloc and the clEnqueueSVM* commands: results and every error.
#include "fixture.h"

namespace lanewise::test {
namespace {

class Svm : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        memory = static_cast<std::uint8_t*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0));
        ASSERT_NE(memory, nullptr);
    }
    void TearDown() override {
        clSVMFree(context, memory);
        ContextTest::TearDown();
    }
    std::uint8_t* memory = nullptr;
};

TEST_F(Svm, AllocationsAreAligned) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0u);
    void* const large = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, std::size_t{5} << 20, 64);
    ASSERT_NE(large, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large) % 128, 0u);
    clSVMFree(context, large);
    clSVMFree(context, nullptr);
}

TEST_F(Svm, AllocationErrors) {
    EXPECT_EQ(clSVMAlloc(nullptr, 0, 64, 0), nullptr);
    EXPECT_EQ(clSVMAlloc(context, 0, 0, 0), nullptr);
    EXPECT_EQ(clSVMAlloc(context, 0, SIZE_MAX, 0), nullptr);
    EXPECT_EQ(clSVMAlloc(context, 0, 64, 3), nullptr);
    EXPECT_EQ(clSVMAlloc(context, 0, 64, 256), nullptr);
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0), nullptr);
    // Section 5.6.1: CL_MEM_SVM_ATOMICS needs CL_MEM_SVM_FINE_GRAIN_BUFFER.
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0), nullptr);
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0), nullptr);
}

TEST_F(Svm, CopiesAndFills) {
    const std::uint32_t pattern = 0x04030201;
    ASSERT_EQ(clEnqueueSVMMemFill(queue, memory, &pattern, 4, 512, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, memory + 512, memory, 512, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(memory[512], 1);
    EXPECT_EQ(memory[1023], 4);
}

TEST_F(Svm, CopyErrors) {
    const auto copy = [&](void* to, const void* from, std::size_t size) {
        return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(copy(nullptr, memory, 4), CL_INVALID_VALUE);
    EXPECT_EQ(copy(memory, nullptr, 4), CL_INVALID_VALUE);
    EXPECT_EQ(copy(memory, memory + 3, 4), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(memory, memory + 4, 4), CL_SUCCESS);
}

TEST_F(Svm, FillErrors) {
    const std::vector<std::uint8_t> pattern = counting(256);
    const auto fill = [&](void* at, const void* bytes, std::size_t pattern_size, std::size_t size) {
        return clEnqueueSVMMemFill(queue, at, bytes, pattern_size, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(fill(nullptr, pattern.data(), 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory + 1, pattern.data(), 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, nullptr, 4, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, pattern.data(), 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, pattern.data(), 12, 24), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, pattern.data(), 256, 256), CL_INVALID_VALUE);
    EXPECT_EQ(fill(memory, pattern.data(), 4, 63), CL_INVALID_VALUE);
}

TEST_F(Svm, MapsAndUnmaps) {
    const auto map = [&](void* at, std::size_t size, cl_map_flags flags) {
        return clEnqueueSVMMap(queue, CL_TRUE, flags, at, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(map(memory, 64, CL_MAP_WRITE), CL_SUCCESS);
    EXPECT_EQ(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(map(nullptr, 64, CL_MAP_WRITE), CL_INVALID_VALUE);
    EXPECT_EQ(map(memory, 0, CL_MAP_WRITE), CL_INVALID_VALUE);
    EXPECT_EQ(map(memory, 64, cl_map_flags{1} << 20), CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    clFinish(queue);
}

TEST_F(Svm, Migration) {
    char stack = 0;
    const void* inside[] = {memory + 16};
    const void* outside[] = {&stack};
    const std::size_t fits[] = {1008};
    const std::size_t too_large[] = {1009};
    const auto migrate = [&](cl_uint count, const void** pointers, const std::size_t* sizes,
                             cl_mem_migration_flags flags) {
        return clEnqueueSVMMigrateMem(queue, count, pointers, sizes, flags, 0, nullptr, nullptr);
    };
    EXPECT_EQ(migrate(1, inside, nullptr, 0), CL_SUCCESS);
    EXPECT_EQ(migrate(1, inside, fits, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
    EXPECT_EQ(migrate(1, inside, too_large, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(1, outside, fits, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(0, inside, nullptr, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(1, nullptr, nullptr, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(1, inside, nullptr, 1 << 9), CL_INVALID_VALUE);
    clFinish(queue);
}

void CL_CALLBACK count_freed(cl_command_queue, cl_uint count, void* pointers[], void* total) {
    *static_cast<unsigned*>(total) += count;
    EXPECT_NE(pointers[0], nullptr);
}

TEST_F(Svm, FreesInTheOrderOfTheQueue) {
    void* own[] = {clSVMAlloc(context, 0, 64, 0)};
    void* given[] = {memory};
    unsigned freed = 0;
    EXPECT_EQ(clEnqueueSVMFree(queue, 1, own, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueSVMFree(queue, 1, given, count_freed, &freed, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(freed, 1u);
    EXPECT_EQ(clEnqueueSVMFree(queue, 0, given, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanewise::test
