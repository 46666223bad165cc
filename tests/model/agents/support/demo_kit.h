#pragma once

#include "engine_kit.h"
#include "model/agents/run/teams.h"

#include <QObject>
#include <string>
#include <vector>

namespace quarterdeck::test {

constexpr const char* gameTitle = "Twenty \"forty\" `eight`\nfor {{nobody}}";
constexpr const char* quotedTitle = "Twenty \"forty\" 'eight' for {{nobody}}";

/// Answers every question at once, like a person who has only two answers.
class Person final : public QObject
{
public:
    explicit Person(session::Session& session) : m_session(session)
    {
        connect(&session, &session::Session::committed, this, &Person::answer);
        answer();
    }

private:
    void answer()
    {
        for (const conversation::OpenQuestion& open : m_session.state()->openQuestions()) {
            conversation::AnswerQuestion answer;
            answer.id = open.question.id;
            if (open.question.options.empty())
                answer.content = conversation::textBlocks(gameTitle);
            else
                answer.option = "5×5";
            m_session.submit(std::move(answer));
        }
    }
    session::Session& m_session;
};

[[nodiscard]] bool hasEnded(const session::Session& session, const team::Teams& teams);
/// Ids of the steps in a log, in order.
[[nodiscard]] std::vector<std::string> stepsIn(const std::vector<conversation::Event>& log);
[[nodiscard]] const conversation::MessagePublished* stepOf(const std::vector<conversation::MessagePublished>& messages,
                                                           const std::string& step);
[[nodiscard]] std::string textOfStep(const std::vector<conversation::Event>& log, const std::string& step);
[[nodiscard]] bool contains(const std::string& text, const std::string& part);
session::Session* startDemo(EngineKit& kit, team::Teams& teams, const std::string& language = "en");
/// The session as if the program had died after this many events.
void storeCut(EngineKit& kit, const conversation::SessionId& id, const std::vector<conversation::Event>& log,
              std::size_t length, conversation::SessionKind kind = conversation::SessionKind::Demo);

} // namespace quarterdeck::test
