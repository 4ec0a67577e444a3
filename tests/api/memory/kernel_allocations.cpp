// Tests cl_intel_kernel_allocations_info: the allocations of a kernel's arguments, of clSetKernelExecInfo and of the
// program's variables.
#include <CL/cl_ext.h>

#include "fixture.h"
#include "memory/usm_fixture.h"
#include "runtime/object/new_cl_names.h"

namespace lanewise::test {
namespace {

using Entry = cl_kernel_allocation_info_intel;

class KernelAllocations : public UsmTest {
protected:
    std::vector<Entry> entries(cl_kernel of) {
        std::size_t size = 1;
        EXPECT_EQ(clGetKernelWorkGroupInfo(of, device, CL_KERNEL_ALLOCATIONS_INFO_INTEL, 0, nullptr, &size),
                  CL_SUCCESS);
        EXPECT_EQ(size % sizeof(Entry), 0u);
        std::vector<Entry> list(size / sizeof(Entry));
        EXPECT_EQ(clGetKernelWorkGroupInfo(of, device, CL_KERNEL_ALLOCATIONS_INFO_INTEL, size, list.data(), nullptr),
                  CL_SUCCESS);
        return list;
    }
    Mem buffer(std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void* host_ptr = nullptr) {
        cl_int code = 1;
        Mem made(clCreateBuffer(context, flags, size, host_ptr, &code));
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    static void expect_entry(const Entry& entry, const void* base, std::size_t size,
                             cl_unified_shared_memory_type_intel type, cl_int index) {
        EXPECT_EQ(entry.base, base);
        EXPECT_EQ(entry.size, size);
        EXPECT_EQ(entry.type, type);
        EXPECT_EQ(entry.arg_index, index);
    }

    static constexpr const char* three =
        "kernel void k(global int* a, int n, constant int* b, local int* l, global int* c) { *a = n + *b; *c = *l; }";
};

TEST_F(KernelAllocations, NoneBeforeArgumentsAreSet) { EXPECT_TRUE(entries(kernel(three)).empty()); }

TEST_F(KernelAllocations, OfArguments) {
    cl_kernel made = kernel(three);
    std::uint8_t* const in_host = allocate(CL_MEM_TYPE_HOST_INTEL, 300);
    std::uint8_t* const in_device = allocate(CL_MEM_TYPE_DEVICE_INTEL, 3 << 20);
    std::uint8_t* const in_shared = allocate(CL_MEM_TYPE_SHARED_INTEL, 64);
    const cl_int number = 1;
    EXPECT_EQ(set_arg(made, 0, in_host + 100), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 1, sizeof number, &number), CL_SUCCESS);
    EXPECT_EQ(set_arg(made, 2, in_device), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(made, 3, 64, nullptr), CL_SUCCESS);
    EXPECT_EQ(set_arg(made, 4, in_shared + 63), CL_SUCCESS);
    const std::vector<Entry> list = entries(made);
    ASSERT_EQ(list.size(), 3u);
    expect_entry(list[0], in_host, 300, CL_MEM_TYPE_HOST_INTEL, 0);
    expect_entry(list[1], in_device, 3 << 20, CL_MEM_TYPE_DEVICE_INTEL, 2);
    expect_entry(list[2], in_shared, 64, CL_MEM_TYPE_SHARED_INTEL, 4);
    // Null pointers, and pointers to memory whose size the driver does not know, have no allocation.
    cl_int local = 0;
    EXPECT_EQ(set_arg(made, 0, nullptr), CL_SUCCESS);
    EXPECT_EQ(set_arg(made, 2, &local), CL_SUCCESS);
    EXPECT_EQ(entries(made).size(), 1u);
    for (void* memory : {in_host, in_device, in_shared}) EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
    EXPECT_TRUE(entries(made).empty());
}

TEST_F(KernelAllocations, OfBuffersAndSvm) {
    cl_kernel made = kernel(three);
    std::vector<cl_int> host(1024);
    const Mem over_host = buffer(4096, CL_MEM_USE_HOST_PTR, host.data());
    const cl_buffer_region region{1024, 512};
    const Mem part(clCreateSubBuffer(over_host.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
    void* const svm = clSVMAlloc(context, 0, 128, 0);
    const cl_mem sub_buffer = part.get();
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof sub_buffer, &sub_buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArgSVMPointer(made, 4, svm), CL_SUCCESS);
    std::vector<Entry> list = entries(made);
    ASSERT_EQ(list.size(), 2u);
    // A sub-buffer lies in the same allocation as its parent.
    expect_entry(list[0], host.data(), 4096, CL_MEM_TYPE_UNKNOWN_INTEL, 0);
    expect_entry(list[1], svm, 128, CL_MEM_TYPE_UNKNOWN_INTEL, 4);
    // A buffer over unified shared memory lies in an allocation of known type.
    std::uint8_t* const memory = shared(256);
    const Mem over_shared = buffer(128, CL_MEM_USE_HOST_PTR, memory);
    const cl_mem object = over_shared.get();
    EXPECT_EQ(clSetKernelArg(made, 0, sizeof object, &object), CL_SUCCESS);
    list = entries(made);
    ASSERT_EQ(list.size(), 2u);
    expect_entry(list[0], memory, 256, CL_MEM_TYPE_SHARED_INTEL, 0);
    clSVMFree(context, svm);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

TEST_F(KernelAllocations, OfReleasedBuffersAreLeftOut) {
    cl_kernel made = kernel(three);
    {
        const Mem gone = buffer(4096);
        const cl_mem object = gone.get();
        EXPECT_EQ(clSetKernelArg(made, 0, sizeof object, &object), CL_SUCCESS);
        EXPECT_EQ(entries(made).size(), 1u);
    }
    EXPECT_TRUE(entries(made).empty());
}

TEST_F(KernelAllocations, OfExecutionInformation) {
    cl_kernel made = kernel(three);
    std::uint8_t* const memory = shared(512);
    void* const svm = clSVMAlloc(context, 0, 128, 0);
    const void* usm_list[] = {memory + 5, nullptr, memory};
    const void* svm_list[] = {svm};
    EXPECT_EQ(set_arg(made, 0, memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(made, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof usm_list, usm_list), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(made, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof svm_list, svm_list), CL_SUCCESS);
    // The allocation of the argument is listed once.
    const std::vector<Entry> list = entries(made);
    ASSERT_EQ(list.size(), 2u);
    expect_entry(list[0], memory, 512, CL_MEM_TYPE_SHARED_INTEL, 0);
    expect_entry(list[1], svm, 128, CL_MEM_TYPE_UNKNOWN_INTEL, -1);
    // "In case of internal (not a kernel argument) allocation CL_MEM_TYPE_UNKNOWN_INTEL will be returned."
    EXPECT_EQ(set_arg(made, 0, nullptr), CL_SUCCESS);
    for (const Entry& entry : entries(made)) {
        EXPECT_EQ(entry.type, cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
        EXPECT_EQ(entry.arg_index, -1);
    }
    clSVMFree(context, svm);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

TEST_F(KernelAllocations, OfProgramVariables) {
    cl_kernel made = kernel("global int table[100]; kernel void k(global long* p) { *p = (long)&table[3]; }");
    std::vector<Entry> list = entries(made);
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].arg_index, -1);
    EXPECT_EQ(list[0].type, cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
    cl_ulong address = 0;
    EXPECT_EQ(clSetKernelArgSVMPointer(made, 0, &address), CL_SUCCESS);
    launch(queue, made, 1);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const auto begin = reinterpret_cast<cl_ulong>(list[0].base);
    EXPECT_GE(address, begin);
    EXPECT_LE(address + sizeof(cl_int), begin + list[0].size);
}

TEST_F(KernelAllocations, Errors) {
    cl_kernel made = kernel(three);
    std::uint8_t* const memory = shared(64);
    EXPECT_EQ(set_arg(made, 0, memory), CL_SUCCESS);
    Entry entry{};
    const auto ask = [&](cl_kernel of, cl_device_id on, std::size_t size) {
        return clGetKernelWorkGroupInfo(of, on, CL_KERNEL_ALLOCATIONS_INFO_INTEL, size, &entry, nullptr);
    };
    EXPECT_EQ(ask(nullptr, device, sizeof entry), CL_INVALID_KERNEL);
    EXPECT_EQ(ask(made, foreign_handle<cl_device_id>(), sizeof entry), CL_INVALID_DEVICE);
    EXPECT_EQ(ask(made, device, sizeof entry - 1), CL_INVALID_VALUE);
    EXPECT_EQ(ask(made, nullptr, sizeof entry), CL_SUCCESS);
    EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

}  // namespace
}  // namespace lanewise::test
