#include "model/conversation/message.h"
#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_recorded_sessions {

using namespace quarterdeck;
using namespace quarterdeck::test;
using conversation::Address;
using conversation::Message;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;

namespace {

template <typename Block>
std::vector<Block> blocksOf(const CollectedSession& session)
{
    std::vector<Block> found;
    for (const RecordedMessage& message : session.messages) {
        for (const auto& block : message.record.message.content) {
            if (const auto* one = std::get_if<Block>(&block)) {
                found.push_back(*one);
            }
        }
    }
    return found;
}

QStringList namesOf(const std::vector<Role>& team)
{
    QStringList names;
    for (const Role& role : team) {
        names << QString::fromStdString(role.name.str());
    }
    return names;
}

QStringList hearersOf(const CollectedSession& session, std::size_t index)
{
    QStringList names;
    for (const RoleName& name : session.messages.at(index).record.recipients) {
        names << QString::fromStdString(name.str());
    }
    return names;
}

CollectedSession readOne(const std::string& text)
{
    CollectingSink sink;
    const auto kind = readText("chat.json", text, sink);
    return kind && sink.sessions.size() == 1 ? sink.sessions.front() : CollectedSession();
}

} // namespace

class TestRecordedSessions final : public QObject
{
    Q_OBJECT

private slots:
    void whoAndWhen_data();
    void whoAndWhen();
    void whoAndWhen_speakers();
    void whoAndWhen_blameOfAnotherAgent();
    void whoAndWhen_keepsWhatItCannotShow();
    void tauBench();
    void tauBench_people();
    void openAi_shapes_data();
    void openAi_shapes();
    void openAi_media();
    void openAi_arguments_data();
    void openAi_arguments();
    void badRecords_areNamedAndTheRestComesIn();
    void reading_stops();
};

void TestRecordedSessions::whoAndWhen_data()
{
    QTest::addColumn<int>("messages");
    QTest::addColumn<int>("thoughts");
    QTest::addColumn<int>("mistake"); // row, the question of the person included
    QTest::addColumn<QString>("team");
    QTest::newRow("algorithm_001") << 7 << 0 << 1
                                   << "Excel_Expert,Computer_terminal,BusinessLogic_Expert,DataVerification_Expert";
    QTest::newRow("algorithm_005")
        << 10 << 0 << 4 << "WebServing_Expert,Gaming_Awards_Expert,Computer_terminal,DataVerification_Expert";
    QTest::newRow("algorithm_012") << 6 << 0 << 2
                                   << "MBTA_FranciscoFoxboroLine_Expert,Verification_Expert,Computer_terminal";
    QTest::newRow("algorithm_020") << 11 << 0 << 1 << "WebServing_Expert,Computer_terminal,Verification_Expert";
    QTest::newRow("algorithm_033") << 11 << 0 << 9 << "DOI_Expert,InformationExtraction_Expert,Computer_terminal";
    QTest::newRow("algorithm_047") << 7 << 0 << 2 << "Mesopotamian_Number_Systems_Expert";
    QTest::newRow("algorithm_058")
        << 7 << 0 << 2 << "Python_ScikitLearn_StatisticalAnalysis_Expert,Verification_Expert,Computer_terminal";
    QTest::newRow("algorithm_070") << 7 << 0 << 1 << "PythonDebugging_Expert,Computer_terminal,Validation_Expert";
    QTest::newRow("algorithm_090") << 11 << 0 << 6 << "Federico_Lauria_Expert,Art_Expert,Computer_terminal";
    QTest::newRow("algorithm_110") << 10 << 0 << 6
                                   << "DataCollection_Expert,DataAnalysis_Expert,Computer_terminal,Verification_Expert";
    QTest::newRow("hand_001") << 29 << 14 << 12 << "Orchestrator,WebSurfer";
    QTest::newRow("hand_004") << 17 << 8 << 8 << "Orchestrator,WebSurfer";
    QTest::newRow("hand_008") << 129 << 69 << 8 << "Orchestrator,WebSurfer,FileSurfer";
    QTest::newRow("hand_013") << 53 << 27 << 12 << "Orchestrator,WebSurfer";
    QTest::newRow("hand_021") << 25 << 12 << 4 << "Orchestrator,WebSurfer";
    QTest::newRow("hand_027") << 51 << 27 << 4 << "Orchestrator,WebSurfer,FileSurfer";
    QTest::newRow("hand_030") << 121 << 65 << 82 << "Orchestrator,WebSurfer,FileSurfer,Assistant";
    QTest::newRow("hand_038") << 52 << 27 << 3 << "Orchestrator,WebSurfer";
    QTest::newRow("hand_046") << 130 << 69 << 32 << "Orchestrator,WebSurfer,Assistant";
    QTest::newRow("hand_056") << 129 << 69 << 4 << "Orchestrator,WebSurfer,Assistant";
}

void TestRecordedSessions::whoAndWhen()
{
    QFETCH(int, messages);
    QFETCH(int, thoughts);
    QFETCH(int, mistake);
    QFETCH(QString, team);
    CollectingSink sink;
    const QString file = QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".json");
    const std::string text = testData(QStringLiteral("who_and_when/") + file);
    const auto kind = readText(file.toStdString(), text, sink);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    QCOMPARE(*kind, std::string("who_and_when"));
    QCOMPARE(sink.problems.size(), std::size_t{0});
    QCOMPARE(sink.sessions.size(), std::size_t{1});
    const CollectedSession& session = sink.sessions.front();
    QVERIFY(session.hasEnded);
    QCOMPARE(static_cast<int>(session.messages.size()), messages);
    QCOMPARE(namesOf(session.team), team.split(QLatin1Char(',')));
    QCOMPARE(static_cast<int>(blocksOf<ThinkingBlock>(session).size()), thoughts);

    const auto source = nlohmann::json::parse(text);
    for (int row = 0; row < messages; ++row) {
        const auto& annotation = session.messages.at(static_cast<std::size_t>(row)).annotation;
        QCOMPARE(annotation.has_value(), row == mistake);
        if (annotation) {
            QVERIFY(annotation->kind == conversation::AnnotationKind::Mistake);
            QVERIFY(annotation->text.ends_with(source["mistake_reason"].get<std::string>()));
        }
    }
    const Message& first = messageAt(session, 0);
    QVERIFY(first.sentFrom.isEmpty());
    QVERIFY(textOf(first).starts_with(source["question"].get<std::string>().substr(0, 20)));
    QVERIFY(session.settings.title.substr(0, 20) == source["question"].get<std::string>().substr(0, 20));
    QVERIFY(session.settings.kind == conversation::SessionKind::Imported);
    QCOMPARE(session.settings.source, file.toStdString());
    QCOMPARE(messageAt(session, 2).timestamp.msSinceEpoch, fileTime.msSinceEpoch + 2000);
}

void TestRecordedSessions::whoAndWhen_speakers()
{
    CollectingSink sink;
    QVERIFY(readText("hand_030.json", testData(QStringLiteral("who_and_when/hand_030.json")), sink));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(hearersOf(session, 0), (QStringList{"Orchestrator", "WebSurfer", "FileSurfer", "Assistant"}));
    QCOMPARE(messageAt(session, 1).sentFrom, Address("Orchestrator"));
    QCOMPARE(hearersOf(session, 1), QStringList());
    QVERIFY(std::holds_alternative<ThinkingBlock>(messageAt(session, 1).content.front()));
    QCOMPARE(messageAt(session, 3).sendTo, (conversation::AddressSet{Address("WebSurfer")}));
    QCOMPARE(hearersOf(session, 3), QStringList{"WebSurfer"});
    QCOMPARE(hearersOf(session, 4), (QStringList{"Orchestrator", "FileSurfer", "Assistant"}));
    QCOMPARE(messageAt(session, 120).sentFrom, Address("Orchestrator"));
    QVERIFY(messageAt(session, 120).metadata.json()["source"]["role"] == "Orchestrator (termination condition)");
}

void TestRecordedSessions::whoAndWhen_blameOfAnotherAgent()
{
    const auto session = readOne(R"x({"history": [{"role": "human", "content": "q"},
        {"role": "A (-> human)", "content": "r"}],
        "question": "q", "mistake_agent": "B", "mistake_step": 1, "mistake_reason": "slow"})x");
    QCOMPARE(session.messages.size(), std::size_t{2});
    QCOMPARE(session.messages[1].annotation->text, std::string("B: slow"));
    QCOMPARE(messageAt(session, 1).sendTo, (conversation::AddressSet{conversation::address::person}));
    QCOMPARE(namesOf(session.team), QStringList{"A"});
}

void TestRecordedSessions::whoAndWhen_keepsWhatItCannotShow()
{
    CollectingSink sink;
    const std::string text = testData(QStringLiteral("who_and_when/algorithm_001.json"));
    QVERIFY(readText("algorithm_001.json", text, sink));
    auto expected = nlohmann::json::parse(text);
    expected.erase("history");
    const auto& details = sink.sessions.front().settings.details.json();
    QVERIFY(details["fields"] == expected);
    QVERIFY(details["times"] == "synthetic");
}

void TestRecordedSessions::tauBench()
{
    CollectingSink sink;
    const std::string text = testData(QStringLiteral("tau_bench/gpt-4o-airline-first12.json"));
    const auto kind = readText("airline.json", text, sink);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    QCOMPARE(*kind, std::string("openai"));
    QCOMPARE(sink.problems.size(), std::size_t{0});
    const std::vector<std::size_t> messages = {32, 12, 24, 62, 26, 26, 24, 26, 18, 52, 40, 36};
    const std::vector<std::size_t> calls = {8, 0, 7, 20, 6, 6, 6, 5, 0, 0, 9, 10};
    QCOMPARE(sink.sessions.size(), messages.size());
    const auto source = nlohmann::json::parse(text);
    for (std::size_t run = 0; run < messages.size(); ++run) {
        const CollectedSession& session = sink.sessions[run];
        QCOMPARE(session.messages.size(), messages[run]);
        QVERIFY(session.settings.details.json()["fields"]["reward"] == source[run]["reward"]);
        QVERIFY(session.settings.details.json()["fields"]["info"] == source[run]["info"]);
        const auto uses = blocksOf<ToolUseBlock>(session);
        const auto results = blocksOf<ToolResultBlock>(session);
        QCOMPARE(uses.size(), calls[run]);
        QCOMPARE(results.size(), calls[run]);
        for (std::size_t call = 0; call < uses.size(); ++call) {
            QCOMPARE(results[call].id, uses[call].id);
            QCOMPARE(results[call].name, uses[call].name);
        }
    }
}

void TestRecordedSessions::tauBench_people()
{
    CollectingSink sink;
    QVERIFY(readText("airline.json", testData(QStringLiteral("tau_bench/gpt-4o-airline-first12.json")), sink));
    const CollectedSession& session = sink.sessions.front();
    QCOMPARE(session.settings.title,
             std::string("Hi! I'm looking to book a flight from New York to Seattle on May 20th."));
    QCOMPARE(namesOf(session.team), (QStringList{"System", "User", "Assistant", "Tools"}));
    QCOMPARE(session.team[1].profile, std::string("Simulated user"));
    QCOMPARE(messageAt(session, 0).role, std::string("system"));
    QCOMPARE(hearersOf(session, 1), QStringList{"Assistant"});
    QCOMPARE(hearersOf(session, 2), QStringList{"User"});
    QCOMPARE(messageAt(session, 6).sendTo, (conversation::AddressSet{Address("Tools")}));
    QCOMPARE(hearersOf(session, 7), QStringList{"Assistant"});
    QCOMPARE(messageAt(session, 7).role, std::string("tool"));
}

void TestRecordedSessions::openAi_shapes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("sessions");
    QTest::addColumn<int>("messages");
    const QByteArray one = R"({"role": "user", "content": "hello"})";
    const QByteArray two = R"({"role": "assistant", "content": "hi"})";
    QTest::newRow("list of messages") << "[" + one + "," + two + "]" << 1 << 2;
    QTest::newRow("messages, one a line") << one + "\n" + two + "\n" << 1 << 2;
    QTest::newRow("lines with CR LF and blank ones") << one + "\r\n\r\n" + two << 1 << 2;
    QTest::newRow("one message") << one << 1 << 1;
    QTest::newRow("object") << R"({"model": "m", "messages": [)" + one + "," + two + "]}" << 1 << 2;
    QTest::newRow("byte order mark") << "\xEF\xBB\xBF{\"messages\": [" + one + "]}" << 1 << 1;
    QTest::newRow("runs, one a line") << R"({"messages": [)" + one + "]}\n{\"messages\": [" + two + "," + one + "]}\n"
                                      << 2 << 3;
    QTest::newRow("list of runs") << R"([{"traj": [)" + one + "]}, {\"traj\": [" + two + "]}]" << 2 << 2;
}

void TestRecordedSessions::openAi_shapes()
{
    QFETCH(QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("chat.json", text.toStdString(), sink);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    std::size_t messages = 0;
    for (const CollectedSession& session : sink.sessions) {
        QVERIFY(session.hasEnded);
        messages += session.messages.size();
    }
    QTEST(static_cast<int>(sink.sessions.size()), "sessions");
    QTEST(static_cast<int>(messages), "messages");
    QVERIFY(sink.problems.empty());
    QCOMPARE(sink.sessions.front().settings.title, std::string("hello"));
    // Nothing says that a program played the user: it is the person.
    QVERIFY(messageAt(sink.sessions.front(), 0).sentFrom.isEmpty());
}

void TestRecordedSessions::openAi_media()
{
    CollectingSink sink;
    const std::string text = R"([{"role": "user", "content": [{"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,???"}},
        {"type": "hologram", "depth": 3}]}])";
    QVERIFY(readText("chat.json", text, sink));
    const auto& content = messageAt(sink.sessions.front(), 0).content;
    QCOMPARE(content.size(), std::size_t{5});
    QCOMPARE(sink.attachments.size(), std::size_t{1});
    QCOMPARE(sink.attachments[0].bytes, std::string("hello"));
    const auto& stored = std::get<conversation::MediaBlock>(content[1]).source;
    QCOMPARE(stored.hash.str(), std::string("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"));
    QCOMPARE(stored.mediaType, std::string("image/png"));
    QCOMPARE(std::get<conversation::MediaBlock>(content[2]).source.url, std::string("https://example.org/a.png"));
    QVERIFY(std::holds_alternative<conversation::UnknownBlock>(content[3]));
    QVERIFY(std::get<conversation::UnknownBlock>(content[4]).value.json()["depth"] == 3);
    QCOMPARE(sink.problems.size(), std::size_t{1});
}

void TestRecordedSessions::openAi_arguments_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("compact") << QByteArray(R"({"a":1})") << QByteArray(R"({"a":1})") << QByteArray();
    QTest::newRow("spaced") << QByteArray(R"({"a": 1})") << QByteArray(R"({"a":1})") << QByteArray(R"({"a": 1})");
    QTest::newRow("no JSON") << QByteArray("{a:") << QByteArray("null") << QByteArray("{a:");
    QTest::newRow("empty") << QByteArray() << QByteArray("null") << QByteArray();
    const QByteArray deep = QByteArray(100'000, '[');
    QTest::newRow("deep") << deep << QByteArray("null") << deep;
}

void TestRecordedSessions::openAi_arguments()
{
    QFETCH(QByteArray, arguments);
    const nlohmann::json call = {{"id", "c"}, {"function", {{"name", "f"}, {"arguments", arguments.toStdString()}}}};
    const nlohmann::json chat = {{{"role", "assistant"}, {"content", nullptr}, {"tool_calls", {call}}}};
    const auto session = readOne(chat.dump());
    const auto uses = blocksOf<ToolUseBlock>(session);
    QCOMPARE(uses.size(), std::size_t{1});
    QTEST(QByteArray::fromStdString(uses[0].input.json().dump()), "input");
    QTEST(QByteArray::fromStdString(uses[0].rawInput), "raw");
}

void TestRecordedSessions::badRecords_areNamedAndTheRestComesIn()
{
    CollectingSink sink;
    const auto kind = readText("chat.jsonl", R"({"role": "user", "content": "one"}
{"role": "user", "content": 7}
{"role": "assistant", "content": "x", "tool_calls": "none"}
{"content": "nobody"}
not json
[1]
{"role": "assistant", "content": "two"})",
                               sink);
    QVERIFY(kind.has_value());
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{2});
    QCOMPARE(sink.problems.size(), std::size_t{5});
    for (std::size_t index = 0; index < sink.problems.size(); ++index) {
        const ImportProblem& problem = sink.problems[index];
        QCOMPARE(problem.file, std::string("chat.jsonl"));
        QCOMPARE(problem.place, "line " + std::to_string(index + 2));
        QVERIFY2(problem.sentence.find("chat.jsonl") != std::string::npos, problem.sentence.c_str());
        QVERIFY2(problem.sentence.find(problem.place) != std::string::npos, problem.sentence.c_str());
    }
}

void TestRecordedSessions::reading_stops()
{
    CollectingSink sink;
    sink.stopAfter = 3;
    const auto kind = readText("a.json", testData(QStringLiteral("tau_bench/gpt-4o-airline-first12.json")), sink);
    QVERIFY(!kind.has_value());
    QVERIFY(kind.error().code == conversation::ErrorCode::Cancelled);
    QCOMPARE(sink.sessions.size(), std::size_t{3});
}

} // namespace tst_recorded_sessions

QUARTERDECK_TEST(tst_recorded_sessions, TestRecordedSessions)
#include "tst_recorded_sessions.moc"
