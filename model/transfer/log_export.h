#pragma once

#include "model/formats/export/redactor.h"
#include "model/formats/export/session_writer.h"
#include "model/session/library.h"
#include "model/transfer/export_job.h"
#include "model/transfer/import/file_import.h"
#include "model/transfer/library_access.h"
#include "model/transfer/package.h"

#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace quarterdeck::transfer {

/// Goes through a session's rows alongside its events, a page at a time. Waits for the library's reads.
class RowCursor
{
public:
    /// Rows and amendments up to `last`.
    RowCursor(std::shared_ptr<session::Library> library, session::SessionId session, session::EventSeq last);

    /// The row of an event, or null; events must come in order. Valid until the next call.
    [[nodiscard]] session::Result<const session::Row*> rowOf(session::EventSeq event);

private:
    [[nodiscard]] session::Result<session::Nothing> readPage();

    std::shared_ptr<session::Library> m_library;
    session::RowsRequest m_request;
    std::vector<session::Row> m_page;
    std::size_t m_place = 0;
    bool m_isAtEnd = false;
};

/// Makes a package next to its destination and moves it there when it is complete; otherwise removes it. Thread: the
/// worker's, except `abandon` (any).
class PackageExport
{
public:
    /// `completions` delivers the library's answers, on a thread that keeps running meanwhile.
    PackageExport(const PackageFiles& files, std::string path, QObject* completions,
                  const std::atomic<bool>& isCancelled);

    [[nodiscard]] session::Result<session::Nothing> begin();
    void event(const session::Event& event);
    void attachment(formats::RecordedAttachment attachment);
    /// Whether anything has gone wrong so far; the caller need not ask after each event.
    [[nodiscard]] bool hasFailed() const;
    [[nodiscard]] session::Result<session::Nothing> finish();
    /// No longer waits for completions.
    void abandon() { m_writes.abandon(); }

private:
    void shareAsEver() const;

    const PackageFiles& m_files;
    std::string m_path;
    std::string m_target{}; ///< where a link at `m_path` leads
    QObject* m_completions;
    const std::atomic<bool>& m_isCancelled;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_making;
    std::shared_ptr<Library> m_library;
    WriteThrottle m_writes;
    FileReport m_report;
    std::optional<FileImport> m_log;
};

/// Writes one session in one format, page by page. Waits for the library's reads, so only on the worker's thread.
class LogExport
{
public:
    using OnProgress = std::function<void(std::int64_t events, std::int64_t total)>;

    /// `completions`: see PackageExport.
    LogExport(std::shared_ptr<session::Library> library, ExportRequest request, QObject* completions,
              OnProgress onProgress);

    [[nodiscard]] ExportReport run();
    /// Thread: any.
    void cancel() { m_isCancelled = true; }
    /// Cancels, and no longer waits for completions. Thread: any.
    void abandon();

private:
    using Write = std::function<session::Result<session::Nothing>(std::string_view)>;

    [[nodiscard]] session::Result<session::Nothing> giveAway(std::string_view bytes);
    [[nodiscard]] session::Result<session::Nothing> toFile();
    [[nodiscard]] session::Result<session::Nothing> toPackage();
    [[nodiscard]] session::Result<session::Nothing> writeAll(const Write& write, const std::string& folderName);
    [[nodiscard]] session::Result<session::Nothing> writeEvents(const Write& write, session::EventSeq last);
    /// For formats of rows: a message as its row shows it, including what was added up to the last event.
    [[nodiscard]] session::Result<const session::Event*> asShown(const session::Event& event);
    [[nodiscard]] session::Result<session::Nothing> writeEvent(const Write& write, const session::Event& event);
    void noteExamples(const session::Event& event);
    [[nodiscard]] session::Result<session::Nothing> writeRow(const Write& write, const session::Event& event);
    [[nodiscard]] std::optional<std::string> bytesOf(const conversation::AttachmentHash& hash);
    /// How many of the attachments left out since the last call are missing from the library.
    [[nodiscard]] std::int64_t countLost();
    [[nodiscard]] session::Result<session::Nothing> writeAttachments(const session::Event& event);
    [[nodiscard]] session::Result<session::Nothing> writeAttachment(const conversation::AttachmentHash& hash);
    void packAttachment(const conversation::MediaSource& media);
    void removeAttachments();

    std::shared_ptr<session::Library> m_library;
    ExportRequest m_request;
    OnProgress m_onProgress;
    std::atomic<bool> m_isCancelled = false;
    PackageExport m_package;
    bool m_isPacking = false;
    ExportReport m_report;
    const formats::ExportFormat* m_format = nullptr;
    std::unique_ptr<formats::SessionWriter> m_writer;
    std::optional<RowCursor> m_rows;
    formats::Redactor m_redactor;
    std::int64_t m_messages = 0;             ///< up to the event being written
    formats::Redactor m_again;               ///< for what m_redactor has counted, or will count
    conversation::ConversationState m_state; ///< before the event being written
    QString m_folder;                        ///< for attachments; empty = none are written
    bool m_hadFolder = false;
    std::set<conversation::AttachmentHash> m_seen;
    std::vector<conversation::AttachmentHash> m_leftOut; ///< not known yet whether the library has lost them
    QStringList m_written;                               ///< attachments made by this export
};

} // namespace quarterdeck::transfer
