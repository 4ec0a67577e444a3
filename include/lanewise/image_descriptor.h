// Descriptors by which kernels know an image and a sampler. The host side of the device makes them (each image object
// holds one); the builtins read them (src/builtins/image). Compiled for the host and for kernels; `unsigned long` has
// 64 bits on both.
//
// A kernel argument of an image type is the address of an ImageDescriptor; one of type sampler_t is a word (see the
// constants below).
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
    srgb8,           // alpha is linear
    unorm_565,       // packed, the first component in the highest bits
    unorm_555,       // the highest bit is padding
    unorm_101010,    // the highest two bits are padding
    unorm_101010_2,  // the last component has the lowest two bits
    unorm_2_101010,  // the first component has the highest two bits
};

/// The constants that a channel may have in place of a component of the texel.
enum ChannelSource : unsigned char { channel_zero = 4, channel_one = 5 };

/// A texel format. Its channels, in the order r, g, b, a, are read from components of the texel; each component is
/// written from a channel.
struct TexelFormat {
    unsigned char bytes;  // of a texel: 1, 2, 4, 8 or 16
    unsigned char components;
    TexelKind kind;
    unsigned char border_alpha;      // alpha of the border colour, 0 or 1; its other channels are 0
    unsigned char channels[4];       // of r, g, b, a: index of a component, or ChannelSource
    unsigned char components_of[4];  // of each component: index of the channel written to it
};

/// The texels of one mip level, or of an image without mip levels.
struct ImageLevel {
    unsigned long texels;       // address of the first texel
    unsigned long row_pitch;    // bytes from row to row
    unsigned long slice_pitch;  // bytes from slice to slice; in arrays, also 1D, from layer to layer
    unsigned width;
    unsigned height;  // 1 for images of one dimension
    unsigned depth;   // 1 for all but 3D
    unsigned bytes;   // from the first texel to the end of the last one; 0 when that does not fit
};

struct alignas(64) ImageDescriptor {
    ImageLevel level;  // the first level
    // The members up to `channel_type` are equal for many images, and code may be specialized for them (known_begin).
    TexelFormat format;
    unsigned dimensions;  // 1, 2 or 3; layers do not count
    unsigned is_array;    // 0 or 1
    /// Whether every texel of all levels lies less than 2^31 bytes after the first one, so that the offset fits a word.
    unsigned is_small;
    unsigned channel_order;  // as in CL_IMAGE_FORMAT
    unsigned channel_type;
    unsigned layers;       // for arrays; 1 otherwise
    unsigned mip_levels;   // 1 when not mipmapped
    unsigned long levels;  // address of mip_levels ImageLevel; the first equals `level`
    unsigned reserved[8];
};

static_assert(sizeof(TexelFormat) == 12);
static_assert(sizeof(ImageLevel) == 40);
static_assert(sizeof(ImageDescriptor) == 128);

/// The bytes of a descriptor for which code may be specialized (lanewise/known_arguments.h).
inline constexpr unsigned known_begin = 40, known_bytes = 32;
static_assert(__builtin_offsetof(ImageDescriptor, format) == known_begin);
static_assert(__builtin_offsetof(ImageDescriptor, layers) == known_begin + known_bytes);

/// The bits of a sampler's word. The lower half has the values that Clang gives to OpenCL C's CLK_ constants. The upper
/// half is zero for a sampler written in the source.
namespace sampler {
inline constexpr unsigned long normalized = 1;
inline constexpr unsigned long address_mask = 0xe;
inline constexpr unsigned long address_none = 0, address_clamp_to_edge = 2, address_clamp = 4, address_repeat = 6,
                               address_mirrored_repeat = 8;
inline constexpr unsigned long nearest = 0x10, linear = 0x20;
inline constexpr unsigned long mip_linear = 0x100;  // interpolates between mip levels; else the nearest one
/// Limits of the level of detail, in 1/256: the lower one, and 0xffff minus the upper one (0: no upper limit).
inline constexpr unsigned min_lod_shift = 32, max_lod_shift = 48;
inline constexpr unsigned long lod_mask = 0xffff;
}  // namespace sampler

}  // namespace lanewise::abi
