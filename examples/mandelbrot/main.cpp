// mandelbrot [--size WIDTHxHEIGHT] [--check] FILE.png
//
// Renders a part of the Mandelbrot set with OpenCL, writes the picture as a PNG, and prints the speed of the kernel.
// With --check, the host also computes every pixel, and the program fails if a pixel differs.
#include <cstdio>
#include <cstring>
#include <exception>

#include "png.h"
#include "renderer.h"

namespace {

struct Options {
    View view;
    bool check = false;
    const char* file = nullptr;
};

bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--check") == 0) {
            options.check = true;
        } else if (std::strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
            View& view = options.view;
            const auto default_width = static_cast<float>(view.width);
            if (std::sscanf(argv[++i], "%ux%u", &view.width, &view.height) != 2) {
                return false;
            }
            // Makes the picture show the same part of the complex plane at any size.
            view.pixel_size *= default_width / static_cast<float>(view.width);
        } else if (options.file == nullptr && argv[i][0] != '-') {
            options.file = argv[i];
        } else {
            return false;
        }
    }
    const View& view = options.view;
    return options.file != nullptr && view.width > 0 && view.height > 0;
}

std::size_t wrong_pixels(const View& view, const Picture& picture) {
    std::size_t wrong = 0;
    for (std::uint32_t y = 0; y < view.height; ++y) {
        for (std::uint32_t x = 0; x < view.width; ++x) {
            const std::size_t i = std::size_t{y} * view.width + x;
            wrong += picture.iterations[i] != iterations_on_host(view, x, y) ? 1 : 0;
        }
    }
    return wrong;
}

int run(const Options& options) {
    const View& view = options.view;
    const Picture picture = render(view, options.check ? 1 : 5);
    const double items = static_cast<double>(view.width) * view.height;
    std::printf("%ux%u pixels on %s\n", view.width, view.height, picture.device.c_str());
    std::printf("program built in %.1f ms\n", picture.build_seconds * 1e3);
    std::printf("rendered in %.2f ms: %.1f million work-items per second\n", picture.render_seconds * 1e3,
                items / picture.render_seconds / 1e6);

    if (options.check) {
        const std::size_t wrong = wrong_pixels(view, picture);
        std::printf("%zu pixels differ from those that the host computes\n", wrong);
        if (wrong != 0) {
            return 1;
        }
    }
    if (!write_png(options.file, view.width, view.height, picture.rgbx)) {
        std::fprintf(stderr, "The file %s cannot be written. Check that its folder exists.\n", options.file);
        return 1;
    }
    std::printf("wrote %s\n", options.file);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: %s [--size WIDTHxHEIGHT] [--check] FILE.png\n", argv[0]);
        return 2;
    }
    try {
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
