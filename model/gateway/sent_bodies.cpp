#include "model/gateway/sent_bodies.h"

#include "model/conversation/attachments.h"
#include "model/conversation/decide/image_paths.h"
#include "model/gateway/http/request_rules.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::gateway {

namespace {

using nlohmann::json;

/// Follows a text as JSON without keeping any of it.
class Follower final : public nlohmann::json_sax<json>
{
public:
    explicit Follower(int maxDepth) : m_maxDepth(maxDepth) { }

    [[nodiscard]] bool isTooDeep() const { return m_isTooDeep; }
    /// The number of bytes read; the last one is wrong.
    [[nodiscard]] std::size_t read() const { return m_read; }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool string(string_t& /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*elements*/) override { return begin(); }
    bool key(string_t& /*value*/) override { return true; }
    bool end_object() override { return end(); }
    bool start_array(std::size_t /*elements*/) override { return begin(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t position, const std::string& /*token*/, const json::exception& /*why*/) override
    {
        m_read = position;
        return false;
    }

private:
    bool begin()
    {
        m_isTooDeep = ++m_depth > m_maxDepth;
        return !m_isTooDeep;
    }
    bool end()
    {
        --m_depth;
        return true;
    }

    int m_maxDepth;
    int m_depth = 0;
    bool m_isTooDeep = false;
    std::size_t m_read = 0;
};

void fill(std::string& text, std::size_t at, std::size_t length, char by)
{
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), length, by);
}

/// Turns the escape of half a character into that of a whole one. Returns its length.
std::size_t passEscape(std::string& text, std::size_t at)
{
    const bool isHalf = text.size() > at + 2 && text[at + 1] == 'u' && (text[at + 2] == 'd' || text[at + 2] == 'D');
    if (isHalf)
        text[at + 2] = '0';
    return 2;
}

/// Of the same length, with valid JSON in place of what only Python accepts: NaN, Infinity, half characters.
std::string asPlainJson(std::string_view body, JsonBy by)
{
    std::string text(body);
    bool isInText = false;
    for (std::size_t at = 0; at < text.size();) {
        if (isInText && text[at] == '\\') {
            at += passEscape(text, at);
            continue;
        }
        if (text[at] == '"')
            isInText = !isInText;
        for (const std::string_view word : {std::string_view("NaN"), std::string_view("Infinity")})
            if (by == JsonBy::Python && !isInText && text.compare(at, word.size(), word) == 0)
                fill(text, at, word.size(), '1');
        ++at;
    }
    return text;
}

/// Counted from 1, in characters.
std::pair<qsizetype, qsizetype> placeOf(std::string_view body, std::size_t read)
{
    const std::string_view before = body.substr(0, std::clamp<std::size_t>(read, 1, body.size() + 1) - 1);
    const auto lastLine = before.substr(before.find_last_of('\n') + 1);
    const auto begun =
        std::ranges::count_if(lastLine, [](char one) { return (static_cast<unsigned char>(one) & 0xC0U) != 0x80U; });
    return {std::ranges::count(before, '\n') + 1, begun + 1};
}

} // namespace

std::string jsonFaultIn(std::string_view body, JsonBy by, int maxDepth)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; // which JSON does not have, and nlohmann skips
    const bool isMarked = body.starts_with(byteOrderMark);
    Follower follower(maxDepth);
    const std::string text = asPlainJson(body, by);
    if (!isMarked && json::sax_parse(text.begin(), text.end(), &follower))
        return QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not JSON, or contains more than can be read.");
    if (follower.isTooDeep())
        return QString::fromLatin1(
                   QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is nested too deeply: more than %1 levels."))
            .arg(maxDepth)
            .toStdString();
    const auto [line, column] = placeOf(body, isMarked ? 1 : follower.read());
    return QString::fromLatin1(
               QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not valid JSON: line %1, column %2."))
        .arg(line)
        .arg(column)
        .toStdString();
}

namespace {

constexpr std::string_view justBytes = "application/octet-stream";
/// What curl and Python's urllib send by default.
constexpr std::string_view formOfWebPage = "application/x-www-form-urlencoded";
constexpr std::size_t longestType = 127;

/// A name as in RFC 6838.
bool isTypeName(std::string_view text)
{
    constexpr std::string_view others = "!#$&-^_.+";
    return !text.empty() && text.size() <= longestType && std::ranges::all_of(text, [&](char one) {
        return (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || others.find(one) != std::string_view::npos;
    });
}

bool isPlainType(std::string_view type)
{
    const auto slash = type.find('/');
    return slash != std::string_view::npos && isTypeName(type.substr(0, slash)) && isTypeName(type.substr(slash + 1));
}

/// Without its parameters.
std::string plainTypeIn(std::string_view said)
{
    std::string type = lowerCase(std::string(said.substr(0, said.find(';'))));
    type.erase(type.find_last_not_of(" \t") + 1);
    return isPlainType(type) && type != formOfWebPage ? type : std::string(justBytes);
}

} // namespace

std::optional<UploadedMedia> sentBytesIn(std::string_view text)
{
    constexpr std::string_view scheme = "data:";
    constexpr std::string_view mark = ";base64,";
    constexpr std::size_t longestHead = 200;
    UploadedMedia sent;
    if (text.starts_with(scheme)) {
        const auto found = text.substr(0, longestHead).find(mark);
        if (found == std::string_view::npos)
            return std::nullopt;
        sent.mediaType = std::string(text.substr(scheme.size(), found - scheme.size()));
        text.remove_prefix(found + mark.size());
    }
    if (text.substr(0, text.find('=')).size() % 4 == 1)
        return std::nullopt; // six bits are no byte: something is missing
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())),
                                       QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return std::nullopt;
    sent.bytes = decoded.decoded.toStdString();
    return sent;
}

std::string mediaTypeOf(std::string_view bytes, std::string_view said)
{
    std::string told = conversation::imageTypeOf(bytes);
    return told.empty() ? plainTypeIn(said) : told;
}

std::string responseMediaType(const std::string& mediaType)
{
    static constexpr std::array<std::string_view, 3> media = {"image/", "audio/", "video/"};
    const bool isMedia = std::ranges::any_of(media, [&](std::string_view kind) { return mediaType.starts_with(kind); });
    const bool mayHaveScript = mediaType.find("xml") != std::string::npos; // as SVG
    return isMedia && !mayHaveScript && isPlainType(mediaType) ? mediaType : std::string(justBytes);
}

bool isPicture(std::string_view bytes, std::string_view mediaType)
{
    static constexpr std::array<std::string_view, 7> toldByContent = {
        "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/bmp", "image/tiff"};
    if (!conversation::imageTypeOf(bytes).empty())
        return true;
    return mediaType.starts_with("image/") && std::ranges::find(toldByContent, mediaType) == toldByContent.end();
}

formats::RecordedAttachment attachmentOf(std::string bytes, std::string_view saidType)
{
    formats::RecordedAttachment attachment;
    attachment.hash = conversation::attachmentHash(bytes);
    attachment.mediaType = mediaTypeOf(bytes, saidType);
    attachment.bytes = std::move(bytes);
    return attachment;
}

using session::AttachmentInfo;
using session::Result;

namespace {

struct Storing
{
    std::vector<AttachmentInfo> stored;
    std::optional<session::Error> error;
    std::size_t left;
    std::function<void(const StoredAttachments&)> done;
};

void take(Storing& storing, std::size_t place, const Result<AttachmentInfo>& info)
{
    if (info)
        storing.stored[place] = *info;
    else if (!storing.error)
        storing.error = info.error();
    if (--storing.left > 0)
        return;
    storing.error ? storing.done(tl::unexpected(*storing.error)) : storing.done(std::move(storing.stored));
}

} // namespace

void storeAttachments(session::Library& library, const session::CallbackGuard& replies,
                      std::vector<formats::RecordedAttachment> attachments,
                      std::function<void(const StoredAttachments&)> done)
{
    const std::size_t count = attachments.size();
    if (count == 0)
        return done(std::vector<AttachmentInfo>());
    const auto storing =
        std::make_shared<Storing>(Storing{std::vector<AttachmentInfo>(count), std::nullopt, count, std::move(done)});
    for (std::size_t i = 0; i < count; ++i) {
        formats::RecordedAttachment& one = attachments[i];
        library.putAttachment(std::move(one.bytes), std::move(one.mediaType), one.width, one.height,
                              replies.wrap<Result<AttachmentInfo>>(
                                  [storing, i](const Result<AttachmentInfo>& info) { take(*storing, i, info); }));
    }
}

} // namespace quarterdeck::gateway
