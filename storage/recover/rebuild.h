#pragma once

#include "storage/log/log_writer.h"
#include "storage/recover/backup_attachments.h"
#include "storage/recover/recover_library.h"
#include "storage/recover/salvage.h"
#include "storage/search/text_index.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::storage::recover {

/// Writes one found session into a new library, event by event as a live session would, with the attachments that it
/// shows. Throws SQLite::Exception. Thread: one.
class Rebuild
{
public:
    /// `kept`, which must outlive it, supplies attachments that were not found. `progressed` is told how many more
    /// events were written.
    Rebuild(sqlite::Connection& connection, std::string damagedPath, BackupAttachments& kept,
            std::function<void(std::size_t events)> progressed);

    /// A session without any event is only reported.
    [[nodiscard]] session::Result<RecoveredSession> write(const FoundSession& found);

private:
    using Outcome = session::Result<session::Nothing>;

    [[nodiscard]] Outcome writeEvents(const FoundSession& found, RecoveredSession& recovered);
    [[nodiscard]] Outcome flush();
    [[nodiscard]] Outcome fillUntil(session::EventSeq end, RecoveredSession& recovered);
    [[nodiscard]] Outcome addMerged(const session::Event& row, RecoveredSession& recovered);
    [[nodiscard]] Outcome fillEnd(session::EventSeq last, RecoveredSession& recovered);
    [[nodiscard]] Outcome add(session::Event event);
    void setKind(const FoundSession& found);
    void fetchAttachments(RecoveredSession& recovered);
    [[nodiscard]] std::optional<sqlite::NewAttachment> foundAttachment(const std::string& hash);

    sqlite::Connection& m_connection;
    std::string m_damagedPath;
    BackupAttachments& m_kept;
    std::function<void(std::size_t)> m_progressed;
    sqlite::TextIndex m_index;
    sqlite::LogWriter m_log;
    // Of the session being written:
    session::SessionId m_id;
    std::string m_title;
    session::EventSeq m_next;
    session::Timestamp m_time;
    session::ConversationState m_state;
    std::vector<session::Event> m_events;
};

} // namespace quarterdeck::storage::recover
