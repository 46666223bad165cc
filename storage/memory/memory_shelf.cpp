#include "storage/memory/memory_shelf.h"

#include "model/conversation/attachments.h"
#include "storage/log/limits.h"
#include "storage/storage_errors.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace quarterdeck::storage::memory {

using namespace session;

namespace {

SessionSummary labelled(const MemorySession& session)
{
    SessionSummary summary = session.summary();
    summary.labels = session.labels;
    if (!session.labels.title.empty())
        summary.title = session.labels.title;
    return summary;
}

} // namespace

MemoryShelf::Result<Nothing> MemoryShelf::create(SessionSummary summary, std::vector<LogRecord> records)
{
    if (m_sessions.contains(summary.id))
        return tl::unexpected(errors::sessionExists(summary.id));
    MemorySession session(summary);
    if (std::string gap = session.gapBefore(records); !gap.empty())
        return tl::unexpected(errors::gapInLog(summary.id, std::move(gap)));
    const SessionId id = summary.id;
    endWaits(session, records);
    session.append(std::move(summary), std::move(records));
    m_sessions.emplace(id, std::move(session));
    m_order.push_back(id);
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::append(SessionSummary summary, std::vector<LogRecord> records)
{
    const Result<MemorySession*> session = change(summary.id);
    if (!session)
        return tl::unexpected(session.error());
    if (std::string gap = (*session)->gapBefore(records); !gap.empty())
        return tl::unexpected(errors::gapInLog(summary.id, std::move(gap)));
    endWaits(**session, records);
    (*session)->append(std::move(summary), std::move(records));
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::complete(const std::vector<SessionId>& sessions)
{
    for (const SessionId& id : sessions) {
        if (!m_sessions.contains(id))
            return tl::unexpected(errors::noSuchSession(id));
    }
    for (const SessionId& id : sessions)
        m_sessions.at(id).setComplete();
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::saveSnapshot(const SessionId& id, ConversationState state)
{
    const Result<MemorySession*> session = change(id);
    if (!session)
        return tl::unexpected(session.error());
    if (state.lastSeq() > (*session)->lastSeq())
        return tl::unexpected(errors::snapshotAheadOfLog(id));
    (*session)->saveSnapshot(std::move(state));
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::remove(const SessionId& id)
{
    const Result<MemorySession*> session = change(id);
    if (!session)
        return tl::unexpected(session.error());
    if ((*session)->summary().isComplete && !(*session)->labels.archivedAt)
        return tl::unexpected(errors::notInArchive(id));
    const std::set<AttachmentHash> attachments = (*session)->attachments();
    m_sessions.erase(id);
    std::erase(m_order, id);
    for (const AttachmentHash& hash : attachments) {
        if (!isReferred(hash) && !m_waiting.contains(hash))
            m_attachments.erase(hash);
    }
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::setLabels(const SessionId& id, SessionLabels labels)
{
    const Result<MemorySession*> session = change(id);
    if (!session)
        return tl::unexpected(session.error());
    (*session)->labels = std::move(labels);
    return Nothing{};
}

MemoryShelf::Result<Nothing> MemoryShelf::saveDraft(const SessionId& id, std::string draft)
{
    const Result<MemorySession*> session = change(id);
    if (!session)
        return tl::unexpected(session.error());
    (*session)->draft = std::move(draft);
    return Nothing{};
}

MemoryShelf::Result<AttachmentInfo> MemoryShelf::put(std::string bytes, std::string mediaType, std::int32_t width,
                                                     std::int32_t height)
{
    if (bytes.size() > largestAttachment)
        return tl::unexpected(errors::attachmentTooBig());
    const AttachmentHash hash = conversation::attachmentHash(bytes);
    const auto size = static_cast<std::int64_t>(bytes.size());
    ++m_waiting[hash];
    return m_attachments
        .try_emplace(hash, Attachment{{hash, std::move(mediaType), size, width, height}, std::move(bytes)})
        .first->second.info;
}

MemoryShelf::Result<const MemorySession*> MemoryShelf::find(const SessionId& session) const
{
    const auto found = m_sessions.find(session);
    if (found == m_sessions.end() || !found->second.summary().isComplete)
        return tl::unexpected(errors::noSuchSession(session));
    return &found->second;
}

MemoryShelf::Result<MemorySession*> MemoryShelf::change(const SessionId& session)
{
    const auto found = m_sessions.find(session);
    if (found == m_sessions.end())
        return tl::unexpected(errors::noSuchSession(session));
    return &found->second;
}

/// For attachments that the session did not show before: one of those waiting for them waits no longer.
void MemoryShelf::endWaits(const MemorySession& session, const std::vector<LogRecord>& records)
{
    std::set<AttachmentHash> shown;
    for (const LogRecord& record : records) {
        for (const conversation::MediaSource& media : conversation::attachmentsOf(record.event.body))
            shown.insert(media.hash);
    }
    for (const AttachmentHash& hash : shown) {
        const auto waiting = m_waiting.find(hash);
        if (waiting != m_waiting.end() && !session.attachments().contains(hash) && --waiting->second == 0)
            m_waiting.erase(waiting);
    }
}

bool MemoryShelf::isReferred(const AttachmentHash& hash) const
{
    return std::any_of(m_sessions.begin(), m_sessions.end(),
                       [&](const auto& entry) { return entry.second.attachments().contains(hash); });
}

std::vector<SessionSize> MemoryShelf::sizes() const
{
    std::map<AttachmentHash, int> users;
    for (const auto& [id, session] : m_sessions)
        for (const AttachmentHash& hash : session.attachments())
            ++users[hash];
    std::vector<SessionSize> sizes;
    for (const auto& [id, session] : m_sessions) {
        if (!session.summary().isComplete)
            continue;
        SessionSize size{id, session.bytes()};
        for (const AttachmentHash& hash : session.attachments()) {
            const auto attachment = m_attachments.find(hash);
            if (attachment == m_attachments.end())
                continue;
            size.attachments += attachment->second.info.size;
            if (users.at(hash) > 1)
                size.shared += attachment->second.info.size;
        }
        sizes.push_back(std::move(size));
    }
    return sizes;
}

std::vector<SessionSummary> MemoryShelf::summaries() const
{
    std::vector<SessionSummary> summaries;
    summaries.reserve(m_order.size());
    for (auto id = m_order.rbegin(); id != m_order.rend(); ++id) {
        if (const MemorySession& session = m_sessions.at(*id); session.summary().isComplete)
            summaries.push_back(labelled(session));
    }
    std::stable_sort(summaries.begin(), summaries.end(),
                     [](const SessionSummary& a, const SessionSummary& b) { return a.lastActivity > b.lastActivity; });
    return summaries;
}

SearchHits MemoryShelf::search(const SearchRequest& request) const
{
    const auto order = [](const SearchCursor& one) { return std::tie(one.time, one.session, one.seq); };
    std::vector<SearchHit> all;
    std::int64_t notSearched = 0;
    for (const auto& [id, session] : m_sessions) {
        if (session.summary().isComplete)
            std::ranges::move(session.search(request.terms, notSearched), std::back_inserter(all));
    }
    std::erase_if(all,
                  [&](const SearchHit& hit) { return request.after && order(hit.place) >= order(*request.after); });
    std::ranges::sort(all, [&](const auto& one, const auto& other) { return order(one.place) > order(other.place); });
    const bool isLast = all.size() <= hitsOf(request);
    all.resize(std::min(all.size(), hitsOf(request)));
    return {std::move(all), isLast, request.after ? 0 : notSearched}; // the first page tells of all
}

MemoryShelf::Result<AttachmentInfo> MemoryShelf::attachmentInfo(const AttachmentHash& hash) const
{
    const auto found = m_attachments.find(hash);
    if (found == m_attachments.end())
        return tl::unexpected(errors::noSuchAttachment(hash));
    return found->second.info;
}

MemoryShelf::Result<std::string> MemoryShelf::attachmentBytes(const AttachmentHash& hash) const
{
    const auto found = m_attachments.find(hash);
    if (found == m_attachments.end())
        return tl::unexpected(errors::noSuchAttachment(hash));
    return found->second.bytes;
}

MemoryShelf::Result<AttachmentPart> MemoryShelf::attachmentPart(const AttachmentHash& hash, std::int64_t first,
                                                                std::int64_t count) const
{
    const auto found = m_attachments.find(hash);
    if (found == m_attachments.end())
        return tl::unexpected(errors::noSuchAttachment(hash));
    const std::string& bytes = found->second.bytes;
    const auto size = static_cast<std::int64_t>(bytes.size());
    const auto begin = static_cast<std::size_t>(std::clamp<std::int64_t>(first, 0, size));
    return AttachmentPart{bytes.substr(begin, static_cast<std::size_t>(bytesOf(count))), size};
}

LibraryHealth MemoryShelf::health() const
{
    LibraryHealth health;
    health.integrity = "ok";
    for (const auto& [id, session] : m_sessions) {
        if (!session.summary().isComplete)
            continue;
        ++health.sessions;
        health.events += session.lastSeq().value;
    }
    return health;
}

} // namespace quarterdeck::storage::memory
