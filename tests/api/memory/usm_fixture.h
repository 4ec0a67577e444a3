// Fixture of the tests of unified shared memory: the functions of cl_intel_unified_shared_memory, which applications
// get by name.
#pragma once

#include <CL/cl_ext.h>

#include "kernel_fixture.h"

namespace lanewise::test {

class UsmTest : public KernelTest {
protected:
    void SetUp() override {
        KernelTest::SetUp();
        cl_int code = CL_SUCCESS;
        other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        ASSERT_EQ(code, CL_SUCCESS);
        load(host_alloc, "clHostMemAllocINTEL");
        load(device_alloc, "clDeviceMemAllocINTEL");
        load(shared_alloc, "clSharedMemAllocINTEL");
        load(mem_free, "clMemFreeINTEL");
        load(blocking_free, "clMemBlockingFreeINTEL");
        load(get_info, "clGetMemAllocInfoINTEL");
        load(set_arg, "clSetKernelArgMemPointerINTEL");
        load(fill, "clEnqueueMemFillINTEL");
        load(memset_bytes, "clEnqueueMemsetINTEL");
        load(copy, "clEnqueueMemcpyINTEL");
        load(migrate, "clEnqueueMigrateMemINTEL");
        load(advise, "clEnqueueMemAdviseINTEL");
    }
    void TearDown() override {
        EXPECT_EQ(clReleaseContext(other_context), CL_SUCCESS);
        KernelTest::TearDown();
    }

    template <class Function>
    void load(Function& function, const char* name) {
        function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
        ASSERT_NE(function, nullptr) << name;
    }

    /// Allocates memory of a type, without properties.
    std::uint8_t* allocate(cl_unified_shared_memory_type_intel type, std::size_t size, cl_uint alignment = 0) {
        cl_int code = 1;
        void* made = nullptr;
        if (type == CL_MEM_TYPE_HOST_INTEL) made = host_alloc(context, nullptr, size, alignment, &code);
        if (type == CL_MEM_TYPE_DEVICE_INTEL) made = device_alloc(context, device, nullptr, size, alignment, &code);
        if (type == CL_MEM_TYPE_SHARED_INTEL) made = shared_alloc(context, device, nullptr, size, alignment, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        EXPECT_NE(made, nullptr);
        return static_cast<std::uint8_t*>(made);
    }
    std::uint8_t* shared(std::size_t size) { return allocate(CL_MEM_TYPE_SHARED_INTEL, size); }

    /// Returns the result of a query about `pointer`. The parameter `in` is the context of the query; if `in` is null,
    /// the query uses the member `context`.
    template <class Answer>
    Answer info(const void* pointer, cl_mem_info_intel name, cl_context in = nullptr) {
        Answer answer{};
        std::size_t size = 0;
        EXPECT_EQ(get_info(in ? in : context, pointer, name, sizeof answer, &answer, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof answer);
        return answer;
    }
    cl_unified_shared_memory_type_intel type_of(const void* pointer, cl_context in = nullptr) {
        return info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL, in);
    }

    static cl_command_type command_type(cl_event event) {
        cl_command_type type = 0;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
        return type;
    }

    static constexpr cl_unified_shared_memory_type_intel all_types[] = {
        CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL};

    cl_context other_context = nullptr;
    clHostMemAllocINTEL_fn host_alloc = nullptr;
    clDeviceMemAllocINTEL_fn device_alloc = nullptr;
    clSharedMemAllocINTEL_fn shared_alloc = nullptr;
    clMemFreeINTEL_fn mem_free = nullptr;
    clMemBlockingFreeINTEL_fn blocking_free = nullptr;
    clGetMemAllocInfoINTEL_fn get_info = nullptr;
    clSetKernelArgMemPointerINTEL_fn set_arg = nullptr;
    clEnqueueMemFillINTEL_fn fill = nullptr;
    clEnqueueMemsetINTEL_fn memset_bytes = nullptr;
    clEnqueueMemcpyINTEL_fn copy = nullptr;
    clEnqueueMigrateMemINTEL_fn migrate = nullptr;
    clEnqueueMemAdviseINTEL_fn advise = nullptr;
};

}  // namespace lanewise::test
