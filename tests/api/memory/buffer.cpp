// Tests clCreateBuffer, clCreateBufferWithProperties, clCreateSubBuffer, clGetMemObjectInfo and destructor callbacks:
// results and every error.
#include "fixture.h"

namespace lanewise::test {
namespace {

class Buffer : public ContextTest {
protected:
    template <class T>
    static T info(cl_mem mem, cl_mem_info name) {
        T value{};
        EXPECT_EQ(clGetMemObjectInfo(mem, name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }

    cl_int create_status(cl_mem_flags flags, std::size_t size, void* host_ptr,
                         const cl_mem_properties* properties = nullptr) {
        cl_int status = CL_SUCCESS;
        const Mem created(clCreateBufferWithProperties(context, properties, flags, size, host_ptr, &status));
        EXPECT_EQ(created != nullptr, status == CL_SUCCESS);
        return status;
    }

    static cl_int sub_status(const Mem& parent, cl_mem_flags flags, std::size_t origin, std::size_t size) {
        const cl_buffer_region region{origin, size};
        cl_int status = CL_SUCCESS;
        const Mem created(clCreateSubBuffer(parent.get(), flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
        return status;
    }
};

TEST_F(Buffer, CreationErrors) {
    char host[64] = {};
    const cl_mem_properties unknown[] = {0x1234, 1, 0};
    cl_ulong largest = 0;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, nullptr);
    EXPECT_EQ(create_status(0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(create_status(0, largest + 1, nullptr), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(create_status(CL_MEM_USE_HOST_PTR, 64, nullptr), CL_INVALID_HOST_PTR);
    EXPECT_EQ(create_status(CL_MEM_COPY_HOST_PTR, 64, nullptr), CL_INVALID_HOST_PTR);
    EXPECT_EQ(create_status(CL_MEM_READ_WRITE, 64, host), CL_INVALID_HOST_PTR);
    EXPECT_EQ(create_status(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_status(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_status(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, host), CL_INVALID_VALUE);
    EXPECT_EQ(create_status(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, host), CL_INVALID_VALUE);
    EXPECT_EQ(create_status(cl_mem_flags{1} << 40, 64, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(create_status(0, 64, nullptr, unknown), CL_INVALID_PROPERTY);
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateBuffer(nullptr, 0, 64, nullptr, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_CONTEXT);
}

TEST_F(Buffer, SvmPointerAsHostPointer) {
    void* const svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
    ASSERT_NE(svm, nullptr);
    EXPECT_EQ(create_status(CL_MEM_USE_HOST_PTR, 257, svm), CL_INVALID_BUFFER_SIZE);
    {
        const Mem mem = buffer(256, CL_MEM_USE_HOST_PTR, svm);
        EXPECT_EQ(info<cl_bool>(mem.get(), CL_MEM_USES_SVM_POINTER), cl_bool{CL_TRUE});
    }
    clSVMFree(context, svm);
}

TEST_F(Buffer, Queries) {
    char host[256] = {};
    const Mem mem = buffer(256, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY, host);
    EXPECT_EQ(info<cl_mem_object_type>(mem.get(), CL_MEM_TYPE), cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
    EXPECT_EQ(info<cl_mem_flags>(mem.get(), CL_MEM_FLAGS), cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY});
    EXPECT_EQ(info<std::size_t>(mem.get(), CL_MEM_SIZE), 256u);
    EXPECT_EQ(info<void*>(mem.get(), CL_MEM_HOST_PTR), host);
    EXPECT_EQ(info<cl_uint>(mem.get(), CL_MEM_REFERENCE_COUNT), 1u);
    EXPECT_EQ(info<cl_context>(mem.get(), CL_MEM_CONTEXT), context);
    EXPECT_EQ(info<cl_mem>(mem.get(), CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
    EXPECT_EQ(info<cl_bool>(mem.get(), CL_MEM_USES_SVM_POINTER), cl_bool{CL_FALSE});
    std::size_t size = 1;
    EXPECT_EQ(clGetMemObjectInfo(mem.get(), CL_MEM_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    char small = 0;
    EXPECT_EQ(clGetMemObjectInfo(mem.get(), CL_MEM_SIZE, 1, &small, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetMemObjectInfo(mem.get(), 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Buffer, SubBuffer) {
    const Mem parent = counting_buffer(512);
    const cl_buffer_region region{128, 64};
    cl_int status = CL_SUCCESS;
    const Mem sub(clCreateSubBuffer(parent.get(), CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(info<cl_mem>(sub.get(), CL_MEM_ASSOCIATED_MEMOBJECT), parent.get());
    EXPECT_EQ(info<std::size_t>(sub.get(), CL_MEM_OFFSET), 128u);
    EXPECT_EQ(info<std::size_t>(sub.get(), CL_MEM_SIZE), 64u);
    EXPECT_EQ(read(sub, 64)[0], 128);
    EXPECT_EQ(sub_status(sub, 0, 0, 64), CL_INVALID_MEM_OBJECT);
}

TEST_F(Buffer, SubBufferErrors) {
    const Mem parent = buffer(512);
    EXPECT_EQ(sub_status(parent, 0, 0, 0), CL_INVALID_BUFFER_SIZE);
    EXPECT_EQ(sub_status(parent, 0, 384, 129), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(parent, 0, 640, 1), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(parent, 0, 4, 64), CL_MISALIGNED_SUB_BUFFER_OFFSET);
    EXPECT_EQ(sub_status(parent, CL_MEM_USE_HOST_PTR, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(parent, CL_MEM_ALLOC_HOST_PTR, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(parent, CL_MEM_COPY_HOST_PTR, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(buffer(512, CL_MEM_WRITE_ONLY), CL_MEM_READ_ONLY, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(buffer(512, CL_MEM_READ_ONLY), CL_MEM_READ_WRITE, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(buffer(512, CL_MEM_HOST_WRITE_ONLY), CL_MEM_HOST_READ_ONLY, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(buffer(512, CL_MEM_HOST_READ_ONLY), CL_MEM_HOST_WRITE_ONLY, 0, 64), CL_INVALID_VALUE);
    EXPECT_EQ(sub_status(buffer(512, CL_MEM_HOST_NO_ACCESS), CL_MEM_HOST_READ_ONLY, 0, 64), CL_INVALID_VALUE);
    const cl_buffer_region region{0, 64};
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateSubBuffer(parent.get(), 0, 0, &region, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_VALUE);
    EXPECT_EQ(clCreateSubBuffer(parent.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_VALUE);
}

std::vector<int> destroyed;

void CL_CALLBACK note_destroyed(cl_mem, void* number) { destroyed.push_back(*static_cast<int*>(number)); }

// Section 5.5.1: "When the callback function is called by the implementation, this memory object is not longer valid."
TEST_F(Buffer, IsNoneInItsDestructorCallback) {
    static std::vector<cl_int> codes;
    codes.clear();
    const auto destroyed = [](cl_mem memory, void*) {
        size_t size = 0;
        codes.push_back(clRetainMemObject(memory));
        codes.push_back(clReleaseMemObject(memory));
        codes.push_back(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, nullptr));
        codes.push_back(clSetMemObjectDestructorCallback(memory, [](cl_mem, void*) {}, nullptr));
    };
    cl_int code = CL_SUCCESS;
    cl_mem made = clCreateBuffer(context, 0, 64, nullptr, &code);
    EXPECT_EQ(clSetMemObjectDestructorCallback(made, destroyed, nullptr), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(made), CL_SUCCESS);
    EXPECT_EQ(codes, std::vector<cl_int>(4, CL_INVALID_MEM_OBJECT));
}

TEST_F(Buffer, DestructorCallbacksInReverseOrder) {
    destroyed.clear();
    int numbers[] = {1, 2};
    Mem mem = buffer(64);
    EXPECT_EQ(clSetMemObjectDestructorCallback(mem.get(), nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clSetMemObjectDestructorCallback(mem.get(), note_destroyed, &numbers[0]), CL_SUCCESS);
    EXPECT_EQ(clSetMemObjectDestructorCallback(mem.get(), note_destroyed, &numbers[1]), CL_SUCCESS);
    EXPECT_EQ(clRetainMemObject(mem.get()), CL_SUCCESS);
    EXPECT_EQ(clReleaseMemObject(mem.get()), CL_SUCCESS);
    EXPECT_TRUE(destroyed.empty());
    mem.reset();
    EXPECT_EQ(destroyed, (std::vector{2, 1}));
}

TEST_F(Buffer, SubBufferKeepsItsParentAlive) {
    Mem parent = counting_buffer(256);
    const cl_buffer_region region{128, 64};
    cl_int status = CL_SUCCESS;
    const Mem sub(clCreateSubBuffer(parent.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
    parent.reset();
    EXPECT_EQ(read(sub, 64)[1], 129);
}

TEST_F(Buffer, Properties) {
    const cl_mem_properties none[] = {0};
    const cl_mem_properties unknown[] = {0x7777, 1, 0};
    EXPECT_EQ(create_status(0, 64, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(create_status(0, 64, nullptr, none), CL_SUCCESS);
    EXPECT_EQ(create_status(0, 64, nullptr, unknown), CL_INVALID_PROPERTY);
}

}  // namespace
}  // namespace lanewise::test
