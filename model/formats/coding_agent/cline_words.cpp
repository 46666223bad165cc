#include "model/formats/coding_agent/cline_words.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace quarterdeck::formats::cline {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

constexpr const char* namesLetters = "abcdefghijklmnopqrstuvwxyz_0123456789";
const std::vector<std::string> personsTags = {"task", "feedback", "answer", "user_message", "user_input"};

/// The tools whose results are what the person answered.
constexpr std::array askingTools = {"ask_followup_question",
                                    "plan_mode_respond",
                                    "plan_mode_response",
                                    "act_mode_respond",
                                    "attempt_completion",
                                    "new_task",
                                    "condense",
                                    "summarize_task",
                                    "report_bug"};

void putPiece(std::vector<Piece>& pieces, bool isPersons, std::string_view text)
{
    if (const std::string_view words = trimmedText(text); !words.empty()) {
        pieces.push_back({isPersons, std::string(words)});
    }
}

/// Cline 3 prints a command of the person's as `<user_command slash="name">` around what it stands for.
std::optional<std::vector<Piece>> piecesOfCommand(const std::string& text)
{
    constexpr std::string_view opening = "<user_command slash=\"";
    const std::size_t at = text.find(opening);
    const std::size_t end = at == std::string::npos ? at : text.find_first_of("\"\n", at + opening.size());
    const auto command = splitTagged(text, {"user_command"});
    if (!command || end == std::string::npos || command->before.size() != at) {
        return std::nullopt;
    }
    std::vector<Piece> pieces;
    putPiece(pieces, false, command->before);
    putPiece(pieces, true, "/" + text.substr(at + opening.size(), end - at - opening.size()));
    putPiece(pieces, false, command->within);
    putPiece(pieces, false, command->after);
    return pieces;
}

/// Roo Code's answers of the program: `{"status": "denied", "feedback": "…"}`.
std::optional<std::vector<Piece>> piecesOfStatus(const std::string& text)
{
    auto status = text.starts_with("{\"status\":") ? parseText(text) : std::nullopt;
    const std::string feedback = status ? textMember(*status, "feedback") : std::string();
    if (feedback.empty()) {
        return std::nullopt;
    }
    status->erase("feedback");
    std::vector<Piece> pieces;
    putPiece(pieces, false, textOfJson(*status));
    putPiece(pieces, true, feedback);
    return pieces;
}

} // namespace

std::vector<Piece> piecesOf(const std::string& text)
{
    if (auto command = piecesOfCommand(text)) {
        return std::move(*command);
    }
    std::vector<Piece> pieces;
    // What is behind the person's words may be a file that they name, with any tags in it.
    const auto typed = text.starts_with("<environment_details>") ? std::nullopt : splitTagged(text, personsTags);
    putPiece(pieces, false, typed ? typed->before : text);
    if (typed) {
        const auto notice =
            typed->within.starts_with("<mode_notice>") ? splitTagged(typed->within, {"mode_notice"}) : std::nullopt;
        putPiece(pieces, false, notice ? notice->within : std::string());
        putPiece(pieces, true, notice ? notice->after : typed->within);
        putPiece(pieces, false, typed->after);
    }
    return pieces;
}

std::vector<Piece> piecesOfResult(const std::string& tool, const std::string& text)
{
    if (auto status = piecesOfStatus(text)) {
        return std::move(*status);
    }
    const auto typed = splitTagged(text, personsTags);
    const bool isAsking = std::ranges::find(askingTools, tool) != askingTools.end();
    constexpr std::array announcements = {"the following feedback:", "to help guide you:"};
    const auto isAnnounced = [&] {
        const std::string_view before = trimmedText(typed->before);
        return std::ranges::any_of(announcements, [&](const char* words) { return before.ends_with(words); });
    };
    if (typed && (isAsking || isAnnounced())) {
        return piecesOf(text);
    }
    std::vector<Piece> pieces;
    putPiece(pieces, false, text);
    return pieces;
}

std::optional<NamedResult> namedResultIn(const std::string& text)
{
    constexpr std::string_view mark = "] Result:";
    const std::size_t end = text.starts_with('[') ? text.find_first_not_of(namesLetters, 1) : std::string::npos;
    const bool isNamed = end != std::string::npos && end > 1 && (text[end] == ']' || text[end] == ' ');
    const std::size_t close = isNamed ? text.find(mark, end) : std::string::npos;
    if (close == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t from = close + mark.size();
    return NamedResult{text.substr(1, end - 1), text.substr(from + (text.compare(from, 1, "\n") == 0 ? 1 : 0))};
}

std::optional<std::string> refusedToolIn(const std::string& text)
{
    constexpr std::string_view opening = "Tool [";
    const std::size_t close = text.starts_with(opening) ? text.find_first_of("]\n") : std::string::npos;
    return close != std::string::npos && text.compare(close, 18, "] was not executed") == 0
        ? std::optional(text.substr(opening.size(), close - opening.size()))
        : std::nullopt;
}

bool saysFailed(const std::string& output)
{
    constexpr std::array beginnings = {"The tool execution failed",
                                       "The user denied this operation",
                                       "Command failed with exit",
                                       "Missing value for required parameter",
                                       "[ERROR]",
                                       "{\"status\":\"error\"",
                                       "{\"status\":\"denied\"",
                                       "Tool ["};
    return std::ranges::any_of(beginnings, [&](const char* words) { return output.starts_with(words); });
}

std::string takeInterruption(std::string& answer)
{
    constexpr std::string_view mark = "[Response interrupted by ";
    const std::size_t at = answer.rfind(mark);
    if (at == std::string::npos || answer.find(']', at) != answer.size() - 1) {
        return {};
    }
    std::string notice = answer.substr(at);
    answer.erase(at);
    return notice;
}

namespace {

const std::vector<std::string> taggedTools = {"execute_command",
                                              "read_file",
                                              "write_to_file",
                                              "replace_in_file",
                                              "apply_diff",
                                              "search_and_replace",
                                              "insert_content",
                                              "search_files",
                                              "list_files",
                                              "browser_action",
                                              "use_mcp_tool",
                                              "access_mcp_resource",
                                              "ask_followup_question",
                                              "attempt_completion",
                                              "plan_mode_respond",
                                              "plan_mode_response",
                                              "new_task",
                                              "switch_mode",
                                              "fetch_instructions",
                                              "update_todo_list",
                                              "codebase_search",
                                              "condense",
                                              "run_slash_command",
                                              "list_code_definition_names",
                                              "load_mcp_documentation",
                                              "web_fetch",
                                              "web_search",
                                              "use_skill"};

/// `<path>a.txt</path>` … as an object. What a file or an edit contains goes up to the last closing tag.
json parametersIn(std::string_view element)
{
    json parameters = json::object();
    std::size_t at = element.find('<');
    for (int tried = 0; at != std::string_view::npos && tried < 64; ++tried) {
        const std::size_t end = std::min(element.find_first_of(">\n", at), element.size());
        const std::string name(element.substr(at + 1, end - at - 1));
        const bool isName = !name.empty() && name.find_first_not_of(namesLetters) == std::string::npos;
        const std::string closing = "</" + name + ">";
        const bool isLong = name == "content" || name == "diff";
        const std::size_t close = !isName ? std::string_view::npos
            : isLong                      ? element.rfind(closing)
                                          : element.find(closing, end);
        if (close != std::string_view::npos && close > end) {
            parameters[name] = std::string(trimmedText(element.substr(end + 1, close - end - 1)));
            at = element.find('<', close + closing.size());
        } else {
            at = element.find('<', end);
        }
    }
    return parameters;
}

void putSaid(std::vector<ContentBlock>& blocks, const std::string& text)
{
    const auto thought = text.find("<thinking>") == std::string::npos ? std::nullopt : splitTagged(text, {"thinking"});
    const auto put = [&](const std::string& part) {
        if (const std::string_view words = trimmedText(part); !words.empty()) {
            blocks.emplace_back(TextBlock{std::string(words)});
        }
    };
    put(thought ? thought->before : text);
    if (thought) {
        if (const std::string_view words = trimmedText(thought->within); !words.empty()) {
            blocks.emplace_back(ThinkingBlock{std::string(words), {}});
        }
        put(thought->after);
    }
}

} // namespace

std::vector<ContentBlock> blocksOfAnswer(const std::string& text, const std::string& prefix)
{
    std::vector<ContentBlock> blocks;
    std::string rest = text;
    constexpr int mostCalls = 16; // such versions run one of an answer
    for (int number = 1; number <= mostCalls; ++number) {
        auto element = splitTagged(rest, taggedTools);
        if (!element) {
            break;
        }
        putSaid(blocks, element->before);
        ToolUseBlock call;
        call.id = prefix + std::to_string(number);
        const std::size_t name = element->before.size() + 1;
        call.name = rest.substr(name, rest.find_first_of("> ", name) - name);
        call.input = JsonValue(parametersIn(element->within));
        blocks.emplace_back(std::move(call));
        rest = std::move(element->after);
    }
    putSaid(blocks, rest);
    return blocks;
}

} // namespace quarterdeck::formats::cline
