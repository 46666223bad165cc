#include "model/agents/script/stage.h"

#include <QUuid>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

constexpr int mostAttempts = 100;

conversation::QuestionId idOfAttempt(const conversation::SessionId& session, const ScriptStep& step, int attempt)
{
    return conversation::QuestionId(stableId(session, "question " + step.id + ' ' + std::to_string(attempt)));
}

const nlohmann::json* metadata(const conversation::Message& message, const char* key)
{
    if (message.metadata.isNull() || !message.metadata.json().is_object())
        return nullptr;
    const auto found = message.metadata.json().find(key);
    return found == message.metadata.json().end() ? nullptr : &*found;
}

} // namespace

std::string stableId(const conversation::SessionId& session, const std::string& what)
{
    const QUuid space = QUuid::createUuidV5(QUuid(), QByteArray::fromStdString(session.str()));
    return QUuid::createUuidV5(space, QByteArray::fromStdString(what)).toString(QUuid::Id128).toStdString();
}

void ScriptedTeam::ScriptProgress::learn(const conversation::SessionId& session, const conversation::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        // Only what this program wrote has all of these; a log from elsewhere may hold anything.
        if (const nlohmann::json* step = metadata(published->message, stepKey); step && step->is_string())
            done.insert(step->get<std::string>());
        const nlohmann::json* reply = metadata(published->message, replyKey);
        if (reply == nullptr || !reply->is_array())
            return;
        for (const nlohmann::json& id : *reply)
            if (id.is_string())
                answered.insert(conversation::MessageId(id.get<std::string>()));
        if (const nlohmann::json* role = metadata(published->message, roleKey); role && role->is_string())
            ++replies[conversation::RoleName(role->get<std::string>())];
        return;
    }
    const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body);
    const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body);
    if (ended != nullptr && ended->end.kind == conversation::QuestionEndKind::Withdrawn)
        withdrawn.insert(ended->id);
    for (const ScriptStep& step : script->steps) {
        if (step.kind != ScriptStep::Kind::Ask)
            continue;
        const conversation::QuestionId id = questionId(session, step);
        if (ended != nullptr && ended->id == id)
            keepAnswer(step, ended->end);
        if (delivered != nullptr && delivered->id == id)
            done.insert(step.id);
    }
}

const ScriptStep* ScriptedTeam::ScriptProgress::nextDue(const conversation::RoleName& role, bool hasEnded) const
{
    for (const ScriptStep& step : script->steps) {
        const bool isOver = step.kind == ScriptStep::Kind::End ? hasEnded : done.contains(step.id);
        if (step.role != role || isOver)
            continue;
        const bool isDue = std::ranges::all_of(step.after, [&](const std::string& id) { return done.contains(id); });
        return isDue ? &step : nullptr;
    }
    return nullptr;
}

void ScriptedTeam::ScriptProgress::keepAnswer(const ScriptStep& step, const conversation::QuestionEnd& end)
{
    ScriptStep::Values values = step.otherwise;
    if (end.kind == conversation::QuestionEndKind::Answered)
        values["answer"] = conversation::answerText(end);
    for (std::size_t i = 0; i < step.question.options.size(); ++i)
        if (!end.option.empty() && step.question.options[i].label == end.option)
            for (const auto& [key, value] : step.optionValues[i])
                values[key] = value;
    answers[step.id] = std::move(values);
}

conversation::QuestionId ScriptedTeam::ScriptProgress::questionId(const conversation::SessionId& session,
                                                                  const ScriptStep& step) const
{
    int attempt = 0;
    while (attempt < mostAttempts && withdrawn.contains(idOfAttempt(session, step, attempt)))
        ++attempt;
    return idOfAttempt(session, step, attempt);
}

} // namespace quarterdeck::team
