#include "model/formats/other_systems/who_and_when_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// The speaker as in Magentic-One's logs: `Orchestrator (-> WebSurfer)`, `Orchestrator (thought)`, `Orchestrator
/// (termination condition)`, `WebSurfer`.
struct SpeakerName
{
    std::string name;
    std::vector<std::string> recipients; ///< empty = everyone
    bool isThought = false;
    friend bool operator==(const SpeakerName&, const SpeakerName&) = default;
};

[[nodiscard]] SpeakerName readSpeakerName(std::string_view text);

/// Reads one run of Who&When. The person is `human`; if the run does not begin with their message, its question does.
class WhoAndWhenRecordingBuilder
{
public:
    WhoAndWhenRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                               SourceLocation place);

    void read(const nlohmann::json& run);

private:
    void hireAll(const nlohmann::json& history);
    void askQuestion(const nlohmann::json& history, const std::string& question);
    void addStep(const nlohmann::json& step, std::size_t index);
    [[nodiscard]] std::optional<conversation::Message> messageOf(const nlohmann::json& step,
                                                                 const SourceLocation& place);
    [[nodiscard]] std::optional<RecordedAnnotation> mistakeAt(std::size_t index, const SpeakerName& speaker) const;
    void readMistake(const nlohmann::json& run, std::size_t steps);

    const ByteSource& m_source;
    SessionSink& m_sink;
    SourceLocation m_place;
    RecordingBuilder m_session;
    std::optional<std::size_t> m_mistakeStep;
    std::string m_mistakeAgent;
    std::string m_mistakeReason;
};

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::vector<std::string> namesIn(std::string_view list)
{
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        if (const std::string_view name = trimmed(list.substr(0, comma)); !name.empty()) {
            names.emplace_back(name);
        }
        list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    }
    return names;
}

} // namespace

SpeakerName readSpeakerName(std::string_view text)
{
    text = trimmed(text);
    const std::size_t open = text.rfind(" (");
    if (open == std::string_view::npos || open == 0 || text.back() != ')') {
        return {std::string(text), {}, false};
    }
    const std::string_view inside = trimmed(text.substr(open + 2, text.size() - open - 3));
    SpeakerName speaker{std::string(trimmed(text.substr(0, open))), {}, inside == "thought"};
    if (inside.starts_with("->")) {
        speaker.recipients = namesIn(inside.substr(2));
    }
    return speaker;
}

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using errors::RejectReason;
using nlohmann::json;

namespace {

/// AG2's steps have a name and a chat role; in Magentic-One's the role names the speaker.
SpeakerName speakerOf(const json& step)
{
    const std::string name = textMember(step, "name");
    return readSpeakerName(name.empty() ? textMember(step, "role") : name);
}

bool isPerson(const std::string& name) { return name == "human" || name == "user"; }

Address addressOf(const std::string& name) { return isPerson(name) ? conversation::address::person : Address(name); }

std::optional<std::size_t> stepNumber(const json& run)
{
    const auto step = run.find("mistake_step");
    if (step == run.end()) {
        return std::nullopt;
    }
    if (step->is_number_unsigned()) {
        return step->get<std::size_t>();
    }
    const std::string text = textMember(run, "mistake_step");
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

conversation::AddressSet recipientsOf(const SpeakerName& speaker)
{
    if (speaker.isThought) {
        return {conversation::address::none};
    }
    if (speaker.recipients.empty()) {
        return {conversation::address::all};
    }
    conversation::AddressSet addresses;
    for (const std::string& name : speaker.recipients) {
        addresses.insert(addressOf(name));
    }
    return addresses;
}

/// What the message itself does not carry of the record.
JsonValue sourceFields(json step)
{
    if (!python_json::hasMarks(memberOf(step, "content"))) {
        step.erase("content");
    }
    return JsonValue(json{{"source", std::move(step)}});
}

} // namespace

WhoAndWhenRecordingBuilder::WhoAndWhenRecordingBuilder(const ByteSource& source, SessionSink& sink,
                                                       const ReadLimits& limits, SourceLocation place)
    : m_source(source)
    , m_sink(sink)
    , m_place(place)
    , m_session(source, sink, limits)
{ }

void WhoAndWhenRecordingBuilder::read(const json& run)
{
    const auto history = run.is_object() ? run.find("history") : run.end();
    if (!run.is_object() || history == run.end() || !history->is_array()) {
        m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessageList));
        return;
    }
    if (history->empty()) {
        m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessages));
        return;
    }
    hireAll(*history);
    readMistake(run, history->size());
    const std::string question = textMember(run, "question");
    RecordedDetails details{"who_and_when", m_place, run};
    details.fields.erase("history");
    m_session.begin(titleFrom(question, baseName(m_source.name())), details);
    askQuestion(*history, question);
    for (std::size_t index = 0; index < history->size() && !m_sink.isStopped(); ++index) {
        addStep((*history)[index], index);
    }
    m_session.end();
}

void WhoAndWhenRecordingBuilder::hireAll(const json& history)
{
    for (const json& step : history) {
        const SpeakerName speaker = speakerOf(step);
        if (!isPerson(speaker.name)) {
            m_session.addRole(speaker.name);
        }
        for (const std::string& recipient : speaker.recipients) {
            if (!isPerson(recipient)) {
                m_session.addRole(recipient);
            }
        }
    }
}

void WhoAndWhenRecordingBuilder::readMistake(const json& run, std::size_t steps)
{
    m_mistakeStep = stepNumber(run);
    m_mistakeAgent = textMember(run, "mistake_agent");
    m_mistakeReason = textMember(run, "mistake_reason");
    const bool isNamed = run.contains("mistake_step") && !run["mistake_step"].is_null();
    if (isNamed && (!m_mistakeStep || *m_mistakeStep >= steps)) {
        m_mistakeStep.reset();
        m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::MistakeStepNowhere));
    }
}

void WhoAndWhenRecordingBuilder::askQuestion(const json& history, const std::string& question)
{
    if (question.empty() || isPerson(speakerOf(history.front()).name)) {
        return;
    }
    Message message;
    message.causeBy = conversation::action::userRequirement;
    message.content = conversation::textBlocks(question);
    m_session.add(std::move(message));
}

void WhoAndWhenRecordingBuilder::addStep(const json& step, std::size_t index)
{
    SourceLocation place = m_place;
    place.message = static_cast<std::int64_t>(index) + 1;
    if (auto message = messageOf(step, place)) {
        m_session.add(std::move(*message), mistakeAt(index, speakerOf(step)));
    } else if (m_mistakeStep == index) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::MistakeStepNowhere));
    }
}

std::optional<Message> WhoAndWhenRecordingBuilder::messageOf(const json& step, const SourceLocation& place)
{
    const SpeakerName speaker = speakerOf(step);
    if (speaker.name.empty()) {
        m_sink.reportProblem(errors::problem(m_source.name(), place,
                                             step.is_object() ? RejectReason::NoRole : RejectReason::NotAnObject));
        return std::nullopt;
    }
    auto text = python_json::shownText(memberOf(step, "content"));
    if (!text) {
        m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::WrongContent));
        return std::nullopt;
    }
    Message message;
    const bool isFromUser = isPerson(speaker.name);
    message.sentFrom = isFromUser ? Address() : Address(speaker.name);
    const std::string role = textMember(step, "role");
    message.role = isChatRole(role) ? role : isFromUser ? "user" : "assistant";
    message.sendTo = recipientsOf(speaker);
    if (isFromUser) {
        message.causeBy = conversation::action::userRequirement;
    }
    if (speaker.isThought) {
        message.content.emplace_back(conversation::ThinkingBlock{std::move(*text), {}});
    } else {
        message.content = conversation::textBlocks(std::move(*text));
    }
    message.metadata = sourceFields(step);
    return message;
}

std::optional<RecordedAnnotation> WhoAndWhenRecordingBuilder::mistakeAt(std::size_t index,
                                                                        const SpeakerName& speaker) const
{
    if (m_mistakeStep != index) {
        return std::nullopt;
    }
    // The data set blames an agent and a step separately: where they differ, both must be visible.
    const bool isOther = !m_mistakeAgent.empty() && m_mistakeAgent != speaker.name;
    const std::string text = isOther ? m_mistakeAgent + ": " + m_mistakeReason : m_mistakeReason;
    return RecordedAnnotation{conversation::AnnotationKind::Mistake, text, "Who&When"};
}

bool WhoAndWhenReader::recognises(const JsonShape& shape) const
{
    return shape.listHas("history", "role") && shape.listHas("history", "content");
}

Result<std::size_t> WhoAndWhenReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](const nlohmann::json& record, const SourceLocation& place) {
        WhoAndWhenRecordingBuilder(source, sink, limits, place).read(record);
    });
}

} // namespace quarterdeck::formats
