#pragma once

#include "model/conversation/channel.h"
#include "model/formats/export/session_writer.h"

#include <nlohmann/json.hpp>

/// Sessions and the pages that the HTML export makes of them.
namespace quarterdeck::test {

using namespace conversation;
using nlohmann::json;

/// A session in which everything others write is this text.
inline std::vector<Event> sessionOf(const std::string& text)
{
    SessionStarted started;
    started.title = text;
    started.source = text;
    Role role;
    role.name = RoleName(text.empty() ? "x" : text);
    role.addresses = {Address("x")};
    Message message;
    message.sentFrom = Address("x");
    message.sendTo = {Address("to " + text)};
    message.content = {TextBlock{text},
                       ThinkingBlock{text, {}},
                       MediaBlock{MediaKind::Image, {{}, text, text, text, 0, 0, 0}},
                       MediaBlock{MediaKind::Image, {AttachmentHash("picture"), {}, text, text, 0, 0, 0}},
                       ToolUseBlock{"c", text, JsonValue(json{{text, text}}), {}},
                       ToolUseBlock{"c", text, {}, text},
                       ToolResultBlock{"c", text, text, JsonValue(json::array({text})), true},
                       UnknownBlock{JsonValue(json{{"type", text}})}};
    message.instructContent = StructuredContent{{}, JsonValue(json(text))};
    Question question;
    question.id = QuestionId("q");
    question.asker = role.name;
    question.text = text;
    question.reason = text;
    question.options = {{text, text}};
    question.defaultOption = text;
    const std::vector<ContentBlock> said = {
        TextBlock{text}, MediaBlock{MediaKind::Image, {AttachmentHash("answer"), {}, text, text, 0, 0, 0}}};
    std::vector<Event> events;
    for (EventBody body : std::vector<EventBody>{
             started, RoleHired{role}, MessagePublished{message, {}}, QuestionAsked{question},
             QuestionEnded{QuestionId("q"), {QuestionEndKind::Answered, {}, said, {}, "person", {5}}},
             Annotated{{3}, AnnotationKind::Note, text, text}, RunStateChanged{RunState::Stopped, text}}) {
        events.push_back({{static_cast<std::int64_t>(events.size()) + 1}, {1000}, 0, std::move(body)});
    }
    return events;
}

/// As an export would write it: amendments come with their rows.
inline std::string htmlOf(const std::vector<Event>& events, const std::string& picture = {})
{
    formats::WriterContext context;
    for (const Event& event : events) {
        context.last.apply(event);
    }
    context.bytesOf = [&](const AttachmentHash&) { return std::optional(picture); };
    const auto writer = formats::exportFormat("html")->make(context);
    std::string out;
    writer->begin(out);
    ConversationState state;
    for (const Event& event : events) {
        std::vector<Event> amendments;
        for (const Event& other : events) {
            const bool isEnd =
                std::holds_alternative<QuestionAsked>(event.body) && std::holds_alternative<QuestionEnded>(other.body);
            const bool isRemark =
                std::holds_alternative<MessagePublished>(event.body) && std::holds_alternative<Annotated>(other.body);
            if (isEnd || isRemark) {
                amendments.push_back(other);
            }
        }
        const bool isRow = !channelsOf(state, event.body).empty();
        writer->event({event, state, isRow, amendments}, out);
        state.apply(event);
    }
    writer->end(out);
    return out;
}

} // namespace quarterdeck::test
