#include "model/formats/export/message_list_writer.h"

#include "model/conversation/speaker.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/row_text.h"
#include "model/formats/json/json_text.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::Message;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

/// As the ids that go out are given, see CallIds.
bool isAnswerTo(const ToolUseBlock& call, const ToolResultBlock& result)
{
    return call.id == result.id && (!call.id.empty() || result.name.empty() || result.name == call.name);
}

void takeAnswered(std::vector<ToolUseBlock>& open, const Message& message)
{
    for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(message)) {
        const auto call = std::ranges::find_if(open, [&](const ToolUseBlock& one) { return isAnswerTo(one, result); });
        if (call != open.end()) {
            open.erase(call);
        }
    }
}

bool answersOne(const std::vector<ToolUseBlock>& open, const Message& message)
{
    const auto results = blocksOf<ToolResultBlock>(message);
    return std::ranges::any_of(results, [&](const ToolResultBlock& result) {
        return std::ranges::any_of(open, [&](const ToolUseBlock& one) { return isAnswerTo(one, result); });
    });
}

void writeAsText(ToolResultSorter::One& one, const std::vector<ToolUseBlock>& calls)
{
    for (ContentBlock& block : one.message.content) {
        const auto* call = std::get_if<ToolUseBlock>(&block);
        if (call != nullptr && std::ranges::find(calls, *call) != calls.end()) {
            block = TextBlock{callText(*call)};
            ++one.callsAsText;
        }
    }
}

} // namespace

bool ToolResultSorter::isCalling(const Message& message)
{
    return conversation::hasBlock<ToolUseBlock>(message)
        && (message.role == "assistant" || (!isChatRole(message.role) && !message.sentFrom.isEmpty()));
}

void ToolResultSorter::add(One one, const Write& write)
{
    constexpr std::size_t most = 256; // what was not answered for so long never will be
    const bool isOwn = !one.source.is_null();
    if (const std::size_t place = isOwn ? m_waiting.size() : callerOf(one.message); place < m_waiting.size()) {
        one.movedBefore = std::ssize(m_waiting) - static_cast<std::ptrdiff_t>(place) - 1;
        takeAnswered(m_waiting[place].open, one.message);
        m_waiting[place].answers.push_back(std::move(one));
    } else {
        Waiting waiting{std::move(one), {}, {}};
        if (!isOwn && isCalling(waiting.one.message)) {
            waiting.open = blocksOf<ToolUseBlock>(waiting.one.message);
            takeAnswered(waiting.open, waiting.one.message);
        }
        m_waiting.push_back(std::move(waiting));
    }
    while (!m_waiting.empty() && (m_waiting.front().open.empty() || m_waiting.size() > most)) {
        writeFirst(write);
    }
}

void ToolResultSorter::release(const Write& write)
{
    while (!m_waiting.empty()) {
        writeFirst(write);
    }
}

std::size_t ToolResultSorter::callerOf(const Message& message) const
{
    const auto caller = isCalling(message)
        ? m_waiting.end()
        : std::ranges::find_if(m_waiting, [&](const Waiting& waiting) { return answersOne(waiting.open, message); });
    return static_cast<std::size_t>(caller - m_waiting.begin());
}

void ToolResultSorter::writeFirst(const Write& write)
{
    Waiting first = std::move(m_waiting.front());
    m_waiting.pop_front();
    writeAsText(first.one, first.open);
    write(first.one);
    for (const One& answer : first.answers) {
        write(answer);
    }
}

using conversation::Address;
using conversation::ThinkingBlock;
using nlohmann::json;

namespace {

const json none;

bool isForAll(const Message& message) { return message.sendTo == conversation::AddressSet{conversation::address::all}; }

} // namespace

MessageListWriter::MessageListWriter(WriterContext context, std::string format)
    : m_context(std::move(context))
    , m_format(std::move(format))
{ }

void MessageListWriter::begin(std::string&)
{
    for (const conversation::RoleState& one : m_context.last.roles()) {
        const conversation::Role& role = one.role;
        m_losses.addIf(!role.profile.empty() || !role.goal.empty() || !role.constraints.empty(), LossKind::Roles);
    }
}

void MessageListWriter::event(const WrittenEvent& written, std::string& out)
{
    const auto& body = written.event.body;
    const auto* published = std::get_if<conversation::MessagePublished>(&body);
    m_number += published != nullptr ? 1 : 0;
    m_losses.at(published != nullptr ? m_number : 0);
    if (published != nullptr && published->route.isKeptBack()) {
        m_losses.add(LossKind::Held);
        return; // others get what became of it
    }
    if (const auto* started = std::get_if<conversation::SessionStarted>(&body)) {
        const json& details = started->details.json();
        m_isOwn = textMember(details, "format") == m_format;
        m_isRecorded = !textMember(details, "format").empty();
        const json& said = memberOf(details, "fields");
        const json& fields = m_isOwn ? said : none;
        if (!m_isOwn && said.is_object()) {
            m_losses.add(LossKind::Fields, std::ranges::count_if(said, [](const json& one) { return !one.is_null(); }));
        }
        m_hasCosts =
            !memberOf(memberOf(fields, "context"), "cost_manager").is_null() || memberOf(fields, "usage").is_object();
        open(fields, out);
    } else if (published != nullptr) {
        say(published->message, written, published->route.isPrivate, out);
    } else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&body)) {
        ask(asked->question, written, out);
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&body)) {
        answer(*ended, written, out);
    } else if (const auto* delivered = std::get_if<conversation::AnswerDelivered>(&body)) {
        deliver(*delivered, out);
    } else if (std::holds_alternative<conversation::Annotated>(body)) {
        m_losses.add(LossKind::Annotations);
    } else if (const auto* marked = std::get_if<conversation::MessagePinned>(&body)) {
        m_losses.addIf(marked->isKept, LossKind::Annotations);
    } else if (std::holds_alternative<conversation::UsageRecorded>(body)) {
        m_losses.addIf(!std::exchange(m_hasCosts, false), LossKind::Costs);
    } else if (const auto* traced = std::get_if<conversation::SpansRecorded>(&body)) {
        m_losses.add(LossKind::Traces, std::ssize(traced->spans));
    } else {
        m_losses.addIf(written.isRow, LossKind::OtherEvents);
    }
}

void MessageListWriter::say(const Message& said, const WrittenEvent& written, bool isPrivate, std::string& out)
{
    const json& source = m_isOwn ? memberOf(said.metadata.json(), "source") : none;
    const json& own = source.is_object() ? source : none;
    const bool isHeld = m_bringsAnswers && (!m_held.isEmpty() || (own.is_null() && ToolResultSorter::isCalling(said)));
    if (isHeld) {
        m_held.add({said, written.before, isPrivate, own, m_losses.place()}, writeTo(out));
    } else {
        message({said, written.before, isPrivate, own}, out);
    }
}

ToolResultSorter::Write MessageListWriter::writeTo(std::string& out)
{
    return [this, &out](const ToolResultSorter::One& one) {
        const std::int64_t now = m_losses.place();
        m_losses.at(one.number);
        m_losses.add(LossKind::ToolCalls, one.callsAsText);
        m_losses.addIf(one.movedBefore > 0, LossKind::Order);
        message({one.message, one.before, one.isPrivate, one.source}, out);
        m_losses.at(now);
    };
}

void MessageListWriter::releaseHeld(std::string& out) { m_held.release(writeTo(out)); }

void MessageListWriter::ask(const conversation::Question& question, const WrittenEvent& written, std::string& out)
{
    m_losses.add(LossKind::Questions);
    Message said;
    said.id = question.id.as<conversation::MessageId>();
    said.sentFrom = question.asker.as<Address>();
    said.role = "assistant";
    said.sendTo = {conversation::address::person};
    said.timestamp = written.event.time;
    said.content = conversation::textBlocks(questionText(question));
    said.content.insert(said.content.end(), question.images.begin(), question.images.end());
    say(said, written, rowText(written.before, written.event).isPrivate, out);
}

void MessageListWriter::answer(const conversation::QuestionEnded& ended, const WrittenEvent& written, std::string& out)
{
    const auto* open = written.before.openQuestion(ended.id);
    if (ended.end.kind != conversation::QuestionEndKind::Answered) {
        return;
    }
    Message said;
    said.id = conversation::MessageId(ended.id.str() + "-answer");
    said.causeBy = conversation::action::userRequirement;
    said.sendTo = {open == nullptr ? conversation::address::all : open->question.asker.as<Address>()};
    said.timestamp = written.event.time;
    said.content = answerContent(ended.end);
    const bool isPrivate = rowText(written.before, written.event).isPrivate;
    const auto& undelivered = m_context.last.undeliveredAnswers();
    const bool isDeliveredLater = !m_context.isExcerpt && std::ranges::find(undelivered, ended.id) == undelivered.end();
    if (!m_isOwn || m_bringsAnswers || !isDeliveredLater) {
        return say(said, written, isPrivate, out);
    }
    conversation::QuestionEnd words = ended.end;
    words.form = {}; // stands among the message's own fields
    if (!words.option.empty() || !words.content.empty()) {
        said.content = answerContent(words);
    }
    m_answers[ended.id] = {std::move(said), written.before, isPrivate, {}, m_losses.place()};
}

/// The answer stands where its program had it, and is the message that it was there.
void MessageListWriter::deliver(const conversation::AnswerDelivered& delivered, std::string& out)
{
    auto found = m_answers.extract(delivered.id);
    if (found.empty()) {
        return;
    }
    ToolResultSorter::One& one = found.mapped();
    if (!delivered.echo.isEmpty()) {
        one.message.id = delivered.echo;
    }
    one.message.metadata = delivered.fields;
    const json& source = memberOf(delivered.fields.json(), "source");
    one.source = source.is_object() ? source : json();
    message({one.message, one.before, one.isPrivate, one.source}, out);
}

void MessageListWriter::putElement(const std::string& text, std::string& out)
{
    out += m_hasElements ? ",\n" : "\n";
    out += text;
    m_hasElements = true;
}

void MessageListWriter::countLosses(const Said& said)
{
    m_losses.addIf(said.isPrivate, LossKind::Privacy);
    if (!said.source.is_null()) {
        return;
    }
    const Message& message = said.message;
    m_losses.addIf(!isForAll(message), LossKind::Recipients);
    m_losses.addIf(!message.causeBy.isEmpty() && message.causeBy != conversation::action::userRequirement,
                   LossKind::Causes);
    m_losses.addIf(message.instructContent.has_value(), LossKind::StructuredContent);
    m_losses.addIf(message.usage.has_value(), LossKind::Usage);
}

void MessageListWriter::takeOutMarks(json& metadata) const
{
    if (m_isRecorded && metadata.is_object() && memberOf(metadata, "source").is_object()) {
        for (const char* key : {"source", "part", "fields", "plain", "stored", "list"}) {
            metadata.erase(key);
        }
        metadata = metadata.empty() ? json() : metadata;
    }
}

void MessageListWriter::countChatRole(const Message& message)
{
    const bool isToolWithoutAnswer = message.role == "tool" && !hasBlock<ToolResultBlock>(message);
    m_losses.addIf(!isChatRole(message.role) || isToolWithoutAnswer, LossKind::ChatRoles);
}

void MessageListWriter::countOutput(const ToolResultBlock& result)
{
    for (const ResultPart& part : resultParts(result)) {
        m_losses.addIf(part.kind == ResultPart::Kind::Media, LossKind::Media);
        m_losses.addIf(part.kind == ResultPart::Kind::Other, LossKind::UnknownBlocks);
    }
    const json& pieces = result.outputBlocks.json();
    m_losses.addIf(!pieces.is_null() && !pieces.is_array(), LossKind::UnknownBlocks);
}

void MessageListWriter::countForm(const Message& message)
{
    m_losses.addIf(!isChatRole(message.role), LossKind::ChatRoles);
    // Thoughts, speech, calls and answers each have their own place; answers to earlier calls come first.
    const int ofAnswers = hasBlock<ToolUseBlock>(message) ? 3 : -1;
    const auto place = [ofAnswers](const ContentBlock& block) {
        return std::holds_alternative<ThinkingBlock>(block)  ? 0
            : std::holds_alternative<ToolUseBlock>(block)    ? 2
            : std::holds_alternative<ToolResultBlock>(block) ? ofAnswers
                                                             : 1;
    };
    m_losses.addIf(!std::ranges::is_sorted(message.content, {}, place), LossKind::Order);
    for (const ThinkingBlock& thinking : blocksOf<ThinkingBlock>(message)) {
        m_losses.addIf(!thinking.signature.empty(), LossKind::Signatures);
    }
    for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(message)) {
        m_losses.addIf(result.isError, LossKind::ToolErrors);
    }
}

void MessageListWriter::writeCallsAsText(std::vector<ContentBlock>& blocks)
{
    for (ContentBlock& block : blocks) {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            m_losses.add(LossKind::ToolCalls);
            block = TextBlock{callText(*call)};
        }
    }
}

std::string membersText(const json& object)
{
    std::string text;
    for (const auto& [name, value] : object.items()) {
        text += textOfJson(name) + ":" + textOfJson(value) + ",\n";
    }
    return text;
}

json markOf(const Message& message, const char* key)
{
    const json& metadata = message.metadata.json();
    return metadata.is_object() ? metadata.value(key, json()) : json();
}

std::string callText(const ToolUseBlock& call)
{
    return call.name + "(" + (call.rawInput.empty() ? textOfJson(call.input.json()) : call.rawInput) + ")";
}

std::string placeholderText(const conversation::MediaSource& source)
{
    return "[" + (!source.name.empty() ? source.name : !source.url.empty() ? source.url : source.mediaType) + "]";
}

std::string plainText(const Message& message, LossCounter& losses)
{
    std::string text;
    const auto add = [&](const std::string& piece) { text += text.empty() ? piece : "\n" + piece; };
    for (const ContentBlock& block : message.content) {
        if (const auto* one = std::get_if<TextBlock>(&block)) {
            add(one->text);
        } else if (std::holds_alternative<ThinkingBlock>(block)) {
            losses.add(LossKind::Thinking);
        } else if (const auto* media = std::get_if<conversation::MediaBlock>(&block)) {
            losses.add(LossKind::Media);
            add(placeholderText(media->source));
        } else if (const auto* use = std::get_if<ToolUseBlock>(&block)) {
            losses.add(LossKind::ToolCalls);
            add(callText(*use));
        } else if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
            losses.add(LossKind::ToolCalls);
            add(result->output);
        } else {
            losses.add(LossKind::UnknownBlocks);
            add(textOfJson(std::get<conversation::UnknownBlock>(block).value.json()));
        }
    }
    return text;
}

std::string senderName(const conversation::ConversationState& before, const Message& message)
{
    return isFromUser(message) ? std::string() : displayName(before, message);
}

} // namespace quarterdeck::formats
