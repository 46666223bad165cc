#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// The tokens and costs of an answer or of a step; empty if it tells none. Cached tokens are counted beside the input,
/// and reasoning beside the output.
[[nodiscard]] std::optional<conversation::Usage> openCodeUsage(const nlohmann::json& told);

/// One session of OpenCode, message by message: what each part of a message says, in the order in which it happened.
class OpenCodeSession
{
public:
    /// `agent`: who answers. `asker`: the member that gives the prompts, if this is a sub-agent's session, whose id is
    /// then `id`; empty = the person.
    OpenCodeSession(std::string agent, std::string asker, std::string id, const ReadLimits& limits);

    /// `{info, parts}`. `isGoingOn`: nothing follows it and more of it may come, so it is read up to the first part
    /// that is not finished.
    void read(const nlohmann::json& message, bool isGoingOn);
    /// One part of an answer, alone, at that time (milliseconds). `info`: as the answer's.
    void readPart(const nlohmann::json& part, const nlohmann::json& info, std::int64_t time);
    /// What was said since this was last asked for. With times that never fall.
    [[nodiscard]] std::vector<conversation::Message> takeMessages();
    [[nodiscard]] std::vector<RecordedAttachment> takeAttachments();

private:
    void readPrompt(const nlohmann::json& info, const nlohmann::json& parts);
    void readAnswer(const nlohmann::json& info, const nlohmann::json& parts, bool isGoingOn);
    void addTool(const nlohmann::json& part, const nlohmann::json& info);
    void addError(const nlohmann::json& error, const nlohmann::json& info);
    void addNote(const std::string& text, const nlohmann::json& info);
    [[nodiscard]] conversation::ContentBlock fileBlock(const nlohmann::json& part);
    /// Ends the message that is being put together.
    void flush();
    void push(conversation::Message message);
    [[nodiscard]] conversation::Message begun(const nlohmann::json& info, const std::string& role) const;
    void say(conversation::ContentBlock block, const nlohmann::json& info, std::int64_t time);

    std::string m_agent;
    std::string m_asker;
    std::string m_id;
    ReadLimits m_limits;
    std::int64_t m_time = 0;
    std::optional<conversation::Message> m_open; ///< an answer's words and call so far
    std::optional<conversation::Usage> m_usage;  ///< of the answer, until its first message has it
    std::vector<conversation::Message> m_messages;
    std::vector<RecordedAttachment> m_attachments;
};

} // namespace quarterdeck::formats
