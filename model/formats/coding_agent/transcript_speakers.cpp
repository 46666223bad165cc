#include "model/formats/coding_agent/transcript_speakers.h"

#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

const Address transcriptTools("Tools");

Message begunMessage(json source, const char* role)
{
    Message message;
    message.role = role;
    json metadata = json::object();
    if (const auto record = source.find(recordKey); record != source.end()) {
        metadata[recordKey] = std::move(*record);
        source.erase(record);
    }
    metadata["source"] = std::move(source);
    message.metadata = JsonValue(std::move(metadata));
    return message;
}

} // namespace

Address TranscriptSpeakers::addressOf(const std::string& agent) const
{
    return Address(agent.empty() ? m_agent : agent);
}

Message TranscriptSpeakers::person(json source) const
{
    Message message = begunMessage(std::move(source), "user");
    message.causeBy = conversation::action::userRequirement;
    message.sendTo = {addressOf({})};
    return message;
}

Message TranscriptSpeakers::caller(json source, const std::string& from, const std::string& agent) const
{
    Message message = begunMessage(std::move(source), "assistant");
    message.sentFrom = addressOf(from);
    message.sendTo = {addressOf(agent)};
    return message;
}

Message TranscriptSpeakers::agent(json source, const std::string& agent) const
{
    Message message = begunMessage(std::move(source), "assistant");
    message.sentFrom = addressOf(agent);
    message.sendTo = {conversation::address::person};
    return message;
}

void TranscriptSpeakers::addressAnswer(Message& answer, const std::string& caller)
{
    answer.sendTo = {conversation::hasBlock<ToolUseBlock>(answer) ? transcriptTools
                         : caller.empty()                         ? conversation::address::person
                                                                  : Address(caller)};
}

Message TranscriptSpeakers::tools(json source, const std::string& agent) const
{
    Message message = begunMessage(std::move(source), "tool");
    message.sentFrom = transcriptTools;
    message.sendTo = {addressOf(agent)};
    return message;
}

Message TranscriptSpeakers::program(json source, const std::string& agent) const
{
    Message message = begunMessage(std::move(source), "system");
    message.sentFrom = Address(m_program);
    message.sendTo = {addressOf(agent)};
    return message;
}

Message TranscriptSpeakers::failure(json source, const std::string& text) const
{
    Message message = begunMessage(std::move(source), "system");
    message.sentFrom = Address(m_program);
    message.sendTo = {conversation::address::none};
    ToolResultBlock failure;
    failure.output = text;
    failure.isError = true;
    message.content.emplace_back(std::move(failure));
    return message;
}

void setTimeMs(Message& message, const json& milliseconds)
{
    constexpr double latest = 1e14;
    const double number = milliseconds.is_number() ? milliseconds.get<double>() : 0.0;
    if (number > 0 && number < latest) {
        message.timestamp = Timestamp{std::llround(number)};
    }
}

namespace {

/// Where the element begins, and where its content does.
struct OpeningTag
{
    std::size_t from = std::string::npos;
    std::size_t contentFrom = 0;
    std::string name{};
};

/// One pass, however many names and tags there are.
OpeningTag findOpeningTag(const std::string& text, const std::vector<std::string>& names)
{
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
        const bool beginsLine = at == 0 || text[at - 1] == '\n';
        const std::size_t end = beginsLine ? text.find_first_of("> \n", at) : std::string::npos;
        if (end == std::string::npos || text[end] == '\n') {
            continue;
        }
        std::string name = text.substr(at + 1, end - at - 1);
        const std::size_t close = text.find_first_of(">\n", end);
        if (close != std::string::npos && text[close] == '>' && std::ranges::find(names, name) != names.end()) {
            return {at, close + 1, std::move(name)};
        }
    }
    return {};
}

} // namespace

std::optional<TaggedText> splitTagged(const std::string& text, const std::vector<std::string>& names)
{
    const OpeningTag opening = findOpeningTag(text, names);
    if (opening.from == std::string::npos) {
        return std::nullopt;
    }
    const std::string closing = "</" + opening.name + ">";
    std::size_t end = text.find("\n" + closing, opening.contentFrom);
    const bool isOnItsLine = end != std::string::npos;
    end = isOnItsLine ? end : text.find(closing, opening.contentFrom);
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string within = text.substr(opening.contentFrom, end - opening.contentFrom);
    if (isOnItsLine && within.starts_with('\n')) {
        within.erase(0, 1);
    }
    return TaggedText{text.substr(0, opening.from), std::move(within),
                      text.substr(end + closing.size() + (isOnItsLine ? 1 : 0))};
}

std::optional<ContentBlock> blockOfMedia(json part, const ReadLimits& limits,
                                         std::vector<RecordedAttachment>& attachments)
{
    json parts = json::array();
    parts.push_back(std::move(part));
    auto read = readContent(std::move(parts), limits);
    if (!read || read->attachments.empty()) {
        return std::nullopt;
    }
    std::ranges::move(read->attachments, std::back_inserter(attachments));
    return std::move(read->blocks.front());
}

} // namespace quarterdeck::formats
