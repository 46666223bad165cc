#pragma once

#include "model/session/library.h"
#include "storage/memory/memory_session.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::storage::memory {

/// All sessions and attachments in memory, with the answers and refusals of the library's contract. Not synchronised.
class MemoryShelf
{
public:
    template <typename T>
    using Result = session::Result<T>;
    using Nothing = session::Nothing;

    [[nodiscard]] Result<Nothing> create(session::SessionSummary summary, std::vector<session::LogRecord> records);
    [[nodiscard]] Result<Nothing> append(session::SessionSummary summary, std::vector<session::LogRecord> records);
    [[nodiscard]] Result<Nothing> complete(const std::vector<session::SessionId>& sessions);
    [[nodiscard]] Result<Nothing> saveSnapshot(const session::SessionId& session, session::ConversationState state);
    [[nodiscard]] Result<Nothing> remove(const session::SessionId& session);
    [[nodiscard]] Result<Nothing> setLabels(const session::SessionId& session, session::SessionLabels labels);
    [[nodiscard]] Result<Nothing> saveDraft(const session::SessionId& session, std::string draft);
    [[nodiscard]] Result<session::AttachmentInfo> put(std::string bytes, std::string mediaType, std::int32_t width,
                                                      std::int32_t height);

    /// NotFound if there is no complete one. Valid until the shelf changes.
    [[nodiscard]] Result<const MemorySession*> find(const session::SessionId& session) const;
    [[nodiscard]] std::vector<session::SessionSummary> summaries() const;
    [[nodiscard]] std::vector<session::SessionSize> sizes() const;
    [[nodiscard]] session::SearchHits search(const session::SearchRequest& request) const;
    [[nodiscard]] Result<session::AttachmentInfo> attachmentInfo(const session::AttachmentHash& hash) const;
    [[nodiscard]] Result<std::string> attachmentBytes(const session::AttachmentHash& hash) const;
    [[nodiscard]] Result<session::AttachmentPart> attachmentPart(const session::AttachmentHash& hash,
                                                                 std::int64_t first, std::int64_t count) const;
    [[nodiscard]] session::LibraryHealth health() const;

private:
    struct Attachment
    {
        session::AttachmentInfo info;
        std::string bytes;
    };

    [[nodiscard]] Result<MemorySession*> change(const session::SessionId& session);
    /// The records refer to what was put, which waits for them no longer.
    void endWaits(const MemorySession& session, const std::vector<session::LogRecord>& records);
    [[nodiscard]] bool isReferred(const session::AttachmentHash& hash) const;

    std::map<session::SessionId, MemorySession> m_sessions;
    std::vector<session::SessionId> m_order; ///< in which they were made
    std::map<session::AttachmentHash, Attachment> m_attachments;
    /// Put, and not shown since: how often.
    std::map<session::AttachmentHash, int> m_waiting;
};

} // namespace quarterdeck::storage::memory
