#include "model/gateway/studio/studio_run.h"

#include "model/conversation/message_extension.h"
#include "model/gateway/remote_session.h"
#include "model/session/session_hub.h"

#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway {

using conversation::EventSeq;
using conversation::MessageId;

namespace {

constexpr std::size_t fewest = 64;

std::uint32_t keyOf(const MessageId& id)
{
    return static_cast<std::uint32_t>(std::hash<std::string_view>{}(id.str()) & UINT32_MAX);
}

} // namespace

void MessageIndex::add(const MessageId& id, EventSeq seq)
{
    if (4 * (m_used + 1) > 3 * m_slots.size())
        grow();
    put({keyOf(id), static_cast<std::uint32_t>(seq.value)});
}

std::vector<EventSeq> MessageIndex::of(const MessageId& id) const
{
    std::vector<EventSeq> places;
    if (m_slots.empty())
        return places;
    const std::uint32_t key = keyOf(id);
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t at = key & mask; m_slots[at].seq != 0; at = (at + 1) & mask)
        if (m_slots[at].key == key)
            places.push_back({m_slots[at].seq});
    return places;
}

void MessageIndex::clear()
{
    m_slots = {};
    m_used = 0;
}

void MessageIndex::put(Slot slot)
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = slot.key & mask;
    for (; m_slots[at].seq != 0; at = (at + 1) & mask)
        if (m_slots[at].key == slot.key && m_slots[at].seq == slot.seq)
            return;
    m_slots[at] = slot;
    ++m_used;
}

void MessageIndex::grow()
{
    const std::vector<Slot> before =
        std::exchange(m_slots, std::vector<Slot>(m_slots.empty() ? fewest : 2 * m_slots.size()));
    m_used = 0;
    for (const Slot& slot : before)
        if (slot.seq != 0)
            put(slot);
}

using conversation::Message;
using conversation::RoleName;
using conversation::RunCauseKind;
using conversation::RunState;
using session::EventSeq;
using session::Nothing;
using session::Result;
using session::Session;

namespace {

/// Followed by the run's id, this source finds the session of a run again.
constexpr std::string_view sourcePrefix = "agentscope:";

/// This many growing messages are kept in memory; an older one is stored anew as a whole.
constexpr std::size_t mostNewest = 16;
/// Of this many replies the speaker is known; several agents may be at it at once.
constexpr std::size_t mostSpeakers = 64;
/// This many attachments are known to be stored: a growing message brings its own every time.
constexpr std::size_t mostStored = 256;

/// Keeps the speech, even if a later piece of the message comes without it.
void keepSpoken(PushedMessage& pushed, const Message& before, std::size_t spokenBlocks)
{
    if (pushed.spokenBlocks > 0)
        return;
    const auto end = before.content.end();
    pushed.message.content.insert(pushed.message.content.end(), end - static_cast<std::ptrdiff_t>(spokenBlocks), end);
    pushed.spokenBlocks = spokenBlocks;
}

/// Whether the second is the first without its end.
bool isBeginning(const conversation::ContentBlock& all, const conversation::ContentBlock& part)
{
    const auto* text = std::get_if<conversation::TextBlock>(&all);
    const auto* textPart = std::get_if<conversation::TextBlock>(&part);
    const auto* thought = std::get_if<conversation::ThinkingBlock>(&all);
    const auto* thoughtPart = std::get_if<conversation::ThinkingBlock>(&part);
    return all == part || (text != nullptr && textPart != nullptr && text->text.starts_with(textPart->text))
        || (thought != nullptr && thoughtPart != nullptr && thought->text.starts_with(thoughtPart->text));
}

/// Whether it is an earlier version that arrived late, and thus the beginning of what is known. `known` is without
/// speech, which comes with some pieces only.
bool isOlder(const PushedMessage& late, const Message& known, std::size_t spokenBlocks)
{
    const auto& all = known.content;
    const auto& part = late.message.content;
    const std::size_t size = all.size() - spokenBlocks;
    if (late.spokenBlocks > 0 || part.size() > size || part.empty())
        return false;
    const std::size_t last = part.size() - 1;
    const auto lastAt = static_cast<std::ptrdiff_t>(last);
    return std::equal(part.begin(), part.begin() + lastAt, all.begin()) && isBeginning(all[last], part[last])
        && (part.size() < size || all[last] != part[last]);
}

} // namespace

StudioRun::StudioRun(session::SessionHub& hub, std::string id, StudioAnswers::Emit emitTo)
    : m_hub(hub)
    , m_id(std::move(id))
    , m_settings{m_id, m_id, {}}
    , m_answers(hub.library(), std::move(emitTo))
    , m_remote(
          hub, std::string(sourcePrefix) + m_id, [this] { return settings(); },
          [this](const session::Event& event) { take(event); })
{
    connect(&m_answers, &StudioAnswers::shortened, this, &StudioRun::failed);
    connect(&m_remote, &RemoteSession::forgotten, this, &StudioRun::forget);
    connect(&m_remote, &RemoteSession::opened, this, [this] {
        m_answers.settled();
        tellPresence();
    });
}
StudioRun::~StudioRun() = default;

void StudioRun::whenOpen(RegisteredRun settings, const Done& done)
{
    m_settings = std::move(settings);
    whenOpen([this, done](const Result<Nothing>& opened) { opened ? nameIt(done) : done(opened); });
}

/// A program may name its run when the session already exists: because it has spoken before, or continues an old run.
/// The person's own name for it is stored beside the log.
void StudioRun::nameIt(const Done& done)
{
    if (m_settings.title == m_id || m_settings.title == m_remote.session().state()->title())
        return done(Nothing{});
    m_remote.submit(conversation::RenameSession{m_settings.title}, done);
}

RemoteSettings StudioRun::settings() const
{
    nlohmann::json details = {{"format", "agentscope"}, {"fields", m_settings.fields.json()}};
    return {m_settings.title, conversation::JsonValue(std::move(details))};
}

void StudioRun::forget()
{
    m_places.clear();
    m_echoes.clear();
    m_newest.clear();
    m_stored.clear();
    m_answers.forget();
}

void StudioRun::take(const session::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
        m_places.add(published->message.id, event.seq);
    else if (const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body);
             delivered && !delivered->echo.isEmpty())
        m_echoes.insert(delivered->echo);
    m_answers.follow(event, !m_remote.isOpen());
}

void StudioRun::say(PushedMessage pushed, Done done)
{
    nameSpeaker(pushed);
    const auto saying = std::make_shared<Saying>(Saying{std::move(pushed), std::move(done)});
    const auto [busy, isFirst] = m_busy.try_emplace(saying->pushed.message.id);
    if (isFirst)
        storeAttachments(saying);
    else
        busy->second.push_back(saying);
}

void StudioRun::nameSpeaker(PushedMessage& pushed)
{
    Message& message = pushed.message;
    if (pushed.unnamedReply.empty() || message.sentFrom.isEmpty())
        return;
    const auto known = std::ranges::find(m_speakers, pushed.unnamedReply, [](const auto& one) { return one.first; });
    if (message.role == "tool") {
        if (known != m_speakers.end())
            message.sentFrom = known->second;
    } else if (known == m_speakers.end()) {
        m_speakers.emplace_back(pushed.unnamedReply, message.sentFrom);
        if (m_speakers.size() > mostSpeakers)
            m_speakers.pop_front();
    }
}

void StudioRun::ask(conversation::Question question, Done done)
{
    hire(question.asker.str(), [this, question, done](const Result<Nothing>& hired) {
        hired ? submitQuestion(question, done) : done(hired);
    });
}

void StudioRun::submitQuestion(const conversation::Question& question, const Done& done)
{
    m_remote.submit(conversation::AskUser{question}, [this, id = question.id, done](const Result<Nothing>& asked) {
        const bool isKnown = !asked && asked.error().code == conversation::ErrorCode::DuplicateQuestion;
        if (isKnown)
            m_answers.sendAgain(id);
        done(isKnown ? Nothing{} : asked);
    });
}

std::string StudioRun::runOf(const session::SessionSummary& session)
{
    const bool isRun = session.kind == conversation::SessionKind::Remote && session.source.starts_with(sourcePrefix);
    return isRun ? session.source.substr(sourcePrefix.size()) : std::string();
}

void StudioRun::attach(const std::string& socket)
{
    m_answers.attach(socket);
    tellPresence();
}

void StudioRun::detach(const std::string& socket)
{
    m_answers.detach(socket);
    tellPresence();
}

/// Opens the known session: answers given while the program, or this one, was away are in its log.
void StudioRun::tellPresence()
{
    if (m_remote.isClosed() && m_remote.isKept())
        return whenOpen([](const Result<Nothing>&) {});
    if (!m_remote.isOpen())
        return;
    const bool isHere = m_answers.hasSockets();
    session::Session& session = m_remote.session();
    const auto& state = *session.state();
    const bool wasGone = state.runCause().kind == RunCauseKind::ProgramLeft;
    if (isHere)
        session.submit(conversation::SetRunState{
            RunState::Running, {}, wasGone ? conversation::RunCause{RunCauseKind::ProgramBack} : state.runCause()});
    else if (state.runState() != RunState::NotStarted)
        session.submit(conversation::SetRunState{RunState::Stopped, {}, {RunCauseKind::ProgramLeft}});
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
        m_replies.wrap<Result<session::AttachmentInfo>>([this, saying](const Result<session::AttachmentInfo>& stored) {
            if (!stored)
                return finish(saying, tl::unexpected(stored.error()));
            if (m_stored.size() >= mostStored)
                m_stored.clear();
            m_stored.insert(stored->hash);
            storeAttachments(saying);
        }));
}

void StudioRun::record(const std::shared_ptr<Saying>& saying)
{
    const MessageId& id = saying->pushed.message.id;
    if (m_echoes.contains(id))
        return finish(saying, Nothing{});
    const auto known =
        std::ranges::find(m_newest, id, [](const Newest& one) -> const MessageId& { return one.message.id; });
    if (known != m_newest.end()) {
        if (isOlder(saying->pushed, known->message, known->spokenBlocks))
            return finish(saying, Nothing{});
        keepSpoken(saying->pushed, known->message, known->spokenBlocks);
        return grow(saying, known->message, known->seq);
    }
    lookAt(saying, m_places.of(id));
}

/// Another message may have put this number there.
void StudioRun::lookAt(const std::shared_ptr<Saying>& saying, Places places)
{
    if (places.empty())
        return recordNew(saying);
    const EventSeq seq = places.back();
    places.pop_back();
    using Events = Result<std::vector<session::Event>>;
    const auto read = [this, saying, seq, places = std::move(places)](const Events& events) {
        if (!events)
            return finish(saying, tl::unexpected(events.error()));
        const auto* said =
            events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
        if (said != nullptr && said->message.id == saying->pushed.message.id)
            return grow(saying, Message(), seq);
        lookAt(saying, places);
    };
    m_hub.library().readEvents(m_remote.session().id(), {seq.value - 1}, 1, m_replies.wrap<Events>(read));
}

void StudioRun::recordNew(const std::shared_ptr<Saying>& saying)
{
    const Message& message = saying->pushed.message;
    const auto done = [self = QPointer(this), saying](const conversation::Decision& outcome) {
        if (!self.isNull())
            self->recorded(saying, outcome);
    };
    if (const auto proved = m_answers.confirmedBy(saying->pushed.speaker, message)) {
        m_answers.setBeingProved(*proved, true);
        const auto acknowledged = [self = QPointer(this), id = *proved, done](const conversation::Decision& outcome) {
            if (outcome.error && !self.isNull())
                self->m_answers.setBeingProved(id, false); // it comes again
            done(outcome);
        };
        return m_remote.session().submit(conversation::AcknowledgeAnswer{*proved, message.id, message.metadata},
                                         acknowledged);
    }
    m_remote.hire(message.sentFrom.str());
    m_remote.session().submit(conversation::RecordMessage{message, {}}, done);
}

void StudioRun::grow(const std::shared_ptr<Saying>& saying, const Message& before, EventSeq seq)
{
    conversation::ExtendMessage intent{conversation::extensionOf(before, saying->pushed.message, seq)};
    m_remote.submit(std::move(intent), [this, saying, seq](const Result<Nothing>& stored) {
        if (stored)
            remember(saying->pushed, seq);
        finish(saying, stored);
    });
}

void StudioRun::recorded(const std::shared_ptr<Saying>& saying, const conversation::Decision& outcome)
{
    if (outcome.error)
        return finish(saying, tl::unexpected(*outcome.error));
    for (const session::Event& event : outcome.events)
        if (std::holds_alternative<conversation::MessagePublished>(event.body)) {
            m_places.add(saying->pushed.message.id, event.seq);
            remember(saying->pushed, event.seq);
        }
    finish(saying, Nothing{});
}

void StudioRun::finish(const std::shared_ptr<Saying>& saying, const Result<Nothing>& result)
{
    const auto busy = m_busy.find(saying->pushed.message.id);
    if (busy->second.empty()) {
        m_busy.erase(busy);
    } else {
        const auto next = busy->second.front();
        busy->second.pop_front();
        storeAttachments(next);
    }
    saying->done(result);
}

void StudioRun::remember(const PushedMessage& pushed, EventSeq seq)
{
    std::erase_if(m_newest, [&](const Newest& one) { return one.message.id == pushed.message.id; });
    m_newest.push_back({seq, pushed.message, pushed.spokenBlocks});
    if (m_newest.size() > mostNewest)
        m_newest.pop_front();
}

} // namespace quarterdeck::gateway
