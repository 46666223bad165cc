#include "ui/transcript/page_profile.h"

#include "model/conversation/decide/image_paths.h"
#include "ui/images/image_input.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/stored_picture.h"

#include <QBuffer>
#include <QFile>
#include <QLoggingCategory>
#include <QMap> // QWebEngineUrlRequestJob of Qt 6.4 needs it
#include <QPointer>
#include <QRegularExpression>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlRequestJob>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <future>
#include <map>
#include <utility>

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

using session::AttachmentPart;
using session::Result;

AttachmentDevice::AttachmentDevice(std::shared_ptr<session::Library> library, conversation::AttachmentHash hash,
                                   AttachmentPart begin, QObject* parent)
    : QIODevice(parent)
    , m_library(std::move(library))
    , m_hash(std::move(hash))
    , m_size(begin.size)
    , m_piece(std::move(begin.bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered); // the piece is the buffer
}

qint64 AttachmentDevice::readData(char* data, qint64 most)
{
    const std::int64_t from = pos();
    if (from >= m_size)
        return 0;
    const auto held = static_cast<std::int64_t>(m_piece.size());
    if ((from < m_first || from >= m_first + held) && !load(from))
        return -1;
    const std::int64_t skipped = from - m_first;
    const std::int64_t count = std::min<std::int64_t>(most, static_cast<std::int64_t>(m_piece.size()) - skipped);
    std::memcpy(data, m_piece.data() + skipped, static_cast<std::size_t>(count));
    return count;
}

qint64 AttachmentDevice::writeData(const char* /*data*/, qint64 /*count*/) { return -1; }

bool AttachmentDevice::load(std::int64_t from)
{
    constexpr std::int64_t pieceBytes = 1'000'000;
    constexpr std::chrono::seconds patience{10};
    // Shared, since the answer may arrive when nobody waits any more.
    auto answer = std::make_shared<std::promise<Result<AttachmentPart>>>();
    std::future<Result<AttachmentPart>> future = answer->get_future();
    m_library->readAttachmentPart(m_hash, from, pieceBytes,
                                  [answer](Result<AttachmentPart> part) { answer->set_value(std::move(part)); });
    if (future.wait_for(patience) != std::future_status::ready)
        return false;
    Result<AttachmentPart> part = future.get();
    if (!part || part->bytes.empty())
        return false;
    m_first = from;
    m_piece = std::move(part->bytes);
    return true;
}

namespace {

void answer(QWebEngineUrlRequestJob& job, const QByteArray& mediaType, const QByteArray& bytes)
{
    auto* buffer = new QBuffer(&job);
    buffer->setData(bytes);
    buffer->open(QIODevice::ReadOnly);
    job.reply(mediaType, buffer);
}

void answerFile(QWebEngineUrlRequestJob& job, const PageFile& file)
{
    QFile resource(file.resource);
    if (resource.open(QIODevice::ReadOnly))
        answer(job, file.mediaType, resource.readAll());
    else
        job.fail(QWebEngineUrlRequestJob::UrlNotFound);
}

struct Shown
{
    QByteArray mediaType;
    QByteArray bytes;              ///< all of them, of what is small
    session::AttachmentPart begin; ///< of what is large
    bool isMoreNeeded = false;     ///< what is to be known of a picture comes later in it
    QByteArray svg = {};           ///< to be drawn first; then there is nothing else
};

/// Called on the reader thread, where pictures are copied. Only the first frame of an animation is shown: it plays in
/// programs that were asked to open it, and nowhere else.
Shown shownFrom(session::Result<session::AttachmentPart> read)
{
    if (!read)
        return {};
    Shown shown;
    shown.mediaType = shownMediaType(read->bytes);
    const bool isWhole = static_cast<std::int64_t>(read->bytes.size()) >= read->size;
    if (isWhole && shown.mediaType.isEmpty() && conversation::isSvg(read->bytes))
        shown.svg = QByteArray::fromStdString(read->bytes);
    const PictureFit fit = pictureFit(shown.mediaType, read->bytes, isWhole);
    if (fit == PictureFit::Refused)
        return {};
    const StillImage still = stillImage(shown.mediaType, read->bytes);
    shown.isMoreNeeded = !isWhole && (fit == PictureFit::NotTold || !still.isTold);
    if (shown.isMoreNeeded && read->size > maxImageBytes)
        return {};
    if (!still.bytes.isEmpty())
        shown.bytes = still.bytes;
    else if (isWhole)
        shown.bytes = QByteArray::fromStdString(read->bytes);
    else if (!shown.isMoreNeeded)
        shown.begin = std::move(*read);
    return shown;
}

Shown shownFromAll(session::Result<std::string> read)
{
    if (!read)
        return {};
    const auto size = static_cast<std::int64_t>(read->size());
    return shownFrom(session::AttachmentPart{std::move(*read), size});
}

} // namespace

SchemeHandler::SchemeHandler(std::shared_ptr<session::Library> attachments, const RemoteImages* pictures,
                             QObject* parent)
    : QWebEngineUrlSchemeHandler(parent)
    , m_attachments(std::move(attachments))
    , m_pictures(pictures)
{ }

void SchemeHandler::drawSvgBy(DiagramRenderer& renderer) { m_renderer = &renderer; }

void SchemeHandler::requestStarted(QWebEngineUrlRequestJob* job)
{
    if (job->requestMethod() != "GET") {
        job->fail(QWebEngineUrlRequestJob::RequestDenied);
        return;
    }
    if (const auto file = pageFile(job->requestUrl())) {
        answerFile(*job, *file);
        return;
    }
    if (const QString key = pictureOf(job->requestUrl()); !key.isEmpty()) {
        const FetchedPicture* picture = m_pictures != nullptr ? m_pictures->find(key) : nullptr;
        if (picture != nullptr)
            answer(*job, picture->mediaType, picture->bytes);
        else
            job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        return;
    }
    const conversation::AttachmentHash hash = attachmentOf(job->requestUrl());
    if (hash.isEmpty() || !m_attachments)
        job->fail(QWebEngineUrlRequestJob::UrlNotFound);
    else
        answerAttachment(job, hash);
}

void SchemeHandler::answerAttachment(QWebEngineUrlRequestJob* job, const conversation::AttachmentHash& hash)
{
    const auto deliver = m_receiver.wrap<Shown>([this, hash, waiting = QPointer(job)](const Shown& shown) {
        if (waiting.isNull())
            return; // the page has gone on
        if (!shown.svg.isEmpty())
            answerDrawn(waiting, shown.svg);
        else if (shown.mediaType.isEmpty())
            waiting->fail(QWebEngineUrlRequestJob::UrlNotFound);
        else if (shown.begin.size > 0)
            waiting->reply(shown.mediaType, new AttachmentDevice(m_attachments, hash, shown.begin, waiting.data()));
        else if (shown.isMoreNeeded)
            answerWhole(waiting, hash);
        else
            answer(*waiting, shown.mediaType, shown.bytes);
    });
    constexpr std::int64_t pieceBytes = 1'000'000;
    m_attachments->readAttachmentPart(hash, 0, pieceBytes, [deliver](session::Result<session::AttachmentPart> read) {
        deliver(shownFrom(std::move(read)));
    });
}

void SchemeHandler::answerDrawn(const QPointer<QWebEngineUrlRequestJob>& job, const QByteArray& svg)
{
    auto* renderer = qobject_cast<DiagramRenderer*>(m_renderer.data());
    if (renderer == nullptr) {
        job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        return;
    }
    renderer->draw(*job, svg, [job](const QByteArray& png) {
        if (job.isNull())
            return;
        if (png.isEmpty())
            job->fail(QWebEngineUrlRequestJob::UrlNotFound);
        else
            answer(*job, "image/png", png);
    });
}

void SchemeHandler::answerWhole(const QPointer<QWebEngineUrlRequestJob>& job, const conversation::AttachmentHash& hash)
{
    const auto deliver = m_receiver.wrap<Shown>([waiting = job](const Shown& shown) {
        if (waiting.isNull())
            return;
        if (shown.mediaType.isEmpty())
            waiting->fail(QWebEngineUrlRequestJob::UrlNotFound);
        else
            answer(*waiting, shown.mediaType, shown.bytes);
    });
    m_attachments->readAttachment(
        hash, [deliver](session::Result<std::string> read) { deliver(shownFromAll(std::move(read))); });
}

namespace {

Q_LOGGING_CATEGORY(logPage, "quarterdeck.ui.page")

class UrlInterceptor final : public QWebEngineUrlRequestInterceptor
{
public:
    explicit UrlInterceptor(PageProfile& profile) : QWebEngineUrlRequestInterceptor(&profile), m_profile(profile) { }

    void interceptRequest(QWebEngineUrlRequestInfo& info) override
    {
        if (mayRequest(info.requestUrl(), info.initiator(), info.resourceType()))
            return;
        info.block(true);
        qCDebug(logPage) << "blocked a request of type" << info.resourceType() << "to" << info.requestUrl().host();
        emit m_profile.requestBlocked(info.requestUrl());
    }

private:
    PageProfile& m_profile;
};

} // namespace

PageProfile::PageProfile(std::shared_ptr<session::Library> attachments, const RemoteImages* pictures, QObject* parent)
    : QWebEngineProfile(parent)
    , m_handler(std::move(attachments), pictures)
{
    setHttpCacheType(QWebEngineProfile::NoCache);
    setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
    setSpellCheckEnabled(false);
    setUrlRequestInterceptor(new UrlInterceptor(*this));
    installUrlSchemeHandler(QByteArrayLiteral("app"), &m_handler);
    applyPageSettings(*settings());
    // A download that nobody accepts is cancelled.
}

PageProfile::~PageProfile() { removeUrlSchemeHandler(&m_handler); }

} // namespace quarterdeck::ui::transcript
