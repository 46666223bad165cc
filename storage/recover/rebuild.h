#pragma once

#include "storage/log/attachments.h"
#include "storage/log/log_writer.h"
#include "storage/recover/recover_library.h"
#include "storage/recover/salvage.h"
#include "storage/search/text_index.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::recover {

/// Attachments that the backups of a library still have, by hash: including partial backups, since the bytes prove
/// themselves. Opens them when first asked. Thread: one.
class BackupAttachments
{
public:
    /// Empty: there are none.
    explicit BackupAttachments(std::string place) : m_place(std::move(place)) { }

    /// From the newest one that has it undamaged. Unreadable ones are skipped.
    [[nodiscard]] std::optional<sqlite::NewAttachment> find(const std::string& hash);

private:
    void open();

    std::string m_place;
    bool m_isOpen = false;
    std::vector<std::unique_ptr<sqlite::Connection>> m_backups; ///< newest first
};

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
