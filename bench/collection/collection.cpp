#include "collection.h"

#include "families.h"

namespace bench {

Family joined(const std::vector<Family>& parts) {
    Family all;
    for (const Family& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::vector<CollectionKernel> whole_collection() {
    std::vector<CollectionKernel> all;
    for (const auto family : {rodinia_kernels, polybench_kernels, stencil_kernels, algebra_kernels, sorting_kernels,
                              stack_kernels, image_kernels, crypto_kernels, string_kernels, integer_kernels,
                              chance_kernels, physics_kernels, learning_kernels, generated_kernels, task_kernels})
        for (CollectionKernel& kernel : family()) all.push_back(kernel);
    return all;
}

bool is_left_out(std::string_view name) {
    std::uint32_t hash = 2166136261u;  // FNV-1a
    for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
    return (hash ^ hash >> 16) % 3 == 0;
}

}  // namespace bench
