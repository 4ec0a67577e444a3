// Tests kernel arguments that point into the same object. A load through one argument must return the value that was
// stored through the other argument. Code may assume that arguments do not alias (KernelCode::written_apart). Launches
// whose arguments alias must not run code with this assumption.
#include <array>
#include <numeric>

#include "kernel_fixture.h"

namespace {

constexpr size_t items = 128, elements = 4 * items;
using Values = std::array<cl_int, elements>;

Values numbers() {
    Values values;
    std::iota(values.begin(), values.end(), 1);
    return values;
}

// Each work-item uses four elements of each argument. If both arguments are the same object, the stores to `out` change
// elements of `in` that later statements load. The last addition of the loop then adds `out[i]` to itself, because
// `in[i]` is the same element.
constexpr const char* source =
    "kernel void k(global int* out, global const int* in) {"
    " int i = get_global_id(0) * 4;"
    " out[i + 1] = in[i] + 1; out[i + 2] = in[i + 1] + in[i + 2];"
    " for (int j = 3; j >= 0; --j) out[i] += in[i + j]; }";

void run_item(cl_int* out, const cl_int* in) {
    out[1] = in[0] + 1;
    out[2] = in[1] + in[2];
    for (int j = 3; j >= 0; --j) out[0] += in[j];
}

Values expected_in_place() {
    Values values = numbers();
    for (size_t i = 0; i < elements; i += 4) run_item(&values[i], &values[i]);
    return values;
}

Values expected_apart() {
    Values values = numbers();
    const Values in = numbers();
    for (size_t i = 0; i < elements; i += 4) run_item(&values[i], &in[i]);
    return values;
}

class SharedObjects : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        tested_ = kernel(source);
    }

    cl_mem buffer(void* bytes, size_t size) {
        cl_int code = CL_SUCCESS;
        cl_mem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, bytes, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    static cl_mem part_of(cl_mem whole, size_t first_bytes, size_t size) {
        const cl_buffer_region region{first_bytes, size};
        cl_int code = CL_SUCCESS;
        cl_mem made = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }

    void set(cl_uint argument, cl_mem memory) const {
        ASSERT_EQ(clSetKernelArg(tested_, argument, sizeof memory, static_cast<const void*>(&memory)), CL_SUCCESS);
    }
    void set_pointer(cl_uint argument, const void* pointer) const {
        ASSERT_EQ(clSetKernelArgSVMPointer(tested_, argument, pointer), CL_SUCCESS);
    }
    void run() const { launch(queue, tested_, items); }

    Values read(cl_mem memory, size_t first_bytes = 0) const {
        Values values{};
        EXPECT_EQ(
            clEnqueueReadBuffer(queue, memory, CL_TRUE, first_bytes, sizeof values, values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
        return values;
    }

private:
    cl_kernel tested_ = nullptr;
};

TEST_F(SharedObjects, MayBeOneBufferOrTwo) {
    Values values = numbers();
    cl_mem one = buffer(values.data(), sizeof values), two = buffer(values.data(), sizeof values);
    // Alternates between launches with the same object in both arguments and launches with two objects. The driver must
    // choose the right code for each launch.
    set(0, one), set(1, two), run();
    EXPECT_EQ(read(one), expected_apart());
    set(0, two), set(1, two), run();
    EXPECT_EQ(read(two), expected_in_place());
    Values again = numbers();
    cl_mem three = buffer(again.data(), sizeof again), four = buffer(again.data(), sizeof again);
    set(0, three), set(1, four), run();
    EXPECT_EQ(read(three), expected_apart());
    for (cl_mem memory : {one, two, three, four}) clReleaseMemObject(memory);
}

// Sub-buffers of one buffer share memory if they overlap, even if only the end of one overlaps the start of the other.
TEST_F(SharedObjects, MayBeSubBuffers) {
    std::array<Values, 3> values{numbers(), numbers(), numbers()};
    cl_mem whole = buffer(values.data(), sizeof values);
    cl_mem first = part_of(whole, 0, sizeof(Values)), second = part_of(whole, sizeof(Values) - 128, sizeof(Values)),
           same = part_of(whole, 0, sizeof(Values) + 128);
    set(0, first), set(1, same), run();
    EXPECT_EQ(read(whole), expected_in_place());
    // The sub-buffer `first` and the buffer `whole` have the same address, so both arguments again point to the same
    // memory.
    set(0, first), set(1, whole), run();
    Values twice = expected_in_place();
    for (size_t i = 0; i < elements; i += 4) run_item(&twice[i], &twice[i]);
    EXPECT_EQ(read(whole), twice);
    for (cl_mem memory : {whole, first, second, same}) clReleaseMemObject(memory);
}

TEST_F(SharedObjects, MayBeOneAllocation) {
    auto* bytes = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * sizeof(Values), 0));
    ASSERT_NE(bytes, nullptr);
    const Values values = numbers();
    const auto fill = [&] {
        for (size_t copy : {size_t{0}, elements})
            ASSERT_EQ(
                clEnqueueSVMMemcpy(queue, CL_TRUE, bytes + copy, values.data(), sizeof values, 0, nullptr, nullptr),
                CL_SUCCESS);
    };
    const auto found = [&] {
        Values out{};
        EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, out.data(), bytes, sizeof out, 0, nullptr, nullptr), CL_SUCCESS);
        return out;
    };
    fill();
    set_pointer(0, bytes), set_pointer(1, bytes), run();
    EXPECT_EQ(found(), expected_in_place());
    fill();
    set_pointer(0, bytes), set_pointer(1, bytes + elements), run();
    EXPECT_EQ(found(), expected_apart());
    clFinish(queue);
    clSVMFree(context, bytes);
}

TEST_F(SharedObjects, MayBeTheApplicationsMemory) {
    Values values = numbers(), others = numbers();
    set_pointer(0, values.data()), set_pointer(1, values.data()), run();
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(values, expected_in_place());
    values = numbers();
    set_pointer(0, values.data()), set_pointer(1, others.data()), run();
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(values, expected_apart());
}

// The arguments are a buffer over host memory and a pointer to this memory.
TEST_F(SharedObjects, MayBeABufferAndAPointer) {
    auto* bytes = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(Values), 0));
    ASSERT_NE(bytes, nullptr);
    const Values values = numbers();
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, bytes, values.data(), sizeof values, 0, nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    cl_mem wrapped = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof values, bytes, &code);
    ASSERT_EQ(code, CL_SUCCESS);
    set(0, wrapped), set_pointer(1, bytes), run();
    EXPECT_EQ(read(wrapped), expected_in_place());
    clReleaseMemObject(wrapped);
    clSVMFree(context, bytes);
}

// Code that assumes no aliasing may need fewer local variables than code without this assumption. In both versions of
// the code, `__local` arguments come after the local variables.
TEST_F(SharedObjects, HaveLocalMemoryOfTheirOwn) {
    constexpr size_t group = 64;
    cl_kernel mirror = kernel(
        "kernel __attribute__((reqd_work_group_size(64, 1, 1)))"
        "void k(global int* a, global int* b, global int* out, local int* ids) {"
        " local int some[64], others[64];"
        " int l = get_local_id(0), i = get_global_id(0);"
        " a[i] = 3; b[i] = 4; int x = a[i];"
        " local int* chosen = x != 3 ? some : others;"
        " ids[l] = i; chosen[l] = x; barrier(CLK_LOCAL_MEM_FENCE);"
        " out[i] = chosen[63 - l] * 1000 + ids[63 - l]; }");
    Values values = numbers();
    cl_mem a = buffer(values.data(), sizeof values), b = buffer(values.data(), sizeof values),
           out = buffer(values.data(), sizeof values);
    for (const bool is_shared : {false, true, false}) {
        cl_mem second = is_shared ? a : b;
        ASSERT_EQ(clSetKernelArg(mirror, 0, sizeof a, static_cast<const void*>(&a)), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(mirror, 1, sizeof second, static_cast<const void*>(&second)), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(mirror, 2, sizeof out, static_cast<const void*>(&out)), CL_SUCCESS);
        ASSERT_EQ(clSetKernelArg(mirror, 3, group * sizeof(cl_int), nullptr), CL_SUCCESS);
        launch(queue, mirror, elements, &group);
        const Values found = read(out);
        for (size_t i = 0; i < elements; ++i) {
            const size_t mirrored = i / group * group + (group - 1 - i % group);
            ASSERT_EQ(found[i], (is_shared ? 4000 : 3000) + static_cast<cl_int>(mirrored)) << i;
        }
    }
    for (cl_mem memory : {a, b, out}) clReleaseMemObject(memory);
}

}  // namespace
