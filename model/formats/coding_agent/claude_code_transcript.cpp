#include "model/formats/coding_agent/claude_code_transcript.h"

#include "model/formats/coding_agent/claude_code_words.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/json_text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace quarterdeck::formats::claude_code {

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::saturatingSum;
using conversation::ToolResultBlock;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

/// The person's commands, and what they print, are recorded as tagged text of the person.
TitledRecordingBuilder::Suggestion titleIn(const std::string& said)
{
    const std::string text(withoutPictures(withoutNotes(said)));
    constexpr std::array marks = {"<command-", "<local-command-", "<bash-", "<task-notification>",
                                  "[Request interrupted"};
    if (std::ranges::none_of(marks, [&](const char* mark) { return text.starts_with(mark); })) {
        return {text};
    }
    const std::string shell = taggedText(text, "bash-input");
    const std::string arguments = taggedText(text, "command-args");
    const std::string command = taggedText(text, "command-name") + (arguments.empty() ? "" : " ") + arguments;
    return {shell.empty() ? command : "!" + shell, true};
}

std::int64_t countIn(const json& record, const char* key)
{
    const json& count = memberOf(record, key);
    constexpr double most = 1e15;
    const bool isCount = count.is_number() && count.get<double>() >= 0 && count.get<double>() < most;
    return isCount ? static_cast<std::int64_t>(count.get<double>()) : 0;
}

/// What all models took, as the program counted it.
Usage usageOfModels(const json& models)
{
    Usage usage;
    if (!models.is_object()) {
        return usage;
    }
    for (const auto& [name, counts] : models.items()) {
        usage.model = models.size() == 1 ? name : std::string();
        const std::int64_t cached = countIn(counts, "cacheReadInputTokens");
        for (const std::int64_t more :
             {countIn(counts, "inputTokens"), countIn(counts, "cacheCreationInputTokens"), cached}) {
            usage.promptTokens = saturatingSum(usage.promptTokens, more);
        }
        usage.cachedTokens = saturatingSum(usage.cachedTokens, cached);
        usage.completionTokens = saturatingSum(usage.completionTokens, countIn(counts, "outputTokens"));
    }
    return usage;
}

/// All that the answer in a result took.
std::optional<Usage> usageOfResult(const json& result)
{
    const json& models = memberOf(result, "modelUsage"); // by name
    auto usage = usageFrom(memberOf(result, "usage"),
                           models.is_object() && models.size() == 1 ? models.begin().key() : std::string());
    if (const auto cost = costFrom(memberOf(result, "total_cost_usd"))) {
        usage = usage.value_or(Usage{});
        usage->cost = cost;
    }
    return usage;
}

/// What a record says beside its words, which may be of many, and are long.
json withoutContent(json record)
{
    record["message"].erase("content");
    return record;
}

/// Pictures in tool results are shown after them rather than inside. Other media become attachments, too.
void bringOutPictures(std::vector<ContentBlock>& content, anthropic::ContentReader& reader, const ReadLimits& limits,
                      CodingAgentRecordingBuilder& session)
{
    for (std::size_t i = 0; i < content.size(); ++i) {
        auto* result = std::get_if<ToolResultBlock>(&content[i]);
        const json blocks = result != nullptr ? result->outputBlocks.json() : json();
        if (!blocks.is_array()) {
            continue;
        }
        json others = json::array();
        std::vector<ContentBlock> pictures;
        for (const json& block : blocks) {
            auto read = reader.read(json::array({block}));
            ContentBlock& one = read->blocks.front().block;
            if (!std::holds_alternative<conversation::MediaBlock>(one)) {
                others.push_back(block);
                continue;
            }
            pictures.push_back(std::move(one));
            for (RecordedAttachment& attachment : read->attachments) {
                session.attachment(std::move(attachment));
            }
        }
        const bool areTexts =
            std::ranges::all_of(others, [](const json& block) { return textMember(block, "type") == "text"; });
        result->outputBlocks = areTexts ? JsonValue() : JsonValue(std::move(others));
        std::vector<RecordedAttachment> media;
        storeMedia(*result, limits, media);
        for (RecordedAttachment& attachment : media) {
            session.attachment(std::move(attachment));
        }
        const auto behind = content.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        content.insert(behind, pictures.begin(), pictures.end());
    }
}

} // namespace

Transcript::Transcript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const Survey& survey)
    : m_limits(limits)
    , m_survey(survey)
    , m_content(limits)
    , m_session(source, sink, limits, "claude_code")
    , m_agents(agentName)
{
    m_session.setTitleRule(titleIn);
    if (const std::string title = survey.title(); !title.empty()) {
        m_session.setGivenTitle(title);
    }
    if (const std::int64_t left = survey.messagesTakenBack(); left > 0) {
        m_session.setLeftOut("messages", left);
        SourceLocation place;
        place.line = survey.firstTakenBack();
        sink.acceptTakenBack(survey.recordsTakenBack());
        m_session.problem(place, RejectReason::TakenBack, std::to_string(left));
    }
}

void Transcript::add(const json& record, const SourceLocation& place)
{
    if (!record.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(record, "type");
    const bool isSaid = type == "user" || type == "assistant" || type == "system" || type == "attachment";
    const std::string uuid = isSaid ? textMember(record, "uuid") : std::string();
    // After compaction or a resume, some versions write what was there again.
    if ((!uuid.empty() && !m_records.insert(uuid).second) || (isSaid && m_survey.isTakenBack(record))) {
        return;
    }
    if (type == "user" || type == "assistant") {
        addMessage(record, place);
    } else if (type == "system") {
        addSystem(record);
    } else if (type == "attachment") {
        addQuoted(record, place);
    } else if (type == noteOnAgent) {
        m_agents.noteKind(record);
    } else if (type == "queue-operation") {
        noteQueue(record);
    } else if (type == "result") {
        addResult(record);
    } else if (type == "cost-state") {
        noteCost(record, "totalCostUSD");
    } else if (type == "summary") {
        m_session.setFields({{"summary", textMember(record, "summary")}});
    } else if (!isBookkeeping(type)) {
        noteUnknown(type, place);
    }
}

void Transcript::end()
{
    sayQueued();
    for (const auto& [type, unknown] : m_unknown) {
        const bool isOne = unknown.count == 1;
        m_session.problem(unknown.place, isOne ? RejectReason::UnknownRecord : RejectReason::UnknownRecords,
                          isOne ? std::string() : std::to_string(unknown.count));
    }
    m_session.end();
}

void Transcript::noteUnknown(const std::string& type, const SourceLocation& place)
{
    constexpr std::size_t mostKinds = 100;
    const auto known =
        m_unknown.size() < mostKinds ? m_unknown.try_emplace(type, Unknown{place}).first : m_unknown.find(type);
    if (known != m_unknown.end()) {
        ++known->second.count;
    }
}

void Transcript::addSystem(const json& record)
{
    if (textMember(record, "subtype") == "init") {
        setFields(record, {"sessionId", "cwd", "model", "claude_code_version"});
    }
    // Without text, it only reports how long something took, or that a request was sent again.
    if (const std::string content = textMember(record, "content"); !content.empty()) {
        m_session.note(programName, content, textMember(record, "timestamp"), record);
    }
}

/// Once for each record: who works in a record without an id is found by a call, which is then taken.
Transcript::Agent Transcript::agentOf(const json& record)
{
    if (!isTrue(record, "isSidechain")) {
        return {agentName, {}, {}};
    }
    std::string name = m_agents.nameOf(record, textOfContent(memberOf(memberOf(record, "message"), "content")));
    std::string caller = m_agents.callerOf(name);
    return {std::move(name), std::move(caller), textMember(record, "agentId")};
}

void Transcript::addMessage(const json& record, const SourceLocation& place)
{
    const json& source = memberOf(record, "message");
    if (!source.is_object()) {
        return noteUnknown(textMember(record, "type"), place);
    }
    const std::string role = textMember(source, "role");
    if (role.empty()) {
        return m_session.problem(place, RejectReason::NoRole);
    }
    setFields(record, {"sessionId", "cwd", "version", "gitBranch"});
    const json& content = memberOf(source, "content");
    if (role == "assistant") {
        if (!isTrue(record, "isSidechain")) { // what is queued is the main agent's to hear
            sayQueued();
        }
        if (isTrue(record, "isApiErrorMessage")) {
            return addFailure(record);
        }
        if (!isTrue(record, "isSidechain")) {
            m_said.insert(std::hash<std::string>()(textOfContent(content)));
            m_isAnswered = true;
        }
    }
    const json about = withoutContent(record);
    const Agent agent = agentOf(record);
    if (role != "user" || hasResult(content)) {
        return addContent(about, content, nullptr, agent, place);
    }
    for (const SaidPart& part : partsOf(record, content)) {
        heardInQueue(textOfContent(part.content));
        addContent(about, part.content, &part.speaker, agent, place);
    }
}

/// What was said while the agent worked, and reached it with a tool's result.
void Transcript::addQuoted(const json& record, const SourceLocation& place)
{
    for (const json& said : recordsIn(record)) {
        const json about = withoutContent(said);
        const Agent agent = agentOf(said);
        for (const SaidPart& part : partsOf(said, said["message"]["content"])) {
            heardInQueue(textOfContent(part.content));
            addContent(about, part.content, &part.speaker, agent, place);
        }
    }
}

/// Older versions tell of it only as what was taken out of the composer's queue. What is taken from there at the end of
/// a turn is an ordinary record.
void Transcript::noteQueue(const json& record)
{
    constexpr std::size_t most = 1000;
    const std::string operation = textMember(record, "operation");
    std::string text = textOfContent(memberOf(record, "content"));
    if (operation == "enqueue" && m_composed.size() < most) {
        return m_composed.push_back(std::move(text));
    }
    if (operation == "popAll") {
        return m_composed.clear();
    }
    auto taken = std::ranges::find(m_composed, text);
    taken = text.empty() ? m_composed.begin() : taken;
    if (taken != m_composed.end()) {
        text = std::move(*taken);
        m_composed.erase(taken);
    }
    // A reason tells why it was not heard: by now, an attachment tells what was.
    if (operation == "remove" && !record.contains("reason") && !text.empty() && m_queued.size() < most) {
        json said = record;
        said["message"] = {{"role", "user"}, {"content", text}};
        said.erase("content");
        m_queued.emplace_back(std::move(text), std::move(said));
    }
}

void Transcript::heardInQueue(const std::string& text)
{
    const auto found = std::ranges::find(m_queued, text, &std::pair<std::string, json>::first);
    if (found != m_queued.end()) {
        m_queued.erase(found);
    }
}

/// The agent goes on: what no other record told by now, it has heard.
void Transcript::sayQueued()
{
    for (const auto& [text, said] : std::exchange(m_queued, {})) {
        const json about = withoutContent(said);
        const Agent agent = agentOf(said);
        for (const SaidPart& part : partsOf(said, said.at("message").at("content"))) {
            addContent(about, part.content, &part.speaker, agent, {});
        }
    }
}

/// `record`: without its content. `speaker`: of one of the role "user", whose words they are, if nobody's tools
/// answered; empty = the person.
void Transcript::addContent(const json& record, const json& content, const std::string* speaker, const Agent& agent,
                            const SourceLocation& place)
{
    const json& source = record.at("message");
    const bool isAnswer = textMember(source, "role") == "assistant";
    const std::string id = isAnswer ? textMember(source, "id") : std::string();
    const std::string answer = id.empty() ? std::string() : agent.name + "/" + id;
    if (!answer.empty() && isRepeated(record, content, answer)) {
        return;
    }
    json one = source;
    one["content"] = content;
    auto split = anthropic::splitMessage(one, agentName, m_content);
    if (!split) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    if (split->hasBrokenImage) {
        m_session.problem(place, RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : split->attachments) {
        m_session.attachment(std::move(attachment));
    }
    for (Message& message : split->messages) {
        const bool isResult = message.role == "tool";
        setPeople(message, record, agent, isResult ? nullptr : speaker);
        setUsage(message, record, answer, agent.lane);
        addPart(std::move(message), record, agent);
    }
}

/// Whether all of it was read before, in another record: a resumed session may write its last answer again.
bool Transcript::isRepeated(const json& record, const json& content, const std::string& answer)
{
    const std::string number = memberOf(record, "apiBlockIndex").dump();
    std::unordered_set<std::size_t>& known = m_answers[answer].blocks;
    bool isRepeated = content.is_array() && !content.empty();
    for (const json& block : content.is_array() ? content : json::array()) {
        const std::string text = plainTextOfJson(block);
        isRepeated = !known.insert(std::hash<std::string>()(number + text)).second && isRepeated;
    }
    return isRepeated;
}

/// An answer's pieces all tell its usage, and what is printed of it tells no more than how it began.
void Transcript::setUsage(Message& message, const json& record, const std::string& answer, const std::string& lane)
{
    if (message.usage && isTrue(record, "isPrinted") && memberOf(record["message"], "stop_reason").is_null()) {
        message.usage->completionTokens = 0;
    }
    if (answer.empty() || !message.usage) {
        return;
    }
    const Usage whole = *message.usage;
    std::optional<Usage>& counted = m_answers[answer].usage;
    // An earlier message has the first pieces, since a tool answered meanwhile.
    if (counted && m_session.held(answer, lane) == nullptr) {
        message.usage->promptTokens = std::max<std::int64_t>(whole.promptTokens - counted->promptTokens, 0);
        message.usage->cachedTokens = std::max<std::int64_t>(whole.cachedTokens - counted->cachedTokens, 0);
        message.usage->completionTokens = std::max<std::int64_t>(whole.completionTokens - counted->completionTokens, 0);
        message.usage = message.usage->totalTokens() > 0 ? message.usage : std::nullopt;
    }
    counted = whole;
}

void Transcript::setFields(const json& record, std::initializer_list<const char*> keys)
{
    json fields = json::object();
    for (const char* key : keys) {
        if (record.contains(key)) {
            fields[key] = record[key];
        }
    }
    m_session.setFields(fields);
}

/// The program's own words in place of an answer.
void Transcript::addFailure(const json& record)
{
    ToolResultBlock failure;
    failure.name = "API";
    failure.output = textOfContent(memberOf(memberOf(record, "message"), "content"));
    failure.isError = true;
    m_said.insert(std::hash<std::string>()(failure.output));
    Message message;
    message.role = "tool";
    message.sentFrom = Address(programName);
    message.sendTo = {conversation::address::person};
    message.content = {std::move(failure)};
    message.metadata = JsonValue(json{{"source", withoutContent(record)}});
    setTime(message, textMember(record, "timestamp"));
    m_session.say(std::move(message), agentOf(record).lane);
}

/// The last record that is printed: the total cost, and the last answer again, or why there is none. With
/// `--output-format json` there is no other. When agents in the background report, there are several.
void Transcript::addResult(const json& record)
{
    const std::string outcome = textMember(record, "subtype");
    const std::string said = textMember(record, "result");
    const bool hasFailed = isTrue(record, "is_error") || outcome.starts_with("error");
    const bool isTold = (!said.empty() && m_said.contains(std::hash<std::string>()(said)))
        || textMember(memberOf(record, "origin"), "kind") == "task-notification";
    const bool isAnswered = std::exchange(m_isAnswered, false) || isTold;
    if (!isAnswered && !hasFailed && !said.empty()) {
        return addLoneAnswer(record);
    }
    noteCost(record, "total_cost_usd");
    if (hasFailed && !isTold) {
        m_session.note(programName, said.empty() ? outcome : said, textMember(record, "timestamp"), record);
    }
}

void Transcript::addLoneAnswer(const json& record)
{
    setFields(record, {"sessionId"});
    json fields = record;
    fields.erase("result");
    Message message;
    message.role = "assistant";
    message.sentFrom = Address(agentName);
    message.sendTo = {conversation::address::person};
    message.content = conversation::textBlocks(textMember(record, "result"));
    message.usage = usageOfResult(record);
    message.metadata = JsonValue(json{{"source", std::move(fields)}});
    m_session.say(std::move(message));
}

/// What the program counted so far; another process of it may count anew. Its requests beside the conversation, for
/// titles and the like, are nobody's message.
void Transcript::noteCost(const json& record, const char* key)
{
    const json& models = memberOf(record, "modelUsage");
    const auto cost = costFrom(memberOf(record, key));
    if (!cost && (!models.is_object() || models.empty())) {
        return;
    }
    Usage sum = usageOfModels(models);
    sum.cost = cost;
    if (m_cost && (cost.value_or(0) < m_cost->cost.value_or(0) || sum.completionTokens < m_cost->completionTokens)) {
        m_costBefore.cost = conversation::finiteSum(m_costBefore.cost.value_or(0), m_cost->cost.value_or(0));
        for (const auto count : {&Usage::promptTokens, &Usage::completionTokens, &Usage::cachedTokens}) {
            m_costBefore.*count = saturatingSum(m_costBefore.*count, (*m_cost).*count);
        }
    }
    m_cost = sum;
    const Usage told = m_session.usageOfMessages();
    Usage beside = sum;
    if (cost || m_costBefore.cost) {
        beside.cost = conversation::finiteSum(m_costBefore.cost.value_or(0), cost.value_or(0));
    }
    const auto rest = [&](std::int64_t Usage::*count) {
        // None is negative, so the difference of two cannot overflow.
        const std::int64_t all = saturatingSum(m_costBefore.*count, beside.*count);
        beside.*count = std::max<std::int64_t>(all - told.*count, 0);
    };
    rest(&Usage::promptTokens);
    rest(&Usage::completionTokens);
    rest(&Usage::cachedTokens);
    m_session.setUsage(std::move(beside));
}

void Transcript::addPart(Message message, const json& record, const Agent& agent)
{
    m_agents.note(message, agent.name);
    bringOutPictures(message.content, m_content, m_limits, m_session);
    setTime(message, textMember(record, "timestamp"));
    const std::string id = message.role == "assistant" ? textMember(record["message"], "id") : std::string();
    const std::string answer = agent.name + "/" + id;
    Message* held = id.empty() ? nullptr : m_session.held(answer, agent.lane);
    if (held == nullptr) {
        message.metadata = JsonValue(json{{"source", record}});
        const bool isAnswer = message.role == "assistant";
        return isAnswer ? m_session.hold(std::move(message), answer, agent.lane)
                        : m_session.say(std::move(message), agent.lane);
    }
    // The next piece of the same answer; the last one has its complete usage.
    held->content.insert(held->content.end(), message.content.begin(), message.content.end());
    held->usage = message.usage ? message.usage : held->usage;
    held->sendTo = conversation::hasBlock<conversation::ToolUseBlock>(*held) ? message.sendTo : held->sendTo;
    json metadata = held->metadata.json();
    metadata["further"].push_back(record);
    held->metadata = JsonValue(std::move(metadata));
}

void Transcript::setPeople(Message& message, const json& record, const Agent& agent, const std::string* speaker)
{
    const bool isAside = !agent.caller.empty();
    if (message.role == "tool") {
        message.sendTo = {Address(agent.name)};
    } else if (message.role == "assistant") {
        message.sentFrom = Address(agent.name);
        const bool isForPerson = message.sendTo.contains(conversation::address::person);
        message.sendTo = isForPerson && isAside ? conversation::AddressSet{Address(agent.caller)} : message.sendTo;
    } else if (speaker != nullptr) {
        // Its caller speaks to a sub-agent, unless the record says that the person did.
        const bool isOfCaller = speaker->empty() && isAside && !memberOf(record, "origin").is_object();
        const std::string& name = isOfCaller ? agent.caller : *speaker;
        message.role = name == programName ? "system" : "user";
        message.sentFrom = Address(name);
        message.sendTo = {Address(agent.name)};
        message.causeBy = name.empty() ? message.causeBy : conversation::ActionName();
    }
}

} // namespace quarterdeck::formats::claude_code
