#include "model/transfer/log_export.h"

#include "model/conversation/attachments.h"
#include "model/session/safe_files.h"
#include "model/transfer/library_access.h"
#include "model/transfer/transfer_errors.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <future>
#include <utility>

namespace quarterdeck::transfer {

using session::Nothing;
using session::Result;
using session::Row;

RowCursor::RowCursor(std::shared_ptr<session::Library> library, session::SessionId session, session::EventSeq last)
    : m_library(std::move(library))
{
    constexpr std::int32_t most = 200;
    m_request.session = std::move(session);
    m_request.channel = conversation::channel::everything;
    m_request.count = most;
    m_request.asOf = last;
}

Result<const Row*> RowCursor::rowOf(session::EventSeq event)
{
    while (true) {
        while (m_place < m_page.size() && m_page[m_place].event.seq < event) {
            ++m_place;
        }
        if (m_place < m_page.size()) {
            const Row& row = m_page[m_place];
            return row.event.seq == event ? &row : nullptr;
        }
        if (m_isAtEnd) {
            return nullptr;
        }
        if (const auto read = readPage(); !read) {
            return tl::unexpected(read.error());
        }
    }
}

Result<Nothing> RowCursor::readPage()
{
    auto rows = awaitLibrary<session::Rows>([&](auto done) { m_library->readRows(m_request, std::move(done)); });
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    m_page = std::move(rows->rows);
    m_place = 0;
    m_isAtEnd = m_page.empty();
    if (!m_isAtEnd) {
        m_request.first = m_page.back().ordinal.next();
    }
    return Nothing{};
}

namespace {

/// Follows links, as other exports do, even if the target does not exist yet.
std::string withoutLinks(const std::string& path)
{
    constexpr int most = 128;
    QFileInfo file(QString::fromStdString(path));
    for (int i = 0; i < most && file.isSymLink(); ++i) {
        file.setFile(file.symLinkTarget());
    }
    return file.isSymLink() ? path : file.filePath().toStdString();
}

} // namespace

PackageExport::PackageExport(const PackageFiles& files, std::string path, QObject* completions,
                             const std::atomic<bool>& isCancelled)
    : m_files(files)
    , m_path(std::move(path))
    , m_completions(completions)
    , m_isCancelled(isCancelled)
{ }

Result<Nothing> PackageExport::begin()
{
    m_target = withoutLinks(m_path);
    // On the same disk, so that moving it takes one step.
    const QString beside = QFileInfo(QString::fromStdString(m_target)).absolutePath();
    m_folder = std::make_unique<QTemporaryDir>(beside + QStringLiteral("/.qdeck-XXXXXX"));
    if (!m_folder->isValid()) {
        return tl::unexpected(errors::notWritable(m_path, m_folder->errorString().toStdString()));
    }
    m_making = m_folder->filePath(QStringLiteral("session.qdeck")).toStdString();
    auto library = m_files.make(m_making, m_completions);
    if (!library) {
        return tl::unexpected(errors::notWritable(m_path, library.error().detail));
    }
    m_library = std::move(*library);
    m_log.emplace(FileImport::Context{*m_library, m_writes, m_isCancelled, false, [](std::int64_t) {}}, m_report);
    m_log->beginLog();
    return Nothing{};
}

void PackageExport::event(const session::Event& event) { m_log->acceptEvent(event); }

void PackageExport::attachment(formats::RecordedAttachment attachment)
{
    m_log->acceptAttachment(std::move(attachment));
}

bool PackageExport::hasFailed() const { return m_log->isStopped(); }

Result<Nothing> PackageExport::finish()
{
    m_log->endSession();
    const bool isStored = !m_log->isStopped() && m_log->commit();
    m_log.reset();
    m_library.reset(); // closed: all is in the file
    if (m_isCancelled) {
        return tl::unexpected(errors::exportCancelled());
    }
    if (!isStored) {
        const auto cause = m_writes.error() ? m_writes.error() : m_report.error;
        return tl::unexpected(errors::notWritable(m_path, cause ? cause->sentence : std::string()));
    }
    if (const auto sealed = m_files.seal(m_making); !sealed) {
        return tl::unexpected(errors::notWritable(m_path, sealed.error().sentence));
    }
    shareAsEver();
    if (std::rename(m_making.c_str(), m_target.c_str()) != 0) {
        return tl::unexpected(errors::notWritable(m_path, std::strerror(errno)));
    }
    return Nothing{};
}

/// A library is private to its owner; a file that the person saves follows the umask.
void PackageExport::shareAsEver() const
{
    QFile other(m_folder->filePath(QStringLiteral("rights")));
    if (other.open(QIODevice::WriteOnly))
        QFile::setPermissions(QString::fromStdString(m_making), other.permissions());
}

using session::EventSeq;

namespace {

constexpr std::int32_t eventsPerRead = 500;

/// Would be replaced, and break whatever uses it. Folders are refused by the system anyway.
bool isSpecialFile(const std::string& path)
{
    const QFileInfo info(QString::fromStdString(path));
    return info.exists() && !info.isFile() && !info.isDir();
}

Result<Nothing> writeBytes(QSaveFile& file, std::string_view bytes)
{
    if (file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size())) {
        return tl::unexpected(errors::notWritable(file.fileName().toStdString(), file.errorString().toStdString()));
    }
    return Nothing{};
}

} // namespace

LogExport::LogExport(std::shared_ptr<session::Library> library, ExportRequest request, QObject* completions,
                     OnProgress onProgress)
    : m_library(std::move(library))
    , m_request(std::move(request))
    , m_onProgress(std::move(onProgress))
    , m_package(m_request.packages, m_request.path, completions, m_isCancelled)
    , m_redactor(m_request.homes, m_request.examplesOfAKind, m_request.keys)
    , m_again(m_request.homes, 0, m_request.keys)
{ }

void LogExport::abandon()
{
    cancel();
    m_package.abandon();
}

ExportReport LogExport::run()
{
    m_format = formats::exportFormat(m_request.format);
    const auto result = m_format == nullptr ? tl::unexpected(errors::noSuchFormat(m_request.format))
        : m_request.write                   ? writeAll([this](std::string_view bytes) { return giveAway(bytes); }, {})
        : isSpecialFile(m_request.path)     ? tl::unexpected(errors::replacesSpecialFile(m_request.path))
        : m_format->isPackage               ? toPackage()
                                            : toFile();
    if (!result) {
        removeAttachments();
        m_report.error = result.error();
        m_report.isCancelled = m_isCancelled;
    }
    return std::move(m_report);
}

Result<Nothing> LogExport::giveAway(std::string_view bytes)
{
    if (!m_request.write(bytes)) {
        return tl::unexpected(errors::exportCancelled());
    }
    return Nothing{};
}

Result<Nothing> LogExport::toFile()
{
    const QString path = QString::fromStdString(m_request.path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected(errors::notWritable(m_request.path, file.errorString().toStdString()));
    }
    QString folderName;
    if (m_format->hasAttachmentsBeside) {
        folderName = QFileInfo(path).fileName() + QStringLiteral(".attachments");
        m_folder = QFileInfo(path).dir().filePath(folderName);
        m_hadFolder = QFileInfo::exists(m_folder);
    }
    const auto result =
        writeAll([&](std::string_view bytes) { return writeBytes(file, bytes); }, folderName.toStdString());
    if (!result) {
        return result;
    }
    if (!session::commitAtomically(file)) {
        return tl::unexpected(errors::notWritable(m_request.path, file.errorString().toStdString()));
    }
    return Nothing{};
}

Result<Nothing> LogExport::toPackage()
{
    if (!m_request.packages.make || !m_request.packages.seal) {
        return tl::unexpected(errors::noPackagesHere(m_request.format));
    }
    m_isPacking = true;
    return m_package.begin()
        .and_then([this](Nothing) { return writeAll([](std::string_view) { return Nothing{}; }, {}); })
        .and_then([this](Nothing) { return m_package.finish(); });
}

Result<Nothing> LogExport::writeAll(const Write& write, const std::string& folderName)
{
    // Fix the last event first: what a live session appends meanwhile is not part of this export.
    auto state = awaitLibrary<conversation::ConversationState>(
        [&](auto done) { m_library->readState(m_request.session, std::nullopt, std::move(done)); });
    if (!state) {
        return tl::unexpected(state.error());
    }
    const EventSeq last = state->lastSeq();
    if (m_request.isRedacted) {
        m_again.redact(*state);
    }
    m_rows.emplace(m_library, m_request.session, last);
    m_writer = m_format->make({m_request.session.str(), *state, folderName,
                               [this](const conversation::AttachmentHash& hash) { return bytesOf(hash); }});
    std::string piece;
    m_writer->begin(piece);
    return write(piece).and_then([&](Nothing) { return writeEvents(write, last); }).and_then([&](Nothing) {
        piece.clear();
        m_writer->end(piece);
        m_report.losses = m_writer->losses();
        m_report.redactions = m_redactor.redactions();
        return write(piece);
    });
}

Result<Nothing> LogExport::writeEvents(const Write& write, EventSeq last)
{
    EventSeq after;
    while (after < last) {
        const auto events = awaitLibrary<std::vector<session::Event>>(
            [&](auto done) { m_library->readEvents(m_request.session, after, eventsPerRead, std::move(done)); });
        if (!events) {
            return tl::unexpected(events.error());
        }
        if (events->empty()) {
            return tl::unexpected(errors::exportCancelled()); // removed meanwhile
        }
        for (const session::Event& event : *events) {
            if (event.seq > last) {
                break;
            }
            if (m_isCancelled) { // one with a large attachment may take its time
                return tl::unexpected(errors::exportCancelled());
            }
            const auto written = writeAttachments(event)
                                     .and_then([&](Nothing) { return asShown(event); })
                                     .and_then([&](const session::Event* shown) { return writeEvent(write, *shown); });
            if (!written) {
                return written;
            }
            ++m_report.events;
        }
        m_report.attachmentsLost += countLost();
        after = events->back().seq;
        m_onProgress(m_report.events, last.value);
    }
    return Nothing{};
}

Result<const session::Event*> LogExport::asShown(const session::Event& event)
{
    if (!m_format->needsRows || !std::holds_alternative<conversation::MessagePublished>(event.body)) {
        return &event;
    }
    const auto row = m_rows->rowOf(event.seq);
    if (!row) {
        return tl::unexpected(row.error());
    }
    return *row != nullptr ? &(*row)->event : &event;
}

Result<Nothing> LogExport::writeEvent(const Write& write, const session::Event& event)
{
    if (!m_request.isRedacted) {
        return writeRow(write, event);
    }
    session::Event redacted = event;
    m_redactor.redact(redacted);
    noteExamples(redacted);
    return writeRow(write, redacted);
}

void LogExport::noteExamples(const session::Event& event)
{
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    m_messages += published != nullptr ? 1 : 0;
    const std::vector<formats::RedactionExample>& found = m_redactor.examples();
    for (std::size_t i = m_report.examples.size(); i < found.size(); ++i) {
        const bool hasName = published != nullptr && !published->message.name.empty();
        m_report.examples.push_back({found[i].kind, found[i].text, published != nullptr ? m_messages : m_messages + 1,
                                     hasName                    ? published->message.name
                                         : published != nullptr ? published->message.sentFrom.str()
                                                                : std::string()});
    }
}

Result<Nothing> LogExport::writeRow(const Write& write, const session::Event& event)
{
    if (m_isPacking) {
        m_package.event(event);
        return m_package.hasFailed() ? m_package.finish() : Nothing{};
    }
    formats::WrittenEvent written{event, m_state};
    std::vector<session::Event> amendments;
    if (m_format->needsRows) {
        const auto row = m_rows->rowOf(event.seq);
        if (!row) {
            return tl::unexpected(row.error());
        }
        written.isRow = *row != nullptr;
        amendments = written.isRow ? (*row)->amendments : amendments;
        for (session::Event& amendment : amendments) {
            if (m_request.isRedacted) {
                m_again.redact(amendment);
            }
        }
        written.amendments = amendments;
    }
    std::string piece;
    m_writer->event(written, piece);
    if (m_format->needsRows) {
        m_state.apply(event);
    }
    return piece.empty() ? Nothing{} : write(piece);
}

std::optional<std::string> LogExport::bytesOf(const conversation::AttachmentHash& hash)
{
    auto bytes = awaitLibrary<std::string>([&](auto done) { m_library->readAttachment(hash, std::move(done)); });
    // Bytes that differ from what was stored are discarded: the recipient could not tell.
    if (!bytes || conversation::attachmentHash(*bytes) != hash) {
        return std::nullopt;
    }
    return std::move(*bytes);
}

/// Requests all of them before waiting for the first answer.
std::int64_t LogExport::countLost()
{
    struct Answers
    {
        std::atomic<std::size_t> open = 0;
        std::atomic<std::int64_t> lost = 0;
        std::promise<void> all{};
    };
    if (m_leftOut.empty()) {
        return 0;
    }
    const auto answers = std::make_shared<Answers>();
    answers->open = m_leftOut.size();
    for (const conversation::AttachmentHash& hash : std::exchange(m_leftOut, {})) {
        m_library->attachmentInfo(hash, [answers](const auto& info) {
            answers->lost += info ? 0 : 1;
            if (--answers->open == 0) {
                answers->all.set_value();
            }
        });
    }
    answers->all.get_future().wait();
    return answers->lost;
}

Result<Nothing> LogExport::writeAttachments(const session::Event& event)
{
    for (const conversation::MediaSource& media : conversation::attachmentsOf(event.body)) {
        if (!m_seen.insert(media.hash).second) {
            continue;
        }
        if (m_isPacking) {
            packAttachment(media);
        }
        if (!m_format->hasAttachmentsBeside) {
            continue; // inside, or told among the losses
        }
        if (m_folder.isEmpty()) {
            ++m_report.attachmentsLeftOut;
            m_leftOut.push_back(media.hash);
        } else if (const auto written = writeAttachment(media.hash); !written) {
            return written;
        }
    }
    return Nothing{};
}

void LogExport::packAttachment(const conversation::MediaSource& media)
{
    auto bytes = bytesOf(media.hash);
    if (!bytes) {
        ++m_report.attachmentsLeftOut;
        ++m_report.attachmentsLost;
        return;
    }
    m_package.attachment({media.hash, std::move(*bytes), media.mediaType, media.width, media.height});
    ++m_report.attachments;
}

Result<Nothing> LogExport::writeAttachment(const conversation::AttachmentHash& hash)
{
    const auto bytes = bytesOf(hash);
    if (!bytes) {
        ++m_report.attachmentsLeftOut;
        ++m_report.attachmentsLost;
        return Nothing{};
    }
    QDir().mkpath(m_folder);
    const QString path = QDir(m_folder).filePath(QString::fromStdString(hash.str()));
    const bool wasThere = QFileInfo::exists(path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected(errors::notWritable(path.toStdString(), file.errorString().toStdString()));
    }
    if (const auto written = writeBytes(file, *bytes); !written) {
        return written;
    }
    if (!session::commitAtomically(file)) {
        return tl::unexpected(errors::notWritable(path.toStdString(), file.errorString().toStdString()));
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
