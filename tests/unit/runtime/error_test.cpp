// Tests the texts of errors.
#include "runtime/object/error.h"

#include <gtest/gtest.h>

#include <string>

namespace lanewise::runtime::test {
namespace {

template <class Check>
std::string text_of(Check check) {
    try {
        check();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), CL_INVALID_VALUE);
        return error.message();
    }
    return "nothing was thrown";
}

TEST(Errors, ShowTheirValues) {
    const std::string name = "k";
    EXPECT_EQ(text_of([] { check(true, CL_INVALID_VALUE, "No {}.", 1); }), "nothing was thrown");
    EXPECT_EQ(text_of([] { check(false, CL_INVALID_VALUE, "No value."); }), "No value.");
    EXPECT_EQ(text_of([&] { check(false, CL_INVALID_VALUE, "Kernel '{}' takes {} bytes.", name, SIZE_MAX); }),
              "Kernel 'k' takes 18446744073709551615 bytes.");
    EXPECT_EQ(text_of([] { check(false, CL_INVALID_VALUE, "{} and {}", -3, Hex{0xbeef}); }), "-3 and 0xbeef");
    EXPECT_EQ(text_of([] { fail(CL_INVALID_VALUE, "The list is {}.", "null"); }), "The list is null.");
}

// A value in a message may be any text of the application, even with braces. The driver must not treat this text as a
// format string.
TEST(Errors, TakeValuesAsTheyAre) {
    EXPECT_EQ(text_of([] { check(false, CL_INVALID_VALUE, "'{}' or '{}'", "{}%s", ""); }), "'{}%s' or ''");
}

TEST(Errors, NameTheirCodes) {
    EXPECT_STREQ(error_name(CL_INVALID_VALUE), "CL_INVALID_VALUE");
    EXPECT_STREQ(error_name(CL_CONTEXT_TERMINATED_KHR), "CL_CONTEXT_TERMINATED_KHR");
    EXPECT_STREQ(error_name(-12345), "an error code without a name");
}

}  // namespace
}  // namespace lanewise::runtime::test
