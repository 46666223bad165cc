#pragma once

#include "model/formats/byte_source.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"
#include "model/formats/source_location.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// How recorded sessions date what has no time: one message per second from the file's time on.
inline constexpr std::int64_t syntheticStepMs = 1000;

/// What SessionStarted.details of a recorded session holds.
struct RecordedDetails
{
    std::string format;
    SourceLocation place;                             ///< in the file; empty if it is the whole file
    nlohmann::json fields = nlohmann::json::object(); ///< the source's fields besides its messages, verbatim
    /// How much of the source is neither there nor in a message, by kind.
    nlohmann::json leftOut = nlohmann::json::object();
    /// The ids of messages that members had not read yet, by member; whoever is not in it had read everything.
    nlohmann::json unread = nlohmann::json::object();
};

/// A foreign session on its way into the sink: hires whoever is named, dates messages, finds out who hears them.
class RecordingBuilder
{
public:
    RecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits);

    /// A member. Before `begin`, it belongs to the team from the start. False if there are too many.
    bool addRole(const std::string& name, const std::string& profile = {});
    bool addRole(Role role);
    /// When it began, if the source tells; call it before `begin`.
    void startAt(Timestamp time) { m_start = time; }
    void begin(std::string title, const RecordedDetails& details, const std::string& leader = {});
    [[nodiscard]] bool hasBegun() const { return m_hasBegun; }
    /// Dates a message without a time; none is earlier than the one before it. `message.sendTo` says who hears it:
    /// everyone but the speaker for `<all>`, otherwise the members named.
    void add(conversation::Message message, std::optional<RecordedAnnotation> annotation = {});
    /// What was spent so far, which no message tells.
    void addUsage(conversation::Usage usage) { m_sink.acceptUsage(std::move(usage), m_last); }
    [[nodiscard]] std::int64_t messageCount() const { return m_messages; }
    void end();

private:
    [[nodiscard]] std::vector<RoleName> hearersOf(const conversation::Message& message) const;
    [[nodiscard]] Timestamp now() const;
    /// Also true for what cannot be a member.
    [[nodiscard]] bool isMember(const std::string& name) const { return name.empty() || m_names.contains(name); }

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    std::optional<Timestamp> m_start;
    Timestamp m_last;
    std::vector<Role> m_team;
    std::vector<conversation::Address> m_addresses; ///< of their names, in the same order
    std::set<std::string> m_names;
    bool m_hasBegun = false;
    bool m_hasReportedSpeakers = false;
    std::int64_t m_messages = 0;
};

/// The first line that is not empty, at most some 80 characters.
[[nodiscard]] std::string titleFrom(const std::string& text, const std::string& fallback);
/// A file's name without folder and extension.
[[nodiscard]] std::string baseName(const std::string& file);
/// One of system, user, assistant, tool.
[[nodiscard]] bool isChatRole(const std::string& role);

} // namespace quarterdeck::formats
