// Filters like those of real programs. Each filter has a version for images and a version for buffers.
#include "case.h"

namespace bench {

namespace {

const std::string image_argument =
    "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    "#define AT(x, y) read_imagef(a, s, (int2)(x, y))\n"
    "#define OUT(x, y, c) write_imagef(o, (int2)(x, y), c)\n"
    "kernel void run(write_only image2d_t o, read_only image2d_t a)";

const std::string buffer_argument =
    "#define AT(x, y) (convert_float4(a[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)]) / 255.0f)\n"
    "#define OUT(x, y, c) o[(y) * w + x] = convert_uchar4_sat_rte((c) * 255.0f)\n"
    "kernel void run(global uchar4* o, global const uchar4* a)";

const char* const place =
    " { int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);";

const char* const copy = "OUT(x, y, AT(x, y)); }";

const char* const sobel = R"(
    float4 gx = AT(x - 1, y - 1) + 2.0f * AT(x, y - 1) + AT(x + 1, y - 1)
              - AT(x - 1, y + 1) - 2.0f * AT(x, y + 1) - AT(x + 1, y + 1);
    float4 gy = AT(x - 1, y - 1) - AT(x + 1, y - 1) + 2.0f * AT(x - 1, y)
              - 2.0f * AT(x + 1, y) + AT(x - 1, y + 1) - AT(x + 1, y + 1);
    OUT(x, y, sqrt(gx * gx + gy * gy) * 0.5f);
})";

const char* const convolution = R"(
    const float weights[5] = {1, 4, 6, 4, 1};
    float4 sum = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) sum += weights[i + 2] * weights[j + 2] * AT(x + i, y + j);
    OUT(x, y, sum / 256.0f);
})";

const char* const convolution_loop = R"(
    float4 sum = 0;
    int r = w >> 9;
    for (int j = -r; j <= r; ++j)
        for (int i = -r; i <= r; ++i) sum += AT(x + i, y + j);
    OUT(x, y, sum / 25.0f);
})";

}  // namespace

void add_filters(std::vector<ImageCase>& cases) {
    const struct {
        const char *name, *body;
    } bodies[] = {{"copy", copy}, {"sobel", sobel}, {"convolution", convolution}, {"box", convolution_loop}};
    for (const auto& [name, body] : bodies) {
        cases.push_back(
            {.name = std::string(name) + "/image", .source = image_argument + place + body, .writes_image = true});
        cases.push_back(
            {.name = std::string(name) + "/buffer", .source = buffer_argument + place + body, .reads_buffer = true});
    }
}

}  // namespace bench
