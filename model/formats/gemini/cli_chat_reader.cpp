#include "model/formats/gemini/cli_chat_reader.h"

#include "model/formats/coding_agent/joined_records.h"
#include "model/formats/format_errors.h"
#include "model/formats/gemini/cli_messages.h"
#include "model/formats/gemini/gemini_reader.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::gemini {

/// Which records of a growing file count in the end. A message that is written again counts as it is last. A list in
/// place of all before is what the model still knows: it lacks much of what was written when the words were said, so it
/// only adds what no record has. Going back in a conversation takes back what came after. Holds hashes of ids; of a
/// million messages, the rest count as they are.
class RecordRevisions
{
public:
    /// The records, one after the other.
    void note(const nlohmann::json& record, std::int64_t line);
    /// Whether the message with that id counts as it is in that line. `isListed`: in a list.
    [[nodiscard]] bool isKept(const std::string& id, std::int64_t line, bool isListed) const;
    /// The ids of messages that were taken back.
    [[nodiscard]] const std::vector<std::string>& takenBack() const { return m_takenBack; }
    [[nodiscard]] std::int64_t lastTakenBack() const { return m_lastTakenBack; }

private:
    using IdHash = std::size_t;
    struct Kept
    {
        std::int64_t number = 0; ///< in the order of the conversation
        std::int64_t line = 0;
        bool isListed = false;
    };
    void set(const nlohmann::json& message, std::int64_t line, bool isListed);
    void goBackTo(const std::string& id);

    std::map<IdHash, Kept> m_byId;
    std::map<std::int64_t, std::string> m_ids; ///< by number
    std::set<std::size_t> m_said;              ///< hashes of what messages say
    std::int64_t m_count = 0;
    std::vector<std::string> m_takenBack;
    std::int64_t m_lastTakenBack = 0;
    bool m_isFull = false;
};

using nlohmann::json;

namespace {

constexpr std::size_t mostMessages = 1'000'000;

std::size_t hashOf(const std::string& id) { return std::hash<std::string>()(id); }

/// What a message says, in whichever form; 0 for nothing.
std::size_t sayingOf(const json& message)
{
    std::string words;
    const json& content = formats::memberOf(message, "content");
    words += content.is_string() ? content.get<std::string>() : std::string();
    for (const json& part : content.is_array() ? content : json::array()) {
        words += formats::memberOf(part, "thought") == true ? std::string() : textMember(part, "text");
        words += textMember(memberOf(part, "functionCall", "function_call"), "id");
        words += textMember(memberOf(part, "functionResponse", "function_response"), "id");
    }
    for (const json& call : formats::memberOf(message, "toolCalls")) {
        words += textMember(call, "id");
    }
    return words.empty() ? 0 : hashOf(textMember(message, "type") + words);
}

} // namespace

void RecordRevisions::note(const json& record, std::int64_t line)
{
    const json& messages = formats::memberOf(formats::memberOf(record, "$set"), "messages");
    if (formats::memberOf(record, "$rewindTo").is_string()) {
        m_lastTakenBack = line;
        goBackTo(textMember(record, "$rewindTo"));
    } else if (messages.is_array()) {
        for (const json& message : messages) {
            set(message, line, true);
        }
    } else if (!textMember(record, "id").empty()) {
        set(record, line, false);
    }
}

bool RecordRevisions::isKept(const std::string& id, std::int64_t line, bool isListed) const
{
    const auto kept = m_byId.find(hashOf(id));
    return kept == m_byId.end() ? m_isFull : kept->second.line == line && kept->second.isListed == isListed;
}

void RecordRevisions::set(const json& message, std::int64_t line, bool isListed)
{
    const IdHash hash = hashOf(textMember(message, "id"));
    const std::size_t saying = sayingOf(message);
    const bool isKnown = m_byId.contains(hash) || (saying != 0 && m_said.contains(saying));
    if (isListed && isKnown) {
        return;
    }
    if (m_byId.size() >= mostMessages && !m_byId.contains(hash)) {
        m_isFull = true;
        return;
    }
    m_said.insert(saying);
    const auto [kept, isNew] = m_byId.try_emplace(hash);
    kept->second.line = line;
    kept->second.isListed = isListed;
    if (isNew) {
        kept->second.number = ++m_count;
        m_ids.emplace(m_count, textMember(message, "id"));
    }
}

/// Its message goes, too. Where it is not known, nothing stays.
void RecordRevisions::goBackTo(const std::string& id)
{
    const auto kept = m_byId.find(hashOf(id));
    const auto first = kept == m_byId.end() ? m_ids.begin() : m_ids.lower_bound(kept->second.number);
    for (auto later = first; later != m_ids.end(); ++later) {
        m_byId.erase(hashOf(later->second));
        m_takenBack.push_back(std::move(later->second));
    }
    m_ids.erase(first, m_ids.end());
}

} // namespace quarterdeck::formats::gemini

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool isOfSession(const json& record) { return record.is_object() && record.contains("sessionId"); }

/// What the first pass finds out.
struct CliSurvey
{
    std::map<std::string, gemini::RecordRevisions> kept; ///< by the file that the record is in
    gemini::CliMessages messages;
    json fields = json::object();
    std::int64_t lastOfMain = 0; ///< its last message's line

    void note(json record, std::int64_t line)
    {
        const std::string file = takeJoinedFile(record);
        if (file.empty() && (isOfSession(record) || memberOf(record, "$set").is_object())) {
            fields.update(isOfSession(record) ? record : memberOf(record, "$set"));
            fields.erase("messages");
        }
        kept[file].note(record, line);
        lastOfMain = file.empty() && !textMember(record, "id").empty() ? line : lastOfMain;
        messages.noteNames(record);
    }
};

class CliFile
{
public:
    CliFile(ByteSource& source, SessionSink& sink, const ReadLimits& limits, CliSurvey survey)
        : m_source(source)
        , m_sink(sink)
        , m_survey(std::move(survey))
        , m_session(source, sink, limits, {"gemini_cli", {}, std::move(m_survey.fields)})
    {
        std::vector<std::string> takenBack;
        for (const auto& [file, kept] : m_survey.kept) {
            takenBack.insert(takenBack.end(), kept.takenBack().begin(), kept.takenBack().end());
        }
        sink.acceptTakenBack(std::move(takenBack));
    }

    void add(json record, const SourceLocation& place)
    {
        const std::string file = takeJoinedFile(record);
        // A sub-agent's session tells that it is one; without the others', it is read alone.
        m_isSub = m_isSub || (file.empty() && isOfSession(record) && textMember(record, "kind") == "subagent");
        m_id = m_id.empty() && isOfSession(record) ? textMember(record, "sessionId") : m_id;
        for (const json& message : memberOf(memberOf(record, "$set"), "messages")) {
            addMessage(message, file, place, true);
        }
        if (!isOfSession(record) && memberOf(record, "$set").is_null() && memberOf(record, "$rewindTo").is_null()) {
            addMessage(record, file, place, false);
        }
    }
    void end()
    {
        for (const auto& [file, kept] : m_survey.kept) {
            if (!kept.takenBack().empty()) {
                m_sink.reportProblem(errors::problem(m_source.name(), {kept.lastTakenBack()},
                                                     errors::RejectReason::TakenBack,
                                                     std::to_string(kept.takenBack().size())));
            }
        }
        m_session.end();
    }

private:
    void addMessage(const json& record, const std::string& file, const SourceLocation& place, bool isListed)
    {
        const std::string id = textMember(record, "id");
        if (!id.empty() && !m_survey.kept[file].isKept(id, place.line, isListed)) {
            return;
        }
        // While a sub-agent works, nothing tells its name: it speaks once that is known, or the main agent goes on.
        if (!file.empty() && !m_survey.messages.isNamed(file) && place.line > m_survey.lastOfMain) {
            return;
        }
        const std::string agent = file.empty() && m_isSub ? m_id : file;
        std::size_t count = 0;
        for (auto& [message, notes] : m_survey.messages.saidIn(record, agent)) {
            notes.record = id.empty() || count == 0 ? id : id + "/" + std::to_string(count);
            ++count;
            m_session.add(std::move(message), place, std::move(notes));
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    CliSurvey m_survey;
    ChatRecordingBuilder m_session;
    std::string m_id;
    bool m_isSub = false;
};

/// Two passes: the first finds out what counts, and what is told beside the messages.
Result<std::size_t> readLines(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    CliSurvey survey;
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.lookThrough(
        sink, [&](json record, const SourceLocation& place) { survey.note(std::move(record), place.line); });
    if (!count) {
        return count;
    }
    CliFile file(source, sink, limits, std::move(survey));
    RecordReader second(source, Layout::Lines, limits);
    count =
        second.forEachGood(sink, [&](json record, const SourceLocation& place) { file.add(std::move(record), place); });
    if (count) {
        file.end();
    }
    return count;
}

} // namespace

bool GeminiCliReader::recognises(const JsonShape& shape) const
{
    return shape.has("sessionId") && shape.has("projectHash");
}

Result<std::size_t> GeminiCliReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    if (shape.layout == Layout::Lines) {
        return readLines(source, sink, limits);
    }
    gemini::CliMessages messages;
    const auto add = [&](ChatRecordingBuilder& session, json record, const SourceLocation& place) {
        for (auto& [message, notes] : messages.saidIn(std::move(record))) {
            session.add(std::move(message), place, std::move(notes));
        }
    };
    return ChatFile(source, sink, limits, kind(), add).readRuns(shape.layout, "messages");
}

} // namespace quarterdeck::formats
