// The descriptors of images and samplers that kernels read. The runtime creates the descriptors (each image object
// holds one), and the builtins read the descriptors (src/builtins/image). This header is compiled for the host and for
// kernels; `unsigned long` has 64 bits on both.
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
    srgb8,           // sRGB components of one byte; the alpha component is linear
    unorm_565,       // three components packed in 16 bits, the first component in the highest bits
    unorm_555,       // three components packed in 16 bits; the highest bit is padding
    unorm_101010,    // three components packed in 32 bits; the highest two bits are padding
    unorm_101010_2,  // four components packed in 32 bits, the last component in the lowest two bits
    unorm_2_101010,  // four components packed in 32 bits, the first component in the highest two bits
};

/// The constant that a channel has if no component of the texel stores the channel.
enum ChannelSource : unsigned char { channel_zero = 4, channel_one = 5 };

/// A texel format. A read takes each of the channels r, g, b, a from a component of the texel, and a write takes each
/// component from a channel.
struct TexelFormat {
    unsigned char bytes;  // size of a texel in bytes: 1, 2, 4, 8 or 16
    unsigned char components;
    TexelKind kind;
    unsigned char border_alpha;      // alpha of the border color, 0 or 1; the other channels of the border are 0
    unsigned char channels[4];       // for each channel r, g, b, a: the index of its component, or a ChannelSource
    unsigned char components_of[4];  // for each component: the index of the channel that a write stores in it
};

/// The texels of one mip level, or of an image without mip levels.
struct ImageLevel {
    unsigned long texels;       // address of the first texel
    unsigned long row_pitch;    // bytes from one row of texels to the next
    unsigned long slice_pitch;  // bytes from one slice of a 3D image, or one layer of an array, to the next
    unsigned width;
    unsigned height;  // height in texels; 1 for images of one dimension
    unsigned depth;   // depth in texels; 1 for images that are not 3D
    unsigned bytes;   // bytes from the first texel to the end of the last texel; 0 if the number exceeds 32 bits
};

struct alignas(64) ImageDescriptor {
    ImageLevel level;  // the first level
    // The members from here to `channel_type` have the same values for many images. Code may be specialized for these
    // values (known_begin).
    TexelFormat format;
    unsigned dimensions;  // number of dimensions (1, 2 or 3); layers of an array are not a dimension
    unsigned is_array;    // 0 or 1
    /// Whether all texels of all levels begin less than 2^31 bytes after the first texel, so that offsets fit 32 bits.
    unsigned is_small;
    unsigned channel_order;  // as in CL_IMAGE_FORMAT
    unsigned channel_type;
    unsigned layers;       // number of layers of an array; 1 for other images
    unsigned mip_levels;   // number of mip levels; 1 if the image has no mip levels
    unsigned long levels;  // address of the array of ImageLevel with all mip levels; its first element equals `level`
    unsigned reserved[8];
};

static_assert(sizeof(TexelFormat) == 12);
static_assert(sizeof(ImageLevel) == 40);
static_assert(sizeof(ImageDescriptor) == 128);

/// The bytes of a descriptor for which code may be specialized (lanewise/known_arguments.h).
inline constexpr unsigned known_begin = 40, known_bytes = 32;
static_assert(__builtin_offsetof(ImageDescriptor, format) == known_begin);
static_assert(__builtin_offsetof(ImageDescriptor, layers) == known_begin + known_bytes);

/// The bits of a sampler's 64-bit word. The lower half combines CLK_ constants of OpenCL C, with the values that Clang
/// gives them. The upper half is zero for a sampler that is declared in OpenCL C source.
namespace sampler {
inline constexpr unsigned long normalized = 1;
inline constexpr unsigned long address_mask = 0xe;
inline constexpr unsigned long address_none = 0, address_clamp_to_edge = 2, address_clamp = 4, address_repeat = 6,
                               address_mirrored_repeat = 8;
inline constexpr unsigned long nearest = 0x10, linear = 0x20;
/// If this bit is set, reads interpolate between mip levels; otherwise they use the nearest level.
inline constexpr unsigned long mip_linear = 0x100;
/// Bit positions of the lower limit and the upper limit of the level of detail, in units of 1/256. The upper limit is
/// stored as 0xffff minus the limit, so that 0 means no upper limit.
inline constexpr unsigned min_lod_shift = 32, max_lod_shift = 48;
inline constexpr unsigned long lod_mask = 0xffff;
}  // namespace sampler

}  // namespace lanewise::abi
