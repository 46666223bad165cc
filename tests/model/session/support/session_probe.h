#pragma once

#include "model/session/session.h"

#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

namespace quarterdeck::test {

/// What a session showed, in order.
struct Shown
{
    explicit Shown(session::Session* session)
    {
        QObject::connect(session, &session::Session::committed, &context, [this](const auto& batch, const auto& state) {
            events.insert(events.end(), batch.begin(), batch.end());
            states.push_back(state);
        });
    }
    [[nodiscard]] QString texts() const
    {
        QStringList found;
        for (const conversation::Event& event : events)
            if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                found << QString::fromStdString(conversation::textOf(published->message));
        return found.join(' ');
    }

    QObject context;
    std::vector<conversation::Event> events;
    std::vector<std::shared_ptr<const conversation::ConversationState>> states;
};

/// Keeps the outcome of several intents.
struct Outcomes
{
    [[nodiscard]] session::Session::IntentDone next()
    {
        return [this](conversation::Decision outcome) { all.push_back(std::move(outcome)); };
    }
    std::vector<conversation::Decision> all;
};

inline conversation::QuestionId q(const char* id) { return conversation::QuestionId(id); }

inline conversation::AnswerQuestion answer(const char* id, const char* option)
{
    conversation::AnswerQuestion given;
    given.id = q(id);
    given.option = option;
    return given;
}

} // namespace quarterdeck::test
