// Tests clEnqueueMapBuffer, clEnqueueUnmapMemObject and clEnqueueMigrateMemObjects: results and every error.
#include "fixture.h"

namespace lanewise::test {
namespace {

class Map : public ContextTest {
protected:
    void* map(const Mem& mem, cl_map_flags flags, std::size_t offset, std::size_t size, cl_int expected) {
        cl_int status = CL_SUCCESS;
        void* const pointer =
            clEnqueueMapBuffer(queue, mem.get(), CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &status);
        EXPECT_EQ(status, expected);
        EXPECT_EQ(pointer != nullptr, expected == CL_SUCCESS);
        return pointer;
    }
    cl_int unmap(const Mem& mem, void* pointer) {
        return clEnqueueUnmapMemObject(queue, mem.get(), pointer, 0, nullptr, nullptr);
    }
    static cl_uint map_count(const Mem& mem) {
        cl_uint count = 99;
        clGetMemObjectInfo(mem.get(), CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
        return count;
    }
};

TEST_F(Map, IsTheBuffersMemory) {
    const Mem mem = counting_buffer(256);
    auto* const bytes = static_cast<std::uint8_t*>(map(mem, CL_MAP_READ | CL_MAP_WRITE, 16, 64, CL_SUCCESS));
    ASSERT_NE(bytes, nullptr);
    EXPECT_EQ(bytes[0], 16);
    bytes[0] = 99;
    EXPECT_EQ(unmap(mem, bytes), CL_SUCCESS);
    EXPECT_EQ(read(mem, 256)[16], 99);
}

TEST_F(Map, OfHostMemoryIsThatMemory) {
    std::vector<std::uint8_t> host = counting(256);
    const Mem mem = buffer(256, CL_MEM_USE_HOST_PTR, host.data());
    void* const pointer = map(mem, CL_MAP_READ, 8, 16, CL_SUCCESS);
    EXPECT_EQ(pointer, host.data() + 8);
    EXPECT_EQ(unmap(mem, pointer), CL_SUCCESS);
}

TEST_F(Map, IsCounted) {
    const Mem mem = buffer(256);
    void* const first = map(mem, CL_MAP_READ, 0, 64, CL_SUCCESS);
    void* const second = map(mem, CL_MAP_READ, 0, 64, CL_SUCCESS);
    EXPECT_EQ(map_count(mem), 2u);
    EXPECT_EQ(unmap(mem, first), CL_SUCCESS);
    EXPECT_EQ(unmap(mem, second), CL_SUCCESS);
    EXPECT_EQ(map_count(mem), 0u);
    EXPECT_EQ(unmap(mem, second), CL_INVALID_VALUE);
}

// This test would take minutes if the time of n maps grew with the square of n.
TEST_F(Map, ManyAtOnce) {
    constexpr std::size_t count = 300'000;
    const Mem mem = buffer(count);
    std::vector<void*> pointers(count);
    for (std::size_t i = 0; i < count; ++i) pointers[i] = map(mem, CL_MAP_WRITE, i, 1, CL_SUCCESS);
    for (std::size_t i = 0; i < count; ++i) map(mem, CL_MAP_READ, 0, 1, CL_SUCCESS);
    EXPECT_EQ(map_count(mem), 2 * count);
    map(mem, CL_MAP_WRITE, count / 2, 2, CL_INVALID_OPERATION);
    for (std::size_t i = count; i-- > 0;) ASSERT_EQ(unmap(mem, pointers[i]), CL_SUCCESS);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(unmap(mem, pointers[0]), CL_SUCCESS);
    EXPECT_EQ(map_count(mem), 0u);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Map, AFailedOneTakesBackNoOther) {
    const Mem mem = buffer(64);
    void* const read = map(mem, CL_MAP_READ, 0, 64, CL_SUCCESS);
    cl_int status = CL_SUCCESS;
    cl_event failing = clCreateUserEvent(context, &status);
    ASSERT_NE(clEnqueueMapBuffer(queue, mem.get(), CL_FALSE, CL_MAP_WRITE, 0, 64, 1, &failing, nullptr, &status),
              nullptr);
    EXPECT_EQ(clSetUserEventStatus(failing, -1), CL_SUCCESS);
    clFinish(queue);
    void* const write = map(mem, CL_MAP_WRITE, 0, 64, CL_SUCCESS);
    EXPECT_EQ(map_count(mem), 2u);
    EXPECT_EQ(unmap(mem, read), CL_SUCCESS);
    EXPECT_EQ(unmap(mem, write), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(failing), CL_SUCCESS);
}

TEST_F(Map, OverlappingForWritingIsRefused) {
    const Mem mem = buffer(512);
    const cl_buffer_region region{128, 128};
    cl_int status = CL_SUCCESS;
    const Mem sub(clCreateSubBuffer(mem.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
    void* const first = map(mem, CL_MAP_WRITE, 0, 200, CL_SUCCESS);
    map(mem, CL_MAP_WRITE, 199, 10, CL_INVALID_OPERATION);
    map(sub, CL_MAP_WRITE_INVALIDATE_REGION, 0, 16, CL_INVALID_OPERATION);
    void* const beside = map(mem, CL_MAP_WRITE, 200, 10, CL_SUCCESS);
    EXPECT_EQ(unmap(mem, first), CL_SUCCESS);
    EXPECT_EQ(unmap(mem, beside), CL_SUCCESS);
    void* const again = map(sub, CL_MAP_WRITE, 0, 16, CL_SUCCESS);
    EXPECT_EQ(unmap(sub, again), CL_SUCCESS);
}

TEST_F(Map, Errors) {
    const Mem mem = buffer(256);
    map(buffer(256, 0, nullptr, other_context), CL_MAP_READ, 0, 64, CL_INVALID_CONTEXT);
    map(mem, CL_MAP_READ, 0, 0, CL_INVALID_VALUE);
    map(mem, CL_MAP_READ, 193, 64, CL_INVALID_VALUE);
    map(mem, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, CL_INVALID_VALUE);
    map(mem, cl_map_flags{1} << 20, 0, 64, CL_INVALID_VALUE);
    map(buffer(256, CL_MEM_HOST_WRITE_ONLY), CL_MAP_READ, 0, 64, CL_INVALID_OPERATION);
    map(buffer(256, CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE, 0, 64, CL_INVALID_OPERATION);
    map(buffer(256, CL_MEM_HOST_NO_ACCESS), CL_MAP_READ, 0, 64, CL_INVALID_OPERATION);
    EXPECT_EQ(unmap(mem, &platform), CL_INVALID_VALUE);
    EXPECT_EQ(unmap(buffer(64, 0, nullptr, other_context), nullptr), CL_INVALID_CONTEXT);
}

TEST_F(Map, Migration) {
    const Mem mem = buffer(256);
    const Mem foreign = buffer(256, 0, nullptr, other_context);
    const cl_mem objects[] = {mem.get()};
    const cl_mem mixed[] = {mem.get(), foreign.get()};
    const cl_mem invalid[] = {nullptr};
    const auto migrate = [&](cl_uint count, const cl_mem* list, cl_mem_migration_flags flags) {
        return clEnqueueMigrateMemObjects(queue, count, list, flags, 0, nullptr, nullptr);
    };
    EXPECT_EQ(migrate(1, objects, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
    EXPECT_EQ(migrate(0, objects, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(1, nullptr, 0), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(1, objects, 1 << 9), CL_INVALID_VALUE);
    EXPECT_EQ(migrate(2, mixed, 0), CL_INVALID_CONTEXT);
    EXPECT_EQ(migrate(1, invalid, 0), CL_INVALID_MEM_OBJECT);
    clFinish(queue);
}

}  // namespace
}  // namespace lanewise::test
