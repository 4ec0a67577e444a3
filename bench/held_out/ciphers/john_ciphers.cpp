// Kernels of John the Ripper: bitsliced DES, tickets of Kerberos with RC4, and bcrypt.
#include <map>
#include <string>
#include <utility>

#include "../../collection/data.h"
#include "../projects.h"

namespace bench {

namespace {

// RC4 with a state of 256 bytes in local memory for each work-item, as in a search for the keys of Kerberos tickets.
constexpr const char* kerberos = R"(
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void run(global const uint4* keys, global const uint* ticket, constant uint* wanted, global uint* results, int blocks,
         volatile global uint* found) {
    local uint states[64 * 64];
    uint i = get_global_id(0), t = get_local_id(0);
    local uchar* s = (local uchar*)states;
#define AT(k) (((k) >> 2) * 256 + t * 4 + ((k) & 3))
    uint4 key = keys[i];
    uchar bytes[16];
    vstore16(as_uchar16(key), 0, bytes);
    for (uint k = 0; k < 64; ++k) states[k * 64 + t] = 0x03020100 + k * 0x04040404;
    uint j = 0;
    for (uint k = 0; k < 256; ++k) {
        uchar kept = s[AT(k)];
        j = (j + kept + bytes[k & 15]) & 255;
        s[AT(k)] = s[AT(j)];
        s[AT(j)] = kept;
    }
    uint x = 0, y = 0, sum = 0;
    for (int b = 0; b < blocks; ++b) {
        uint word = 0;
        for (int k = 0; k < 4; ++k) {
            x = (x + 1) & 255;
            uchar a = s[AT(x)];
            y = (y + a) & 255;
            uchar c = s[AT(y)];
            s[AT(x)] = c;
            s[AT(y)] = a;
            word |= (uint)s[AT((a + c) & 255)] << k * 8;
        }
        word ^= ticket[b];
        if (b == 2 && (word & 0xf0) != wanted[0]) {
            results[i] = word;
            return;
        }
        sum = rotate(sum, 7u) ^ word;
    }
    results[i] = sum;
    if ((sum & 0xfff) == wanted[1]) atomic_inc(found);
})";

// The S-boxes of Blowfish (4 KB for each work-item) are in a global buffer; each round reads four words from them.
constexpr const char* bcrypt = R"(
#define ROUND(l, r, k) r ^= ((box[(l >> 24) * stride] + box[(256 + (l >> 16 & 255)) * stride]) \
        ^ box[(512 + (l >> 8 & 255)) * stride]) + box[(768 + (l & 255)) * stride]; r ^= k;
kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void run(global const uint* keys, constant uint* salt, global uint* boxes, global uint* subkeys, constant uint* start,
         int stride, int rounds) {
    uint i = get_global_id(0);
    global uint* box = boxes + i;
    uint p[18], key[18], l, r;
    for (int k = 0; k < 18; ++k) key[k] = keys[i * 18 + k];
    for (int k = 0; k < 18; ++k) p[k] = start[k] ^ key[k];
    for (int turn = 0; turn < rounds; ++turn) {
        for (int k = 0; k < 18; ++k) p[k] ^= turn & 1 ? salt[k & 3] : key[k];
        l = r = 0;
        for (int k = 0; k < 18 + 1024; k += 2) {
            l ^= p[0];
            for (int m = 1; m < 17; m += 2) {
                ROUND(l, r, p[m]);
                ROUND(r, l, p[m + 1]);
            }
            uint swapped = r ^ p[17];
            r = l;
            l = swapped;
            if (k < 18) {
                p[k] = l;
                p[k + 1] = r;
            } else {
                box[(k - 18) * stride] = l;
                box[(k - 17) * stride] = r;
            }
        }
    }
    for (int k = 0; k < 18; ++k) subkeys[i * 18 + k] = p[k];
})";

/// Writes OpenCL C for Boolean functions: the last of n inputs selects between two functions of n - 1 inputs.
class Gates {
public:
    std::string text;

    std::string function(const std::string& table, int inputs) {
        const auto known = names_.find(table);
        if (known != names_.end()) return known->second;
        const std::string first = table.substr(0, table.size() / 2), second = table.substr(table.size() / 2);
        std::string name;
        if (table.find('1') == std::string::npos) {
            name = "0";
        } else if (table.find('0') == std::string::npos) {
            name = "~0";
        } else if (first == second) {
            name = function(first, inputs - 1);
        } else {
            const std::string chosen = "a" + std::to_string(inputs - 1), no = function(first, inputs - 1);
            const std::string yes = function(second, inputs - 1);
            name = "t" + std::to_string(names_.size());
            text += "    uint " + name + " = ";
            if (no == "0")
                text += yes == "~0" ? chosen : chosen + " & " + yes;
            else if (no == "~0")
                text += yes == "0" ? "~" + chosen : "~" + chosen + " | " + yes;
            else if (yes == "0")
                text += "~" + chosen + " & " + no;
            else if (yes == "~0")
                text += chosen + " | " + no;
            else
                text += "bitselect(" + no + ", " + yes + ", " + chosen + ")";
            text += ";\n";
        }
        names_[table] = name;
        return name;
    }

private:
    std::map<std::string, std::string> names_;
};

/// Returns OpenCL C for eight S-boxes with six inputs and four outputs; each row of an S-box is a permutation, as in
/// DES.
std::string box_functions() {
    Dice dice(281);
    std::string all;
    for (int box = 0; box < 8; ++box) {
        std::string tables[4];
        for (int row = 0; row < 4; ++row) {
            int values[16];
            for (int k = 0; k < 16; ++k) values[k] = k;
            for (std::uint32_t k = 15; k > 0; --k) std::swap(values[k], values[dice.below(k + 1)]);
            for (const int value : values)
                for (int bit = 0; bit < 4; ++bit) tables[bit] += value >> bit & 1 ? '1' : '0';
        }
        Gates gates;
        std::string ends;
        for (int bit = 0; bit < 4; ++bit)
            ends += "    *o" + std::to_string(bit) + " ^= " + gates.function(tables[bit], 6) + ";\n";
        all += "void box" + std::to_string(box) + "(";
        for (int k = 0; k < 6; ++k) all += "uint a" + std::to_string(k) + ", ";
        all += "uint* o0, uint* o1, uint* o2, uint* o3) {\n" + gates.text + ends + "}\n";
    }
    return all;
}

/// Returns a kernel that computes crypt(3): 25 times the 16 rounds of DES. Each work-item encrypts with 32 keys, which
/// are stored as 56 words: word i contains bit i of each key.
std::string descrypt() {
    Dice dice(283);
    std::string text = box_functions();
    text +=
        "kernel __attribute__((reqd_work_group_size(64, 1, 1)))\n"
        "void run(global const uint* keys, global const uchar* schedule, constant uchar* salt, global uint* out,\n"
        "         int times) {\n"
        "    uint i = get_global_id(0), n = get_global_size(0), b[64];\n"
        "    local uchar order[768];\n"
        "    for (int k = get_local_id(0); k < 768; k += get_local_size(0)) order[k] = schedule[k];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    for (int k = 0; k < 64; ++k) b[k] = 0;\n"
        "    for (int t = 0; t < times; ++t) {\n"
        "        for (int r = 0; r < 16; r += 2) {\n";
    for (int half = 0; half < 2; ++half) {
        const int from = half ? 0 : 32, to = half ? 32 : 0;
        for (int box = 0; box < 8; ++box) {
            text += "            box" + std::to_string(box) + "(";
            for (int k = 0; k < 6; ++k) {
                const int bit = (box * 4 + k + 31) % 32 + from, at = box * 6 + k;
                const bool salted = box % 4 < 2;
                const std::string read =
                    salted ? "b[salt[" + std::to_string(at + half * 48) + "]]" : "b[" + std::to_string(bit) + "]";
                text += read + " ^ keys[order[(r + " + std::to_string(half) + ") * 48 + " + std::to_string(at) +
                        "] * n + i], ";
            }
            for (int k = 0; k < 4; ++k)
                text += "b + " + std::to_string(to + (box * 4 + k) * 11 % 32) + (k < 3 ? ", " : ");\n");
        }
    }
    text +=
        "        }\n"
        "        for (int k = 0; k < 32; ++k) { uint kept = b[k]; b[k] = b[k + 32]; b[k + 32] = kept; }\n"
        "    }\n"
        "    for (int k = 0; k < 64; ++k) out[k * n + i] = b[k];\n"
        "}\n";
    return text;
}

Arguments des_arguments() {
    Dice dice(293);
    return {words(56 * 512),
            each(768, [](std::size_t i) { return static_cast<std::uint8_t>((i / 48 * 7 + i % 48 * 5) % 56); }),
            each(96,
                 [&](std::size_t i) {
                     const std::size_t at = i % 48, bit = (at / 6 * 4 + at % 6 + 31) % 32 + (i < 48 ? 32 : 0);
                     return static_cast<std::uint8_t>(bit ^ (dice.below(4) ? 0 : 16));
                 }),
            result<std::uint32_t>(64 * 512), scalar(25)};
}

}  // namespace

Family john_cipher_kernels() {
    static const std::string des = descrypt();
    return {
        {"john_descrypt", des.c_str(), {512}, {64}, des_arguments},
        {"john_kerberos",
         kerberos,
         {1024},
         {64},
         [] {
             return Arguments{words(1024 * 4),
                              words(256),
                              array(std::vector<std::uint32_t>{0x60, 5}),
                              result<std::uint32_t>(1024),
                              scalar(256),
                              changed(result<std::uint32_t>(1))};
         }},
        {"john_bcrypt",
         bcrypt,
         {64},
         {8},
         [] {
             return Arguments{
                 words(64 * 18), words(4), changed(words(64 * 1024)), result<std::uint32_t>(64 * 18), words(18),
                 scalar(64),     scalar(8)};
         }},
    };
}

}  // namespace bench
