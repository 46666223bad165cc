#include "model/formats/coding_agent/injected_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace quarterdeck::formats {

std::string_view trimmedText(std::string_view text)
{
    constexpr const char* spaces = " \t\r\n";
    const std::size_t from = std::min(text.find_first_not_of(spaces), text.size());
    const std::size_t to = text.find_last_not_of(spaces);
    return to == std::string_view::npos ? std::string_view() : text.substr(from, to + 1 - from);
}

namespace {

/// The tags that Codex, Gemini CLI and Qwen Code put around what they tell the model. A person may write any other.
constexpr std::array programsTags = {
    "INSTRUCTIONS",          "environment_context", "user_instructions",   "turn_aborted",      "recommended_plugins",
    "subagent_notification", "user_shell_command",  "user_action",         "hook_prompt",       "model_switch",
    "collaboration_mode",    "multi_agent_mode",    "skills_instructions", "apps_instructions", "plugins_instructions",
    "personality_spec",      "session_context",     "hook_context",        "loaded_context",    "state_snapshot",
    "task-notification",     "system-reminder"};

/// The name of the program's tag that the text begins with; empty if there is none.
std::string_view tagOf(std::string_view text)
{
    const auto begins = [&](std::string_view tag) {
        const std::size_t end = tag.size() + 1;
        return text.starts_with('<') && text.substr(1).starts_with(tag) && end < text.size()
            && (text[end] == '>' || text[end] == ' ');
    };
    const auto found = std::ranges::find_if(programsTags, begins);
    return found != programsTags.end() ? *found : text.starts_with("<skill>\n<name>") ? "skill" : std::string_view();
}

} // namespace

bool isInjected(std::string_view text)
{
    constexpr std::array beginnings = {"<permissions instructions>", "# AGENTS.md instructions",
                                       "Another language model started to solve this problem",
                                       "Warning: The maximum number of unified exec processes"};
    std::string_view said = trimmedText(text);
    if (std::ranges::any_of(beginnings, [&](const char* words) { return said.starts_with(words); })) {
        return true;
    }
    // What is behind the tags, or in one that is not closed, is the person's.
    while (!said.empty()) {
        const std::string_view tag = tagOf(said);
        const std::string closing = "</" + std::string(tag) + ">";
        const std::size_t end = tag.empty() ? std::string_view::npos : said.find(closing);
        if (end == std::string_view::npos) {
            return false;
        }
        said = said.ends_with(closing) ? std::string_view() : trimmedText(said.substr(end + closing.size()));
    }
    return !trimmedText(text).empty();
}

} // namespace quarterdeck::formats
