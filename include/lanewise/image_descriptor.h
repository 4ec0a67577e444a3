// What kernels know of an image and of a sampler. The device's host side makes descriptors (one lies in each image
// object); the builtins read them (src/builtins/image). Compiled for the host and for kernels, where `unsigned long`
// has 64 bits alike.
//
// A kernel argument of an image type is the address of an ImageDescriptor, one of type sampler_t a word (Sampler).
#pragma once

namespace lanewise::abi {

/// How one component of a texel is stored.
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

/// Where a channel that a kernel reads comes from, or what a texel stores: a component, or a constant.
enum ChannelSource : unsigned char { channel_zero = 4, channel_one = 5 };

/// A format, as far as texels are concerned. Its channels, in the order r, g, b, a, come from components of the texel;
/// each component is written from a channel.
struct TexelFormat {
    unsigned char bytes;  // of a texel: 1, 2, 4, 8 or 16
    unsigned char components;
    TexelKind kind;
    unsigned char border_alpha;      // alpha of the border colour, 0 or 1; the others are 0
    unsigned char channels[4];       // of r, g, b, a: number of a component, or ChannelSource
    unsigned char components_of[4];  // of each component: number of the channel that it is written from
};

/// The texels of one mip level; without mip levels, of the image.
struct ImageLevel {
    unsigned long texels;       // address of the first
    unsigned long row_pitch;    // bytes from row to row
    unsigned long slice_pitch;  // bytes from slice to slice, and from layer to layer in arrays of 1D as well
    unsigned width;
    unsigned height;  // 1 for images of one dimension
    unsigned depth;   // 1 for all but 3D
    unsigned bytes;   // from the first texel to the end of the last one; 0 where that does not fit
};

struct alignas(64) ImageDescriptor {
    ImageLevel level;  // the first
    // From here to `channel_type`: what many images have in common, and code may be made for (known_begin).
    TexelFormat format;
    unsigned dimensions;  // 1, 2 or 3; layers are none
    unsigned is_array;    // 0 or 1
    /// Whether no texel lies 2^31 bytes or more behind the first one, so that the distance fits a word. Of all levels.
    unsigned is_small;
    unsigned channel_order;  // as CL_IMAGE_FORMAT tells
    unsigned channel_type;
    unsigned layers;       // of arrays; others: 1
    unsigned mip_levels;   // 1 without
    unsigned long levels;  // address of as many ImageLevel, of which the first equals `level`
    unsigned reserved[8];
};

static_assert(sizeof(TexelFormat) == 12);
static_assert(sizeof(ImageLevel) == 40);
static_assert(sizeof(ImageDescriptor) == 128);

/// The bytes of a descriptor that code may be made for (lanewise/known_arguments.h).
inline constexpr unsigned known_begin = 40, known_bytes = 32;
static_assert(__builtin_offsetof(ImageDescriptor, format) == known_begin);
static_assert(__builtin_offsetof(ImageDescriptor, layers) == known_begin + known_bytes);

/// The bits of a sampler's word: the lower half is what Clang makes of OpenCL C's CLK_ constants. The upper half is
/// zero where the source spells the sampler out.
namespace sampler {
inline constexpr unsigned long normalized = 1;
inline constexpr unsigned long address_mask = 0xe;
inline constexpr unsigned long address_none = 0, address_clamp_to_edge = 2, address_clamp = 4, address_repeat = 6,
                               address_mirrored_repeat = 8;
inline constexpr unsigned long nearest = 0x10, linear = 0x20;
inline constexpr unsigned long mip_linear = 0x100;  // between mip levels; otherwise the nearest one
/// Bounds of the level of detail, in 1/256: the lower one, and 0xffff less the upper one (0: no upper bound).
inline constexpr unsigned min_lod_shift = 32, max_lod_shift = 48;
inline constexpr unsigned long lod_mask = 0xffff;
}  // namespace sampler

}  // namespace lanewise::abi
