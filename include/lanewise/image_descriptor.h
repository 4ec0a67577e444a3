// Descriptors that tell kernels about an image and a sampler. The runtime creates them (each image object holds one),
// and the builtins read them (src/builtins/image). Compiled for the host and for kernels; `unsigned long` has 64 bits
// on both.
//
// A kernel argument of an image type is the address of an ImageDescriptor. An argument of type sampler_t is a 64-bit
// word (see the constants below).
#pragma once

namespace lanewise::abi {

/// The storage format of one component of a texel.
enum class TexelKind : unsigned char {
    unorm8,
    snorm8,
    unorm16,
    snorm16,
    half_float,
    single_float,
    sint8,
    sint16,
    sint32,
    uint8,
    uint16,
    uint32,
    srgb8,           // the alpha component is linear
    unorm_565,       // packed; the first component is in the highest bits
    unorm_555,       // packed; the highest bit is padding
    unorm_101010,    // packed; the highest two bits are padding
    unorm_101010_2,  // packed; the last component is in the lowest two bits
    unorm_2_101010,  // packed; the first component is in the highest two bits
};

/// The constant that a channel has if no component of the texel stores the channel.
enum ChannelSource : unsigned char { channel_zero = 4, channel_one = 5 };

/// A texel format. A read takes each of the channels r, g, b, a from a component of the texel, and a write takes each
/// component from a channel.
struct TexelFormat {
    unsigned char bytes;  // size of a texel: 1, 2, 4, 8 or 16
    unsigned char components;
    TexelKind kind;
    unsigned char border_alpha;      // alpha of the border color, 0 or 1; the other channels of the border are 0
    unsigned char channels[4];       // for each of r, g, b, a: the index of its component, or a ChannelSource
    unsigned char components_of[4];  // for each component: the index of the channel that is written to it
};

/// The texels of one mip level, or of an image without mip levels.
struct ImageLevel {
    unsigned long texels;       // address of the first texel
    unsigned long row_pitch;    // bytes from one row to the next
    unsigned long slice_pitch;  // bytes from one slice, or one layer of an array, to the next
    unsigned width;
    unsigned height;  // 1 for images of one dimension
    unsigned depth;   // 1 for images that are not 3D
    unsigned bytes;   // from the first texel to the end of the last; 0 if that does not fit 32 bits
};

struct alignas(64) ImageDescriptor {
    ImageLevel level;  // the first level
    // The members from here to `channel_type` are equal for many images, and code may be specialized for them
    // (known_begin).
    TexelFormat format;
    unsigned dimensions;  // 1, 2 or 3, without the dimension of the layers
    unsigned is_array;    // 0 or 1
    /// Whether all texels of all levels begin less than 2^31 bytes after the first texel, so that offsets fit 32 bits.
    unsigned is_small;
    unsigned channel_order;  // as in CL_IMAGE_FORMAT
    unsigned channel_type;
    unsigned layers;       // number of layers of an array; else 1
    unsigned mip_levels;   // 1 if the image has no mip levels
    unsigned long levels;  // address of mip_levels structures ImageLevel; the first equals `level`
    unsigned reserved[8];
};

static_assert(sizeof(TexelFormat) == 12);
static_assert(sizeof(ImageLevel) == 40);
static_assert(sizeof(ImageDescriptor) == 128);

/// The bytes of a descriptor for which code may be specialized (lanewise/known_arguments.h).
inline constexpr unsigned known_begin = 40, known_bytes = 32;
static_assert(__builtin_offsetof(ImageDescriptor, format) == known_begin);
static_assert(__builtin_offsetof(ImageDescriptor, layers) == known_begin + known_bytes);

/// The bits of a sampler's 64-bit word. The lower half has Clang's values of the CLK_ constants of OpenCL C. The upper
/// half is zero for a sampler that is written in the source.
namespace sampler {
inline constexpr unsigned long normalized = 1;
inline constexpr unsigned long address_mask = 0xe;
inline constexpr unsigned long address_none = 0, address_clamp_to_edge = 2, address_clamp = 4, address_repeat = 6,
                               address_mirrored_repeat = 8;
inline constexpr unsigned long nearest = 0x10, linear = 0x20;
/// Interpolates between mip levels; otherwise reads the nearest level.
inline constexpr unsigned long mip_linear = 0x100;
/// Bit positions of the limits of the level of detail, which are in units of 1/256. Stored are the lower limit, and
/// 0xffff minus the upper limit (0: no upper limit).
inline constexpr unsigned min_lod_shift = 32, max_lod_shift = 48;
inline constexpr unsigned long lod_mask = 0xffff;
}  // namespace sampler

}  // namespace lanewise::abi
