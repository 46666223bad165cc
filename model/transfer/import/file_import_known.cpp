#include "model/transfer/await_library.h"
#include "model/transfer/import/file_import.h"
#include "model/transfer/import/usage_parts.h"

#include <algorithm>

/// How an import continues a session that the library already has.
namespace quarterdeck::transfer {

void FileImport::goOn(const ImportStep& step)
{
    if (m_context.ifKnown != DuplicatePolicy::Update || step.known.what != DuplicateSession::What::Grown) {
        return;
    }
    auto state = awaitLibrary<conversation::ConversationState>(
        [&](auto done) { m_context.library.readState(step.known.id, std::nullopt, std::move(done)); });
    if (!state) {
        m_report.error = state.error();
        return;
    }
    if (state->lastSeq() < step.lastSeq) {
        m_hasFoundDuplicate = true; // an older copy of the library took its place
        return;
    }
    m_report.known.back().isUpdated = true;
    m_current.emplace();
    m_current->id = step.known.id;
    m_current->state = std::move(*state);
    m_current->isCreated = true;
    m_current->toPass = step.lanes;
    m_current->last = step.last;
    m_current->wholeUsage = step.wholeUsage;
    m_current->agents = step.agents;
    m_current->messagesBefore = m_current->state.messageCount();
    m_current->lastBefore = m_current->state.lastSeq();
    m_updated.push_back({m_report.known.size() - 1, m_current->messagesBefore, m_current->lastBefore});
    m_read.last = step.last;
    for (const auto& [lane, known] : step.lanes) {
        m_read.lanes[lane] = {0, known.lastUsage, known.open};
    }
    m_read.wholeUsage = step.wholeUsage;
}

/// Removes from the message what the library has. False if nothing is left.
bool FileImport::passKnown(conversation::Message& message)
{
    const MessageSequence lane = laneOf(message);
    const auto pieces = static_cast<std::int64_t>(piecesOf(message));
    m_read.lanes[lane].pieces += pieces;
    m_read.lanes[lane].lastUsage = message.usage;
    ++m_read.known.oldMessages;
    m_read.last = std::max(m_read.last, message.timestamp);
    if (!m_current || !m_current->last) {
        return true;
    }
    StoredSequence& known = m_current->toPass[lane];
    const std::int64_t passed = std::min(known.pieces, pieces);
    known.pieces -= passed;
    if (passed == pieces) {
        if (known.pieces == 0) {
            // Some programs report an answer's usage after it, where an earlier import may have ended.
            subtract(message.usage, known.lastUsage);
            addUsage(message);
        }
        return false;
    }
    // Made-up times start with the file's time, which may now be that of an older copy.
    message.timestamp = std::max(message.timestamp, *m_current->last);
    if (passed > 0) {
        const auto blocks = std::min(static_cast<std::ptrdiff_t>(passed), std::ssize(message.content));
        message.content.erase(message.content.begin(), message.content.begin() + blocks);
        message.id = {}; // the library has a message of that one
        subtract(message.usage, known.lastUsage);
        return !grow(message, lane);
    }
    return true;
}

/// The library may have part of an answer that is written piece by piece; it grows in place.
bool FileImport::grow(conversation::Message& rest, MessageSequence lane)
{
    const StoredMessage& open = m_current->toPass[lane].open;
    if (rest.content.empty() || rest.instructContent || open.seq.value == 0) {
        return false;
    }
    const Timestamp at = rest.timestamp;
    conversation::MessageExtended growth;
    growth.target = open.seq;
    growth.keptBlocks = open.blocks;
    growth.content = std::move(rest.content);
    m_read.lanes[lane].open.blocks = open.blocks + std::ssize(growth.content);
    growth.metadata = std::move(rest.metadata);
    growth.sendTo = std::move(rest.sendTo);
    decide(conversation::ExtendMessage{std::move(growth)}, at);
    addUsage(rest);
    return true;
}

void FileImport::addUsage(const conversation::Message& from)
{
    if (!isNothing(from.usage)) {
        decide(conversation::RecordUsage{from.sentFrom.as<conversation::RoleName>(), *from.usage},
               std::max(from.timestamp, *m_current->last));
    }
}

/// Part of an existing session's usage was counted before.
void FileImport::acceptUsage(conversation::Usage usage, Timestamp at)
{
    std::optional<conversation::Usage> news = usage;
    m_read.wholeUsage = std::move(usage);
    if (m_current && m_current->last) {
        subtract(news, m_current->wholeUsage);
        at = std::max(at, *m_current->last);
    }
    if (!isNothing(news)) {
        decide(conversation::RecordUsage{{}, std::move(*news)}, at);
    }
}

/// Notes what the next import may extend.
void FileImport::noteOpen(const formats::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        const conversation::Message& message = published->message;
        m_read.lanes[laneOf(message)].open = {event.seq, std::ssize(message.content)};
    }
}

/// The person and their agents may have seen it, and the next update continues from there.
void FileImport::tellWhatStays(const Updated& updated)
{
    DuplicateSession& known = m_report.known[updated.known];
    const auto state = awaitLibrary<conversation::ConversationState>(
        [&](auto done) { m_context.library.readState(known.id, std::nullopt, std::move(done)); });
    if (!state || state->lastSeq() <= updated.lastBefore) {
        return;
    }
    known.isUpdated = true;
    known.what = DuplicateSession::What::Grown;
    known.newMessages = state->messageCount() - updated.messagesBefore;
    m_report.messages += known.newMessages;
}

} // namespace quarterdeck::transfer
