#include "model/gateway/otlp/trace_session_handle.h"

#include "model/gateway/otlp/trace_intents.h"
#include "model/gateway/remote_session.h"

#include <QPointer>
#include <algorithm>
#include <string_view>

namespace quarterdeck::gateway::otlp {

using conversation::RoleName;
using session::Nothing;
using session::Result;
using session::Session;

namespace {

constexpr std::size_t mostMembers = 256;
/// The source of a program that says its messages through AgentScope Studio's protocol.
constexpr std::string_view studioSource = "agentscope:";

/// Counts messages and spans.
constexpr std::size_t mostAtOnce = 200;

std::size_t sizeOf(const conversation::Intent& intent)
{
    const auto* record = std::get_if<conversation::RecordSpans>(&intent);
    return record == nullptr ? 1 : record->spans.size();
}

bool isUsage(const conversation::Intent& intent) { return std::holds_alternative<conversation::RecordUsage>(intent); }

} // namespace

TraceSessionHandle::TraceSessionHandle(session::SessionHub& hub, std::string source)
    : m_hub(hub)
    , m_source(std::move(source))
{ }
TraceSessionHandle::~TraceSessionHandle() = default;

void TraceSessionHandle::take(std::vector<ParsedSpan> spans, const TraceProducer& program, Done done)
{
    m_taking.push_back(std::make_unique<Taking>(Taking{std::move(spans), program, std::move(done)}));
    if (m_taking.size() == 1)
        next();
}

void TraceSessionHandle::next()
{
    // If the person deleted it, the program continues in a new one.
    const bool isGone = m_stage == Stage::Open && m_hub.live(m_session->id()) != m_session;
    if (m_stage == Stage::Open && !isGone)
        return storeAttachments();
    m_stage = Stage::Opening;
    m_known = {};
    open();
}

void TraceSessionHandle::open()
{
    const TraceProducer& program = m_taking.front()->program;
    nlohmann::json details = {{"format", "otlp"}, {"resource", program.resource}};
    openRemote(m_hub, {m_source, program.title, conversation::JsonValue(std::move(details))}, *this,
               &TraceSessionHandle::opened);
}

void TraceSessionHandle::opened(const Result<Session*>& session)
{
    if (!session) {
        m_stage = Stage::Closed;
        return finish(tl::unexpected(session.error()));
    }
    m_session = *session;
    m_log = std::make_unique<session::LogFollower>(
        *m_session, [this](const session::Event& event) { learn(event); },
        [this](const Result<Nothing>& result) {
            m_stage = result ? Stage::Open : Stage::Closed;
            result ? storeAttachments() : finish(result);
        });
}

void TraceSessionHandle::learn(const session::Event& event)
{
    if (const auto* recorded = std::get_if<conversation::SpansRecorded>(&event.body))
        for (const conversation::Span& span : recorded->spans)
            m_known.spans.insert(keyOf(span));
    else if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
        m_known.messages.insert(keyOf(published->message.id));
}

void TraceSessionHandle::storeAttachments()
{
    for (ParsedSpan& told : m_taking.front()->spans)
        for (SpanMessage& message : told.messages)
            if (!message.attachments.empty() && (told.isOfLogs || !m_known.spans.contains(keyOf(told.span)))
                && !m_known.messages.contains(keyOf(message.id))) {
                formats::RecordedAttachment image = std::move(message.attachments.back());
                message.attachments.pop_back();
                return m_hub.library().putAttachment(std::move(image.bytes), image.mediaType, image.width, image.height,
                                                     m_replies.wrap<Result<session::AttachmentInfo>>(
                                                         [this](const Result<session::AttachmentInfo>& stored) {
                                                             stored ? storeAttachments()
                                                                    : finish(tl::unexpected(stored.error()));
                                                         }));
            }
    record();
}

void TraceSessionHandle::hire(const std::string& name)
{
    const conversation::ConversationState& state = *m_session->state();
    if (state.role(RoleName(name)) || state.roles().size() >= mostMembers)
        return;
    conversation::HireRole intent;
    intent.role.name = RoleName(name);
    m_session->submit(intent); // who cannot be hired speaks all the same
}

void TraceSessionHandle::record()
{
    Taking& taking = *m_taking.front();
    TraceIntents wanted = intentsOf(std::move(taking.spans), m_source.starts_with(studioSource), m_known);
    for (const std::string& speaker : wanted.speakers)
        hire(speaker);
    taking.intents = std::move(wanted.intents);
    recordNext();
}

/// A portion small enough that nobody else has to wait. If this ends halfway, what was stored is recognised when it
/// comes again.
void TraceSessionHandle::recordNext()
{
    Taking& taking = *m_taking.front();
    if (taking.recorded == taking.intents.size())
        return finish(Nothing{});
    std::vector<conversation::Intent> some;
    for (std::size_t size = 0; taking.recorded < taking.intents.size(); ++taking.recorded) {
        if (size >= mostAtOnce && !isUsage(some.back()))
            break; // what was used is known again by its span
        size += sizeOf(taking.intents[taking.recorded]);
        some.push_back(std::move(taking.intents[taking.recorded]));
    }
    m_session->submitAll(some, [self = QPointer(this)](const session::IntentOutcome& outcome) {
        if (!self.isNull())
            self->recorded(outcome);
    });
}

void TraceSessionHandle::recorded(const session::IntentOutcome& outcome)
{
    if (outcome.error) {
        m_stage = Stage::Closed; // what the log has is read again
        return finish(tl::unexpected(*outcome.error));
    }
    for (const session::Event& event : outcome.events)
        learn(event);
    recordNext();
}

void TraceSessionHandle::finish(const Result<Nothing>& result)
{
    const Done done = std::move(m_taking.front()->done);
    m_taking.pop_front();
    if (!m_taking.empty())
        next();
    done(result);
}

} // namespace quarterdeck::gateway::otlp
