#pragma once

#include "model/formats/export/redactor.h"
#include "model/formats/export/session_writer.h"
#include "model/session/library.h"
#include "model/transfer/export_job.h"
#include "model/transfer/package_export.h"
#include "model/transfer/row_cursor.h"

#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace quarterdeck::transfer {

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
