#include "model/formats/agentscope/formatter_run.h"

#include "model/conversation/decide/image_paths.h"
#include "model/formats/json/python_json.h"
#include "model/formats/requests/chat_request.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace quarterdeck::formats::agentscope {

/// What Python's b64decode raises for the text; empty if it decodes it, as it does with much that is not Base64.
[[nodiscard]] std::optional<PythonError> base64Fault(std::string_view text);

namespace {

bool isOfAlphabet(char one)
{
    return (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || one == '+'
        || one == '/';
}

/// How many characters count: unknown ones are skipped, and nothing is read after padding that closes a group of four.
std::size_t countedIn(std::string_view text, bool& isClosed)
{
    std::size_t count = 0;
    std::size_t padding = 0;
    for (const char one : text) {
        if (one == '=') {
            const std::size_t inGroup = count % 4;
            isClosed = inGroup >= 2 && inGroup + ++padding >= 4;
            if (isClosed) {
                break;
            }
        } else if (isOfAlphabet(one)) {
            padding = 0;
            ++count;
        }
    }
    return count;
}

} // namespace

std::optional<PythonError> base64Fault(std::string_view text)
{
    if (std::any_of(text.begin(), text.end(), [](char one) { return one < 0; })) {
        return PythonError{"ValueError", "string argument should contain only ASCII characters"};
    }
    bool isClosed = false;
    const std::size_t count = countedIn(text, isClosed);
    if (isClosed || count % 4 == 0) {
        return std::nullopt;
    }
    if (count % 4 == 1) {
        return PythonError{"Error",
                           "Invalid base64-encoded string: number of data characters (" + std::to_string(count)
                               + ") cannot be 1 more than a multiple of 4"};
    }
    return PythonError{"Error", "Incorrect padding"};
}

using nlohmann::json;

namespace {

std::string lower(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size())).toLower().toStdString();
}

/// The parts of an address that AgentScope looks at, as Python's urlparse cuts them.
struct Address
{
    std::string scheme;
    std::string host;
    std::string path;
};

std::string schemeOf(std::string_view url)
{
    const std::size_t colon = url.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return {};
    }
    const std::string scheme = lower(url.substr(0, colon));
    const bool isScheme = scheme.front() >= 'a' && scheme.front() <= 'z'
        && scheme.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+-.") == std::string::npos;
    return isScheme ? scheme : std::string();
}

std::size_t firstBeyondBlanks(const std::string& url)
{
    const auto first = std::find_if(url.begin(), url.end(), [](char one) { return one < 0 || one > ' '; });
    return static_cast<std::size_t>(std::distance(url.begin(), first));
}

Address addressOf(std::string url)
{
    std::erase_if(url, [](char one) { return one == '\t' || one == '\r' || one == '\n'; });
    url.erase(0, std::min(url.size(), firstBeyondBlanks(url)));
    Address address{schemeOf(url), {}, {}};
    std::string_view rest = url;
    rest.remove_prefix(address.scheme.empty() ? 0 : address.scheme.size() + 1);
    if (rest.starts_with("//")) {
        rest.remove_prefix(2);
        const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
        address.host = rest.substr(0, end);
        rest.remove_prefix(end);
    }
    rest = rest.substr(0, rest.find('#'));
    rest = rest.substr(0, rest.find('?'));
    constexpr std::array<std::string_view, 15> withParameters = {"",      "ftp",   "hdl",  "prospero", "http",
                                                                 "https", "shttp", "rtsp", "rtsps",    "rtspu",
                                                                 "sip",   "sips",  "mms",  "sftp",     "tel"};
    const bool hasParameters = std::ranges::find(withParameters, address.scheme) != withParameters.end();
    const std::size_t last = rest.rfind('/') == std::string_view::npos ? 0 : rest.rfind('/');
    address.path = rest.substr(0, hasParameters ? rest.find(';', last) : std::string_view::npos);
    return address;
}

bool hasPictureEnding(std::string_view text)
{
    constexpr std::array<std::string_view, 5> endings = {".png", ".jpg", ".jpeg", ".gif", ".webp"};
    return std::ranges::any_of(endings, [&](std::string_view ending) { return text.ends_with(ending); });
}

std::string afterLastDot(const std::string& text)
{
    const std::size_t dot = text.rfind('.');
    return lower(dot == std::string::npos ? text : text.substr(dot + 1));
}

/// A text, since Python calls a method of it; other types have none.
const std::string& textWithMethods(const json& value)
{
    if (!python_json::isText(value)) {
        throw PythonError{"AttributeError", {}};
    }
    return value.get_ref<const std::string&>();
}

/// Whether the text in brackets may be an IPv6 or future-version address.
bool isBracketed(const std::string& host)
{
    const std::size_t open = host.find('[');
    if (open == std::string::npos) {
        return true;
    }
    const std::string inside = host.substr(open + 1, host.find(']', open + 1) - open - 1);
    return inside.starts_with('v') ? inside.find('.') != std::string::npos : inside.find(':') != std::string::npos;
}

/// Refuses what urlparse itself refuses.
void raiseIfNoAddress(const Address& address)
{
    if ((address.host.find('[') == std::string::npos) != (address.host.find(']') == std::string::npos)) {
        throw PythonError{"ValueError", "Invalid IPv6 URL"};
    }
    if (!isBracketed(address.host)) {
        throw PythonError{"ValueError", {}};
    }
    QString host = QString::fromStdString(address.host);
    host.removeIf([](QChar one) { return QStringLiteral("@:#?").contains(one); });
    const QString plain = host.normalized(QString::NormalizationForm_KC);
    const auto cuts = [](QChar one) { return QStringLiteral("/?#@:").contains(one); };
    if (plain != host && std::any_of(plain.begin(), plain.end(), cuts)) {
        throw PythonError{"ValueError", {}};
    }
}

std::string base64Of(const std::string& bytes) { return QByteArray::fromStdString(bytes).toBase64().toStdString(); }

} // namespace

std::optional<KnownFile> FormatterRun::fileAt(const std::string& address)
{
    for (const FileToSave& file : m_result.files) {
        if (file.path == address) {
            return KnownFile{false, file.bytes};
        }
    }
    const auto known = m_context.files.find(address);
    if (known != m_context.files.end()) {
        return known->second;
    }
    m_result.wanted.push_back(address);
    return std::nullopt;
}

std::string FormatterRun::save(const json& mediaType, const json& data)
{
    const std::string& type = textWithMethods(mediaType);
    // AgentScope really writes two dots here.
    const std::string ending = ".." + type.substr(type.rfind('/') + 1);
    const std::size_t number = m_result.files.size() + 1;
    const std::string path =
        m_context.pathOf ? m_context.pathOf(number, ending) : "media-" + std::to_string(number) + ending;
    if (const auto fault = base64Fault(joined(data)); fault && !m_options.mends.takesBrokenBase64) {
        throw *fault;
    }
    m_result.files.push_back({path, QByteArray::fromBase64(QByteArray::fromStdString(joined(data))).toStdString()});
    return path;
}

std::string FormatterRun::imageAddress(const json& value)
{
    const std::string& url = textWithMethods(value);
    const Address address = addressOf(url);
    if (!m_options.mends.takesAnyPictureAddress) {
        raiseIfNoAddress(address);
    }
    if (!address.scheme.empty()) {
        const bool isWeb = address.scheme == "http" || address.scheme == "https" || address.scheme == "data";
        if (hasPictureEnding(address.path.empty() ? address.host : address.path)
            || (m_options.mends.takesAnyPictureAddress && isWeb)) {
            return url;
        }
    } else if (const auto file = fileAt(url); !file) {
        return url; // kept until it is known
    } else if (file->bytes && !file->isFolder && hasPictureEnding(lower(url))) {
        return dataUrl("image/" + afterLastDot(address.path), *file->bytes);
    }
    throw PythonError{"TypeError", "\"" + url + "\" should end with ('.png', '.jpg', '.jpeg', '.gif', '.webp')."};
}

json FormatterRun::imagePart(const json& block)
{
    const json& source = item(block, "source");
    const json& type = item(source, "type");
    std::string url;
    if (type == "url") {
        url = imageAddress(item(source, "url"));
    } else if (type == "base64") {
        const std::string data = pythonText(item(source, "data"));
        url = "data:" + pythonText(item(source, "media_type")) + ";base64," + data;
    } else {
        throw PythonError{"ValueError", "Unsupported image source type: " + pythonText(type)};
    }
    return {{"type", "image_url"}, {"image_url", {{"url", url}}}};
}

json FormatterRun::audioAt(const json& value)
{
    const std::string& url = textWithMethods(value);
    const std::string ending = afterLastDot(url);
    if (ending != "wav" && ending != "mp3") {
        throw PythonError{"TypeError", "Unsupported audio file extension: " + ending + ", wav and mp3 are supported."};
    }
    raiseIfNoAddress(addressOf(url));
    const auto file = fileAt(url);
    if (file && file->isFolder) {
        throw PythonError{"IsADirectoryError", {}};
    }
    if (file && !file->bytes) {
        if (schemeOf(url).empty()) {
            throw PythonError{"ValueError",
                              "Unsupported audio source: " + url + ", it should be a local file or a web URL."};
        }
        throw PythonError{"ConnectionError", {}};
    }
    return {{"data", file ? base64Of(*file->bytes) : std::string()}, {"format", ending}};
}

json FormatterRun::audioPart(const json& source)
{
    const json& type = item(source, "type");
    json audio;
    if (type == "url") {
        audio = audioAt(item(source, "url"));
    } else if (type == "base64") {
        const json& data = item(source, "data");
        const json& mediaType = item(source, "media_type");
        if (mediaType != "audio/wav" && mediaType != "audio/mp3") {
            throw PythonError{"TypeError",
                              "Unsupported audio media type: " + pythonText(mediaType)
                                  + ", only audio/wav and audio/mp3 are supported."};
        }
        audio = {{"data", data}, {"format", mediaType.get<std::string>().substr(6)}};
    } else {
        throw PythonError{"TypeError", "Unsupported audio source: " + pythonText(type) + "."};
    }
    return {{"type", "input_audio"}, {"input_audio", std::move(audio)}};
}

json FormatterRun::anthropicImage(const json& block)
{
    const json source = block.value("source", json());
    const json url = source.is_object() ? source.value("url", json()) : json();
    if (!m_options.mends.inlinesLocalPictures || !url.is_string() || !schemeOf(url.get<std::string>()).empty()) {
        return block;
    }
    const auto address = url.get<std::string>();
    const auto file = fileAt(address);
    if (!file || !file->bytes) {
        return block;
    }
    const std::string told = conversation::imageTypeOf(*file->bytes);
    json inlined = block;
    inlined["source"] = {{"type", "base64"},
                         {"media_type", told.empty() ? imageTypeOfUrl(address) : told},
                         {"data", base64Of(*file->bytes)}};
    return inlined;
}

} // namespace quarterdeck::formats::agentscope
