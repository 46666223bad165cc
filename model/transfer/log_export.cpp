#include "log_export.h"

#include "conversation/attachments.h"
#include "formats/jsonl_export.h"
#include "sentences.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <future>

namespace quarterdeck::transfer {

using session::EventSeq;
using session::Nothing;
using session::Result;

namespace {

constexpr std::int32_t eventsPerRead = 500;

/// Waits for a read: its answer comes on the reader thread, which never waits for this one.
template <typename T>
Result<T> answerOf(const std::function<void(session::Done<T>)>& ask)
{
    auto promise = std::make_shared<std::promise<Result<T>>>();
    auto answer = promise->get_future();
    ask([promise](Result<T> result) { promise->set_value(std::move(result)); });
    return answer.get();
}

Result<Nothing> writeBytes(QSaveFile& file, std::string_view bytes)
{
    if (file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size())) {
        return tl::unexpected(sentences::notWritable(file.fileName().toStdString(), file.errorString().toStdString()));
    }
    return Nothing{};
}

} // namespace

LogExport::LogExport(std::shared_ptr<session::Library> library, ExportRequest request, OnProgress onProgress)
    : m_library(std::move(library))
    , m_request(std::move(request))
    , m_onProgress(std::move(onProgress))
{ }

ExportReport LogExport::run()
{
    const auto result = m_request.write ? writeAll(
                            [this](std::string_view bytes) -> Result<Nothing> {
                                if (!m_request.write(bytes)) {
                                    return tl::unexpected(sentences::exportCancelled());
                                }
                                return Nothing{};
                            },
                            {})
                                        : toFile();
    if (!result) {
        removeAttachments();
        m_report.error = result.error();
        m_report.isCancelled = m_isCancelled;
    }
    return std::move(m_report);
}

Result<Nothing> LogExport::toFile()
{
    const QString path = QString::fromStdString(m_request.path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected(sentences::notWritable(m_request.path, file.errorString().toStdString()));
    }
    const QString folderName = QFileInfo(path).fileName() + QStringLiteral(".attachments");
    m_folder = QFileInfo(path).dir().filePath(folderName);
    m_hadFolder = QFileInfo::exists(m_folder);
    const auto result =
        writeAll([&](std::string_view bytes) { return writeBytes(file, bytes); }, folderName.toStdString());
    if (!result) {
        return result;
    }
    if (!file.commit()) {
        return tl::unexpected(sentences::notWritable(m_request.path, file.errorString().toStdString()));
    }
    return Nothing{};
}

Result<Nothing> LogExport::writeAll(const Write& write, const std::string& folderName)
{
    // The last event is settled first: what a live session appends meanwhile is not part of this export.
    const auto state = answerOf<conversation::ConversationState>(
        [&](auto done) { m_library->readState(m_request.session, std::nullopt, std::move(done)); });
    if (!state) {
        return tl::unexpected(state.error());
    }
    const EventSeq last = state->lastSeq();
    const auto header = formats::jsonlHeaderLine({last.value, m_request.session.str(), folderName});
    return write(header).and_then([&](Nothing) { return writeEvents(write, last); });
}

Result<Nothing> LogExport::writeEvents(const Write& write, EventSeq last)
{
    EventSeq after;
    while (after < last) {
        if (m_isCancelled) {
            return tl::unexpected(sentences::exportCancelled());
        }
        const auto events = answerOf<std::vector<session::Event>>(
            [&](auto done) { m_library->readEvents(m_request.session, after, eventsPerRead, std::move(done)); });
        if (!events) {
            return tl::unexpected(events.error());
        }
        if (events->empty()) {
            return tl::unexpected(sentences::exportCancelled()); // removed meanwhile
        }
        for (const session::Event& event : *events) {
            if (event.seq > last) {
                break;
            }
            const auto written =
                write(formats::jsonlEventLine(event)).and_then([&](Nothing) { return writeAttachments(event); });
            if (!written) {
                return written;
            }
            ++m_report.events;
        }
        after = events->back().seq;
        m_onProgress(m_report.events, last.value);
    }
    return Nothing{};
}

Result<Nothing> LogExport::writeAttachments(const session::Event& event)
{
    for (const conversation::MediaSource& media : conversation::attachmentsOf(event.body)) {
        if (!m_seen.insert(media.hash).second) {
            continue;
        }
        if (m_folder.isEmpty()) {
            ++m_report.attachmentsLeftOut;
        } else if (const auto written = writeAttachment(media.hash); !written) {
            return written;
        }
    }
    return Nothing{};
}

Result<Nothing> LogExport::writeAttachment(const conversation::AttachmentHash& hash)
{
    const auto bytes = answerOf<std::string>([&](auto done) { m_library->readAttachment(hash, std::move(done)); });
    if (!bytes) {
        ++m_report.attachmentsLeftOut;
        return Nothing{};
    }
    QDir().mkpath(m_folder);
    const QString path = QDir(m_folder).filePath(QString::fromStdString(hash.str()));
    const bool wasThere = QFileInfo::exists(path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected(sentences::notWritable(path.toStdString(), file.errorString().toStdString()));
    }
    if (const auto written = writeBytes(file, *bytes); !written) {
        return written;
    }
    if (!file.commit()) {
        return tl::unexpected(sentences::notWritable(path.toStdString(), file.errorString().toStdString()));
    }
    if (!wasThere) {
        m_written << path;
    }
    ++m_report.attachments;
    return Nothing{};
}

void LogExport::removeAttachments()
{
    for (const QString& path : m_written) {
        QFile::remove(path);
    }
    if (!m_hadFolder && !m_folder.isEmpty()) {
        QDir().rmdir(m_folder);
    }
    m_report.attachments = 0;
}

} // namespace quarterdeck::transfer
