#include "compiler/frontend/version_hint.h"

#include <algorithm>
#include <span>

#include "compiler/frontend/language_trial.h"

namespace lanewise::compiler {
namespace {

struct Version {
    LanguageVersion version;
    const char* number;
};

// Versions in ascending order: each has all features of earlier versions. OpenCL C 3.1 is left out, because it accepts
// nothing that OpenCL C 3.0 refuses.
constexpr Version versions[] = {{LanguageVersion::c1_1, "1.1"},
                                {LanguageVersion::c1_2, "1.2"},
                                {LanguageVersion::c2_0, "2.0"},
                                {LanguageVersion::c3_0, "3.0"}};

// Returns the first of `errors` whose source code is valid in `version`; errors.end() if there is no such error.
auto find_accepted(LanguageVersion version, std::span<const RecordedError> errors,
                   const std::vector<RecordedError>& all, ReadSource read) {
    std::string ignored;
    clang::DiagnosticOptions options;
    ErrorRecorder recorder(ignored, options);
    LanguageTrial trial(all);
    read(version, recorder, trial);
    return std::ranges::find_if(errors, [&](const RecordedError& error) { return trial.accepts(error, recorder); });
}

std::string sentence(const RecordedError& error, std::span<const Version> accepting) {
    const std::string what = error.name.empty() ? "this is accepted in" : "'" + error.name + "' is part of";
    std::string text = error.shown_place + ": note: " + what + " OpenCL C " + accepting.front().number;
    if (accepting.size() > 1) text += " and later";
    text += ": build with ";
    for (const Version& version : accepting) {
        if (&version != accepting.data()) text += &version == &accepting.back() ? " or " : ", ";
        text += std::string("-cl-std=CL") + version.number;
    }
    return text + "\n";
}

}  // namespace

void add_version_hint(LanguageVersion version, const std::vector<RecordedError>& errors, ReadSource read,
                      std::string& log) {
    if (version >= versions[std::size(versions) - 1].version || errors.empty()) return;
    const std::span<const RecordedError> all(errors);
    const auto latest = find_accepted(LanguageVersion::c3_0, all, errors, read);
    if (latest == all.end()) return;
    const std::span<const RecordedError> one = all.subspan(static_cast<std::size_t>(latest - all.begin()), 1);
    const auto first = std::ranges::find_if(versions, [&](const Version& later) {
        return later.version > version &&
               (later.version == LanguageVersion::c3_0 || find_accepted(later.version, one, errors, read) != one.end());
    });
    log.insert(one.front().log_end, sentence(one.front(), std::span(first, std::end(versions))));
}

}  // namespace lanewise::compiler
