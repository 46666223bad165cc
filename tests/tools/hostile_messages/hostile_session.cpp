#include "hostile_session.h"

#include "tests/storage/support/await.h"
#include "tests/storage/support/log_builder.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::hostile {

using namespace conversation;
using test::await;
using test::LogBuilder;

namespace {

/// Names and labels there never contain a whole text.
constexpr std::size_t longestName = 300;
/// A form is given room for less than a message.
constexpr std::size_t longestOfForm = 50'000;

Message messageOf(const std::string& from, std::vector<ContentBlock> content, EventSeq seq)
{
    Message message;
    message.id = MessageId("message " + std::to_string(seq.value));
    message.role = "assistant";
    message.sentFrom = Address(from);
    message.content = std::move(content);
    return message;
}

void say(LogBuilder& log, const std::string& from, std::vector<ContentBlock> content,
         std::optional<StructuredContent> structured = {})
{
    MessagePublished published;
    published.message = messageOf(from, std::move(content), log.state().lastSeq().next());
    published.message.instructContent = std::move(structured);
    published.route.rule = RoutingRule::Ordinary;
    log.add(std::move(published));
}

void sayEverywhere(LogBuilder& log, const HostileCase& hostile, const std::vector<ContentBlock>& message)
{
    const std::string name = hostile.text.substr(0, longestName);
    say(log, "Alice", message);
    say(log, name, {TextBlock{"Said by somebody of that name."}});
    say(log, "Alice", {ThinkingBlock{hostile.text, {}}});
    const JsonValue input(nlohmann::json{{name, hostile.text}});
    say(log, "Alice", {ToolUseBlock{"t", name, input, {}}, ToolResultBlock{"t", name, hostile.text, {}, true}});
    say(log, "Alice", {MediaBlock{MediaKind::File, {{}, "https://docs.example/a", "text/plain", name}}});
    say(log, "Alice", textBlocks("Structured:"), StructuredContent{{}, input});
    log.annotate({log.state().lastSeq()});
    log.add(RunStateChanged{RunState::Stopped, hostile.text});
}

Question questionOf(const HostileCase& hostile)
{
    Question question;
    question.id = QuestionId("q-" + hostile.name);
    question.asker = RoleName("Alice");
    question.text = hostile.text;
    question.reason = hostile.text;
    for (const std::string& option : hostile.options)
        question.options.push_back({option, option});
    if (question.options.empty())
        question.options = {{hostile.text.substr(0, longestName), hostile.text}};
    return question;
}

/// A form in which everything that is shown is theirs.
Question formOf(const HostileCase& hostile)
{
    using nlohmann::json;
    const std::string name = hostile.text.substr(0, longestName);
    Question question;
    question.id = QuestionId("f-" + hostile.name);
    question.asker = RoleName("Alice");
    question.text = "Fill this in.";
    question.schema =
        JsonValue(json{{"type", "object"},
                       {"title", name},
                       {"description", hostile.text.substr(0, longestOfForm)},
                       {"properties",
                        {{"line", {{"type", "string"}, {"title", name}, {"description", name}, {"default", name}}},
                         {name, {{"type", "string"}, {"enum", {name, "another"}}}},
                         {"flag", {{"type", "boolean"}, {"title", name}}}}}});
    return question;
}

session::Result<session::SessionId> store(session::Library& library, LogBuilder& log)
{
    return await<session::Nothing>([&](auto done) { library.createSession(log.summary(), log.takeRecords(), done); })
        .map([&](session::Nothing) { return log.id(); });
}

} // namespace

session::Result<session::SessionId> writeSession(session::Library& library, const HostileCase& hostile)
{
    std::vector<ContentBlock> message = textBlocks(hostile.text);
    if (!hostile.picture.empty()) {
        const auto put = await<session::AttachmentInfo>(
            [&](auto done) { library.putAttachment(hostile.picture, "image/png", 0, 0, done); });
        if (!put)
            return tl::unexpected(put.error());
        message.emplace_back(MediaBlock{MediaKind::Image, {put->hash, {}, "image/png", "picture.png", put->size}});
    }
    const std::string id = "hostile-" + hostile.name;
    LogBuilder log(id.c_str());
    log.start(hostile.text.substr(0, longestName));
    sayEverywhere(log, hostile, message);
    log.add(QuestionAsked{formOf(hostile)});
    log.add(QuestionAsked{questionOf(hostile)});
    return store(library, log);
}

session::Result<session::SessionId> writeMessage(session::Library& library, const HostileCase& hostile,
                                                 const std::string& text)
{
    const std::string id = "message-" + hostile.name;
    LogBuilder log(id.c_str());
    log.start("A message alone");
    say(log, "Alice", textBlocks(text));
    return store(library, log);
}

} // namespace quarterdeck::hostile
