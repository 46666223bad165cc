#include "ui/transcript/page_files.h"

#include <QFile>
#include <QRegularExpression>
#include <array>
#include <map>

namespace quarterdeck::ui::transcript {

namespace {

using namespace std::string_view_literals;

struct Magic
{
    std::size_t offset;
    std::string_view bytes;
    const char* mediaType;
};
constexpr std::array magics{
    Magic{0, "\x89PNG\r\n\x1a\n"sv, "image/png"},
    Magic{0, "\xff\xd8\xff"sv, "image/jpeg"},
    Magic{0, "GIF87a"sv, "image/gif"},
    Magic{0, "GIF89a"sv, "image/gif"},
    Magic{0, "OggS"sv, "application/ogg"},
    Magic{0, "ID3"sv, "audio/mpeg"},
    Magic{0, "fLaC"sv, "audio/flac"},
    Magic{0, "\x1a\x45\xdf\xa3"sv, "video/webm"},
    Magic{4, "ftyp"sv, "video/mp4"},
};

bool has(std::string_view bytes, std::size_t offset, std::string_view wanted)
{
    return bytes.size() >= offset + wanted.size() && bytes.substr(offset, wanted.size()) == wanted;
}

/// Frames of MPEG audio follow each other without a head. A frame begins with eleven set bits, the version and the
/// layer: speech is often of version 2, which has the lower rates. Layer 0 is AAC in ADTS.
QByteArray frameType(std::string_view bytes)
{
    if (bytes.size() < 2 || static_cast<unsigned char>(bytes[0]) != 0xff)
        return {};
    const auto head = static_cast<unsigned char>(bytes[1]);
    if ((head & 0xf6U) == 0xf0U)
        return "audio/aac";
    constexpr unsigned reserved = 0x08; // of the versions
    const bool isLayer3 = (head & 0xe6U) == 0xe2U;
    return isLayer3 && (head & 0x18U) != reserved ? "audio/mpeg" : QByteArray();
}

bool isOurs(const QUrl& url, QLatin1StringView host)
{
    return url.scheme() == QLatin1StringView("app") && url.host() == host && url.userInfo().isEmpty() && url.port() < 0
        && !url.hasQuery() && !url.hasFragment();
}

std::optional<PageFile> fontFile(const QString& path)
{
    static const QRegularExpression font(QStringLiteral("^/fonts/(KaTeX_[A-Za-z0-9]+-[A-Za-z]+)\\.woff2$"));
    const QRegularExpressionMatch match = font.match(path);
    const QString resource = QStringLiteral(":/web/fonts/%1.woff2").arg(match.captured(1));
    if (!match.hasMatch() || !QFile::exists(resource))
        return std::nullopt;
    return PageFile{resource, "font/woff2"};
}

} // namespace

std::optional<PageFile> pageFile(const QUrl& url)
{
    const bool isTranscript = isOurs(url, QLatin1StringView("transcript"));
    if (!isTranscript && !isOurs(url, QLatin1StringView("diagram")))
        return std::nullopt;
    static const std::map<QString, PageFile> files{
        {QStringLiteral("transcript/index.html"), {QStringLiteral(":/web/index.html"), "text/html"}},
        {QStringLiteral("transcript/style.css"), {QStringLiteral(":/web/style.css"), "text/css"}},
        {QStringLiteral("transcript/tokens.css"), {QStringLiteral(":/quarterdeck/theme/tokens.css"), "text/css"}},
        {QStringLiteral("diagram/index.html"), {QStringLiteral(":/web/diagram.html"), "text/html"}},
        {QStringLiteral("diagram/tokens.css"), {QStringLiteral(":/quarterdeck/theme/tokens.css"), "text/css"}},
    };
    const QString path = url.path(QUrl::FullyEncoded);
    const auto found = files.find(url.host() + path);
    if (found != files.end())
        return found->second;
    return isTranscript ? fontFile(path) : std::nullopt;
}

QString pictureOf(const QUrl& url)
{
    static const QRegularExpression pattern(QStringLiteral("^/picture/([0-9a-f]{64})$"));
    const QRegularExpressionMatch match = pattern.match(url.path(QUrl::FullyEncoded));
    return isOurs(url, QLatin1StringView("transcript")) && match.hasMatch() ? match.captured(1) : QString();
}

conversation::AttachmentHash attachmentOf(const QUrl& url)
{
    static const QRegularExpression pattern(QStringLiteral("^/attachment/([0-9a-f]{64})$"));
    const QRegularExpressionMatch match = pattern.match(url.path(QUrl::FullyEncoded));
    if (!isOurs(url, QLatin1StringView("transcript")) || !match.hasMatch())
        return {};
    return conversation::AttachmentHash(match.captured(1).toStdString());
}

QByteArray shownMediaType(std::string_view bytes)
{
    if (has(bytes, 0, "RIFF"sv) && has(bytes, 8, "WEBP"sv))
        return "image/webp";
    if (has(bytes, 0, "RIFF"sv) && has(bytes, 8, "WAVE"sv))
        return "audio/wav";
    for (const Magic& magic : magics) {
        if (has(bytes, magic.offset, magic.bytes))
            return magic.mediaType;
    }
    return frameType(bytes);
}

} // namespace quarterdeck::ui::transcript
