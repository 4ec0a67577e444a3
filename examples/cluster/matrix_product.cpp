// A blocked matrix product as a graph of StarPU's tasks, distributed over the ranks of an MPI program. Each task
// multiplies two tiles on an OpenCL worker. StarPU moves tiles between ranks and devices, orders the tasks by the tiles
// that they read and write, and runs independent tasks at the same time.
//
// Usage: STARPU_OPENCL_ONLY_ON_CPUS=1 mpirun -n RANKS matrix_product [TILES TILE_SIZE]. The exit code is 77 if StarPU
// has no OpenCL worker.
#include <mpi.h>
#include <starpu.h>
#include <starpu_mpi.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int skipped = 77;

constexpr const char* source = R"(
kernel void multiply(global const float* a, global const float* b, global float* c, uint size) {
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = c[row * size + column];
    for (uint i = 0; i < size; ++i) sum = fma(a[row * size + i], b[i * size + column], sum);
    c[row * size + column] = sum;
}
)";

starpu_opencl_program program;

/// The elements are small integers, so that sums of products are exact.
float a_element(std::size_t row, std::size_t column) { return static_cast<float>((row + 2 * column) % 7); }
float b_element(std::size_t row, std::size_t column) { return static_cast<float>((3 * row + column) % 5); }

void check(int failed, const char* call) {
    if (failed == 0) return;
    std::fprintf(stderr, "%s failed with %d\n", call, failed);
    std::exit(1);
}

/// Enqueues the kernel of one task. The codelet is asynchronous: StarPU, not this function, waits for the
/// kernel.
void multiply_tiles(void* tiles[], void*) {
    const int device = starpu_worker_get_devid(starpu_worker_get_id_check());
    cl_kernel kernel = nullptr;
    cl_command_queue queue = nullptr;
    check(starpu_opencl_load_kernel(&kernel, &queue, &program, "multiply", device), "starpu_opencl_load_kernel");
    for (cl_uint i = 0; i < 3; ++i) {
        auto memory = reinterpret_cast<cl_mem>(STARPU_MATRIX_GET_DEV_HANDLE(tiles[i]));
        check(clSetKernelArg(kernel, i, sizeof memory, &memory), "clSetKernelArg");
    }
    const auto size = static_cast<cl_uint>(STARPU_MATRIX_GET_NX(tiles[2]));
    check(clSetKernelArg(kernel, 3, sizeof size, &size), "clSetKernelArg");
    const std::size_t items[] = {size, size};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    starpu_opencl_release_kernel(kernel);
}

starpu_codelet make_codelet() {
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.opencl_funcs[0] = &multiply_tiles;
    codelet.opencl_flags[0] = STARPU_OPENCL_ASYNC;
    codelet.nbuffers = 3;
    codelet.modes[0] = STARPU_R;
    codelet.modes[1] = STARPU_R;
    codelet.modes[2] = STARPU_RW;
    codelet.name = "multiply";
    return codelet;
}

/// A square matrix of tiles. Only the rank that owns a tile stores the tile's elements; the other ranks have only a
/// handle of the tile.
class Matrix {
public:
    template <class Element>
    Matrix(int first_tag, std::size_t tiles, std::size_t size, Element&& element)
        : tiles_(tiles), size_(size), handles_(tiles * tiles), elements_(tiles * tiles) {
        int rank = 0, ranks = 1;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        for (std::size_t tile = 0; tile < handles_.size(); ++tile) {
            const int owner = static_cast<int>(tile % static_cast<std::size_t>(ranks));
            if (owner == rank) fill(tile, element);
            const bool is_own = owner == rank;
            starpu_matrix_data_register(&handles_[tile], is_own ? STARPU_MAIN_RAM : -1,
                                        is_own ? reinterpret_cast<std::uintptr_t>(elements_[tile].data()) : 0,
                                        static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(size),
                                        static_cast<std::uint32_t>(size), sizeof(float));
            starpu_mpi_data_register(handles_[tile], first_tag + static_cast<int>(tile), owner);
        }
    }

    starpu_data_handle_t tile(std::size_t row, std::size_t column) const { return handles_[row * tiles_ + column]; }

    /// Waits until the tasks that write the matrix have ended, and until the elements that this rank owns are in host
    /// memory.
    void unregister() {
        for (starpu_data_handle_t handle : handles_) starpu_data_unregister(handle);
    }

    /// Returns whether all elements of this rank are right.
    template <class Element>
    bool equals(Element&& element) const {
        for (std::size_t tile = 0; tile < elements_.size(); ++tile) {
            for (std::size_t i = 0; i < elements_[tile].size(); ++i) {
                if (elements_[tile][i] != element(row_of(tile, i), column_of(tile, i))) return false;
            }
        }
        return true;
    }

private:
    std::size_t row_of(std::size_t tile, std::size_t i) const { return tile / tiles_ * size_ + i / size_; }
    std::size_t column_of(std::size_t tile, std::size_t i) const { return tile % tiles_ * size_ + i % size_; }

    template <class Element>
    void fill(std::size_t tile, Element&& element) {
        for (std::size_t i = 0; i < size_ * size_; ++i)
            elements_[tile].push_back(element(row_of(tile, i), column_of(tile, i)));
    }

    const std::size_t tiles_, size_;
    std::vector<starpu_data_handle_t> handles_;
    std::vector<std::vector<float>> elements_;
};

bool multiply(std::size_t tiles, std::size_t size) {
    starpu_codelet codelet = make_codelet();
    const int tags = static_cast<int>(tiles * tiles);
    Matrix a(0, tiles, size, a_element), b(tags, tiles, size, b_element);
    Matrix c(2 * tags, tiles, size, [](std::size_t, std::size_t) { return 0.0F; });
    // All ranks insert all tasks. StarPU runs each task on the rank that owns the written tile.
    for (std::size_t row = 0; row < tiles; ++row) {
        for (std::size_t column = 0; column < tiles; ++column) {
            for (std::size_t i = 0; i < tiles; ++i)
                check(starpu_mpi_task_insert(MPI_COMM_WORLD, &codelet, STARPU_R, a.tile(row, i), STARPU_R,
                                             b.tile(i, column), STARPU_RW, c.tile(row, column), 0),
                      "starpu_mpi_task_insert");
        }
    }
    starpu_task_wait_for_all();
    starpu_mpi_barrier(MPI_COMM_WORLD);
    a.unregister();
    b.unregister();
    c.unregister();
    const std::size_t length = tiles * size;
    return c.equals([&](std::size_t row, std::size_t column) {
        float sum = 0;
        for (std::size_t i = 0; i < length; ++i) sum += a_element(row, i) * b_element(i, column);
        return sum;
    });
}

int run(std::size_t tiles, std::size_t size) {
    const unsigned workers = starpu_opencl_worker_get_count();
    int rank = 0;
    starpu_mpi_comm_rank(MPI_COMM_WORLD, &rank);
    if (workers == 0) {
        std::fprintf(stderr, "StarPU has no OpenCL worker. Set STARPU_OPENCL_ONLY_ON_CPUS=1.\n");
        return skipped;
    }
    check(starpu_opencl_load_opencl_from_string(source, &program, ""), "starpu_opencl_load_opencl_from_string");
    const bool is_right = multiply(tiles, size);
    starpu_opencl_unload_opencl(&program);
    std::printf("Rank %d with %u OpenCL workers: the result is %s.\n", rank, workers, is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    const long tiles = count == 3 ? std::strtol(arguments[1], nullptr, 10) : 4;
    const long size = count == 3 ? std::strtol(arguments[2], nullptr, 10) : 64;
    constexpr long most = 1 << 15;
    if ((count != 1 && count != 3) || tiles < 1 || size < 1 || tiles > most || size > most / tiles) {
        std::fprintf(stderr, "Usage: matrix_product [TILES SIZE], two positive numbers whose product is at most %ld\n",
                     most);
        return 2;
    }
    starpu_conf configuration;
    starpu_conf_init(&configuration);
    configuration.ncpus = 0;  // all tasks run on OpenCL workers
    configuration.ncuda = 0;
    const int failed = starpu_mpi_init_conf(&count, &arguments, 1, MPI_COMM_WORLD, &configuration);
    if (failed == -ENODEV) {
        std::fprintf(stderr, "StarPU has no worker. Set STARPU_OPENCL_ONLY_ON_CPUS=1.\n");
        return skipped;
    }
    check(failed, "starpu_mpi_init_conf");
    const int result = run(static_cast<std::size_t>(tiles), static_cast<std::size_t>(size));
    starpu_mpi_shutdown();
    return result;
}
