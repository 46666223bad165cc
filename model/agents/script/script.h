#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/message.h"
#include "model/conversation/question.h"
#include "model/conversation/role.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// What one role does at one point of a script.
struct ScriptStep
{
    enum class Kind {
        Say,   ///< to members: Role.publish_message, or the leader's publish_team_message
        Reply, ///< to the person: reply_to_human
        Ask,   ///< ask_human; the script continues with the answer
        End,   ///< the team's run ends
    };
    using Values = std::map<std::string, std::string>;

    std::string id;
    conversation::RoleName role;
    Kind kind = Kind::Say;
    std::vector<std::string> after; ///< ids of the steps that must be done before
    double thinkSeconds = 0;
    double actSeconds = 0;
    std::string activity; ///< what the team list shows while it acts ("WritePRD")
    std::vector<conversation::Address> to;
    conversation::ActionName cause;
    /// Texts may hold `{{id}}`, the answer to the question of step `id`, and `{{id.key}}`, a value that goes with it.
    /// Images have their file's name only; see Script::images.
    std::vector<conversation::ContentBlock> content;
    std::optional<conversation::Usage> usage;
    conversation::Question question;  ///< Ask
    std::vector<Values> optionValues; ///< Ask: the values for each option
    Values otherwise;                 ///< Ask: the same for the person's own words, and "answer" if there is none
    std::string reason;               ///< End
};

struct ScriptImage
{
    std::string bytes;
    std::string mediaType;
    std::int32_t width = 0;
    std::int32_t height = 0;
};

/// A team's play in one language. resources/demo/README.md describes the file.
struct Script
{
    conversation::SessionStarted settings; ///< kind, title, budget, rounds, isPublic, routing; details name the script
    std::vector<conversation::Role> team;
    std::string idea; ///< the person's first message; counts as the done step "idea"
    std::vector<ScriptStep> steps;
    std::map<conversation::RoleName, std::vector<std::string>> replies; ///< to other things the person says
    std::map<std::string, ScriptImage> images;

    [[nodiscard]] const ScriptStep* step(std::string_view id) const;
};

inline constexpr std::string_view ideaStep = "idea";

/// Reads and checks a script (a Qt resource or a file; images lie beside it). `language` is "en", "zh_CN" ...; a text
/// that lacks it is taken in English. Error: BadInput naming file and step. Thread: any; reads files.
[[nodiscard]] conversation::Result<Script> loadScript(const std::string& path, const std::string& language);

/// `{{step}}` or `{{step.key}}` in a text; without a key it is "answer".
struct Placeholder
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string step;
    std::string key;
};
[[nodiscard]] std::vector<Placeholder> placeholdersIn(const std::string& text);

using Answers = std::map<std::string, ScriptStep::Values>; ///< per step that asked

/// The text with the answers filled in, each as one short line: it may be in the middle of code.
[[nodiscard]] std::string filledIn(const std::string& text, const Answers& answers);

} // namespace quarterdeck::team
