#include "model/formats/export/session_writer.h"

#include "model/formats/json/json_text.h"
#include "model/formats/recording/jsonl.h"

#include <QCoreApplication>
#include <QStringList>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace quarterdeck::formats {

namespace {

struct LossText
{
    LossKind kind;
    const char* name;
    const char* sentence;
};

constexpr std::array texts = {
    LossText{LossKind::Times, "times", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the time they were sent.")},
    LossText{LossKind::Names, "names", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the name of their sender.")},
    LossText{LossKind::Recipients, "recipients", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their recipients.")},
    LossText{LossKind::Privacy, "privacy",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) are no longer marked as private.")},
    LossText{LossKind::Causes, "causes",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the action that caused them.")},
    LossText{LossKind::StructuredContent, "structured_content",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their structured content.")},
    LossText{LossKind::Metadata, "metadata", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their metadata.")},
    LossText{LossKind::Usage, "usage", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their tokens and cost.")},
    LossText{LossKind::Thinking, "thinking",
             QT_TRANSLATE_N_NOOP("Loss", "%n passage(s) of a model's thinking are left out.")},
    LossText{LossKind::ToolCalls, "tool_calls",
             QT_TRANSLATE_N_NOOP("Loss", "%n tool call(s) and results become plain text.")},
    LossText{LossKind::Media, "media",
             QT_TRANSLATE_N_NOOP("Loss", "%n image(s), audio clips and files are named but not included.")},
    LossText{LossKind::UnknownBlocks, "unknown_blocks",
             QT_TRANSLATE_N_NOOP("Loss", "%n block(s) of an unknown kind become plain text.")},
    LossText{LossKind::Questions, "questions",
             QT_TRANSLATE_N_NOOP("Loss", "%n question(s) to you become plain messages.")},
    LossText{LossKind::Annotations, "annotations",
             QT_TRANSLATE_N_NOOP("Loss", "%n annotation(s) on messages are left out.")},
    LossText{LossKind::OtherEvents, "other_events",
             QT_TRANSLATE_N_NOOP("Loss", "%n note(s) about rounds and the run are left out.")},
    LossText{LossKind::ToolNames, "tool_names",
             QT_TRANSLATE_N_NOOP(
                 "Loss", "%n tool call(s) lose characters of the tool's name that this format does not allow.")},
    LossText{LossKind::Empty, "empty", QT_TRANSLATE_N_NOOP("Loss", "%n message(s) without any content are left out.")},
    LossText{LossKind::Instructions, "instructions",
             QT_TRANSLATE_N_NOOP("Loss", "%n instruction(s) within the conversation become user messages.")},
    LossText{LossKind::Roles, "roles", QT_TRANSLATE_N_NOOP("Loss", "%n member(s) lose their role description.")},
    LossText{LossKind::Diagrams, "diagrams", QT_TRANSLATE_N_NOOP("Loss", "%n diagram(s) appear as their source.")},
    LossText{LossKind::Formulas, "formulas", QT_TRANSLATE_N_NOOP("Loss", "%n formula(s) appear as their source.")},
    LossText{LossKind::Index, "index",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) are not indexed by action: there are too many.")},
    LossText{LossKind::ChatRoles, "chat_roles",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose their role, which this format does not have.")},
    LossText{LossKind::Signatures, "signatures",
             QT_TRANSLATE_N_NOOP("Loss", "%n passage(s) of a model's thinking lose their signature.")},
    LossText{LossKind::MediaNames, "media_names",
             QT_TRANSLATE_N_NOOP("Loss", "%n image(s), audio clips and files lose their names.")},
    LossText{LossKind::ToolErrors, "tool_errors",
             QT_TRANSLATE_N_NOOP("Loss", "%n tool result(s) are no longer marked as errors.")},
    LossText{LossKind::Order, "order",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) lose the order of their text and tool calls.")},
    LossText{LossKind::Costs, "costs",
             QT_TRANSLATE_N_NOOP("Loss", "%n record(s) of tokens and cost that belong to no message are left out.")},
    LossText{LossKind::Held, "held_messages",
             QT_TRANSLATE_N_NOOP("Loss",
                                 "%n message(s) that you held are only there as they were delivered, if they were.")},
    LossText{LossKind::Traces, "traces", QT_TRANSLATE_N_NOOP("Loss", "%n step(s) of program traces are left out.")},
    LossText{LossKind::Memories, "memories",
             QT_TRANSLATE_N_NOOP("Loss", "%n member(s) lose their memories: the history has what was in them.")},
    LossText{LossKind::Copies, "copies",
             QT_TRANSLATE_N_NOOP("Loss", "%n repeated message(s) in the history are left out.")},
    LossText{LossKind::Fields, "fields",
             QT_TRANSLATE_N_NOOP("Loss", "%n field(s) of the recording outside its messages are left out.")},
    LossText{LossKind::Merged, "merged",
             QT_TRANSLATE_N_NOOP("Loss", "%n message(s) are merged into the one before, which has the same role.")},
    LossText{LossKind::Opening, "opening",
             QT_TRANSLATE_N_NOOP(
                 "Loss", "%n user message(s) are added at the beginning, because this format must begin with one.")},
};

/// Up to this many places are listed; if there are more, only the first one.
constexpr std::size_t mostPlaces = 5;

QString translated(const char* sentence, int number)
{
    return QCoreApplication::translate("Loss", sentence, nullptr, number);
}

/// The places in words; empty if that would be of no use.
QString placesText(const std::vector<std::int64_t>& places)
{
    if (places.size() > mostPlaces) {
        return QCoreApplication::translate("Loss", "The first of them is message %1.").arg(places.front());
    }
    QStringList numbers;
    for (const std::int64_t place : places) {
        numbers << QString::number(place);
    }
    constexpr const char* sentence = QT_TRANSLATE_N_NOOP("Loss", "See message(s) %1.");
    return numbers.isEmpty()
        ? QString()
        : translated(sentence, static_cast<int>(numbers.size())).arg(numbers.join(QStringLiteral(", ")));
}

} // namespace

void LossCounter::add(LossKind kind, std::int64_t count)
{
    if (count <= 0) {
        return;
    }
    Found& found = m_found[kind];
    found.count += count;
    const bool isPlace = m_message > 0 && kind != LossKind::Times; // all messages have times
    const bool isNew = found.places.empty() || found.places.back() != m_message;
    if (isPlace && isNew && found.places.size() <= mostPlaces) {
        found.places.push_back(m_message);
    }
}

std::vector<Loss> LossCounter::losses() const
{
    std::vector<Loss> found;
    for (const LossText& text : texts) {
        const auto lost = m_found.find(text.kind);
        if (lost == m_found.end()) {
            continue;
        }
        const auto& [count, places] = lost->second;
        const auto number = static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
        const QString where = placesText(places);
        QString sentence = translated(text.sentence, number);
        const bool isFullWidth = sentence.endsWith(u'。'); // it has its space
        sentence += (where.isEmpty() || isFullWidth ? QString() : QStringLiteral(" ")) + where;
        found.push_back({text.name, count, sentence.toStdString(), places});
    }
    return found;
}

namespace {

using nlohmann::json;

/// Drops what the file said beside its messages: only they are wanted.
conversation::Event beginningOf(const ExportFormat& format, const conversation::Event& first)
{
    conversation::SessionStarted started;
    const auto* told = std::get_if<conversation::SessionStarted>(&first.body);
    if (told && textMember(told->details.json(), "format") == format.name)
        started.details = conversation::JsonValue(json{{"format", format.name}, {"fields", json::object()}});
    return {{1}, first.time, first.monotonicMs, std::move(started)};
}

/// The list of messages in a file of any of the formats.
const json* messagesIn(const json& file)
{
    if (file.is_array())
        return &file;
    for (const char* place : {"/messages", "/env/history/storage", "/history/storage"}) {
        const json::json_pointer pointer(place);
        if (file.contains(pointer) && file.at(pointer).is_array())
            return &file.at(pointer);
    }
    return nullptr;
}

std::string indented(const json& value) { return value.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace

std::string messageForm(const ExportFormat& format, const conversation::Event& first, const conversation::Event& event,
                        const conversation::ConversationState& state)
{
    WriterContext context;
    context.last = state;
    context.isExcerpt = true;
    const std::unique_ptr<SessionWriter> writer = format.make(std::move(context));
    const conversation::Event beginning = beginningOf(format, first);
    std::string file;
    writer->begin(file);
    writer->event({beginning, state, false, {}}, file);
    writer->event({event, state, true, {}}, file);
    writer->end(file);
    const json written = json::parse(file, nullptr, false);
    const json* messages = messagesIn(written);
    if (messages != nullptr && !messages->empty())
        return indented(messages->size() == 1 ? messages->front() : *messages);
    // Some formats keep instructions beside the messages.
    const json system = written.is_object() ? written.value("system", json()) : json();
    return system.is_null() ? std::string() : indented({{"system", system}});
}

const std::vector<ExportFormat>& exportFormats()
{
    static const std::vector<ExportFormat> all = {
        {"qdeck", ".qdeck", false, false, jsonlWriter, true},   {"jsonl", ".jsonl", true, false, jsonlWriter},
        {"markdown", ".md", true, true, markdownWriter},        {"html", ".html", false, true, htmlWriter},
        {"openai", ".json", false, true, openAiWriter},         {"anthropic", ".json", false, true, anthropicWriter},
        {"agentscope", ".json", false, true, agentScopeWriter}, {"metagpt", ".json", false, true, metaGptWriter},
    };
    return all;
}

const ExportFormat* exportFormat(std::string_view name)
{
    const auto found = std::ranges::find(exportFormats(), name, &ExportFormat::name);
    return found == exportFormats().end() ? nullptr : &*found;
}

namespace {

/// The log as it is: it loses nothing.
class JsonlWriter final : public SessionWriter
{
public:
    explicit JsonlWriter(const WriterContext& context)
        : m_header{context.last.lastSeq().value, context.session, context.attachmentsFolder}
    { }

    void begin(std::string& out) override { out += jsonlHeaderLine(m_header); }
    void event(const WrittenEvent& written, std::string& out) override { out += jsonlEventLine(written.event); }
    void end(std::string&) override { }

private:
    JsonlHeader m_header;
};

} // namespace

std::unique_ptr<SessionWriter> jsonlWriter(WriterContext context) { return std::make_unique<JsonlWriter>(context); }

} // namespace quarterdeck::formats
