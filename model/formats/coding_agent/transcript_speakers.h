#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// Begins the messages of a coding agent's transcript, by who says them; their contents are the caller's. `source`:
/// what the record says beside its content, and its id as `recordKey`; `agent`: a sub-agent, if it is not the one that
/// the person talks to.
class TranscriptSpeakers
{
public:
    /// `agent`: who answers the person; `program`: what speaks for itself.
    TranscriptSpeakers(std::string agent, std::string program)
        : m_agent(std::move(agent))
        , m_program(std::move(program))
    { }

    [[nodiscard]] const std::string& agentName() const { return m_agent; }
    [[nodiscard]] const std::string& programName() const { return m_program; }

    [[nodiscard]] conversation::Message person(nlohmann::json source) const;
    /// What one agent asks of another.
    [[nodiscard]] conversation::Message caller(nlohmann::json source, const std::string& from,
                                               const std::string& agent) const;
    /// To the person, or to who called it; `addressAnswer` says to whom once the content is known.
    [[nodiscard]] conversation::Message agent(nlohmann::json source, const std::string& agent = {}) const;
    /// Who calls tools speaks to them.
    static void addressAnswer(conversation::Message& answer, const std::string& caller = {});
    [[nodiscard]] conversation::Message tools(nlohmann::json source, const std::string& agent = {}) const;
    /// What the program tells the agent: instructions, context, notices.
    [[nodiscard]] conversation::Message program(nlohmann::json source, const std::string& agent = {}) const;
    /// What the program notes and no agent hears: that something failed.
    [[nodiscard]] conversation::Message failure(nlohmann::json source, const std::string& text) const;

private:
    [[nodiscard]] conversation::Address addressOf(const std::string& agent) const;

    std::string m_agent;
    std::string m_program;
};

/// Dates a message by a number of milliseconds; anything else leaves it undated.
void setTimeMs(conversation::Message& message, const nlohmann::json& milliseconds);

/// A text with an element of tags in it.
struct TaggedText
{
    std::string before;
    std::string within;
    std::string after;
};
/// Around the first element of one of the names that begins a line (`<name>` or `<name attribute="…">`) and is closed;
/// line breaks around what is within do not belong to it. Empty if there is none.
[[nodiscard]] std::optional<TaggedText> splitTagged(const std::string& text, const std::vector<std::string>& names);

/// The block of a media part (`mediaPart`, `dataPart`) with its bytes in it, which join the attachments. Empty if they
/// cannot be read.
[[nodiscard]] std::optional<conversation::ContentBlock> blockOfMedia(nlohmann::json part, const ReadLimits& limits,
                                                                     std::vector<RecordedAttachment>& attachments);

} // namespace quarterdeck::formats
