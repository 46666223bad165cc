#include "model/agents/run/session_notes.h"

#include "model/agents/model_agent/memory.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/run/team_marks.h"
#include "model/agents/step_note.h"
#include "model/agents/team_text.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Message;
using nlohmann::json;

const conversation::ActionName goingOn{"quarterdeck.GoingOn"};
const conversation::ActionName choiceAction{"quarterdeck.ModelChosen"};
const conversation::ActionName continuation{"quarterdeck.Continuation"};

bool isNote(const Message& message, const conversation::ActionName& action)
{
    return message.causeBy == action && message.sentFrom.str() == manifest::writer;
}

Message note(const conversation::ActionName& action, std::string text)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(manifest::writer);
    message.sendTo = {conversation::address::none};
    message.causeBy = action;
    message.content = conversation::textBlocks(std::move(text));
    return message;
}

} // namespace

Message resumeNote() { return note(goingOn, texts::teamGoesOn()); }

Message noteOf(const ChosenModel& chosen)
{
    Message message =
        note(choiceAction,
             chosen.connection.empty() ? texts::ownModelsAgain() : texts::speaksThrough(chosen.model, chosen.name));
    message.metadata = conversation::JsonValue(json{
        {step::key,
         {{"model_choice", {{"connection", chosen.connection}, {"name", chosen.name}, {"model", chosen.model}}}}}});
    return message;
}

Message continuationNote(const std::string& title, bool areTimesKnown)
{
    return note(continuation, texts::continuesRecording(title, areTimesKnown));
}

bool isResumeNote(const Message& message) { return isNote(message, goingOn); }

std::optional<ChosenModel> chosenModelIn(const Message& message)
{
    const json* noted = isNote(message, choiceAction) ? stepNote(message) : nullptr;
    if (noted == nullptr || !noted->contains("model_choice") || !noted->at("model_choice").is_object())
        return std::nullopt;
    const json& told = noted->at("model_choice");
    return ChosenModel{textAt(told, "connection"), textAt(told, "name"), textAt(told, "model")};
}

conversation::EventSeq newestChoice(const conversation::ConversationState& state)
{
    return state.newestNote(choiceAction);
}

bool isOfProgram(const Message& message)
{
    return isNote(message, manifest::action) || isNote(message, goingOn) || isNote(message, choiceAction)
        || isNote(message, continuation) || isTrustNote(message);
}

} // namespace quarterdeck::team
