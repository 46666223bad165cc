#include "model/formats/recording/recording_builder.h"

#include "model/formats/format_errors.h"

#include <QString>
#include <algorithm>
#include <array>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
