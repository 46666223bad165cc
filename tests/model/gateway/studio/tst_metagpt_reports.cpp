#include "model/gateway/studio/metagpt_reports.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_metagpt_reports {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using gateway::metagpt::readReport;
using gateway::metagpt::Report;
using gateway::metagpt::ReportedMessage;
using nlohmann::json;

namespace {

/// As `ResourceReporter._format_data` makes it.
QByteArray body(const char* block, const char* name, const json& value, const char* uuid = "u",
                const char* role = "Alex")
{
    const json report = {{"block", block}, {"uuid", uuid}, {"enable_llm_stream", false},
                         {"value", value}, {"name", name}, {"role", role == nullptr ? json() : json(role)}};
    return QByteArray::fromStdString(report.dump());
}

Report reportOf(const char* block, const char* name, const json& value)
{
    return readReport(body(block, name, value).toStdString()).value_or(Report());
}

/// Of a reporter with `enable_llm_stream`.
Report streamed(const char* block, const char* name, const json& value)
{
    return readReport(body(block, name, value)
                          .replace("\"enable_llm_stream\":false", "\"enable_llm_stream\":true")
                          .toStdString())
        .value_or(Report());
}

using gateway::metagpt::ReportSessionHandle;
using std::chrono::milliseconds;

/// The session of a run by itself, on a hub that is listed.
struct OneRun
{
    explicit OneRun(milliseconds rest = std::chrono::hours(1))
    {
        kit.hub->start();
        isListed = waitFor([this] { return kit.hub->isListed(); });
        session = std::make_unique<ReportSessionHandle>(*kit.hub, "metagpt:at:1",
                                                        ReportSessionHandle::Times{milliseconds(1), rest});
    }
    /// Whether it was taken.
    bool take(const Report& report)
    {
        std::optional<bool> isTaken;
        session->take(report, [&](const auto& taken) { isTaken = taken.has_value(); });
        return waitFor([&] { return isTaken.has_value(); }) && *isTaken;
    }
    [[nodiscard]] session::Session* live() const { return kit.hub->liveSessions().front(); }
    [[nodiscard]] std::vector<std::string> texts() const
    {
        std::vector<std::string> found;
        for (const session::Event& event : kit.log(live()->id()))
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                found.push_back(textOf(published->message));
        return found;
    }

    SessionKit kit;
    bool isListed = false;
    std::unique_ptr<ReportSessionHandle> session;
};

struct Reporting
{
    int post(const QByteArray& report, const QByteArray& query = {}, const QByteArray& fields = {})
    {
        Client client(house.server->port());
        client.send("POST /metagpt/report" + query
                    + " HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: "
                      "application/json\r\n"
                    + fields + "Content-Length: " + QByteArray::number(report.size()) + "\r\n\r\n" + report);
        return client.status();
    }
    [[nodiscard]] std::vector<Message> messages() const
    {
        std::vector<Message> found;
        if (house.kit.hub->summaries().empty())
            return found;
        for (const session::Row& row : house.rows())
            if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
                found.push_back(published->message);
        return found;
    }
    House house;
};

} // namespace

/// What MetaGPT's reporters post.
class TestMetaGptReports final : public QObject
{
    Q_OBJECT
private slots:
    void bodies_data();
    void bodies();
    void pieces_data();
    void pieces();
    void streamedText_isADraftAndThenAMessage();
    void whatRests_isWhole();
    void whatIsBeingWritten_goesWithItsSession();
    void whatIsBeingWritten_isStoredAtTheEnd();
    void whatCannotBeStoredLater_isSaid();
    void structuredContent_isBounded();
    void reporters_areToldApart();
    void objects_areStructured();
    void runs_areToldApart();
    void oneSession_alsoAfterARestart();
    void posts_data();
    void posts();
};

void TestMetaGptReports::bodies_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRead");
    QTest::addColumn<QByteArray>("role");
    QTest::newRow("usual") << body("Docs", "content", "a") << true << QByteArray("Alex");
    QTest::newRow("nobody's") << body("Docs", "content", "a", "u", nullptr) << true << QByteArray("MetaGPT");
    QTest::newRow("the program's") << QByteArray(R"({"role": "Quarterdeck"})") << true
                                   << QByteArray("Quarterdeck (another program)");
    QTest::newRow("empty") << QByteArray("{}") << true << QByteArray("MetaGPT");
    QTest::newRow("odd fields") << QByteArray(R"({"block": 1, "uuid": [], "role": {}, "value": NaN})") << true
                                << QByteArray("MetaGPT");
    QTest::newRow("long role") << QByteArray(R"({"role": ")" + QByteArray(9'000, 'x') + R"("})") << true
                               << QByteArray();
    QTest::newRow("no object") << QByteArray("[]") << false << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{") << false << QByteArray();
}

void TestMetaGptReports::bodies()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isRead);
    QFETCH(QByteArray, role);
    const auto report = readReport(text.toStdString());
    QCOMPARE(report.has_value(), isRead);
    if (!isRead)
        return;
    QVERIFY(report->role.size() < 300);
    if (!role.isEmpty())
        QCOMPARE(report->role, role.toStdString());
}

void TestMetaGptReports::pieces_data()
{
    using Reports = std::vector<Report>;
    QTest::addColumn<Reports>("reports"); ///< of one message; only the last one ends it
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a file, streamed") << Reports{reportOf("Editor", "meta", {{"type", "code"}}),
                                                 reportOf("Editor", "content", "int "),
                                                 reportOf("Editor", "content", "x;"),
                                                 reportOf("Editor", "path", "/a/x.cpp")}
                                      << QByteArray("int x;") << QByteArray(R"({"path":"/a/x.cpp","type":"code"})");
    QTest::newRow("a file, whose place is said in the middle")
        << Reports{streamed("Docs", "meta", {{"type", "prd"}}), streamed("Docs", "path", "/a/prd.md"),
                   streamed("Docs", "content", "# A"), streamed("Docs", "content", " game"),
                   streamed("Docs", "end_marker", nullptr)}
        << QByteArray("# A game") << QByteArray(R"({"path":"/a/prd.md","type":"prd"})");
    QTest::newRow("a file") << Reports{reportOf("Editor", "path", "/a/x.cpp")} << QByteArray("/a/x.cpp")
                            << QByteArray(R"({"path":"/a/x.cpp"})");
    QTest::newRow("a terminal") << Reports{reportOf("Terminal", "cmd", "ls"), reportOf("Terminal", "output", "a\n"),
                                           reportOf("Terminal", "output", "b\n"),
                                           reportOf("Terminal", "end_marker", nullptr)}
                                << QByteArray("~~~~~~~~\n$ ls\na\nb\n") << QByteArray("null");
    QTest::newRow("a task") << Reports{reportOf("Task", "object", {{"tasks", {1, 2}}})} << QByteArray()
                            << QByteArray(R"({"tasks":[1,2]})");
    QTest::newRow("a page") << Reports{reportOf("Browser", "page",
                                                {{"title", "t"}, {"screenshot", std::string(70'000, 'x')}})}
                            << QByteArray() << QByteArray("{\"screenshot\":\"\xe2\x80\xa6 (70000)\",\"title\":\"t\"}");
    QTest::newRow("a notebook") << Reports{reportOf("Notebook", "content", {{"cell_type", "code"}}),
                                           reportOf("Notebook", "content", {{"output_type", "stream"}, {"text", "1"}}),
                                           reportOf("Notebook", "content", {{"output_type", "stream"}, {"text", "2"}}),
                                           reportOf("Notebook", "end_marker", nullptr)}
                                << QByteArray()
                                << QByteArray(R"({"content":[{"cell_type":"code"},)"
                                              R"({"output_type":"stream","text":"1"},)"
                                              R"({"output_type":"stream","text":"2"}]})");
    QTest::newRow("a server") << Reports{reportOf("Browser-RT", "local_url", "http://localhost:8080")}
                              << QByteArray("http://localhost:8080")
                              << QByteArray(R"({"local_url":"http://localhost:8080"})");
}

void TestMetaGptReports::pieces()
{
    QFETCH(std::vector<Report>, reports);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, value);
    ReportedMessage message(reports.front(), MessageId("m"), {1});
    for (std::size_t i = 0; i < reports.size(); ++i) {
        QVERIFY(!message.isOver(reports[i]));
        if (i > 0)
            message.add(reports[i]);
        QCOMPARE(message.isEndedBy(reports[i]), i + 1 == reports.size());
    }
    const Message made = message.message();
    QCOMPARE(textOf(made), text.toStdString());
    QCOMPARE(made.instructContent ? made.instructContent->value.json().dump() : "null", value.toStdString());
    QCOMPARE(made.sentFrom, Address("Alex"));
    QVERIFY(made.metadata.json().contains("block"));
}

void TestMetaGptReports::streamedText_isADraftAndThenAMessage()
{
    Reporting metagpt;
    QCOMPARE(metagpt.post(body("Thought", "object", {{"type", "react"}})), 200);
    QVERIFY(waitFor([&] { return metagpt.house.kit.hub->liveSessions().size() == 1; }));
    std::vector<session::StreamingMessage> drafts;
    connect(metagpt.house.kit.hub->liveSessions().front(), &session::Session::streamingMessageChanged, this,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    QCOMPARE(metagpt.post(body("Thought", "content", "I will ")), 200);
    QCOMPARE(metagpt.post(body("Thought", "content", "write it.")), 200);
    QVERIFY(waitFor([&] { return !drafts.empty() && drafts.back().text == "I will write it."; }));
    QVERIFY(metagpt.messages().empty());
    QCOMPARE(metagpt.post(body("Thought", "end_marker", nullptr)), 200);
    const auto messages = metagpt.messages(); // an answer means that it is stored
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages.front().id.str(), drafts.back().id);
    QVERIFY(drafts.back().isDone && drafts.back().role == RoleName("Alex"));
    QCOMPARE(std::get<ThinkingBlock>(messages.front().content.front()).text, std::string("I will write it."));
    QVERIFY(metagpt.house.kit.hub->liveSessions().front()->state()->role(RoleName("Alex")));
    drafts.clear();
    QCOMPARE(metagpt.post(body("Thought", "end_marker", nullptr)), 200); // of nothing
    QCOMPARE(metagpt.messages().size(), std::size_t(1));
}

void TestMetaGptReports::whatRests_isWhole()
{
    OneRun run(milliseconds(30));
    QVERIFY(run.take(reportOf("Docs", "content", "half")));
    QVERIFY(waitFor([&] { return run.kit.hub->summaries().front().messageCount == 1; }));
    QVERIFY(run.session->isIdle());
    QCOMPARE(run.kit.hub->summaries().size(), std::size_t(1));
}

void TestMetaGptReports::whatIsBeingWritten_goesWithItsSession()
{
    OneRun run;
    QVERIFY(run.take(reportOf("Docs", "content", "half")));
    const session::SessionId first = run.live()->id();
    session::SessionLabels labels;
    labels.archivedAt = Timestamp{1};
    run.kit.hub->setLabels(first, labels, [](const auto&) {});
    QVERIFY(waitFor([&] { return run.kit.hub->summaries().front().labels.archivedAt.has_value(); }));
    run.kit.hub->remove(first, [](const auto&) {});
    QVERIFY(waitFor([&] { return run.kit.hub->live(first) == nullptr; }));
    QVERIFY(run.take(reportOf("Docs", "content", "anew")));
    QVERIFY(run.take(reportOf("Docs", "end_marker", nullptr)));
    QVERIFY(waitFor([&] { return run.texts() == std::vector<std::string>{"anew"}; }));
}

void TestMetaGptReports::whatIsBeingWritten_isStoredAtTheEnd()
{
    OneRun run;
    QVERIFY(run.take(reportOf("Docs", "content", "half")));
    std::vector<session::StreamingMessage> drafts;
    connect(run.live(), &session::Session::streamingMessageChanged, this,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    QVERIFY(run.take(reportOf("Docs", "content", " of it")));
    QVERIFY(waitFor([&] { return !drafts.empty(); }));
    QVERIFY(!drafts.back().isDone && run.texts().empty());
    run.session.reset();
    QVERIFY(waitFor([&] { return drafts.back().isDone; }));
    QVERIFY(run.texts() == std::vector<std::string>{"half of it"});
}

void TestMetaGptReports::whatCannotBeStoredLater_isSaid()
{
    OneRun run(milliseconds(200));
    std::vector<std::string> failures;
    connect(run.session.get(), &ReportSessionHandle::failed, this,
            [&](const std::string& why) { failures.push_back(why); });
    QVERIFY(run.take(reportOf("Docs", "path", "/first"))); // its role is hired
    QVERIFY(run.take(reportOf("Docs", "content", "half")));
    run.kit.library->refuseAppends(1);
    QVERIFY(waitFor([&] { return !failures.empty(); }));
    QVERIFY(failures == std::vector<std::string>{ScriptedLibrary::diskFull().sentence});
    QVERIFY(run.session->isIdle());
}

void TestMetaGptReports::structuredContent_isBounded()
{
    const std::size_t much = std::size_t{1} << 20;
    constexpr int tooMany = 20'000;
    for (const char* name : {"content", "meta"}) {
        const Report small = streamed("Notebook", name, json::array());
        ReportedMessage many(small, MessageId("m"), {1});
        int count = 1;
        for (; count < tooMany && !many.isEndedBy(small); ++count)
            many.add(small);
        QVERIFY(count < tooMany);
    }
    const Report large = reportOf("Task", "object", {{"tasks", json::array_t(200'000, json("some text"))}});
    QVERIFY(large.value.json().is_string());
    QVERIFY(ReportedMessage(large, MessageId("m"), {1}).message().instructContent->value.json().dump().size() < 100);
    const Report path = reportOf("Docs", "path", std::string(much, 'x'));
    const Message named = ReportedMessage(path, MessageId("m"), {1}).message();
    QVERIFY(textOf(named).size() < 100'000 && named.instructContent->value.json().dump().size() < 100);
}

void TestMetaGptReports::reporters_areToldApart()
{
    Reporting metagpt;
    for (const auto& [uuid, name, text] :
         {std::tuple{"a", "content", "one"}, std::tuple{"b", "content", "1"}, std::tuple{"a", "content", " two"},
          std::tuple{"b", "content", " 2"}, std::tuple{"b", "end_marker", ""}, std::tuple{"a", "end_marker", ""}})
        QCOMPARE(metagpt.post(body("Docs", name, text, uuid)), 200);
    QVERIFY(metagpt.house.texts() == (std::vector<std::string>{"1 2", "one two"}));
    // A terminal continues under one id.
    for (const auto& [name, text] : {std::pair{"cmd", "ls"}, std::pair{"output", "a\n"}, std::pair{"cmd", "pwd"},
                                     std::pair{"output", "/\n"}, std::pair{"end_marker", ""}})
        QCOMPARE(metagpt.post(body("Terminal", name, text, "t")), 200);
    const auto texts = metagpt.house.texts();
    QCOMPARE(texts.size(), std::size_t(4));
    QVERIFY(texts[2].ends_with("$ ls\na\n") && texts[3].ends_with("$ pwd\n/\n"));
}

void TestMetaGptReports::objects_areStructured()
{
    Reporting metagpt;
    QCOMPARE(metagpt.post(body("Task", "object", {{"tasks", {{{"task_id", "1"}}}}})), 200);
    QCOMPARE(metagpt.messages().size(), std::size_t(1));
    QVERIFY(metagpt.messages().front().instructContent->value.json()["tasks"][0]["task_id"] == "1");
}

void TestMetaGptReports::runs_areToldApart()
{
    Reporting metagpt;
    QCOMPARE(metagpt.post(body("Docs", "path", "/a"), "?run=chess"), 200);
    QCOMPARE(metagpt.post(body("Docs", "path", "/b"), "?run=go"), 200);
    QCOMPARE(metagpt.post(body("Docs", "path", "/c"), "?run=chess"), 200);
    QCOMPARE(metagpt.post(body("Docs", "path", "/d")), 200);
    QCOMPARE(metagpt.house.kit.hub->summaries().size(), std::size_t(3));
    const auto programs = [&] { return metagpt.house.server->programs(); };
    QVERIFY(waitFor([&] { return programs().size() == 3; }));
    QVERIFY(programs().front().kind == gateway::ClientKind::MetaGpt && programs().front().isHere);
}

void TestMetaGptReports::oneSession_alsoAfterARestart()
{
    Reporting metagpt;
    QCOMPARE(metagpt.post(body("Docs", "path", "/a")), 200);
    metagpt.house.restart();
    QCOMPARE(metagpt.post(body("Docs", "path", "/b")), 200);
    QCOMPARE(metagpt.house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(metagpt.house.texts() == (std::vector<std::string>{"/a", "/b"}));
}

void TestMetaGptReports::posts_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("report");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("refusals");
    const QByteArray good = body("Docs", "path", "/a");
    QTest::newRow("usual") << QByteArray() << good << 200 << 0;
    QTest::newRow("a web page") << QByteArray("Origin: http://a\r\n") << good << 403 << 0;
    QTest::newRow("no JSON") << QByteArray() << QByteArray("x") << 400 << 0;
    QTest::newRow("not stored") << QByteArray() << good << 507 << 1;
}

void TestMetaGptReports::posts()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, report);
    QFETCH(int, status);
    QFETCH(int, refusals);
    Reporting metagpt;
    QCOMPARE(metagpt.post(body("Docs", "path", "/first")), 200);
    metagpt.house.kit.library->refuseAppends(refusals);
    QCOMPARE(metagpt.post(report, {}, fields), status);
    QCOMPARE(metagpt.messages().size(), std::size_t(status == 200 ? 2 : 1));
    QCOMPARE(metagpt.post(body("Docs", "path", "/last")), 200);
    QCOMPARE(textOf(metagpt.messages().back()), std::string("/last"));
}

} // namespace tst_metagpt_reports

QUARTERDECK_TEST(tst_metagpt_reports, TestMetaGptReports)
#include "tst_metagpt_reports.moc"
