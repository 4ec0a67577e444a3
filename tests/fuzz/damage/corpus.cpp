#include "corpus.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanewise::fuzz_damage {

namespace {

/// Returns whether a string literal contains complete kernels, and not a fragment that a test completes.
bool is_kernel(const std::string& text) {
    const auto closes = std::ranges::count(text, '}');
    return text.find("kernel ") != text.npos && closes != 0 && std::ranges::count(text, '{') == closes &&
           std::ranges::count(text, '(') == std::ranges::count(text, ')') && text.find(" %") == text.npos;
}

char unescape(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c; }

/// Finds the string literals of a C++ file. Joins adjacent literals, as a compiler does.
class Literals {
public:
    explicit Literals(const std::string& text) : text_(text) {}

    std::vector<std::string> read() {
        while (at_ < text_.size()) {
            if (text_.compare(at_, 2, "R\"") == 0) {
                add_raw();
            } else if (text_[at_] == '"') {
                add_ordinary();
            } else {
                if (!std::isspace(static_cast<unsigned char>(text_[at_]))) finish();
                ++at_;
            }
        }
        finish();
        return std::move(found_);
    }

private:
    void add_raw() {
        const std::size_t open = text_.find('(', at_);
        if (open == text_.npos) return void(at_ = text_.size());
        const std::string end = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
        const std::size_t close = text_.find(end, open);
        if (close == text_.npos) return void(at_ = text_.size());
        current_ += text_.substr(open + 1, close - open - 1);
        at_ = close + end.size();
    }
    void add_ordinary() {
        for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_) {
            const bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
            current_ += escaped ? unescape(text_[++at_]) : text_[at_];
        }
        ++at_;
    }
    void finish() {
        if (is_kernel(current_)) found_.push_back(current_);
        current_.clear();
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::string current_;
    std::vector<std::string> found_;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

}  // namespace

std::vector<std::string> find_sources(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && (extension == ".cpp" || extension == ".h")) files.push_back(entry.path());
    }
    std::ranges::sort(files);  // makes the order of the files the same on every machine
    std::vector<std::string> sources;
    for (const auto& path : files) {
        std::ifstream file(path);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (std::string& source : Literals(text).read()) sources.push_back(std::move(source));
    }
    return sources;
}

std::vector<std::string> split_tokens(const std::string& source) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < source.size();) {
        std::size_t end = at + 1;
        if (is_word(source[at])) {
            while (end < source.size() && is_word(source[end])) ++end;
        } else if (std::isspace(static_cast<unsigned char>(source[at]))) {
            while (end < source.size() && std::isspace(static_cast<unsigned char>(source[end]))) ++end;
        }
        tokens.push_back(source.substr(at, end - at));
        at = end;
    }
    return tokens;
}

}  // namespace lanewise::fuzz_damage
