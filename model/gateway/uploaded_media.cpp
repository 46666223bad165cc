#include "model/gateway/uploaded_media.h"

#include "model/conversation/attachments.h"
#include "model/conversation/decide/image_paths.h"
#include "model/gateway/http/lower_case.h"

#include <QByteArray>
#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::gateway {

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

} // namespace quarterdeck::gateway
