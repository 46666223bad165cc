#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// The moment that "2025-07-01T10:00:00.000Z" names; empty for any other text.
[[nodiscard]] std::optional<conversation::Timestamp> readIsoTime(const std::string& text);
/// Dates a message by such a text; any other leaves it undated.
void setTime(conversation::Message& message, const std::string& text);

/// What a model call used, from an object `usage` in OpenAI's or Anthropic's words; empty if it tells no tokens.
[[nodiscard]] std::optional<conversation::Usage> usageFrom(const nlohmann::json& usage, std::string model);

/// The same in our words, for programs that use others. They may be missing or no numbers.
struct UsageFields
{
    nlohmann::json prompt;
    nlohmann::json completion; ///< including reasoning
    nlohmann::json cached;     ///< of the prompt
    nlohmann::json reasoning;
};
[[nodiscard]] std::optional<conversation::Usage> usageOf(const UsageFields& counts, std::string model);
/// What something cost; empty for what is no price, or 0: then the model's price was not known.
[[nodiscard]] std::optional<double> costFrom(const nlohmann::json& cost);
/// The tokens and costs of both; else as the second.
[[nodiscard]] conversation::Usage sumOf(const std::optional<conversation::Usage>& sum, conversation::Usage more);
/// What a whole used beyond what its messages tell; empty if that is nothing.
[[nodiscard]] std::optional<conversation::Usage> restOf(conversation::Usage total, const conversation::Usage& told);

/// The names of tools that were called and have not answered yet, for recordings whose results only say which call they
/// answer.
class PendingToolCalls
{
public:
    void note(const std::string& id, const std::string& tool);
    /// The tool called under this id, which has now answered; empty if there is none.
    [[nodiscard]] std::string take(const std::string& id);

private:
    std::map<std::string, std::string> m_names;
};

/// In a message's metadata: the record that it is from, in formats of which later records may take earlier ones back
/// (`SessionSink::acceptTakenBack`). A record's further messages add "/1", "/2" and so on.
inline constexpr const char* recordKey = "record";

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
    bool isTitleGiven = false; ///< by the person or the program: it may change later
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

/// A recorded session that is titled after the first thing the person says: what comes before waits, up to some
/// messages. Hires whoever speaks or is spoken to.
class TitledRecordingBuilder
{
public:
    TitledRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                           RecordedDetails details);

    /// Before the session has begun: its title instead; and what the source says beside its messages.
    void setTitle(std::string title) { m_title = std::move(title); }
    void setGivenTitle(std::string title)
    {
        m_title = std::move(title);
        m_details.isTitleGiven = true;
    }
    [[nodiscard]] RecordedDetails& details() { return m_details; }
    [[nodiscard]] bool hasBegun() const { return m_session.hasBegun(); }
    /// What a text of the person suggests as a title.
    struct Suggestion
    {
        std::string title;
        bool isMakeshift = false; ///< used only if no later text is better
    };
    using Suggest = std::function<Suggestion(const std::string& text)>;
    /// Without it each text is a title.
    void setTitleRule(Suggest suggest) { m_suggest = std::move(suggest); }
    void add(conversation::Message message);
    /// Usage of the whole session beside that of its messages.
    void setUsage(conversation::Usage usage) { m_usage = std::move(usage); }
    /// Begins what has not begun, and ends. False if there was no message at all.
    bool end();

private:
    void takeTitle(const std::string& text);
    void begin();
    void hireAllOf(const conversation::Message& message);

    std::string m_file;
    RecordedDetails m_details;
    RecordingBuilder m_session;
    std::vector<conversation::Message> m_waiting;
    std::string m_title;
    std::string m_makeshiftTitle;
    Suggest m_suggest;
    std::optional<conversation::Usage> m_usage;
};

} // namespace quarterdeck::formats
