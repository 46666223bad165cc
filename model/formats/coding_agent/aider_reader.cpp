#include "model/formats/coding_agent/aider_reader.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/recording/recording_builder.h"

#include <QString>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::Usage;

namespace {

constexpr std::string_view aiderHeading = "# aider chat started at ";

/// "# aider chat started at 2025-03-01 10:00:00"
bool beginsChat(std::string_view text)
{
    constexpr std::size_t year = 4;
    const std::size_t at = aiderHeading.size();
    return text.starts_with(aiderHeading) && text.size() > at + year && text[at] == '2' && text[at + year] == '-';
}

/// A number with a letter for thousands: "104", "2.4k". They are rounded by Aider.
std::int64_t aiderCount(std::string_view line, std::string_view unit)
{
    const std::size_t end = line.find(unit);
    const std::size_t from = end == std::string_view::npos ? end : line.find_last_of(" $", end - 1);
    if (from == std::string_view::npos || end == 0) {
        return 0;
    }
    double number = 0;
    const std::string_view text = line.substr(from + 1, end - from - 1);
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && number >= 0 && number < 1e9;
    const bool isThousands = isNumber && last != text.data() + text.size() && *last == 'k';
    return isNumber ? std::llround(number * (isThousands ? 1000 : 1)) : 0;
}

/// "Tokens: 2.4k sent, 1.0k cache hit, 104 received. Cost: $0.00042 message, $0.00042 session."
std::optional<Usage> aiderUsage(std::string_view line, const std::string& model)
{
    if (!line.starts_with("Tokens: ")) {
        return std::nullopt;
    }
    Usage usage;
    usage.model = model;
    usage.promptTokens = aiderCount(line, " sent");
    usage.cachedTokens = std::min(usage.promptTokens, aiderCount(line, " cache hit"));
    usage.completionTokens = aiderCount(line, " received");
    constexpr std::string_view costMark = "Cost: $";
    if (const std::size_t cost = line.find(costMark); cost != std::string_view::npos) {
        double dollars = 0;
        const char* const first = line.data() + cost + costMark.size();
        if (std::from_chars(first, line.data() + line.size(), dollars).ec == std::errc()) {
            usage.cost = costFrom(dollars);
        }
    }
    return usage;
}

/// The name in "Main model: gpt-4o with diff edit format".
std::string_view aiderModel(std::string_view line)
{
    for (const std::string_view start : {"Main model: ", "Model: "}) {
        if (line.starts_with(start)) {
            line.remove_prefix(start.size());
            return line.substr(0, line.find(' '));
        }
    }
    return {};
}

/// Without spaces at the ends of lines, which a repetition loses.
std::string withoutTrailingSpaces(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        plain.append(line.substr(0, line.find_last_not_of(" \t\r") + 1)).push_back('\n');
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return plain;
}

/// One chat. Aider marks the lines of the person by `#### `, its own by `> `, and both by two spaces at the end; all
/// others are the model's.
class AiderChat
{
public:
    AiderChat(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, SourceLocation place,
              std::string_view started)
        : m_most(limits.maxRecordBytes)
        , m_session(source, sink, limits, {"aider", std::move(place), {{"started", std::string(started)}}})
        , m_started(std::string(started))
    {
        std::replace(m_started.begin(), m_started.end(), ' ', 'T');
        m_session.setTitleRule([](const std::string& text) {
            return TitledRecordingBuilder::Suggestion{text, text.starts_with('/')}; // a command is no title
        });
    }

    void add(std::string_view line)
    {
        const bool isMarked = line.ends_with("  ");
        if (isMarked && line.starts_with("#### ")) {
            addTo(Speaker::Person, line.substr(5));
        } else if (line.starts_with("> ") && (isMarked || isAfterMarked())) {
            addTo(Speaker::Program, line.substr(2));
            m_openLines = isMarked ? 0 : 20; // a message of several lines has the mark before its first only
        } else if (m_openLines > 0 && m_speaker == Speaker::Program) {
            m_openLines = isMarked ? 0 : m_openLines - 1;
            addTo(Speaker::Program, line);
        } else if (trimmedText(line).empty() && m_speaker != Speaker::Model) {
            m_openLines = 0; // what comes next is of somebody else, or in a block of its own
            finish();
        } else {
            addTo(Speaker::Model, line);
        }
    }
    /// A chat in which neither the person nor the model said a word is none.
    void end()
    {
        finish();
        if (m_hasWords) {
            say(std::exchange(m_answer, std::nullopt));
            sayNotes();
            m_session.end();
        }
    }

private:
    enum class Speaker { Nobody, Person, Program, Model };

    /// What the model says comes after an empty line.
    [[nodiscard]] bool isAfterMarked() const { return m_speaker == Speaker::Person || m_speaker == Speaker::Program; }
    void addTo(Speaker speaker, std::string_view text)
    {
        if (m_speaker != speaker || static_cast<std::int64_t>(m_text.size()) > m_most) {
            finish();
            m_speaker = speaker;
        }
        const bool isOwn = speaker == Speaker::Model; // its spaces may mean something
        m_text.append(isOwn ? text : text.substr(0, text.find_last_not_of(" \t") + 1)).push_back('\n');
        if (speaker == Speaker::Program) {
            noteUsage(trimmedText(text));
        }
    }
    void noteUsage(std::string_view line)
    {
        if (const std::string_view model = aiderModel(line); !model.empty()) {
            m_model = model;
        } else if (auto usage = aiderUsage(line, m_model); usage && m_answer) {
            m_answer->usage = sumOf(m_answer->usage, std::move(*usage));
        } else if (usage) {
            m_beside = sumOf(m_beside, std::move(*usage));
        }
    }
    void finish()
    {
        const std::string text(trimmedText(m_text));
        const Speaker speaker = std::exchange(m_speaker, Speaker::Nobody);
        m_text.clear();
        if (text.empty() || speaker == Speaker::Nobody) {
            return;
        }
        if (speaker == Speaker::Program) {
            if (static_cast<std::int64_t>(m_notes.size()) > m_most) {
                m_hasWords = true;
                say(std::exchange(m_answer, std::nullopt));
                sayNotes();
            }
            m_notes += (m_notes.empty() ? "" : "\n") + text;
            return;
        }
        const bool isRepetition = speaker == Speaker::Person && withoutTrailingSpaces(text) == m_lastAnswer;
        if (isRepetition) { // what the architect answered is given to the editor as if the person had typed it
            return;
        }
        m_hasWords = true;
        say(std::exchange(m_answer, std::nullopt));
        sayNotes();
        if (speaker == Speaker::Person) {
            Message typed = m_speakers.person({});
            typed.content = conversation::textBlocks(text);
            say(std::move(typed));
        } else {
            m_lastAnswer = withoutTrailingSpaces(text);
            m_answer = answerOf(text);
        }
    }
    [[nodiscard]] Message answerOf(const std::string& text) const
    {
        constexpr std::string_view thinking = "--------------\n► **THINKING**";
        constexpr std::string_view answering = "------------\n► **ANSWER**";
        Message answer = m_speakers.agent({});
        const std::size_t end = text.starts_with(thinking) ? text.find(answering) : std::string::npos;
        const std::size_t said = end == std::string::npos ? 0 : end + answering.size();
        if (said > 0) {
            const std::string_view thought =
                trimmedText(std::string_view(text).substr(thinking.size(), end - thinking.size()));
            answer.content.emplace_back(ThinkingBlock{std::string(thought), {}});
        }
        if (const std::string_view words = trimmedText(std::string_view(text).substr(said)); !words.empty()) {
            answer.content.emplace_back(TextBlock{std::string(words)});
        }
        return answer;
    }
    void sayNotes()
    {
        if (const std::string text = std::exchange(m_notes, {}); !text.empty()) {
            Message note = m_speakers.program({});
            note.sendTo = {conversation::address::none}; // it is for the person's eyes
            note.content = conversation::textBlocks(text);
            say(std::move(note));
        }
    }
    void say(std::optional<Message> message)
    {
        if (message) {
            if (!m_session.hasBegun() && !m_started.empty()) {
                setTime(*message, std::exchange(m_started, {}));
            }
            m_session.add(std::move(*message));
        }
        if (m_beside) {
            m_session.setUsage(*m_beside);
        }
    }

    std::int64_t m_most = 0; ///< bytes of one text
    TranscriptSpeakers m_speakers{"Assistant", "Aider"};
    TitledRecordingBuilder m_session;
    std::string m_started;
    Speaker m_speaker = Speaker::Nobody;
    std::string m_text; ///< of that speaker
    std::optional<Message> m_answer;
    std::string m_lastAnswer;
    std::string m_notes; ///< what the program said after that answer
    std::string m_model;
    std::optional<Usage> m_beside;
    int m_openLines = 0;
    bool m_hasWords = false;
};

} // namespace

bool AiderReader::recognises(const JsonShape& shape) const { return beginsChat(shape.start); }

Result<std::size_t> AiderReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                      const ReadLimits& limits) const
{
    SourceBuffer buffer(source, limits.maxRecordBytes);
    std::unique_ptr<AiderChat> chat;
    SourceLocation place;
    std::int64_t line = 0;
    std::size_t chats = 0;
    std::string text;
    while (!sink.isStopped()) {
        ++line;
        if (!buffer.readLine(text)) {
            if (!buffer.isOverLimit()) {
                break;
            }
            place.line = line;
            sink.reportProblem(
                {source.name(), errors::placeText(place), errors::tooLarge(source.name(), line, limits).sentence});
            if (!buffer.skipLine()) {
                break;
            }
            continue;
        }
        const std::string plain = QString::fromStdString(text).toStdString(); // valid UTF-8, whatever was written
        const std::string_view said = std::string_view(plain).substr(0, plain.find_last_not_of('\r') + 1);
        if (beginsChat(said)) {
            if (chat) {
                chat->end();
            }
            SourceLocation run;
            run.run = static_cast<std::int64_t>(++chats);
            chat =
                std::make_unique<AiderChat>(source, sink, limits, run, trimmedText(said.substr(aiderHeading.size())));
        } else if (chat) {
            chat->add(said);
        }
    }
    if (buffer.failure()) {
        return tl::unexpected(*buffer.failure());
    }
    if (chat && !sink.isStopped()) {
        chat->end();
    }
    return chats;
}

} // namespace quarterdeck::formats
