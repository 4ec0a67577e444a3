// images [--check] FOLDER
//
// Renders two pictures by kernels that read images. The file sizes.png shows a picture enlarged by the nearest texel,
// the linear filter and a bicubic filter. The file slice.png shows a slice through a volume. With --check, both
// pictures are compared with the host's results.
#include <cstdio>
#include <cstring>
#include <exception>

#include "../mandelbrot/png.h"
#include "images.h"

namespace {

bool write(const Rendering& rendering, const std::string& file) {
    const Picture& picture = rendering.picture;
    std::printf("%s: %ux%u pixels in %.2f ms\n", file.c_str(), picture.width, picture.height, rendering.seconds * 1e3);
    if (write_png(file, picture.width, picture.height, picture.rgba)) return true;
    std::fprintf(stderr, "The file %s cannot be written. Check that its folder exists.\n", file.c_str());
    return false;
}

int run(const std::string& folder, bool checks) {
    const Rendering sizes = render_sizes(), slice = render_slice();
    if (!write(sizes, folder + "/sizes.png") || !write(slice, folder + "/slice.png")) return 1;
    if (!checks) return 0;
    const std::size_t wrong = wrong_bytes_of_sizes(sizes.picture) + wrong_bytes_of_slice(slice.picture);
    std::printf("%zu bytes differ from those that the host computes\n", wrong);
    return wrong ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    const bool checks = argc == 3 && !std::strcmp(argv[1], "--check");
    if (argc != 2 && !checks) {
        std::fprintf(stderr, "usage: %s [--check] FOLDER\n", argv[0]);
        return 2;
    }
    try {
        return run(argv[argc - 1], checks);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
