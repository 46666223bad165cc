#include "api/log_index.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::api {

using session::EventSeq;
using session::Nothing;
using session::Result;

namespace {

constexpr std::int32_t eventsPerRead = 2'000;

std::optional<EventSeq> placeIn(const std::unordered_map<std::size_t, EventSeq>& places, std::size_t key)
{
    const auto found = places.find(key);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

LogIndex::LogIndex(session::Session& session) : m_session(session)
{
    connect(&session, &session::Session::committed, this, [this](const std::vector<session::Event>& events) {
        if (m_stage == Stage::Reading)
            m_ahead.insert(m_ahead.end(), events.begin(), events.end());
        else if (m_stage == Stage::Ready)
            std::ranges::for_each(events, [this](const session::Event& event) { take(event); });
    });
}
LogIndex::~LogIndex() = default;

void LogIndex::whenReady(Ready call)
{
    if (m_stage == Stage::Ready)
        return call(Nothing{});
    m_waiting.push_back(std::move(call));
    if (std::exchange(m_stage, Stage::Reading) == Stage::Unread)
        read();
}

void LogIndex::read()
{
    using Events = std::vector<session::Event>;
    m_session.library().readEvents(m_session.id(), m_taken, eventsPerRead,
                                   m_replies.on<Result<Events>>([this](const Result<Events>& events) {
                                       if (!events)
                                           return settle(tl::unexpected(events.error()));
                                       for (const session::Event& event : *events)
                                           take(event);
                                       events->size() < eventsPerRead ? settle(Nothing{}) : read();
                                   }));
}

void LogIndex::take(const session::Event& event)
{
    if (event.seq <= m_taken)
        return;
    m_taken = event.seq;
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
        m_messages.try_emplace(std::hash<conversation::MessageId>{}(published->message.id), event.seq);
    else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body))
        m_questions.try_emplace(std::hash<conversation::QuestionId>{}(asked->question.id), event.seq);
}

void LogIndex::settle(const Result<Nothing>& result)
{
    m_stage = result ? Stage::Ready : Stage::Unread;
    const auto ahead = std::exchange(m_ahead, {});
    if (result)
        std::ranges::for_each(ahead, [this](const session::Event& event) { take(event); });
    for (const Ready& call : std::exchange(m_waiting, {}))
        call(result);
}

std::optional<EventSeq> LogIndex::message(const conversation::MessageId& id) const
{
    return placeIn(m_messages, std::hash<conversation::MessageId>{}(id));
}

std::optional<EventSeq> LogIndex::question(const conversation::QuestionId& id) const
{
    return placeIn(m_questions, std::hash<conversation::QuestionId>{}(id));
}

} // namespace quarterdeck::gateway::api
