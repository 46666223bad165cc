#include "transcript/scheme_handler.h"

#include "transcript/page_files.h"

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
    QByteArray bytes;
};

/// On the reader thread: the copy of a large picture is made there.
Shown shownFrom(const session::Result<std::string>& read)
{
    if (!read)
        return {};
    return {shownMediaType(*read), QByteArray::fromStdString(*read)};
}

} // namespace

SchemeHandler::SchemeHandler(std::shared_ptr<session::Library> attachments, QObject* parent)
    : QWebEngineUrlSchemeHandler(parent)
    , m_attachments(std::move(attachments))
{ }

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
    const conversation::AttachmentHash hash = attachmentOf(job->requestUrl());
    if (hash.isEmpty() || !m_attachments)
        job->fail(QWebEngineUrlRequestJob::UrlNotFound);
    else
        answerAttachment(job, hash);
}

void SchemeHandler::answerAttachment(QWebEngineUrlRequestJob* job, const conversation::AttachmentHash& hash)
{
    const auto deliver = m_receiver.on<Shown>([waiting = QPointer(job)](const Shown& shown) {
        if (waiting.isNull())
            return; // the page has gone on
        if (shown.mediaType.isEmpty())
            waiting->fail(QWebEngineUrlRequestJob::UrlNotFound);
        else
            answer(*waiting, shown.mediaType, shown.bytes);
    });
    m_attachments->readAttachment(hash,
                                  [deliver](const session::Result<std::string>& read) { deliver(shownFrom(read)); });
}

} // namespace quarterdeck::ui::transcript
