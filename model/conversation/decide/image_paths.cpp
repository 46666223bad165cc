#include "model/conversation/decide/image_paths.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/text.h"

#include <QByteArray>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

namespace {

constexpr std::array<std::string_view, 6> mgxEndings{"png", "jpg", "jpeg", "gif", "bmp", "tiff"};

std::string upperCase(std::string_view text)
{
    std::string upper;
    for (const char c : text) {
        upper.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
    }
    return upper;
}

/// The length of an image's extension right after a dot, all in lower or all in UPPER case; 0 if there is none. As in
/// the original's pattern, which spells out JPEG and jpeg, but not jpEg.
std::size_t endingAfterDot(std::string_view text, ImageSyntax syntax)
{
    const auto starts = [&](std::string_view ending) {
        return text.starts_with(ending) || text.starts_with(upperCase(ending));
    };
    for (const std::string_view ending : mgxEndings) {
        if (starts(ending)) {
            return ending.size();
        }
    }
    return syntax == ImageSyntax::Quarterdeck && starts("webp") ? 4 : 0;
}

/// The pattern is greedy: in a word without spaces it extends to the last extension that has something before its dot.
std::string_view pathInWord(std::string_view word, ImageSyntax syntax)
{
    for (std::size_t dot = word.rfind('.'); dot != std::string_view::npos && dot > 0; dot = word.rfind('.', dot - 1)) {
        if (const std::size_t ending = endingAfterDot(word.substr(dot + 1), syntax)) {
            return word.substr(0, dot + 1 + ending);
        }
    }
    return {};
}

/// `![text](path)` or `![text](path "title")`: if a word starts with or contains that, the path is the part in
/// parentheses.
std::string_view markdownTarget(std::string_view word)
{
    const std::size_t open = word.rfind("](");
    if (open == std::string_view::npos) {
        return word;
    }
    const std::string_view target = word.substr(open + 2);
    return target.substr(0, target.find(')'));
}

template <typename Take>
void forEachWord(std::string_view text, Take take)
{
    std::size_t start = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t space = at < text.size() ? utf8::spaceAt(text, at) : 1;
        if (space == 0) {
            at += utf8::lengthAt(text, at);
            continue;
        }
        if (at > start) {
            take(text.substr(start, at - start));
        }
        at += space;
        start = at;
    }
}

struct Found
{
    nlohmann::json images = nlohmann::json::array();
    nlohmann::json notices = nlohmann::json::array();
};

std::string asBase64(const std::string& bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

/// The parts of a path, as a file system takes it: without "." and empty ones.
std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), part.size() + 1));
        if (!part.empty() && part != ".") {
            parts.push_back(part);
        }
    }
    return parts;
}

bool isFolderIn(const DecideContext& context, const std::string& path)
{
    const auto found = context.files.find(path);
    const auto inside = context.files.lower_bound(path + "/");
    return (found != context.files.end() && !found->second)
        || (inside != context.files.end() && inside->first.starts_with(path + "/"));
}

/// The file that a path leads to, as the original's program would open it from the folder of the files: "./a.png" and
/// "img//../a.png" are "a.png", as long as "img" is a folder there.
auto fileAt(const DecideContext& context, const std::string& path)
{
    const auto asWritten = context.files.find(path);
    if (asWritten != context.files.end() || path.starts_with('/')) {
        return asWritten;
    }
    std::string plain;
    for (const std::string_view part : partsOf(path)) {
        if (part != "..") {
            plain += (plain.empty() ? "" : "/") + std::string(part);
        } else if (isFolderIn(context, plain)) {
            plain.resize(plain.rfind('/') == std::string::npos ? 0 : plain.rfind('/'));
        } else {
            return context.files.end();
        }
    }
    return context.files.find(plain);
}

/// The original's way: the name decides, and a folder with such a name is an error.
std::optional<Error> readByName(const DecideContext& context, const std::string& text, Found& found)
{
    for (const std::string& path : imagePathsIn(text, ImageSyntax::Mgx)) {
        const auto file = fileAt(context, path);
        if (file == context.files.end()) {
            continue;
        }
        if (!file->second) {
            return errors::imageIsFolder(path);
        }
        found.images.push_back(asBase64(*file->second));
    }
    return {};
}

/// Our way: the content decides, and a file that is no image becomes a notice on the message.
void readByContent(const DecideContext& context, const std::string& text, Found& found)
{
    for (const std::string& path : imagePathsIn(text, ImageSyntax::Quarterdeck)) {
        const auto file = context.files.find(path);
        if (file == context.files.end()) {
            continue;
        }
        if (file->second && !imageTypeOf(*file->second).empty()) {
            found.images.push_back(asBase64(*file->second));
        } else {
            found.notices.push_back(path);
        }
    }
}

} // namespace

std::vector<std::string> imagePathsIn(std::string_view text, ImageSyntax syntax)
{
    std::vector<std::string> paths;
    forEachWord(text, [&](std::string_view word) {
        if (syntax == ImageSyntax::Quarterdeck) {
            word = markdownTarget(word);
        }
        if (const std::string_view path = pathInWord(word, syntax); !path.empty()) {
            paths.emplace_back(path);
        }
    });
    return paths;
}

std::string imageTypeOf(std::string_view bytes)
{
    using namespace std::string_view_literals;
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 7> signatures{
        {{"\x89PNG\r\n\x1a\n"sv, "image/png"},
         {"\xff\xd8\xff"sv, "image/jpeg"},
         {"GIF87a"sv, "image/gif"},
         {"GIF89a"sv, "image/gif"},
         {"BM"sv, "image/bmp"},
         {"II*\0"sv, "image/tiff"},
         {"MM\0*"sv, "image/tiff"}}};
    for (const auto& [signature, type] : signatures) {
        if (bytes.starts_with(signature)) {
            return std::string(type);
        }
    }
    const bool isWebp = bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP";
    return isWebp ? "image/webp" : "";
}

bool isSvg(std::string_view bytes)
{
    constexpr std::string_view blanks = " \t\r\n";
    if (bytes.starts_with("\xef\xbb\xbf"))
        bytes.remove_prefix(3);
    const auto skipTo = [&](std::string_view mark) {
        const std::size_t at = bytes.find(mark);
        bytes.remove_prefix(at == std::string_view::npos ? bytes.size() : at + mark.size());
    };
    while (true) {
        bytes.remove_prefix(std::min(bytes.find_first_not_of(blanks), bytes.size()));
        if (bytes.starts_with("<?")) {
            skipTo("?>");
        } else if (bytes.starts_with("<!--")) {
            skipTo("-->");
        } else if (bytes.starts_with("<!DOCTYPE")) {
            const std::size_t ownTypes = bytes.substr(0, bytes.find('>')).find('[');
            skipTo(ownTypes == std::string_view::npos ? ">" : "]");
            if (ownTypes != std::string_view::npos)
                skipTo(">");
        } else {
            break;
        }
    }
    constexpr std::string_view begin = "<svg";
    return bytes.starts_with(begin) && bytes.size() > begin.size()
        && (bytes[begin.size()] == '>' || bytes[begin.size()] == '/'
            || blanks.find(bytes[begin.size()]) != blanks.npos);
}

std::optional<Error> attachImages(const DecisionBuilder& decision, Message& message)
{
    const bool isByContent = decision.routing().isOn(RoutingOption::ImagesFromAnyRole);
    if (decision.context().files.empty() || (!isByContent && message.role != "user")) {
        return {};
    }
    Found found;
    if (isByContent) {
        readByContent(decision.context(), textOf(message), found);
    } else if (auto error = readByName(decision.context(), textOf(message), found)) {
        return error;
    }
    if (!found.images.empty()) {
        setMetadata(message, "images", std::move(found.images));
    }
    if (!found.notices.empty()) {
        setMetadata(message, "image_notices", std::move(found.notices));
    }
    return {};
}

} // namespace quarterdeck::conversation
