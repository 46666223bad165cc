#pragma once

#include "model/agents/provider/chat_provider.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// What a model of a test answers.
struct ModelAnswer
{
    std::vector<conversation::ContentBlock> blocks;
    std::optional<conversation::Error> error = {};
    bool hangs = false;  ///< streams its text, and never ends by itself
    int untilAtOnce = 0; ///< waits until so many calls run at the same time
    conversation::Usage usage = {"scripted", 100, 20, 0.01, 5};
    bool isWorthAnotherTry = false; ///< see team::ChatFailure
};
[[nodiscard]] ModelAnswer says(std::string text);
[[nodiscard]] ModelAnswer fails(conversation::ErrorCode code, std::string sentence);
/// One tool call; `input` is JSON.
[[nodiscard]] ModelAnswer calls(const std::string& tool, const std::string& input, const std::string& id = "c1");
/// Both: the calls of all.
[[nodiscard]] ModelAnswer together(std::vector<ModelAnswer> answers);

/// Models by name, each a function of its prompt, so that a team restarted in the middle hears the same. Each call is a
/// coroutine that gives its answer in pieces over some turns of the event loop.
class ScriptedModels final : public team::ModelSource
{
public:
    using Model = std::function<ModelAnswer(const team::ChatRequest& request)>;

    struct Calls
    {
        std::map<std::string, Model> models;
        std::vector<team::ChatRequest> requests; ///< in the order in which they came; options.model says to whom
        int running = 0;
        int mostAtOnce = 0;
    };
    std::shared_ptr<Calls> calls = std::make_shared<Calls>();
    std::map<std::string, conversation::Error> missing; ///< connections that cannot be used, and why
    int asked = 0;

    conversation::Result<std::shared_ptr<team::ChatProvider>> providerOf(const team::ModelChoice& choice) override;
    /// Answers one after the other, chosen by which of the role's own words are already in its prompt.
    void play(const std::string& role, std::vector<ModelAnswer> answers);
    [[nodiscard]] std::vector<team::ChatRequest> requestsTo(const std::string& model) const;
};

/// All texts of a prompt, each message in a line of its own: "user: …".
[[nodiscard]] std::string promptText(const team::ChatRequest& request);
/// How often the role has answered, as its prompt shows it.
[[nodiscard]] std::size_t answersIn(const team::ChatRequest& request, const std::string& role);

/// A team in which each role is its own model: "Mike" leads.
[[nodiscard]] team::TeamDefinition scriptedTeam(const std::vector<std::string>& names);

} // namespace quarterdeck::test
