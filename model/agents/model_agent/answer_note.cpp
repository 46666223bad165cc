#include "model/agents/model_agent/answer_note.h"

#include "model/agents/step_note.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr std::array kinds = {"image", "audio", "video", "file", "message"};

std::optional<std::int64_t> countAt(const json& object, const char* key)
{
    constexpr std::int64_t most = 1'000'000'000;
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, most);
}

} // namespace

AnswerNote noteOf(const ChatReply& reply)
{
    AnswerNote note;
    if (reply.isCut)
        note.cutAt = reply.usage ? reply.usage->completionTokens : 0;
    note.isUsageEstimated = reply.isUsageEstimated;
    for (const formats::SerializerLoss& loss : reply.losses)
        ++note.losses[kinds.at(static_cast<std::size_t>(loss.what))];
    return note;
}

void addTo(json& step, const AnswerNote& note)
{
    if (note.cutAt)
        step["cut"] = *note.cutAt;
    if (note.isUsageEstimated)
        step["estimated"] = true;
    if (note.isStopped)
        step["stopped"] = true;
    if (!note.losses.empty())
        step["saw"]["losses"] = note.losses;
}

AnswerNote answerNoteOf(const conversation::Message& message)
{
    AnswerNote note;
    const json* step = stepNote(message);
    if (step == nullptr)
        return note;
    note.cutAt = countAt(*step, "cut");
    note.isUsageEstimated = step->value("estimated", json()) == json(true);
    note.isStopped = step->value("stopped", json()) == json(true);
    const auto saw = step->find("saw");
    const auto losses = saw == step->end() || !saw->is_object() ? json::const_iterator() : saw->find("losses");
    if (saw == step->end() || !saw->is_object() || losses == saw->end() || !losses->is_object())
        return note;
    for (const char* kind : kinds)
        if (const auto count = countAt(*losses, kind); count && *count > 0)
            note.losses[kind] = *count;
    return note;
}

} // namespace quarterdeck::team
