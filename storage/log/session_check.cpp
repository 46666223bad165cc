#include "storage/log/session_check.h"

#include "model/conversation/attachments.h"
#include "model/session/session.h"

#include <QCoreApplication>
#include <QString>

#include <cstddef>
#include <utility>
#include <variant>

namespace quarterdeck::storage {

using namespace conversation;
using session::TimelineMark;

namespace {

/// Empty if it belongs to no private chat.
std::string privateChatOf(const MessagePublished& published)
{
    if (!published.route.isPrivate)
        return {};
    if (!published.route.directChat.isEmpty())
        return published.route.directChat.str();
    // A message to several roles belongs to no single chat, so the spans of such messages are named by their roles.
    std::string roles;
    for (const RoleName& role : published.route.directChatRoles)
        roles += role.str() + '\n';
    return roles;
}

bool hasFailedTool(const Message& message)
{
    for (const ContentBlock& block : message.content) {
        const auto* result = std::get_if<ToolResultBlock>(&block);
        if (result != nullptr && result->isError)
            return true;
    }
    return false;
}

} // namespace

std::string speakerOf(const session::LogRecord& record)
{
    if (!record.speaker.empty())
        return record.speaker;
    const auto* published = std::get_if<MessagePublished>(&record.event.body);
    if (published == nullptr)
        return {};
    if (!published->message.name.empty())
        return published->message.name;
    const Address& sender = published->message.sentFrom;
    return sender.isEmpty() ? address::person.str() : sender.str();
}

std::vector<MarkFact> marksOf(const Event& event)
{
    if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        std::vector<MarkFact> marks;
        if (hasFailedTool(published->message))
            marks.push_back({TimelineMark::Kind::Error, event.seq, {}});
        if (std::string chat = privateChatOf(*published); !chat.empty())
            marks.push_back({TimelineMark::Kind::PrivateChat, event.seq, std::move(chat)});
        return marks;
    }
    if (std::holds_alternative<QuestionAsked>(event.body))
        return {{TimelineMark::Kind::Question, event.seq, {}}};
    const auto* activity = std::get_if<RoleActivityChanged>(&event.body);
    if (activity != nullptr && activity->activity == RoleActivity::Failed)
        return {{TimelineMark::Kind::Error, event.seq, {}}};
    const auto* annotated = std::get_if<Annotated>(&event.body);
    if (annotated != nullptr && annotated->kind == AnnotationKind::Mistake && annotated->target.value > 0
        && annotated->target < event.seq)
        return {{TimelineMark::Kind::Mistake, annotated->target, {}}};
    return {};
}

using namespace session;

namespace {

/// A person wants to know what is wrong, not hear about each of a million rows.
constexpr std::size_t maxFaults = 100;

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::storage)
};

/// The list's row without what is stored beside the log, and without texts worded by the version that wrote it, since
/// another may word them differently. Only complete sessions are listed.
SessionSummary comparable(SessionSummary summary)
{
    summary.isSample = false;
    summary.activityLine.clear();
    for (conversation::OpenQuestion& open : summary.openQuestions)
        open.question.text.clear();
    return summary;
}

} // namespace

SessionFold::SessionFold(SessionId session, const DerivedRows& places) : m_places(places)
{
    m_check.id = std::move(session);
}

void SessionFold::add(const Event& event)
{
    if (event.seq != m_last.next())
        addGap(m_last.next(), {event.seq.value - 1});
    m_last = event.seq;
    ++m_check.events;
    for (const conversation::MediaSource& shown : conversation::attachmentsOf(event.body))
        m_shown.try_emplace(shown.hash, event.seq);
    if (!m_isWhole)
        return;
    for (const LogRecord& record : makeLogRecords(m_state, {event}))
        comparePlaces(record);
    compareMarks(event);
}

void SessionFold::addGap(EventSeq first, EventSeq last)
{
    m_isWhole = false;
    addFault((first == last ? Words::tr("Event %1 is missing.").arg(first.value)
                            : Words::tr("Events %1 to %2 are missing.").arg(first.value).arg(last.value))
                 .toStdString());
}

void SessionFold::comparePlaces(const LogRecord& record)
{
    const EventSeq seq = record.event.seq;
    for (const ChannelEntry& entry : record.channels) {
        if (m_places.ordinalOf(entry.channel, seq) != entry.ordinal)
            addFault(Words::tr("The view “%1” does not have event %2 in the right place.")
                         .arg(QString::fromStdString(entry.channel.str()))
                         .arg(seq.value)
                         .toStdString());
    }
    if (!record.amends)
        return;
    ++m_amendments;
    if (!m_places.isAmended(*record.amends, seq))
        addFault(Words::tr("Event %1 is not marked as changed by event %2.")
                     .arg(record.amends->value)
                     .arg(seq.value)
                     .toStdString());
}

void SessionFold::compareMarks(const Event& event)
{
    for (const MarkFact& mark : marksOf(event)) {
        if (mark.kind == TimelineMark::Kind::Mistake && !m_mistakes.insert(mark.at).second)
            continue;
        ++m_marks;
        if (!m_places.isMarked(mark))
            addFault(Words::tr("A mark on the timeline is missing at event %1.").arg(mark.at.value).toStdString());
    }
}

void SessionFold::compareSnapshot(const Result<ConversationState>& snapshot, EventSeq at)
{
    // Snapshots follow from the events: nothing is lost with one, and a backup with a wrong one is good.
    ++m_check.snapshots;
    if (!snapshot)
        addFault(
            Words::tr("The snapshot after event %1 cannot be read; a repair rebuilds it.").arg(at.value).toStdString());
    else if (!(*snapshot == m_state))
        addFault(Words::tr("The snapshot after event %1 does not match the events; a repair rebuilds it from them.")
                     .arg(at.value)
                     .toStdString());
}

void SessionFold::compareSummary(const SessionSummary& summary)
{
    if (!m_isWhole)
        return;
    SessionSummary told = summaryOf(m_check.id, m_state);
    if (summary.kind == conversation::SessionKind::Imported)
        told.kind = summary.kind; // a log from a file is a recording, whatever it was where it was written
    if (!(comparable(summary) == comparable(told)))
        addFault(Words::tr("Its entry in the list of sessions does not match its events.").toStdString());
}

void SessionFold::compareTotals()
{
    if (!m_isWhole)
        return;
    std::map<ChannelKey, std::int64_t> stored = m_places.channelRows();
    for (const auto& [channel, expected] : m_state.channels()) {
        compareTotal(channel, stored[channel], expected);
        stored.erase(channel);
    }
    for (const auto& [channel, rows] : stored)
        compareTotal(channel, rows, 0);
    if (m_places.amendmentCount() != m_amendments)
        addFault(Words::tr("Its events change %1 earlier ones, but %2 such changes are stored.")
                     .arg(m_amendments)
                     .arg(m_places.amendmentCount())
                     .toStdString());
    if (m_places.markCount() != m_marks)
        addFault(
            Words::tr("Its timeline has %1 marks instead of %2.").arg(m_places.markCount()).arg(m_marks).toStdString());
}

void SessionFold::compareTotal(const ChannelKey& channel, std::int64_t stored, std::int64_t expected)
{
    if (stored != expected)
        addFault(Words::tr("The view “%1” has %2 rows instead of %3.")
                     .arg(QString::fromStdString(channel.str()))
                     .arg(stored)
                     .arg(expected)
                     .toStdString());
}

void SessionFold::addUnreadable(const Error& error) { addFault(error.sentence + " (" + error.detail + ")"); }

void SessionFold::addDamagedAttachment(const AttachmentHash& attachment)
{
    const QString hash = QString::fromStdString(attachment.str());
    const auto shown = m_shown.find(attachment);
    addFault(
        (shown == m_shown.end()
             ? Words::tr("The attachment %1 is damaged: its contents have changed since it was stored.").arg(hash)
             : Words::tr("The attachment %1 of event %2 is damaged: its contents have changed since it was stored.")
                   .arg(hash)
                   .arg(shown->second.value))
            .toStdString());
}

void SessionFold::addFault(const std::string& sentence)
{
    if (m_check.faults.size() < maxFaults)
        m_check.faults.push_back(sentence);
    else
        ++m_unlisted;
}

SessionCheck SessionFold::result() const
{
    SessionCheck check = m_check;
    if (m_unlisted > 0)
        check.faults.push_back(Words::tr("%n further faults are not listed.", nullptr, m_unlisted).toStdString());
    return check;
}

} // namespace quarterdeck::storage
