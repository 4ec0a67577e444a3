// Tests clEnqueueReadBuffer, WriteBuffer, CopyBuffer and FillBuffer: results and every error.
#include "fixture.h"

namespace lanewise::test {
namespace {

class Transfer : public ContextTest {};

TEST_F(Transfer, WritesAndReadsBack) {
    const Mem mem = buffer(1000);
    const std::vector<std::uint8_t> content = counting(500);
    ASSERT_EQ(clEnqueueWriteBuffer(queue, mem.get(), CL_FALSE, 100, 500, content.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<std::uint8_t> result(500);
    ASSERT_EQ(clEnqueueReadBuffer(queue, mem.get(), CL_TRUE, 100, 500, result.data(), 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(result, content);
}

TEST_F(Transfer, LargeCopiesArriveWhole) {
    const std::size_t size = (std::size_t{5} << 20) + 123;
    std::vector<std::uint8_t> content(size);
    for (std::size_t i = 0; i < size; ++i) content[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
    const Mem source = buffer(size, CL_MEM_COPY_HOST_PTR, content.data());
    const Mem target = buffer(size);
    ASSERT_EQ(clEnqueueCopyBuffer(queue, source.get(), target.get(), 0, 0, size, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(read(target, size), content);
}

TEST_F(Transfer, CopiesInsideOneBuffer) {
    const Mem mem = counting_buffer(256);
    ASSERT_EQ(clEnqueueCopyBuffer(queue, mem.get(), mem.get(), 0, 128, 128, 0, nullptr, nullptr), CL_SUCCESS);
    const auto result = read(mem, 256);
    EXPECT_EQ(result[127], 127);
    EXPECT_EQ(result[128], 0);
    EXPECT_EQ(result[255], 127);
}

TEST_F(Transfer, FillsWithEveryPatternSize) {
    const std::vector<std::uint8_t> pattern = counting(128);
    for (std::size_t bytes = 1; bytes <= 128; bytes *= 2) {
        for (const std::size_t size : {std::size_t{1024}, std::size_t{9} << 20}) {
            const Mem mem = buffer(size + 256);
            ASSERT_EQ(clEnqueueFillBuffer(queue, mem.get(), "\xFF", 1, 0, size + 256, 0, nullptr, nullptr), CL_SUCCESS);
            ASSERT_EQ(clEnqueueFillBuffer(queue, mem.get(), pattern.data(), bytes, 128, size, 0, nullptr, nullptr),
                      CL_SUCCESS);
            const auto result = read(mem, size + 256);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < size; ++i) wrong += result[128 + i] != i % bytes ? 1 : 0;
            EXPECT_EQ(wrong, 0u) << bytes << " byte pattern, " << size << " bytes";
            EXPECT_EQ(result[127], 0xFF);
            EXPECT_EQ(result[128 + size], 0xFF);
        }
    }
}

TEST_F(Transfer, EventTellsItsCommand) {
    const Mem mem = buffer(64);
    std::uint8_t byte = 0;
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueReadBuffer(queue, mem.get(), CL_TRUE, 0, 1, &byte, 0, nullptr, &event), CL_SUCCESS);
    ASSERT_NE(event, nullptr);
    clReleaseEvent(event);
}

TEST_F(Transfer, ReadAndWriteErrors) {
    const Mem mem = buffer(64);
    const Mem foreign = buffer(64, 0, nullptr, other_context);
    const Mem unreadable = buffer(64, CL_MEM_HOST_WRITE_ONLY);
    const Mem unwritable = buffer(64, CL_MEM_HOST_READ_ONLY);
    const Mem hidden = buffer(64, CL_MEM_HOST_NO_ACCESS);
    std::uint8_t host[64] = {};
    const auto read = [&](cl_command_queue q, cl_mem m, std::size_t offset, std::size_t size, void* to) {
        return clEnqueueReadBuffer(q, m, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
    };
    const auto write = [&](cl_command_queue q, cl_mem m, std::size_t offset, std::size_t size, void* to) {
        return clEnqueueWriteBuffer(q, m, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
    };
    EXPECT_EQ(read(queue, unreadable.get(), 0, 64, host), CL_INVALID_OPERATION);
    EXPECT_EQ(write(queue, unwritable.get(), 0, 64, host), CL_INVALID_OPERATION);
    EXPECT_EQ(read(queue, hidden.get(), 0, 64, host), CL_INVALID_OPERATION);
    EXPECT_EQ(write(queue, hidden.get(), 0, 64, host), CL_INVALID_OPERATION);
    EXPECT_EQ(read(queue, unwritable.get(), 0, 64, host), CL_SUCCESS);
    EXPECT_EQ(write(queue, unreadable.get(), 0, 64, host), CL_SUCCESS);
    const auto expect_both = [&](cl_int expected, cl_mem m, std::size_t offset, std::size_t size, void* to) {
        EXPECT_EQ(read(queue, m, offset, size, to), expected);
        EXPECT_EQ(write(queue, m, offset, size, to), expected);
    };
    expect_both(CL_INVALID_CONTEXT, foreign.get(), 0, 64, host);
    expect_both(CL_INVALID_VALUE, mem.get(), 1, 64, host);
    expect_both(CL_INVALID_VALUE, mem.get(), SIZE_MAX, 2, host);
    expect_both(CL_INVALID_VALUE, mem.get(), 0, 64, nullptr);
}

TEST_F(Transfer, WaitListErrors) {
    const Mem mem = buffer(64);
    std::uint8_t host[64] = {};
    cl_event none = nullptr;
    EXPECT_EQ(clEnqueueReadBuffer(queue, mem.get(), CL_TRUE, 0, 64, host, 1, nullptr, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clEnqueueReadBuffer(queue, mem.get(), CL_TRUE, 0, 64, host, 0, &none, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clEnqueueReadBuffer(queue, mem.get(), CL_TRUE, 0, 64, host, 1, &none, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(Transfer, CopyErrors) {
    const Mem mem = buffer(1024);
    const Mem small = buffer(64);
    const Mem foreign = buffer(1024, 0, nullptr, other_context);
    const cl_buffer_region low{0, 512};
    const cl_buffer_region middle{256, 512};
    cl_int status = CL_SUCCESS;
    const Mem first(clCreateSubBuffer(mem.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &status));
    const Mem second(clCreateSubBuffer(mem.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &middle, &status));
    const auto copy = [&](const Mem& from, const Mem& to, std::size_t at, std::size_t to_at, std::size_t size) {
        return clEnqueueCopyBuffer(queue, from.get(), to.get(), at, to_at, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(copy(foreign, mem, 0, 0, 8), CL_INVALID_CONTEXT);
    EXPECT_EQ(copy(mem, foreign, 0, 0, 8), CL_INVALID_CONTEXT);
    EXPECT_EQ(copy(mem, small, 0, 0, 65), CL_INVALID_VALUE);
    EXPECT_EQ(copy(small, mem, 1, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(copy(mem, mem, 0, 63, 64), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(mem, mem, 0, 64, 64), CL_SUCCESS);
    EXPECT_EQ(copy(first, second, 256, 0, 16), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copy(first, second, 0, 0, 256), CL_SUCCESS);
    clFinish(queue);
}

TEST_F(Transfer, FillErrors) {
    const Mem mem = buffer(1024);
    const std::vector<std::uint8_t> pattern = counting(256);
    const auto fill = [&](const void* bytes, std::size_t pattern_size, std::size_t at, std::size_t size) {
        return clEnqueueFillBuffer(queue, mem.get(), bytes, pattern_size, at, size, 0, nullptr, nullptr);
    };
    EXPECT_EQ(fill(nullptr, 4, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 0, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 3, 0, 63), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 256, 0, 256), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 4, 2, 64), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 4, 0, 62), CL_INVALID_VALUE);
    EXPECT_EQ(fill(pattern.data(), 4, 1024, 4), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanewise::test
