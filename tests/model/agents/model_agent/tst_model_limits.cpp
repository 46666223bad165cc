#include "model/agents/model_agent/memory.h"
#include "tests/model/agents/support/served_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_model_limits {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

/// How much a model can read and say: what an agent does about it, through the provider and a real socket.
class TestModelLimits final : public QObject
{
    Q_OBJECT
private slots:
    void answersAreAskedForInTheirLength_data();
    void answersAreAskedForInTheirLength();
    void cutCallsAreTold_data();
    void cutCallsAreTold();
    void cutWordsAreMarked_data();
    void cutWordsAreMarked();
    void cutThoughtsAreNotAskedForAgain();
    void windowIsMinded();
    void tooLongAPromptIsShortenedOnce();
    void lostPicturesAreNoted();
    void usageIsEstimatedWhereNoneIsTold();
};

namespace {

using std::size_t;

QByteArray scriptThatSays(const QString& reply) { return ("{\"otherwise\": " + reply + "}").toUtf8(); }

void play(ServedTeam& served, const QByteArray& script)
{
    std::string problem;
    const auto read = model_server::scriptOf(json::parse(script.toStdString()), problem);
    QVERIFY2(read, problem.c_str());
    served.server.play(*read);
}

ServedThrough speaking(bool isAnthropic)
{
    ServedThrough through;
    through.changed = [isAnthropic](team::ModelConnection& connection) {
        if (isAnthropic)
            connection.protocol = team::Protocol::Anthropic;
    };
    return through;
}

const RoleState* mike(const session::Session* session) { return session->state()->role(RoleName("Mike")); }

bool hasFailed(const ServedTeam& served, const session::Session* session)
{
    return mike(session)->activity == RoleActivity::Failed && isQuiet(session, *served.kit.teams);
}

json sawOf(const Event& step)
{
    return std::get<MessagePublished>(step.body).message.metadata.json().at("quarterdeck").at("saw");
}

team::TeamDefinition writerTeam()
{
    team::TeamDefinition team = servedTeam({"Mike"});
    team.roles.front().tools["write_file"] = team::ToolPolicy::Allow;
    return team;
}

std::string longText(int number) { return "Number " + std::to_string(number) + std::string(1500, 'x'); }

/// Six long messages, each answered.
void tellMuch(ServedTeam& served, session::Session* session)
{
    for (int i = 0; i < 6; ++i)
        QVERIFY(served.tell(session, longText(i)));
}

} // namespace

void TestModelLimits::answersAreAskedForInTheirLength_data()
{
    QTest::addColumn<int>("protocol");
    QTest::addColumn<bool>("isOfAnthropic");
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("chosen");
    QTest::addColumn<int>("asked");
    const int openAi = static_cast<int>(team::Protocol::OpenAi);
    const int anthropic = static_cast<int>(team::Protocol::Anthropic);
    QTest::newRow("the server knows best") << openAi << false << "small" << 0 << 0;
    QTest::newRow("the person chose") << openAi << false << "small" << 2000 << 2000;
    QTest::newRow("Anthropic, of the table") << anthropic << true << "claude-3-5-haiku-latest" << 0 << 8192;
    QTest::newRow("Anthropic, much") << anthropic << true << "claude-sonnet-4-20250514" << 0 << 16'384;
    QTest::newRow("Anthropic, the person chose") << anthropic << true << "claude-sonnet-4-20250514" << 64'000 << 64'000;
    QTest::newRow("Anthropic, not known") << anthropic << true << "claude-new" << 0 << 8192;
    QTest::newRow("another's that speaks so") << anthropic << false << "small" << 0 << 4096;
}

void TestModelLimits::answersAreAskedForInTheirLength()
{
    QFETCH(int, protocol);
    QFETCH(bool, isOfAnthropic);
    QFETCH(QString, model);
    QFETCH(int, chosen);
    QFETCH(int, asked);
    ServedThrough through;
    through.changed = [&](team::ModelConnection& connection) {
        connection.protocol = static_cast<team::Protocol>(protocol);
        if (isOfAnthropic)
            connection.service = team::Service::Anthropic;
        if (chosen > 0)
            connection.abilities.answerTokens = chosen;
    };
    ServedTeam served(R"({"otherwise": "Yes."})", through);
    team::TeamDefinition team = servedTeam({"Mike"});
    team.roles.front().model.model = model.toStdString();
    session::Session* session = served.kit.start(team);
    QVERIFY(waitFor([&] { return served.server.chats().size() == 1 && isQuiet(session, *served.kit.teams); }));
    QCOMPARE(served.server.chats().front().body.value("max_tokens", 0), asked);
}

void TestModelLimits::cutCallsAreTold_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("finish");
    QTest::newRow("OpenAI") << false << "length";
    QTest::newRow("Anthropic") << true << "max_tokens";
}

/// The model is told once; if it does the same again, the person is.
void TestModelLimits::cutCallsAreTold()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, finish);
    ServedTeam served(scriptThatSays(QString(R"({"finish": "%1", "usage": {"prompt_tokens": 9, "completion_tokens": 77,
        "input_tokens": 9, "output_tokens": 77}, "tool_calls": [{"name": "write_file",
        "arguments": "{\"path\": \"a.txt\", \"content\": \"One long li"}]})")
                                         .arg(finish))
                          .constData(),
                      speaking(isAnthropic));
    session::Session* session = served.kit.start(writerTeam());
    QVERIFY(waitFor([&] { return hasFailed(served, session); }));
    QCOMPARE(served.server.chats().size(), size_t(2));
    const QString told = QString::fromStdString(served.server.chats().back().body.dump());
    QVERIFY2(told.contains("cut at 77 tokens") && told.contains("Write in parts"), qPrintable(told));
    const QString reason = QString::fromStdString(mike(session)->activityDetail);
    QVERIFY2(reason.contains("cut off twice") && reason.contains("77") && reason.contains("write_file"),
             qPrintable(reason));
    const auto steps = stepsOf(served.kit.kit, *session);
    QCOMPARE(steps.size(), size_t(2));
    for (const Event& step : steps)
        QCOMPARE(team::answerNoteOf(std::get<MessagePublished>(step.body).message).cutAt,
                 std::optional<std::int64_t>(77));
    // The person allows more, and it continues where it was.
    play(served, R"({"rules": [{"once": true, "reply": {"tool_calls": [{"name": "write_file",
        "arguments": {"path": "a.txt", "content": "One long line"}}]}}], "otherwise": "Done."})");
    served.kit.teams->retry(session->id(), RoleName("Mike"));
    QVERIFY(waitFor([&] { return served.server.chats().size() == 4 && isQuiet(session, *served.kit.teams); }));
    const auto spoken = spokenIn(served.kit.kit.log(session->id()));
    QVERIFY2(std::ranges::find(spoken, "Mike > <human>: Done.") != spoken.end(), joinedLines(spoken).c_str());
}

void TestModelLimits::cutWordsAreMarked_data() { cutCallsAreTold_data(); }

void TestModelLimits::cutWordsAreMarked()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, finish);
    ServedTeam served(scriptThatSays(QString(R"({"finish": "%1", "text": "Half of what I", "usage": {"prompt_tokens": 9,
        "completion_tokens": 77, "input_tokens": 9, "output_tokens": 77}})")
                                         .arg(finish))
                          .constData(),
                      speaking(isAnthropic));
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return served.server.chats().size() == 1 && isQuiet(session, *served.kit.teams); }));
    const auto steps = stepsOf(served.kit.kit, *session);
    QCOMPARE(steps.size(), size_t(1));
    QCOMPARE(team::answerNoteOf(std::get<MessagePublished>(steps.front().body).message).cutAt,
             std::optional<std::int64_t>(77));
}

/// A budget is one all the same, and the message says how it was counted.
void TestModelLimits::usageIsEstimatedWhereNoneIsTold()
{
    ServedTeam served(R"({"otherwise": {"text": "An answer of some words", "usage": false}})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return served.server.chats().size() == 1 && isQuiet(session, *served.kit.teams); }));
    const auto steps = stepsOf(served.kit.kit, *session);
    QCOMPARE(steps.size(), size_t(1));
    const Message& message = std::get<MessagePublished>(steps.front().body).message;
    QVERIFY(team::answerNoteOf(message).isUsageEstimated);
    QVERIFY(message.usage && message.usage->promptTokens > 10 && message.usage->completionTokens > 3);
}

void TestModelLimits::cutThoughtsAreNotAskedForAgain()
{
    ServedTeam served(R"({"otherwise": {"thinking": "Hm, hm, hm", "text": "", "finish": "length",
        "usage": {"prompt_tokens": 9, "completion_tokens": 77}}})");
    team::TeamDefinition team = servedTeam({"Mike"});
    team.retries = 2;
    session::Session* session = served.kit.start(team);
    QVERIFY(waitFor([&] { return hasFailed(served, session); }));
    QCOMPARE(served.server.chats().size(), size_t(1));
    const QString reason = QString::fromStdString(mike(session)->activityDetail);
    QVERIFY2(reason.contains("77") && reason.contains("longer answer"), qPrintable(reason));
    const auto used = bodiesOf<UsageRecorded>(served.kit.kit.log(session->id()));
    QCOMPARE(used.size(), size_t(1));
    QCOMPARE(used.front().usage.completionTokens, 77);
}

void TestModelLimits::windowIsMinded()
{
    ServedThrough through;
    through.changed = [](team::ModelConnection& connection) {
        connection.abilities.contextTokens = 5'000;
        connection.abilities.answerTokens = 2'000;
    };
    ServedTeam served(R"({"otherwise": "Noted."})", through);
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    tellMuch(served, session);
    const auto steps = stepsOf(served.kit.kit, *session);
    const json saw = sawOf(steps.back());
    QCOMPARE(saw.value("room", 0), 3'000);
    QVERIFY(saw.value("left_out", 0) > 0);
    QVERIFY(saw.value("tokens", 0) <= 3'000);
    const auto seen = seenBehind(served.kit.kit, *session, steps.back());
    QVERIFY(seen);
    QCOMPARE(seen->proof, team::RebuiltPrompt::Proof::Same);
    QCOMPARE(seen->longestPrompt, 3'000);
}

void TestModelLimits::tooLongAPromptIsShortenedOnce()
{
    ServedTeam served(R"({"otherwise": "Noted."})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    tellMuch(served, session);
    QVERIFY(!sawOf(stepsOf(served.kit.kit, *session).back()).contains("room"));
    const size_t before = served.server.chats().size();
    play(served, R"({"rules": [{"when": {"any": "Number 0x"}, "reply": {"error": "context_too_long"}}],
        "otherwise": "Noted."})");
    QVERIFY(served.tell(session, "And now?"));
    QCOMPARE(served.server.chats().size(), before + 2);
    const auto steps = stepsOf(served.kit.kit, *session);
    QVERIFY(sawOf(steps.back()).value("room", 0) > 0 && sawOf(steps.back()).value("left_out", 0) > 0);
    QCOMPARE(seenBehind(served.kit.kit, *session, steps.back())->proof, team::RebuiltPrompt::Proof::Same);
    QVERIFY(served.tell(session, "And then?")); // it is remembered
    QCOMPARE(served.server.chats().size(), before + 3);
    // What halving does not fix is reported.
    play(served, R"({"otherwise": {"error": "context_too_long"}})");
    served.kit.kit.tell(*session, "", "Once more");
    QVERIFY(waitFor([&] { return hasFailed(served, session); }));
    QVERIFY(served.server.chats().size() <= before + 5);
}

void TestModelLimits::lostPicturesAreNoted()
{
    ServedTeam served(R"({"otherwise": "I see nothing."})");
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 1; }));
    Publish publish;
    publish.message.content = textBlocks("What is this?");
    MediaBlock picture;
    picture.kind = MediaKind::Image;
    picture.source.url = "https://pictures.invalid/a.png";
    publish.message.content.emplace_back(picture);
    publish.message.sendTo = {Address("Mike")};
    QVERIFY(!served.kit.kit.submit(*session, publish).error);
    QVERIFY(waitFor([&] { return isQuiet(session, *served.kit.teams) && served.server.chats().size() == 2; }));
    const auto note =
        team::answerNoteOf(std::get<MessagePublished>(stepsOf(served.kit.kit, *session).back().body).message);
    QCOMPARE(note.losses, (std::map<std::string, std::int64_t>{{"image", 1}}));
    QVERIFY(!note.cutAt);
}

} // namespace tst_model_limits

QUARTERDECK_TEST(tst_model_limits, TestModelLimits)
#include "tst_model_limits.moc"
