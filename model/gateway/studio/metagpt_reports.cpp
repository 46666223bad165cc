#include "model/gateway/studio/metagpt_reports.h"

#include "model/conversation/text.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/http/engine_io_client.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::metagpt {

using conversation::JsonValue;
using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::size_t longestWord = 200;
/// A longer text is stored, and another message continues it.
constexpr std::size_t longestText = std::size_t{1} << 20;
/// Longer fields of an oversized object are left out: a page's screenshot, for instance, as Python writes bytes.
constexpr std::size_t longestField = 65'536;
/// The memory that the smallest value takes.
constexpr std::size_t leastBytes = 64;
/// Terminal output is not Markdown. The fence stays open, so that the text can grow.
constexpr std::string_view fence = "~~~~~~~~\n";

std::string wordIn(const json& object, const char* key, std::string_view otherwise = {})
{
    const auto found = object.find(key);
    const bool isText = found != object.end() && python_json::isText(*found);
    const std::string text = isText ? python_json::escaped(found->get_ref<const std::string&>()) : std::string();
    return conversation::utf8::shortened(text.empty() ? otherwise : std::string_view(text), longestWord);
}

/// As a person reads it.
std::string textOf(const json& value)
{
    if (value.is_null())
        return {};
    return python_json::isText(value) ? python_json::escaped(value.get_ref<const std::string&>())
                                      : python_json::text(value);
}

bool isText(const std::string& name) { return name == "content" || name == "output" || name == "cmd"; }

bool isAddress(const std::string& name) { return name == "path" || name == "url" || name == "local_url"; }

json leftOut(std::size_t bytes) { return "… (" + std::to_string(bytes) + ")"; }

/// The size of a long field, in place of its content.
json boundedField(const json& value)
{
    const bool isLong = value.is_string() && value.get_ref<const std::string&>().size() > longestField;
    return isLong ? leftOut(value.get_ref<const std::string&>().size()) : value;
}

/// Without long fields; if it is still larger than a message may be, just its size.
json bounded(json value)
{
    if (value.is_object())
        for (auto& [key, field] : value.get_ref<json::object_t&>())
            field = boundedField(field);
    const std::size_t bytes = value.is_structured() ? python_json::text(value).size() : 0;
    return bytes > longestText ? leftOut(bytes) : value;
}

JsonValue valueIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? JsonValue() : JsonValue(bounded(*found));
}

} // namespace

tl::expected<Report, std::string> readReport(std::string_view body)
{
    const auto parsed = python_json::parse(body);
    if (!parsed)
        return tl::unexpected(jsonFaultIn(body, JsonBy::Python, formats::ReadLimits().maxDepth));
    if (!parsed->is_object())
        return tl::unexpected(std::string(
            QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not a report: it is not an object.")));
    Report report;
    report.block = wordIn(*parsed, "block");
    report.uuid = wordIn(*parsed, "uuid");
    report.name = wordIn(*parsed, "name", "content");
    report.role = clientDisplayName(wordIn(*parsed, "role", "MetaGPT"));
    report.value = valueIn(*parsed, "value");
    report.extra = valueIn(*parsed, "extra");
    const auto streams = parsed->find("enable_llm_stream");
    report.isStreamed = streams != parsed->end() && streams->is_boolean() && streams->get<bool>();
    return report;
}

ReportedMessage::ReportedMessage(const Report& report, conversation::MessageId id, conversation::Timestamp now)
    : m_id(std::move(id))
    , m_time(now)
    , m_block(report.block)
    , m_uuid(report.uuid)
    , m_role(report.role)
{
    add(report);
}

bool ReportedMessage::isEndedBy(const Report& report) const
{
    if (report.name == "end_marker" || m_text.size() + m_fieldBytes >= longestText)
        return true;
    // A file's location is reported while its text is still coming.
    if (report.isStreamed)
        return false;
    if (isAddress(report.name) || report.name == "page")
        return true;
    // A thought starts with its kind, and its text follows; any other object is complete.
    return report.name == "object" && m_block != "Thought";
}

bool ReportedMessage::isOver(const Report& next) const { return next.name == "cmd" && m_last == "output"; }

void ReportedMessage::add(const Report& report)
{
    if (report.name == "end_marker")
        return;
    if (isText(report.name))
        addText(report);
    else
        addFields(report);
    if (!report.extra.isNull())
        m_extra = report.extra;
    m_last = report.name;
}

void ReportedMessage::addText(const Report& report)
{
    const json& value = report.value.json();
    if (report.name == "content" && value.is_structured()) // a notebook's cells, and what they gave
        return addToList(report);
    if (m_block == "Terminal" && m_text.empty())
        m_text = fence;
    if (report.name == "cmd")
        m_text += "$ ";
    m_text += textOf(value);
    if (report.name == "cmd" && !m_text.ends_with('\n'))
        m_text += '\n';
}

/// Several objects of one message form one: what a file is, then where it is.
void ReportedMessage::addFields(const Report& report)
{
    const json added = boundedField(report.value.json());
    if (isAddress(report.name))
        m_address = conversation::utf8::shortened(textOf(added), longestField);
    m_fieldBytes += python_json::text(added).size() + leastBytes;
    if (!m_fields.is_object())
        m_fields = json::object();
    if (!added.is_object())
        m_fields[report.name] = added;
    else
        m_fields.update(added);
}

void ReportedMessage::addToList(const Report& report)
{
    const json& added = report.value.json();
    m_fieldBytes += python_json::text(added).size() + leastBytes;
    json& list = m_fields[report.name];
    if (!list.is_array())
        list = list.is_null() ? json::array() : json::array({list});
    list.push_back(added);
}

conversation::Message ReportedMessage::message() const
{
    conversation::Message message;
    message.id = m_id;
    message.role = "assistant";
    message.sentFrom = conversation::Address(m_role);
    message.sendTo = {conversation::address::none};
    message.timestamp = m_time;
    const std::string& text = m_text.empty() ? m_address : m_text;
    if (m_block == "Thought" && !text.empty())
        message.content = {conversation::ThinkingBlock{text, {}}};
    else if (!text.empty())
        message.content = conversation::textBlocks(text);
    if (!m_fields.is_null())
        message.instructContent = conversation::StructuredContent{{}, JsonValue(m_fields)};
    json metadata = {{"block", m_block}, {"uuid", m_uuid}};
    if (!m_extra.isNull())
        metadata["extra"] = m_extra.json();
    message.metadata = JsonValue(std::move(metadata));
    return message;
}

using session::Nothing;
using session::Result;
using session::Session;

namespace {

/// Reports being written at once; beyond that, the oldest is stored.
constexpr std::size_t mostReports = 64;
/// Reports that arrive while the session is being opened; further ones are refused.
constexpr std::size_t mostWaiting = 4096;

Q_LOGGING_CATEGORY(logReports, "quarterdeck.gateway.metagpt")

void endDraft(Session& session, const ReportedMessage& message)
{
    session::StreamingMessage draft;
    draft.id = message.id().str();
    draft.role = conversation::RoleName(message.role());
    draft.isDone = true;
    session.updateStreamingMessage(std::move(draft));
}

} // namespace

ReportSessionHandle::ReportSessionHandle(session::SessionHub& hub, std::string source, Times times)
    : m_times(times)
    , m_remote(hub, std::move(source), [] {
        return RemoteSettings{QCoreApplication::translate("Gateway", "MetaGPT").toStdString(),
                              JsonValue(nlohmann::json{{"format", "metagpt_reports"}})};
    })
{
    m_draft.setSingleShot(true);
    m_rest.setSingleShot(true);
    connect(&m_draft, &QTimer::timeout, this, &ReportSessionHandle::showDrafts);
    connect(&m_rest, &QTimer::timeout, this, &ReportSessionHandle::storeRested);
}

ReportSessionHandle::~ReportSessionHandle()
{
    forgetIfDeleted();
    for (const auto& [uuid, open] : m_open)
        storeUnasked(open.message);
}

/// Deleted by the person: what was being written goes with it, and the program continues in a new one.
void ReportSessionHandle::forgetIfDeleted()
{
    if (m_remote.live() != nullptr)
        return;
    m_open.clear();
    m_draft.stop();
    m_rest.stop();
}

void ReportSessionHandle::take(const Report& report, const Done& done)
{
    forgetIfDeleted();
    if (m_waiting >= mostWaiting)
        return done(tl::unexpected(session::Error{conversation::ErrorCode::NotAllowed, {}, {}}));
    ++m_waiting;
    m_remote.whenOpen([this, report, done](const Result<Nothing>& opened) {
        --m_waiting;
        opened ? write(report, done) : done(opened);
    });
}

void ReportSessionHandle::write(const Report& report, const Done& done)
{
    auto known = m_open.find(report.uuid);
    if (known != m_open.end() && known->second.message.isOver(report)) {
        storeUnasked(known->second.message);
        m_open.erase(known);
        known = m_open.end();
    }
    if (known == m_open.end()) {
        const conversation::DecideContext context = session::decideContextNow();
        known = m_open
                    .try_emplace(report.uuid,
                                 Open{{report, conversation::MessageId(session::newId()), context.now}, {}, false})
                    .first;
    } else {
        known->second.message.add(report);
    }
    known->second.changed = Clock::now();
    known->second.isShown = false;
    if (known->second.message.isEndedBy(report)) {
        const ReportedMessage whole = std::move(known->second.message);
        m_open.erase(known);
        return store(whole, done);
    }
    if (!m_draft.isActive())
        m_draft.start(m_times.draft);
    if (!m_rest.isActive())
        m_rest.start(m_times.rest);
    if (m_open.size() > mostReports)
        storeRested();
    done(Nothing{});
}

void ReportSessionHandle::store(const ReportedMessage& message, const Done& done)
{
    if (message.isEmpty())
        return done(Nothing{});
    m_remote.hire(message.role());
    m_remote.session().submit(conversation::RecordMessage{message.message(), {}},
                              [session = &m_remote.session(), message, done](const conversation::Decision& outcome) {
                                  endDraft(*session, message);
                                  outcome.error ? done(tl::unexpected(*outcome.error)) : done(Nothing{});
                              });
}

/// Nobody waits for the result.
void ReportSessionHandle::storeUnasked(const ReportedMessage& message)
{
    store(message, [self = QPointer(this)](const Result<Nothing>& stored) {
        if (stored)
            return;
        qCWarning(logReports).noquote() << "not stored:" << QString::fromStdString(stored.error().sentence);
        if (!self.isNull())
            emit self->failed(stored.error().sentence);
    });
}

void ReportSessionHandle::showDrafts()
{
    forgetIfDeleted();
    for (auto& [uuid, open] : m_open) {
        if (open.isShown || open.message.text().empty())
            continue;
        open.isShown = true;
        m_remote.hire(open.message.role());
        session::StreamingMessage draft;
        draft.id = open.message.id().str();
        draft.role = conversation::RoleName(open.message.role());
        draft.sendTo = {conversation::address::none};
        draft.text = open.message.text();
        m_remote.session().updateStreamingMessage(std::move(draft));
    }
}

/// Reporters need not say when they are done. If there are too many, the oldest counts as done.
void ReportSessionHandle::storeRested()
{
    forgetIfDeleted();
    const auto now = Clock::now();
    const auto age = [](const auto& one, const auto& other) { return one.second.changed < other.second.changed; };
    while (!m_open.empty()) {
        const auto oldest = std::ranges::min_element(m_open, age);
        if (now - oldest->second.changed < m_times.rest && m_open.size() <= mostReports)
            break;
        storeUnasked(oldest->second.message);
        m_open.erase(oldest);
    }
    if (!m_open.empty())
        m_rest.start(m_times.rest);
}

namespace {

constexpr std::string_view sourcePrefix = "metagpt:";
constexpr std::string_view unnamedPrefix = "metagpt:at:";
constexpr std::string_view namedPrefix = "metagpt:named:";
constexpr std::size_t longestRun = 100;
constexpr std::size_t mostSessions = 64;
/// After a pause this long it is another run.
constexpr std::int64_t longPauseMs = std::int64_t{30} * 60 * 1000;

} // namespace

ReportReceiver::ReportReceiver(session::SessionHub& hub, ReportSessionHandle::Times times) : m_hub(hub), m_times(times)
{ }
ReportReceiver::~ReportReceiver() = default;

void ReportReceiver::answer(const HttpRequest& request, SendResponse answer)
{
    auto report = readReport(request.body);
    if (!report)
        return answer(errorAnswer(400, report.error()));
    const std::string run = socketio::queryValue(request.query, "run").substr(0, longestRun);
    session::post(this, [this, run, report = std::move(*report), answer = std::move(answer)] {
        session::afterSessionsListed(m_hub, *this, [this, run, report, answer] { take(run, report, answer); });
    });
}

std::string ReportReceiver::sourceNow()
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    // What is still being written does not count as activity.
    if (now - std::exchange(m_lastReport, now) < longPauseMs)
        return m_latest;
    for (const session::SessionSummary& one : m_hub.summaries()) // newest activity first
        if (one.kind == conversation::SessionKind::Remote && one.source.starts_with(unnamedPrefix))
            if (now - one.lastActivity.msSinceEpoch < longPauseMs)
                return m_latest = one.source;
    return m_latest = std::string(unnamedPrefix) + session::newId();
}

ReportSessionHandle& ReportReceiver::session(const std::string& source)
{
    auto known = m_sessions.find(source);
    if (known != m_sessions.end())
        return *known->second;
    if (m_sessions.size() >= mostSessions)
        std::erase_if(m_sessions, [](const auto& one) { return one.second->isIdle(); });
    auto made = std::make_unique<ReportSessionHandle>(m_hub, source, m_times);
    connect(made.get(), &ReportSessionHandle::failed, this,
            [this, id = source.substr(sourcePrefix.size())](const std::string& why) { emit failed(id, why); });
    return *m_sessions.try_emplace(source, std::move(made)).first->second;
}

void ReportReceiver::take(const std::string& run, const Report& report, const SendResponse& answer)
{
    const std::string source = run.empty() ? sourceNow() : std::string(namedPrefix) + run;
    session(source).take(report, [self = QPointer(this), source, answer](const Result<Nothing>& stored) {
        if (stored)
            return answer({200, "{}"});
        if (!self.isNull())
            emit self->failed(source.substr(sourcePrefix.size()), stored.error().sentence);
        const bool isFull = stored.error().code == conversation::ErrorCode::DiskFull;
        answer(errorAnswer(isFull ? 507 : 500, stored.error().sentence));
    });
}

} // namespace quarterdeck::gateway::metagpt
