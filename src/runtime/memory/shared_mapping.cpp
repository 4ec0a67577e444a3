#include "runtime/memory/shared_mapping.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

/// Calls DMA_BUF_IOCTL_SYNC; returns false if the system refuses the call. The system refuses descriptors that are no
/// dma-buf.
bool synchronize(int dma_buf, std::uint64_t flags) noexcept {
    dma_buf_sync sync{};
    sync.flags = flags | DMA_BUF_SYNC_RW;
    int result = -1;
    do {
        result = ioctl(dma_buf, DMA_BUF_IOCTL_SYNC, &sync);
    } while (result != 0 && (errno == EINTR || errno == EAGAIN));
    return result == 0;
}

/// Duplicates the descriptor of a dma-buf, so that the application cannot close the driver's copy. Returns no
/// descriptor if `descriptor` is no dma-buf.
device::Descriptor copy_dma_buf(int descriptor) noexcept {
    if (!synchronize(descriptor, DMA_BUF_SYNC_START) || !synchronize(descriptor, DMA_BUF_SYNC_END)) return {};
    return device::Descriptor(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

}  // namespace

// Refuses to map more bytes than the memory has, since accesses past the end of the memory would fail.
std::unique_ptr<const SharedMapping> SharedMapping::map(int descriptor, Kind kind, std::size_t bytes,
                                                        bool for_writing) {
    struct stat about{};
    if (fstat(descriptor, &about) != 0 || about.st_size < 0) return nullptr;
    if (static_cast<std::size_t>(about.st_size) < bytes) return nullptr;
    device::Descriptor dma_buf;
    if (kind == Kind::dma_buf) {
        dma_buf = copy_dma_buf(descriptor);
        if (!dma_buf) return nullptr;
    }
    const int access = for_writing ? PROT_READ | PROT_WRITE : PROT_READ;
    void* const memory = mmap(nullptr, bytes, access, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED && (errno == EACCES || errno == ENODEV || errno == EBADF || errno == EPERM))
        return nullptr;
    check(memory != MAP_FAILED, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "The system refuses to map {} bytes of file descriptor {} ({}). Import less memory.", bytes, descriptor,
          std::strerror(errno));
    try {
        return std::unique_ptr<const SharedMapping>(
            new SharedMapping(static_cast<std::byte*>(memory), bytes, std::move(dma_buf)));
    } catch (...) {
        munmap(memory, bytes);
        throw;
    }
}

SharedMapping::~SharedMapping() { munmap(data_, bytes_); }

bool SharedMapping::begin_access() const noexcept {
    return !dma_buf_ || synchronize(dma_buf_.number(), DMA_BUF_SYNC_START);
}

bool SharedMapping::end_access() const noexcept {
    return !dma_buf_ || synchronize(dma_buf_.number(), DMA_BUF_SYNC_END);
}

}  // namespace lanewise::runtime
