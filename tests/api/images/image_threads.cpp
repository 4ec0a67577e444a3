// Uses images in several threads at the same time. Each thread creates, fills, reads and releases images, and all
// threads map parts of one shared image.
#include <atomic>
#include <thread>

#include "images/image_fixture.h"

namespace lanewise::test {
namespace {

class ImageThreads : public ImageTest {
protected:
    static constexpr unsigned thread_count = 4;

    template <class Work>
    void run(Work&& work) {
        std::vector<std::thread> threads;
        for (unsigned i = 0; i < thread_count; ++i) threads.emplace_back([&work, i] { work(i); });
        for (std::thread& thread : threads) thread.join();
    }
};

TEST_F(ImageThreads, EachWithItsOwn) {
    const char* source =
        "kernel void k(read_only image2d_t from, write_only image2d_t to) {"
        "  int2 p = (int2)(get_global_id(0), get_global_id(1));"
        "  write_imageui(to, p, read_imageui(from, p) + 1); }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    std::atomic<unsigned> wrong = 0;
    run([&](unsigned thread) {
        cl_kernel kernel = clCreateKernel(program, "k", nullptr);
        for (cl_uint i = 0; i < 50; ++i) {
            const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
            const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, {64, 8, 1});
            const Mem from = image(format, description), to = image(format, description);
            const cl_uint color[4] = {thread, i, 7, 9};
            const Origin zero{};
            const Size3 all{64, 8, 1};
            clEnqueueFillImage(queue, from.get(), color, zero.data(), all.data(), 0, nullptr, nullptr);
            cl_mem handles[2] = {from.get(), to.get()};
            clSetKernelArg(kernel, 0, sizeof(cl_mem), &handles[0]);
            clSetKernelArg(kernel, 1, sizeof(cl_mem), &handles[1]);
            clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, all.data(), nullptr, 0, nullptr, nullptr);
            std::vector<std::uint8_t> texels(64 * 8 * 4);
            read_image(to, zero, all, texels.data());
            for (std::size_t at = 0; at < texels.size(); ++at)
                if (texels[at] != color[at % 4] + 1) ++wrong;
        }
        clReleaseKernel(kernel);
    });
    EXPECT_EQ(wrong, 0u);
    clReleaseProgram(program);
}

// Each thread maps its own rows and changes them.
TEST_F(ImageThreads, OneImageMappedByAll) {
    const Mem shared = image_2d(32, thread_count);
    const std::vector<std::uint8_t> zeros(32 * 4 * thread_count);
    ASSERT_EQ(write_image(shared, {}, {32, thread_count, 1}, zeros.data()), CL_SUCCESS);
    run([&](unsigned thread) {
        const Origin origin{0, thread};
        const Size3 row{32, 1, 1};
        for (int i = 0; i < 200; ++i) {
            std::size_t pitch = 0;
            cl_int code = CL_SUCCESS;
            auto* const bytes =
                static_cast<std::uint8_t*>(clEnqueueMapImage(queue, shared.get(), CL_TRUE, CL_MAP_WRITE, origin.data(),
                                                             row.data(), &pitch, nullptr, 0, nullptr, nullptr, &code));
            ASSERT_EQ(code, CL_SUCCESS);
            for (std::size_t x = 0; x < 128; ++x) ++bytes[x];
            EXPECT_EQ(clEnqueueUnmapMemObject(queue, shared.get(), bytes, 0, nullptr, nullptr), CL_SUCCESS);
            EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        }
    });
    std::vector<std::uint8_t> texels(zeros.size());
    ASSERT_EQ(read_image(shared, {}, {32, thread_count, 1}, texels.data()), CL_SUCCESS);
    EXPECT_EQ(texels, std::vector<std::uint8_t>(zeros.size(), 200));
}

}  // namespace
}  // namespace lanewise::test
