#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/served_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_served_company {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// Five roles whose models are on a server: everything they are given and say goes over real sockets, to their end.
class TestServedCompany final : public QObject
{
    Q_OBJECT
private slots:
    void comesToItsEnd();
    void theSameScriptGivesTheSameLog();
};

namespace {

/// One of them acts at a time, so that the log has one order only.
constexpr const char* script = R"({"chunking": "7", "rules": [
    {"when": {"system": "You are Mike"}, "replies": [
        {"thinking": "A plan first.", "tool_calls": [
            {"name": "append_task", "arguments": {"task_id": "1", "dependent_task_ids": [],
                "instruction": "Say what is wanted", "assignee": "Alice"}},
            {"name": "append_task", "arguments": {"task_id": "2", "dependent_task_ids": ["1"],
                "instruction": "Write it down", "assignee": "Bob"}},
            {"name": "publish_team_message", "arguments": {"content": "Say what is wanted.", "send_to": "Alice"}}]},
        {"tool_calls": [{"name": "end", "arguments": {}}]},
        {"tool_calls": [
            {"name": "finish_current_task", "arguments": {}},
            {"name": "publish_team_message", "arguments": {"content": "Write it down.", "send_to": "Bob"}}]},
        {"tool_calls": [{"name": "end", "arguments": {}}]},
        {"tool_calls": [
            {"name": "finish_current_task", "arguments": {}},
            {"name": "publish_team_message", "arguments": {"content": "Read it, please.", "send_to": "David"}}]},
        {"tool_calls": [{"name": "end", "arguments": {}}]},
        {"tool_calls": [{"name": "ask_human", "arguments": {"question": "What shall its logo be?"}}]},
        {"text": "Thank you.", "tool_calls": [{"name": "end", "arguments": {"summary": "A game with a red logo."}}]}]},
    {"when": {"system": "You are Alice"}, "reply": "A game with tiles."},
    {"when": {"system": "You are Bob"}, "replies": [
        {"tool_calls": [{"name": "write_file", "arguments": {"path": "game.md", "content": "# Tiles\n"}}]},
        "It is written."]},
    {"when": {"system": "You are David"}, "replies": [
        {"tool_calls": [{"name": "read_file", "arguments": {"path": "game.md"}}]},
        "It reads well."]},
    {"when": {"system": "You are Alex"}, "reply": "I have time."}]})";

/// A PNG of one pixel.
QByteArray logo()
{
    return QByteArray::fromBase64(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5"
        "ErkJggg==");
}

ServedThrough withPictures()
{
    ServedThrough through;
    through.environment.readAttachment = [](const AttachmentHash&, const auto& done) { done(logo().toStdString()); };
    through.changed = [](team::ModelConnection& connection) { connection.abilities.images = true; };
    return through;
}

team::TeamDefinition company()
{
    team::TeamDefinition team = servedTeam({"Mike", "Alice", "Bob", "Alex", "David"});
    team.roles[2].tools = {{"write_file", team::ToolPolicy::Ask}};
    team.roles[4].tools = {{"read_file", team::ToolPolicy::Allow}};
    team.rounds = 0;
    return team;
}

bool isAsked(const session::Session* session, const char* part)
{
    const auto& open = session->state()->openQuestions();
    return open.size() == 1 && contains(open.front().question.text, part);
}

void answer(ServedTeam& served, session::Session* session, std::string option, std::vector<ContentBlock> content)
{
    AnswerQuestion given;
    given.id = session->state()->openQuestions().front().question.id;
    given.option = std::move(option);
    given.content = std::move(content);
    QVERIFY(!served.kit.kit.submit(*session, given).error);
}

/// The person approves a file, talks to Alex alone while the leader waits, and answers the leader with a picture.
session::Session* playToTheEnd(ServedTeam& served)
{
    session::Session* session = served.kit.start(company(), "Build a game");
    if (!waitFor([&] { return isAsked(session, "game.md"); }))
        return nullptr;
    answer(served, session, session->state()->openQuestions().front().question.options.front().label, {});
    if (!waitFor([&] { return isAsked(session, "logo"); }))
        return nullptr;
    served.kit.kit.tell(*session, "Alex", "Are you busy?", true);
    const auto isAnswered = [&] {
        const RoleState* alex = session->state()->role(RoleName("Alex"));
        return session->state()->directChats().empty() && alex->activity == RoleActivity::Idle && alex->unread() == 0
            && !alex->hasNews;
    };
    if (!waitFor([&] {
            return joinedLines(spokenIn(served.kit.kit.log(session->id()))).find("I have time.") != std::string::npos
                && isAnswered();
        }))
        return nullptr;
    const MediaBlock picture{MediaKind::Image, {AttachmentHash("ab12"), {}, "image/png", "logo.png", 8, 8, 0}};
    answer(served, session, {}, {TextBlock{"Like this:"}, picture});
    const bool isOver = waitFor(
        [&] { return session->state()->runState() == RunState::Finished && isQuiet(session, *served.kit.teams); });
    return isOver ? session : nullptr;
}

} // namespace

void TestServedCompany::comesToItsEnd()
{
    ServedTeam served(script, withPictures());
    session::Session* session = playToTheEnd(served);
    QVERIFY(session != nullptr);
    const auto log = served.kit.kit.log(session->id());
    const std::vector<std::string> said = {"User > Mike: Build a game",
                                           "Mike > Alice: Say what is wanted.",
                                           "Alice > Mike: A game with tiles.",
                                           "Mike > Bob: Write it down.",
                                           "Bob > Mike: It is written.",
                                           "Mike > David: Read it, please.",
                                           "David > Mike: It reads well.",
                                           "User > Alex: Are you busy? (private)",
                                           "Alex > <human>: I have time. (private)"};
    std::vector<std::string> spoken = spokenIn(log);
    spoken.resize(std::min(spoken.size(), said.size())); // what the program says of files comes after
    QCOMPARE(QString::fromStdString(joinedLines(spoken)), QString::fromStdString(joinedLines(said)));
    QVERIFY(contains(joinedLines(stepsOfAgents(log)), "[x] 2: Write it down (Bob) after 1"));
    QFile file(QString::fromStdString(served.kit.workspaces + "/" + session->id().str() + "/game.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("# Tiles\n"));
    // The picture came in with the answer, and went out to the model with the next call.
    const auto chats = served.server.chats();
    QVERIFY(contains(chats.back().body.dump(), logo().toBase64().toStdString()));
    for (std::size_t i = 0; i + 1 < chats.size(); ++i)
        QVERIFY(!contains(chats[i].body.dump(), logo().toBase64().toStdString()));
    QCOMPARE(*session->state(), foldOf(log));
}

void TestServedCompany::theSameScriptGivesTheSameLog()
{
    const auto play = [] {
        ServedTeam served(script, withPictures());
        session::Session* session = playToTheEnd(served);
        return session == nullptr ? QString() : QString::fromStdString(transcriptOf(served.kit.kit.log(session->id())));
    };
    const QString first = play();
    QVERIFY(!first.isEmpty());
    QCOMPARE(play(), first);
    QFile golden(QFINDTESTDATA("../../../data/teams/five_roles.txt"));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QCOMPARE(first, QString::fromUtf8(golden.readAll()));
}

} // namespace tst_served_company

QUARTERDECK_TEST(tst_served_company, TestServedCompany)
#include "tst_served_company.moc"
