#include "model/gateway/otlp/trace_sessions.h"

#include "model/conversation/text.h"
#include "model/gateway/otlp/trace_intents.h"
#include "model/gateway/remote_session.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QPointer>

#include <algorithm>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway::otlp {

using session::Nothing;
using session::Result;

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
    , m_remote(
          hub, std::move(source), [this] { return settings(); },
          [this](const session::Event& event) { m_known.learn(event); })
{
    connect(&m_remote, &RemoteSession::forgotten, this, [this] { m_known = {}; });
}
TraceSessionHandle::~TraceSessionHandle() = default;

void TraceSessionHandle::take(std::vector<ParsedSpan> spans, const TraceProducer& program, Done done)
{
    m_taking.push_back(std::make_unique<Taking>(Taking{std::move(spans), program, std::move(done)}));
    if (m_taking.size() == 1)
        next();
}

void TraceSessionHandle::next()
{
    m_remote.whenOpen([this](const Result<Nothing>& opened) {
        if (!opened)
            return finish(opened);
        m_known.admit(m_taking.front()->spans);
        storeAttachments();
    });
}

RemoteSettings TraceSessionHandle::settings() const
{
    const TraceProducer& program = m_taking.front()->program;
    nlohmann::json details = {{"format", "otlp"}, {"resource", program.resource}};
    return {program.title, conversation::JsonValue(std::move(details))};
}

void TraceSessionHandle::storeAttachments()
{
    for (ParsedSpan& told : m_taking.front()->spans)
        for (SpanMessage& message : told.messages)
            if (!message.attachments.empty() && message.isNew) {
                formats::RecordedAttachment image = std::move(message.attachments.back());
                message.attachments.pop_back();
                return m_hub.library().putAttachment(std::move(image.bytes), image.mediaType, image.width, image.height,
                                                     m_replies.wrap<Result<session::AttachmentInfo>>(
                                                         [this](const Result<session::AttachmentInfo>& stored) {
                                                             stored ? storeAttachments() : fail(stored.error());
                                                         }));
            }
    record();
}

/// Who cannot be hired speaks all the same.
void TraceSessionHandle::hire(const std::string& name)
{
    if (m_remote.session().state()->roles().size() < mostMembers)
        m_remote.hire(name);
}

void TraceSessionHandle::record()
{
    Taking& taking = *m_taking.front();
    TraceIntents wanted = intentsOf(std::move(taking.spans), m_remote.source().starts_with(studioSource));
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
    m_remote.session().submitAll(some, [self = QPointer(this)](const conversation::Decision& outcome) {
        if (!self.isNull())
            self->recorded(outcome);
    });
}

void TraceSessionHandle::recorded(const conversation::Decision& outcome)
{
    outcome.error ? fail(*outcome.error) : recordNext();
}

void TraceSessionHandle::fail(const session::Error& error)
{
    m_remote.close(); // what the log has is read again
    finish(tl::unexpected(error));
}

void TraceSessionHandle::finish(const Result<Nothing>& result)
{
    const Done done = std::move(m_taking.front()->done);
    m_taking.pop_front();
    if (!m_taking.empty())
        next();
    done(result);
}

namespace {

constexpr std::size_t mostTraces = 10'000; ///< of which the session is remembered
constexpr std::size_t mostSessions = 256;  ///< that are kept at hand
constexpr std::size_t mostPrograms = 1'000;
constexpr std::size_t longestTitle = 200;
constexpr std::size_t longestResource = 16'384;

std::string titleOf(const ParsedSpan& told)
{
    const std::string& name = told.program.empty() ? told.span.agent : told.program;
    return name.empty() ? QCoreApplication::translate("Gateway", "Traced program").toStdString()
                        : conversation::utf8::shortened(name, longestTitle);
}

TraceProducer programOf(const ParsedSpan& told, const nlohmann::json& resource)
{
    const bool isShort =
        resource.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).size() <= longestResource;
    return {titleOf(told), isShort ? resource : nlohmann::json()};
}

/// The same for everything that one process sends, as far as can be told.
std::string nameOf(const nlohmann::json& resource)
{
    const auto value = [&](const char* key) {
        const auto found = resource.find(key);
        return found == resource.end() ? std::string()
                                       : found->dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    };
    const std::string instance = value("service.instance.id");
    const std::string name = instance.empty() ? value("service.name") + '\n' + value("process.pid") : instance;
    const QByteArray hash =
        QCryptographicHash::hash({name.data(), static_cast<qsizetype>(name.size())}, QCryptographicHash::Sha256);
    return hash.toHex().left(16).toStdString();
}

/// Calls `done` when each of several has ended, with the first error, if any.
TraceSessionHandle::Done whenAll(std::size_t count, TraceSessionHandle::Done done)
{
    struct Waiting
    {
        std::size_t left;
        Result<Nothing> result;
        TraceSessionHandle::Done done;
    };
    const auto waiting = std::make_shared<Waiting>(Waiting{count, Nothing{}, std::move(done)});
    return [waiting](const Result<Nothing>& one) {
        if (waiting->result)
            waiting->result = one;
        if (--waiting->left == 0)
            waiting->done(waiting->result);
    };
}

} // namespace

TraceRouter::TraceRouter(session::SessionHub& hub, std::chrono::milliseconds pause, SessionLimit limit)
    : m_hub(hub)
    , m_limit(std::move(limit))
    , m_pauseMs(pause.count())
{ }
TraceRouter::~TraceRouter() = default;

std::string TraceRouter::sourceOf(const ParsedSpan& told, Sources& known) const
{
    const std::string id = told.run.empty() ? outermost(told.conversation) : told.run;
    if (id.empty())
        return {};
    std::string& source = known[id];
    if (const std::string ofStudio = "agentscope:" + id; source.empty())
        source = remoteSession(m_hub, ofStudio) != nullptr ? ofStudio : "otlp:" + id;
    return source;
}

std::string TraceRouter::outermost(std::string conversation) const
{
    constexpr int deepest = 16;
    for (int i = 0; i < deepest; ++i) {
        const auto outer = m_outer.find(conversation);
        if (outer == m_outer.end())
            break;
        conversation = outer->second;
    }
    return conversation;
}

void TraceRouter::learnSources(const ParsedTraces& traces, Sources& known)
{
    for (const ParsedTraces::One& one : traces.spans)
        if (!one.told.child.empty() && m_outer.size() < mostTraces)
            m_outer.try_emplace(one.told.child, one.told.conversation);
    const auto remember = [this](const std::string& trace, const std::string& source) {
        if (source.empty() || !m_sourceOf.try_emplace(trace, source).second)
            return;
        m_traces.push_back(trace);
        if (m_traces.size() > mostTraces) {
            m_sourceOf.erase(m_traces.front());
            m_traces.pop_front();
        }
    };
    for (const ParsedTraces::One& one : traces.spans)
        remember(one.told.span.trace, sourceOf(one.told, known));
    for (const ParsedTraces::One& one : traces.spans)
        if (one.told.isOfAgent)
            if (!m_sourceOf.contains(one.told.span.trace))
                remember(one.told.span.trace, sourceNow(traces.resources[one.resource]));
}

std::string TraceRouter::sourceNow(const nlohmann::json& resource)
{
    const std::string prefix = "otlp-program:" + nameOf(resource) + ':';
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    if (m_programs.size() > mostPrograms)
        std::erase_if(m_programs, [&](const auto& one) { return now - one.second.lastTrace >= m_pauseMs; });
    Program& program = m_programs[prefix];
    // What is still being written does not count as activity.
    if (now - std::exchange(program.lastTrace, now) < m_pauseMs)
        return program.source;
    for (const session::SessionSummary& one : m_hub.summaries()) // newest activity first
        if (one.kind == conversation::SessionKind::Remote && one.source.starts_with(prefix))
            if (now - one.lastActivity.msSinceEpoch < m_pauseMs)
                return program.source = one.source;
    return program.source = prefix + session::newId();
}

TraceSessionHandle& TraceRouter::session(const std::string& source)
{
    std::unique_ptr<TraceSessionHandle>& session = m_sessions[source];
    if (!session)
        session = std::make_unique<TraceSessionHandle>(m_hub, source);
    return *session;
}

/// Their logs are read again when needed.
void TraceRouter::forgetIdle()
{
    if (m_sessions.size() > mostSessions)
        std::erase_if(m_sessions, [](const auto& one) { return one.second->isIdle(); });
}

void TraceRouter::take(ParsedTraces traces, const Caller& caller, Done done)
{
    session::afterSessionsListed(m_hub, *this,
                                 [this, traces = std::move(traces), caller, done = std::move(done)]() mutable {
                                     store(std::move(traces), caller, std::move(done));
                                 });
}

void TraceRouter::store(ParsedTraces traces, const Caller& caller, Done done)
{
    const auto all = std::make_shared<Belongings>(sorted(std::move(traces)));
    if (all->empty())
        return done(Nothing{});
    forgetIdle();
    begin(all, caller, done);
}

TraceRouter::Belongings TraceRouter::sorted(ParsedTraces traces)
{
    Sources sources;
    learnSources(traces, sources);
    Belongings bySource;
    for (ParsedTraces::One& one : traces.spans) {
        std::string source = sourceOf(one.told, sources);
        if (const auto known = m_sourceOf.find(one.told.span.trace); source.empty() && known != m_sourceOf.end())
            source = known->second;
        if (source.empty())
            continue;
        Belonging& belonging = bySource[source];
        if (belonging.spans.empty() || belonging.program.title.empty())
            belonging.program = programOf(one.told, traces.resources[one.resource]);
        belonging.spans.push_back(std::move(one.told));
    }
    return bySource;
}

bool TraceRouter::isBegun(const std::string& source) const
{
    return m_sessions.contains(source) || remoteSession(m_hub, source) != nullptr;
}

void TraceRouter::begin(const std::shared_ptr<Belongings>& all, const Caller& caller, const Done& done)
{
    const auto fresh = std::ranges::find_if(*all, [this](const auto& one) { return !isBegun(one.first); });
    if (fresh == all->end()) {
        const Done each = whenAll(all->size(), done);
        for (auto& [source, belonging] : *all)
            session(source).take(std::move(belonging.spans), belonging.program, each);
        return;
    }
    const auto counted = [self = QPointer(this), all, caller, source = fresh->first, done](const auto& exceeded) {
        if (self.isNull())
            return;
        if (exceeded && !self->isBegun(source))
            self->gather(*all, source, exceeded->maker);
        else
            static_cast<void>(self->session(source));
        self->begin(all, caller, done);
    };
    m_limit.take(ClientKind::Traces, caller, counted);
}

void TraceRouter::gather(Belongings& all, const std::string& source, const SessionQuota::Maker& maker)
{
    std::string& gathering = m_gathering[maker];
    if (gathering.empty())
        gathering = "otlp:too-many-" + session::newId();
    static_cast<void>(session(gathering));
    Belonging& belonging = all[gathering];
    belonging.program.title = gatheringTitle(maker);
    auto surplus = all.extract(source);
    std::ranges::move(surplus.mapped().spans, std::back_inserter(belonging.spans));
}

} // namespace quarterdeck::gateway::otlp
