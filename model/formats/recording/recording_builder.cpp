#include "model/formats/recording/recording_builder.h"

#include "model/formats/format_errors.h"
#include "model/formats/requests/streamed_reply.h"

#include <QDateTime>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace quarterdeck::formats {

std::optional<conversation::Timestamp> readIsoTime(const std::string& text)
{
    const QDateTime time = QDateTime::fromString(QString::fromStdString(text), Qt::ISODateWithMs);
    const bool isTime = time.isValid() && time.toMSecsSinceEpoch() > 0;
    return isTime ? std::optional(conversation::Timestamp{time.toMSecsSinceEpoch()}) : std::nullopt;
}

void setTime(conversation::Message& message, const std::string& text)
{
    if (const auto time = readIsoTime(text)) {
        message.timestamp = *time;
        message.timestampText = text;
    }
}

using conversation::Usage;
using nlohmann::json;

std::optional<Usage> usageFrom(const json& usage, std::string model)
{
    StreamedReply reply;
    reply.usage = conversation::JsonValue(usage);
    const auto counts = tokenCountsOf(reply);
    if (!counts || (counts->prompt == 0 && counts->completion == 0)) {
        return std::nullopt;
    }
    Usage told;
    told.model = std::move(model);
    told.promptTokens = counts->prompt;
    told.completionTokens = counts->completion;
    told.cachedTokens = counts->cached;
    told.reasoningTokens = counts->reasoning;
    return told;
}

std::optional<Usage> usageOf(const UsageFields& counts, std::string model)
{
    const json usage{{"prompt_tokens", counts.prompt},
                     {"completion_tokens", counts.completion},
                     {"prompt_tokens_details", {{"cached_tokens", counts.cached}}},
                     {"completion_tokens_details", {{"reasoning_tokens", counts.reasoning}}}};
    return usageFrom(usage, std::move(model));
}

std::optional<double> costFrom(const json& cost)
{
    const double amount = cost.is_number() ? cost.get<double>() : 0.0;
    return std::isfinite(amount) && amount > 0 ? std::optional(amount) : std::nullopt;
}

Usage sumOf(const std::optional<Usage>& sum, Usage more)
{
    if (!sum) {
        return more;
    }
    for (const auto count :
         {&Usage::promptTokens, &Usage::completionTokens, &Usage::cachedTokens, &Usage::reasoningTokens}) {
        more.*count = conversation::saturatingSum((*sum).*count, more.*count);
    }
    if (sum->cost) {
        more.cost = conversation::finiteSum(*sum->cost, more.cost.value_or(0.0));
    }
    return more;
}

std::optional<Usage> restOf(Usage total, const Usage& told)
{
    for (const auto count :
         {&Usage::promptTokens, &Usage::completionTokens, &Usage::cachedTokens, &Usage::reasoningTokens}) {
        total.*count = std::max<std::int64_t>(total.*count - told.*count, 0);
    }
    if (total.cost && told.cost) {
        total.cost = costFrom(*total.cost - *told.cost);
    }
    return total.totalTokens() > 0 || total.cost ? std::optional(std::move(total)) : std::nullopt;
}

void PendingToolCalls::note(const std::string& id, const std::string& tool)
{
    // In no real conversation do more calls wait for their results.
    constexpr std::size_t most = 10'000;
    if (m_names.size() < most) {
        m_names[id] = tool;
    }
}

std::string PendingToolCalls::take(const std::string& id)
{
    const auto name = m_names.extract(id);
    return name ? std::move(name.mapped()) : std::string();
}

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;

RecordingBuilder::RecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
{ }

Timestamp RecordingBuilder::now() const
{
    const Timestamp made{m_source.modified().msSinceEpoch + m_messages * syntheticStepMs};
    return m_start ? std::max(*m_start, m_last) : made;
}

bool RecordingBuilder::addRole(const std::string& name, const std::string& profile)
{
    if (isMember(name)) {
        return true;
    }
    Role role;
    role.name = RoleName(name);
    role.profile = profile;
    return addRole(std::move(role));
}

bool RecordingBuilder::addRole(Role role)
{
    const std::string name = role.name.str();
    if (isMember(name)) {
        return true;
    }
    if (m_names.size() >= m_limits.maxRoles) {
        if (!m_hasReportedSpeakers) {
            m_sink.reportProblem(errors::problem(m_source.name(), {}, errors::RejectReason::TooManySpeakers));
        }
        m_hasReportedSpeakers = true;
        return false;
    }
    m_names.insert(name);
    m_team.push_back(role);
    m_addresses.push_back(role.name.as<Address>());
    if (m_hasBegun) {
        m_sink.acceptRole(std::move(role), now());
    }
    return true;
}

void RecordingBuilder::begin(std::string title, const RecordedDetails& details, const std::string& leader)
{
    SessionStarted settings;
    settings.kind = conversation::SessionKind::Imported;
    settings.title = std::move(title);
    settings.source = m_source.name();
    settings.routing.leader = RoleName(leader);
    settings.routing.leaderProfile.clear();
    nlohmann::json kept = {
        {"format", details.format}, {"times", m_start ? "recorded" : "synthetic"}, {"fields", details.fields}};
    if (details.place.run > 0) {
        kept["run"] = details.place.run;
    }
    if (details.place.line > 0) {
        kept["line"] = details.place.line;
    }
    if (!details.leftOut.empty()) {
        kept["left_out"] = details.leftOut;
    }
    if (!details.unread.empty()) {
        kept["unread"] = details.unread;
    }
    if (details.isTitleGiven) {
        kept["title"] = "given";
    }
    settings.details = JsonValue(std::move(kept));
    m_hasBegun = true;
    m_sink.beginSession(std::move(settings), m_team, now());
}

std::vector<RoleName> RecordingBuilder::hearersOf(const Message& message) const
{
    const bool isForAll = message.sendTo.contains(conversation::address::all);
    std::vector<RoleName> hearers;
    for (std::size_t i = 0; i < m_team.size(); ++i) {
        if (message.sendTo.contains(m_addresses[i]) || (isForAll && message.sentFrom != m_addresses[i])) {
            hearers.push_back(m_team[i].name);
        }
    }
    return hearers;
}

void RecordingBuilder::add(Message message, std::optional<RecordedAnnotation> annotation)
{
    m_last = m_start ? std::max(now(), message.timestamp) : now();
    message.timestamp = m_last;
    ++m_messages;
    std::vector<RoleName> hearers = hearersOf(message);
    m_sink.acceptMessage({{std::move(message), std::move(hearers)}, std::move(annotation)});
}

void RecordingBuilder::end() { m_sink.endSession(); }

std::string titleFrom(const std::string& text, const std::string& fallback)
{
    constexpr qsizetype maxCharacters = 80;
    const QString whole = QString::fromStdString(text.substr(0, 4096)).trimmed();
    QString line = whole.section(QLatin1Char('\n'), 0, 0).simplified();
    if (line.isEmpty()) {
        return fallback;
    }
    if (line.size() > maxCharacters) {
        const qsizetype space = line.lastIndexOf(QLatin1Char(' '), maxCharacters);
        line = line.left(space > maxCharacters / 2 ? space : maxCharacters);
        if (line.back().isHighSurrogate()) {
            line.chop(1);
        }
        line += QChar(0x2026);
    }
    return line.toStdString();
}

std::string baseName(const std::string& file)
{
    const std::size_t dot = file.rfind('.');
    return dot == std::string::npos || dot == 0 ? file : file.substr(0, dot);
}

bool isChatRole(const std::string& role)
{
    static const std::array roles = {"system", "user", "assistant", "tool"};
    return std::ranges::find(roles, role) != roles.end();
}

TitledRecordingBuilder::TitledRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                               RecordedDetails details)
    : m_file(source.name())
    , m_details(std::move(details))
    , m_session(source, sink, limits)
{ }

void TitledRecordingBuilder::add(Message message)
{
    if (m_session.hasBegun()) {
        hireAllOf(message);
        m_session.add(std::move(message));
        return;
    }
    constexpr std::size_t mostWaiting = 16;
    if (m_title.empty() && message.sentFrom.isEmpty()) {
        takeTitle(conversation::textOf(message));
    }
    m_waiting.push_back(std::move(message));
    if (!m_title.empty() || m_waiting.size() >= mostWaiting) {
        begin();
    }
}

void TitledRecordingBuilder::takeTitle(const std::string& text)
{
    Suggestion suggestion = m_suggest ? m_suggest(text) : Suggestion{text};
    std::string& title = suggestion.isMakeshift ? m_makeshiftTitle : m_title;
    if (title.empty()) {
        title = std::move(suggestion.title);
    }
}

bool TitledRecordingBuilder::end()
{
    if (!m_session.hasBegun() && !m_waiting.empty()) {
        begin();
    }
    if (m_session.hasBegun()) {
        if (m_usage) {
            m_session.addUsage(std::move(*m_usage));
        }
        m_session.end();
    }
    return m_session.hasBegun();
}

void TitledRecordingBuilder::begin()
{
    for (const Message& message : m_waiting) {
        hireAllOf(message);
    }
    const auto dated =
        std::ranges::find_if(m_waiting, [](const Message& message) { return message.timestamp.msSinceEpoch != 0; });
    if (dated != m_waiting.end()) {
        m_session.startAt(dated->timestamp); // what has no time before it takes this one
    }
    m_session.begin(titleFrom(m_title.empty() ? m_makeshiftTitle : m_title, baseName(m_file)), m_details);
    for (Message& message : m_waiting) {
        m_session.add(std::move(message));
    }
    m_waiting.clear();
}

void TitledRecordingBuilder::hireAllOf(const Message& message)
{
    m_session.addRole(message.sentFrom.str());
    for (const Address& recipient : message.sendTo) {
        if (recipient != conversation::address::all && recipient != conversation::address::none
            && recipient != conversation::address::noOne && recipient != conversation::address::person) {
            m_session.addRole(recipient.str());
        }
    }
}

} // namespace quarterdeck::formats
