#include "ui/transcript/scheme_handler.h"

#include "model/conversation/decide/image_paths.h"
#include "ui/images/decode_image.h"
#include "ui/transcript/attachment_device.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/page_files.h"
#include "ui/transcript/stored_picture.h"

#include <QBuffer>
#include <QFile>
#include <QMap> // QWebEngineUrlRequestJob of Qt 6.4 needs it
#include <QPointer>
#include <QWebEngineUrlRequestJob>

namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
