#include "stored_log.h"

#include "answer_of.h"
#include "usage_parts.h"

#include <algorithm>

namespace quarterdeck::transfer {

using conversation::Message;
using session::Event;

namespace {

/// The first page of a log that only looks alike is all that is read of it.
constexpr std::int32_t firstPage = 16;
constexpr std::int32_t nextPages = 500;

/// The message of an event that an import recorded; null of what was said here, and of all else.
const Message* recordedIn(const Event& event)
{
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    return published != nullptr && published->route.rule == conversation::RoutingRule::None ? &published->message
                                                                                            : nullptr;
}

bool haveSameSender(const Message& one, const Message& other)
{
    return one.sentFrom == other.sentFrom && one.name == other.name && one.role == other.role;
}

bool isSamePiece(const Message& stored, std::size_t index, const Piece& piece)
{
    const Message& read = *piece.message;
    const bool isBlock = index < stored.content.size();
    if (isBlock != (piece.index < read.content.size())) {
        return false;
    }
    return isBlock ? stored.content[index] == read.content[piece.index]
                   : stored.instructContent == read.instructContent;
}

} // namespace

std::size_t piecesOf(const Message& message)
{
    return std::max(message.content.size() + (message.instructContent ? 1U : 0U), std::size_t{1});
}

StoredLog::StoredLog(session::Library& library, session::SessionId session)
    : m_library(library)
    , m_session(std::move(session))
{ }

/// False at the end of the log.
bool StoredLog::load()
{
    if (m_at >= m_events.size() && !m_hasAll) {
        const std::int32_t count = m_loaded.value == 0 ? firstPage : nextPages;
        auto page = answerOf<std::vector<Event>>(
            [&](auto done) { m_library.readEvents(m_session, m_loaded, count, std::move(done)); });
        m_hasAll = !page || page->empty();
        m_events = m_hasAll ? std::vector<Event>() : std::move(*page);
        m_loaded = m_hasAll ? m_loaded : m_events.back().seq;
        m_at = 0;
    }
    return m_at < m_events.size();
}

const Event* StoredLog::event() { return load() ? &m_events[m_at] : nullptr; }

void StoredLog::toNextEvent()
{
    m_piece = 0;
    ++m_at;
}

const Message* StoredLog::message()
{
    while (const Event* next = event()) {
        if (const Message* recorded = recordedIn(*next)) {
            return recorded;
        }
        if (const auto* told = std::get_if<conversation::UsageRecorded>(&next->body)) {
            addPart(m_lastUsage, told->usage);
        }
        toNextEvent();
    }
    return nullptr;
}

bool StoredLog::isNext(const Piece& piece)
{
    const Message* stored = message();
    if (stored == nullptr || !haveSameSender(*stored, *piece.message) || !isSamePiece(*stored, m_piece, piece)) {
        return false;
    }
    const bool isPart = piecesOf(*stored) - m_piece < piecesOf(*piece.message) - piece.index;
    return isPart || (stored->sendTo == piece.message->sendTo && stored->causeBy == piece.message->causeBy);
}

void StoredLog::toNextPiece()
{
    if (const Message* stored = message(); stored != nullptr && ++m_piece >= piecesOf(*stored)) {
        m_lastTime = stored->timestamp;
        addPart(m_lastUsage, stored->usage);
        toNextEvent();
        (void)message(); // what was told of its usage later follows it
    }
}

} // namespace quarterdeck::transfer
