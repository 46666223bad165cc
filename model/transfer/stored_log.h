#pragma once

#include "session/library.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quarterdeck::transfer {

/// The unit in which what is read is compared with what is stored: one block of a message, its structured content, or
/// all of a message that has neither. So a message that was imported while its last blocks were not written yet, and
/// then completed by another, equals the whole one.
struct Piece
{
    const conversation::Message* message = nullptr;
    std::size_t index = 0;
};
[[nodiscard]] std::size_t piecesOf(const conversation::Message& message);

/// Reads a log of the library from its first event on, page by page. Waits for the library: on a worker's thread only.
/// What cannot be read has ended.
class StoredLog
{
public:
    StoredLog(session::Library& library, session::SessionId session);

    /// The event that `toNextEvent` leads to; null at the end.
    [[nodiscard]] const session::Event* event();
    void toNextEvent();

    /// Whether the next piece of a recorded message is this one. Ids, times, metadata and usage do not count: many
    /// sources have none, and those are made up anew. Of a message that is stored in part its recipients do not,
    /// either: they may depend on what followed in it.
    [[nodiscard]] bool isNext(const Piece& piece);
    void toNextPiece();
    /// The pieces that come next are of another message of the file, which may be stored in several parts.
    void beginMessage() { m_lastUsage.reset(); }
    /// No message follows.
    [[nodiscard]] bool hasEnded() { return message() == nullptr; }
    /// Of the last recorded message that was passed.
    [[nodiscard]] session::Timestamp lastTime() const { return m_lastTime; }
    /// Of those that were passed since `beginMessage`, together.
    [[nodiscard]] const std::optional<conversation::Usage>& lastUsage() const { return m_lastUsage; }

private:
    [[nodiscard]] const conversation::Message* message();
    bool load();

    session::Library& m_library;
    session::SessionId m_session;
    std::vector<session::Event> m_events;
    std::size_t m_at = 0;    ///< in m_events
    std::size_t m_piece = 0; ///< in the message there
    session::EventSeq m_loaded;
    bool m_hasAll = false;
    session::Timestamp m_lastTime;
    std::optional<conversation::Usage> m_lastUsage;
};

} // namespace quarterdeck::transfer
