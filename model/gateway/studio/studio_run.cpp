#include "studio/studio_run.h"

#include "conversation/growth.h"

#include <QPointer>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway {

using conversation::Message;
using conversation::MessageId;
using conversation::RoleName;
using session::EventSeq;
using session::Nothing;
using session::Result;
using session::Session;

namespace {

/// By which the session of a run is found again.
std::string sourceOf(const std::string& run) { return "agentscope:" + run; }

/// So many messages are known as they are: those that still grow. Of an older one all of it is stored anew.
constexpr std::size_t mostNewest = 16;
constexpr std::int32_t eventsPerRead = 2'000;

Result<Nothing> resultOf(const session::IntentOutcome& outcome)
{
    if (outcome.error)
        return tl::unexpected(*outcome.error);
    return Nothing{};
}

} // namespace

StudioRun::StudioRun(session::SessionHub& hub, std::string id) : m_hub(hub), m_id(std::move(id)) { }
StudioRun::~StudioRun() = default;

void StudioRun::whenOpen(const RegisteredRun& settings, Done done)
{
    // The person may have deleted it: the program goes on in a new one.
    const bool isGone = m_stage == Stage::Open && m_hub.live(m_session->id()) != m_session;
    if (m_stage == Stage::Open && !isGone)
        return done(Nothing{});
    m_waiting.push_back(std::move(done));
    if (m_stage == Stage::Opening)
        return;
    m_settings = settings;
    m_stage = Stage::Opening;
    m_known.clear();
    m_newest.clear();
    m_stored.clear();
    if (m_hub.isListed())
        return open();
    connect(&m_hub, &session::SessionHub::sessionsChanged, this, [this] {
        if (m_hub.isListed() && disconnect(&m_hub, &session::SessionHub::sessionsChanged, this, nullptr))
            open();
    });
}

void StudioRun::open()
{
    const auto answer = [self = QPointer(this)](const Result<Session*>& session) {
        if (!self.isNull())
            self->opened(session);
    };
    const auto& all = m_hub.summaries();
    const auto known = std::ranges::find_if(all, [&](const session::SessionSummary& one) {
        return one.kind == conversation::SessionKind::Remote && one.source == sourceOf(m_id);
    });
    if (known != all.end())
        return m_hub.open(known->id, answer);
    conversation::SessionStarted settings;
    settings.kind = conversation::SessionKind::Remote;
    settings.title = m_settings.title;
    settings.source = sourceOf(m_id);
    settings.routing.leader = {};
    settings.routing.leaderProfile.clear();
    settings.details =
        conversation::JsonValue(nlohmann::json{{"format", "agentscope"}, {"fields", m_settings.fields.json()}});
    m_hub.create(std::move(settings), {}, answer);
}

void StudioRun::opened(const Result<Session*>& session)
{
    if (!session)
        return settle(tl::unexpected(session.error()));
    m_session = *session;
    readLog({});
}

void StudioRun::readLog(EventSeq after)
{
    using Events = std::vector<session::Event>;
    m_hub.library().readEvents(
        m_session->id(), after, eventsPerRead, m_replies.on<Result<Events>>([this](const Result<Events>& events) {
            if (!events)
                return settle(tl::unexpected(events.error()));
            for (const session::Event& event : *events)
                if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                    m_known.try_emplace(published->message.id).first->second.seq = event.seq;
            events->size() < eventsPerRead ? settle(Nothing{}) : readLog(events->back().seq);
        }));
}

void StudioRun::settle(const Result<Nothing>& result)
{
    m_stage = result ? Stage::Open : Stage::Closed;
    for (const Done& done : std::exchange(m_waiting, {}))
        done(result);
}

void StudioRun::hire(const std::string& name, Done done)
{
    if (name.empty() || m_session->state()->role(RoleName(name)))
        return done(Nothing{});
    conversation::HireRole intent;
    intent.role.name = RoleName(name);
    m_session->submit(intent, [done](const session::IntentOutcome& outcome) {
        const bool isMember = outcome.error && outcome.error->code == conversation::ErrorCode::DuplicateRole;
        done(isMember ? Nothing{} : resultOf(outcome));
    });
}

void StudioRun::say(PushedMessage pushed, Done done)
{
    Known& known = m_known[pushed.message.id];
    const auto saying = std::make_shared<Saying>(Saying{std::move(pushed), std::move(done)});
    if (known.isBusy) {
        known.waiting.push_back(saying);
        return;
    }
    known.isBusy = true;
    storeAttachments(saying);
}

void StudioRun::storeAttachments(const std::shared_ptr<Saying>& saying)
{
    auto& attachments = saying->pushed.attachments;
    while (!attachments.empty() && m_stored.contains(attachments.back().hash))
        attachments.pop_back();
    if (attachments.empty())
        return record(saying);
    formats::RecordedAttachment next = std::move(attachments.back());
    attachments.pop_back();
    m_hub.library().putAttachment(
        std::move(next.bytes), next.mediaType, next.width, next.height,
        m_replies.on<Result<session::AttachmentInfo>>([this, saying](const Result<session::AttachmentInfo>& stored) {
            if (!stored)
                return finish(saying, tl::unexpected(stored.error()));
            m_stored.insert(stored->hash);
            storeAttachments(saying);
        }));
}

void StudioRun::record(const std::shared_ptr<Saying>& saying)
{
    const Message& message = saying->pushed.message;
    const auto done = [self = QPointer(this), saying](const session::IntentOutcome& outcome) {
        if (!self.isNull())
            self->recorded(saying, outcome);
    };
    const EventSeq seq = m_known[message.id].seq;
    if (seq.value > 0) {
        const Message* before = remembered(message.id);
        return m_session->submit(
            conversation::GrowMessage{conversation::growthOf(before ? *before : Message(), message, seq)}, done);
    }
    hire(message.sentFrom.str(), [](const Result<Nothing>&) {});
    m_session->submit(conversation::RecordMessage{message, {}}, done);
}

void StudioRun::recorded(const std::shared_ptr<Saying>& saying, const session::IntentOutcome& outcome)
{
    const Message& message = saying->pushed.message;
    if (!outcome.error) {
        for (const session::Event& event : outcome.events)
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                m_known[message.id].seq = event.seq;
        remember(message);
    }
    finish(saying, resultOf(outcome));
}

void StudioRun::finish(const std::shared_ptr<Saying>& saying, const Result<Nothing>& result)
{
    Known& known = m_known[saying->pushed.message.id];
    known.isBusy = !known.waiting.empty();
    if (known.isBusy) {
        const auto next = known.waiting.front();
        known.waiting.pop_front();
        storeAttachments(next);
    }
    saying->done(result);
}

void StudioRun::remember(const Message& message)
{
    std::erase_if(m_newest, [&](const Message& one) { return one.id == message.id; });
    m_newest.push_back(message);
    if (m_newest.size() > mostNewest)
        m_newest.pop_front();
}

const Message* StudioRun::remembered(const MessageId& id) const
{
    const auto found = std::ranges::find(m_newest, id, &Message::id);
    return found == m_newest.end() ? nullptr : &*found;
}

} // namespace quarterdeck::gateway
