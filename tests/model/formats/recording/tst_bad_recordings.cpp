#include "tests/model/formats/collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_bad_recordings {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

QByteArray nested(int levels, char open, char close) { return QByteArray(levels, open) + QByteArray(levels, close); }

/// How much was read of it.
class CountedSource final : public ByteSource
{
public:
    explicit CountedSource(std::string text) : m_source("long.json", std::move(text), fileTime) { }
    [[nodiscard]] const std::string& name() const override { return m_source.name(); }
    [[nodiscard]] Timestamp modified() const override { return m_source.modified(); }
    [[nodiscard]] Result<std::size_t> read(char* to, std::size_t most) override
    {
        auto count = m_source.read(to, most);
        given += count ? static_cast<std::int64_t>(*count) : 0;
        return count;
    }
    [[nodiscard]] Result<std::size_t> rewind() override { return m_source.rewind(); }
    [[nodiscard]] Result<std::string> attachment(const std::string& folder, const AttachmentHash& hash,
                                                 std::int64_t most) const override
    {
        return m_source.attachment(folder, hash, most);
    }

    std::int64_t given = 0;

private:
    MemorySource m_source;
};

} // namespace

/// What is not a recorded session: one sentence that names the file and the place, and never a crash.
class TestBadRecordings final : public QObject
{
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void everyTruncation_isRefusedOrRead();
    void cutOff_keepsWhatStandsBefore_data();
    void cutOff_keepsWhatStandsBefore();
    void broken_keepsWhatStandsBefore_data();
    void broken_keepsWhatStandsBefore();
    void manySpeakers_areNotAllHired();
    void largeRecords_areRefused();
    void longLists_needNoRoom_data();
    void longLists_needNoRoom();
    void longLine_isNotLookedBehind();
    void largeLine_losesOnlyItself();
    void messagesWithoutAWord_areRefused();
    void exportWithTooManyRoles_isRefused();

private:
    static void exportRows();
};

void TestBadRecordings::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* tag, const QByteArray& text, const char* sentence) {
        QTest::newRow(tag) << text << QString::fromUtf8(sentence);
    };
    const char* unknown = "“bad.json” is not a recorded session of a kind that Quarterdeck can read.";
    const char* notJson = "“bad.json” is not a recorded session: line 1 is not valid JSON.";
    row("empty", "", "“bad.json” is empty.");
    row("blank", " \n\t ", "“bad.json” is empty.");
    row("prose", "Dear all,\nhello", notJson);
    row("binary", QByteArray::fromHex("89504e470d0a1a0a0000000d49484452"), notJson);
    const char* utf16 = "“bad.json” is UTF-16 text: save it as UTF-8 and import it again.";
    row("UTF-16", QByteArray::fromHex("fffe7b00220061002200"), utf16);
    row("UTF-16 without a mark", QByteArray::fromHex("7b00220061002200"), utf16);
    row("UTF-16, the other way round", QByteArray::fromHex("005b007b00220061"), utf16);
    row("Latin-1", "[{\"role\": \"user\",\n\"content\": \"sch\xf6n\"}]",
        "“bad.json” is not UTF-8 at line 2: save it as UTF-8 and import it again.");
    row("Latin-1 in a line", "{\"role\": \"user\", \"content\": \"sch\xf6n\"}\n{\"role\": \"user\", \"content\": 5}\n",
        "“bad.json” is not UTF-8 at line 1: save it as UTF-8 and import it again.");
    row("gzip", QByteArray::fromHex("1f8b0808c8b2"),
        "“bad.json” is compressed (gzip): unpack it and import what is inside.");
    row("ZIP", QByteArray::fromHex("504b030414000000"),
        "“bad.json” is compressed (ZIP): unpack it and import what is inside.");
    row("a pickle", QByteArray::fromHex("80049510000000") + "\x8c\x02os\x94",
        "“bad.json” is a Python pickle but not a MetaGPT message. Pickles are never executed, so save it as JSON and "
        "import that.");
    row("a number", "42", unknown);
    row("a text", "\"role\"", unknown);
    row("empty list", "[]", unknown);
    row("empty object", "{}", unknown);
    row("other object", R"({"name": "package", "version": 1})", unknown);
    row("other list", "[1, 2, 3]", unknown);
    row("half an object", "{\"messages\": [\n{\"role\": \"user\", \"content\": \"a",
        "“bad.json” is incomplete: it breaks off at line 2.");
    row("half a list", R"([{"role": "user", "content": "a",)", "“bad.json” is incomplete: it breaks off at line 1.");
    row("half a run", "{\"question\": \"q\",\n \"history\": [{\"role\": \"human\",\n \"content\": \"q",
        "“bad.json” is incomplete: it breaks off at line 3.");
    row("broken in the first message", "[{\"role\": \"user\",\n\n \"content\" \"a\"}]",
        "“bad.json” is not a recorded session: line 3 is not valid JSON.");
    row("invalid UTF-8", "[{\"role\": \"user\", \"content\": \"a\xff\xfe\"}]",
        "“bad.json” is not UTF-8 at line 1: save it as UTF-8 and import it again.");
    row("NUL bytes", QByteArray("[{\"role\": \"user\", \"content\": \"a\0b\"}]", 39), notJson);
    row("deep lists", nested(200'000, '[', ']'), "“bad.json” is nested too deeply at line 1: the limit is 128 levels.");
    row("deep inside a message", R"([{"role": "user", "content": )" + nested(200'000, '[', ']') + "}]",
        "“bad.json” is nested too deeply at line 1: the limit is 128 levels.");
    row("wrong roles only", R"([{"role": 1, "content": "a"}, {"role": null, "content": "b"}])",
        "In “bad.json”, message 1: the message does not say who sent it; it was left out.");
    row("wrong contents only", R"([{"role": "user", "content": 1}])",
        "In “bad.json”, message 1: the content is neither text nor a list of parts; it was left out.");
    row("no messages in a run", R"([{"messages": [{"role": 2}]}, {"messages": {}}])",
        "In “bad.json”, run 1, message 1: the message does not say who sent it; it was left out.");
    row("history of nothing", R"({"history": [{"role": "human", "content": 5}]})",
        "In “bad.json”, message 1: the content is neither text nor a list of parts; it was left out.");
    row("newer export", "{\"format\": \"quarterdeck\", \"version\": 99, \"events\": 1}\n{}",
        "“bad.json” was written by a newer Quarterdeck (its format is version 99).");
    row("export without events", R"({"format": "quarterdeck", "version": 1, "events": 3})",
        "“bad.json” is incomplete: it has 0 of 3 events.");
    row("export with a bad line", "{\"format\": \"quarterdeck\", \"version\": 1, \"events\": 1}\n{\"kind\": 1}",
        "“bad.json” is damaged: line 2 is not a session event.");
    row("export with a gap",
        "{\"format\": \"quarterdeck\", \"version\": 1, \"events\": 1}\n"
        R"({"kind": "session_started", "version": 1, "seq": 2, "time": 0, "payload": {}})",
        "“bad.json” is damaged: line 2 should be event 1 of the session.");
    exportRows();
}

/// Logs that no session of ours can have: each line is an event, and together they make no sense.
void TestBadRecordings::exportRows()
{
    const QByteArray header = R"({"format": "quarterdeck", "version": 1, "events": 2})"
                              "\n";
    const auto event = [](int seq, const char* kind, const char* payload, const char* time = "5") {
        return R"({"kind": ")" + QByteArray(kind) + R"(", "version": 1, "seq": )" + QByteArray::number(seq)
            + R"(, "time": )" + time + R"(, "monotonic": 0, "payload": )" + payload + "}\n";
    };
    const auto row = [](const char* tag, const QByteArray& text, const char* sentence) {
        QTest::newRow(tag) << text << QString::fromUtf8(sentence);
    };
    const QByteArray start = event(1, "session_started", "{}");
    row("export without a start", header + event(1, "session_renamed", R"({"title": "t"})"),
        "“bad.json” is damaged: line 2 should be the start of the session.");
    row("export with two starts", header + start + event(2, "session_started", "{}"),
        "“bad.json” is damaged: at line 3 the session starts a second time.");
    row("export before all time",
        header + start + event(2, "session_renamed", R"({"title": "t"})", "-9223372036854775808"),
        "“bad.json” is damaged: the time at line 3 is impossible.");
    row("export after all time", header + event(1, "session_started", "{}", "8640000000000001"),
        "“bad.json” is damaged: the time at line 2 is impossible.");
}

void TestBadRecordings::refused()
{
    QFETCH(QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("bad.json", text.toStdString(), sink);
    QVERIFY(!kind.has_value());
    QTEST(QString::fromStdString(kind.error().sentence), "sentence");
}

void TestBadRecordings::everyTruncation_isRefusedOrRead()
{
    const std::string text = testData(QStringLiteral("who_and_when/algorithm_047.json"));
    CollectingSink whole;
    QVERIFY(readText("whole.json", text, whole).has_value());
    std::size_t most = 0;
    for (std::size_t size = 0; size + 1 < text.size(); size += 7) {
        CollectingSink sink;
        const auto kind = readText("half.json", text.substr(0, size), sink);
        const std::string said = kind ? sink.problems.at(0).sentence : kind.error().sentence;
        QVERIFY2(QString::fromStdString(said).contains(QStringLiteral("half.json")), qPrintable(QString::number(size)));
        QCOMPARE(sink.sessions.size(), std::size_t{kind ? 1U : 0U});
        if (kind) {
            const std::size_t count = sink.sessions.front().messages.size();
            QVERIFY(count > 0 && count >= most);
            most = count;
        }
    }
    QCOMPARE(most, whole.sessions.front().messages.size());
}

void TestBadRecordings::cutOff_keepsWhatStandsBefore_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("messages"); // of all sessions
    QTest::addColumn<int>("line");
    const auto row = [](const char* tag, const QByteArray& text, int messages, int line) {
        QTest::newRow(tag) << text << messages << line;
    };
    const QByteArray said = R"({"role": "user", "content": "a"})";
    row("behind a comma", "[" + said + ",\n" + said + ",", 2, 2);
    row("in a message", "[" + said + ",\n{\"role\": \"us", 1, 2);
    row("without the last bracket", "[" + said + ",\n" + said + "\n", 2, 3);
    row("in a character", "[" + said + ",\n{\"role\": \"user\", \"content\": \"\xe4\xbd", 1, 2);
    row("runs", "[{\"messages\": [" + said + "]},\n{\"messages\": [" + said, 1, 2);
    row("in the first run", "[{\"messages\": [" + said + ",\n" + said + ",\n{\"ro", 2, 3);
    row("one run",
        "{\"model\": \"m\", \"messages\": [" + said + ",\n" + said + ", {\"role\": \"user\", \"content\": [{", 2, 2);
    row("Anthropic", "{\"max_tokens\": 5, \"messages\": [" + said + "], \"sys", 1, 1);
    row("AgentScope",
        R"([{"name": "A", "role": "user", "content": "a", "timestamp": "2026-01-01 10:00:00"}, {"name": "B")", 1, 1);
    row("AgentScope's state",
        R"({"agent": {"memory": {"content": [[{"name": "A", "role": "user", "content": "a",)"
        R"( "timestamp": "2026-01-01 10:00:00"}, []], [{"name": "B")",
        1, 1);
    row("MetaGPT's team, in a role",
        R"({"env": {"desc": "", "roles": {"Bob": {"name": "Bob", "rc": {"memory": {"storage": [)"
        R"({"content": "a", "role": "user", "sent_from": "Bob"}, {"content": )",
        1, 1);
    row("MetaGPT's team",
        R"({"env": {"roles": {}, "history": {"storage": [{"content": "a", "role": "user", "sent_from": "B"},)"
        R"( {"content": )",
        1, 1);
}

void TestBadRecordings::cutOff_keepsWhatStandsBefore()
{
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    CollectingSink sink;
    const auto kind = readText("half.json", text.toStdString(), sink);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    qsizetype messages = 0;
    for (const CollectedSession& session : sink.sessions) {
        QVERIFY(session.hasEnded);
        messages += std::ssize(session.messages);
    }
    QTEST(static_cast<int>(messages), "messages");
    QCOMPARE(sink.problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(sink.problems.front().sentence),
             QStringLiteral("“half.json” is incomplete: it breaks off at line %1.").arg(line));
}

void TestBadRecordings::broken_keepsWhatStandsBefore_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("messages"); // of all sessions
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* tag, const QByteArray& text, int messages, int line, bool isText = false) {
        const QString sentence = isText
            ? QStringLiteral("“bad.json” is not UTF-8 at line %1: only what comes before was imported. Save it as "
                             "UTF-8 and import it again.")
            : QStringLiteral("“bad.json” is not valid JSON at line %1: only what comes before was imported.");
        QTest::newRow(tag) << text << messages << sentence.arg(line);
    };
    const QByteArray said = R"({"role": "user", "content": "a"})";
    const QByteArray wrong = R"({"role": "user" "content": "c"})";
    const QByteArray latin = "{\"role\": \"user\", \"content\": \"sch\xf6n\"}";
    row("a list", "[" + said + ",\n" + said + ",\n" + wrong + ",\n" + said + "]", 2, 3);
    row("a list, not UTF-8", "[" + said + ",\n" + latin + ",\n" + said + "]", 1, 2, true);
    row("more after the end", "[" + said + "]\nx", 1, 2);
    row("a run", "{\"messages\": [" + said + ",\n" + wrong + "], \"model\": \"m\"}", 1, 2);
    row("beside the list", "{\"messages\": [" + said + "],\n \"model\" 5}", 1, 2);
    row("a run, not UTF-8", "{\"model\": \"m\", \"messages\": [" + said + ",\n" + latin + "]}", 1, 2, true);
    row("runs", "[{\"messages\": [" + said + "]},\n{\"messages\": [" + wrong + "]}]", 1, 2);
    row("in the first run", "[{\"messages\": [" + said + ",\n" + wrong + "]}]", 1, 2);
    row("AgentScope's state",
        "{\"agent\": {\"memory\": {\"content\": [[{\"name\": \"A\", \"role\": \"user\", \"content\": \"a\","
        " \"timestamp\": \"2026-01-01 10:00:00\"}, []],\n [{\"name\" \"B\"}, []]]}}}",
        1, 2);
}

void TestBadRecordings::broken_keepsWhatStandsBefore()
{
    QFETCH(QByteArray, text);
    CollectingSink sink;
    const auto kind = readText("bad.json", text.toStdString(), sink);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    qsizetype messages = 0;
    for (const CollectedSession& session : sink.sessions) {
        QVERIFY(session.hasEnded);
        messages += std::ssize(session.messages);
    }
    QTEST(static_cast<int>(messages), "messages");
    QCOMPARE(sink.problems.size(), std::size_t{1});
    QTEST(QString::fromStdString(sink.problems.front().sentence), "sentence");
}

void TestBadRecordings::manySpeakers_areNotAllHired()
{
    std::string text;
    for (int index = 0; index < 1000; ++index) {
        text += R"({"role": "user", "name": "n)" + std::to_string(index)
            + R"(", "content": "a"})"
              "\n";
    }
    CollectingSink sink;
    QVERIFY(readText("crowd.jsonl", text, sink).has_value());
    QCOMPARE(sink.sessions.front().team.size(), ReadLimits().maxRoles);
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{1000});
    QCOMPARE(sink.problems.size(), std::size_t{1});
}

void TestBadRecordings::longLists_needNoRoom_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("field"); // that the session keeps, wherever it stands
    const QByteArray said = R"({"role": "user", "content": "hello"})";
    QTest::newRow("OpenAI") << QByteArray(R"({"model": "m", "messages": [)") << said << QByteArray(R"(], "last": 7})")
                            << QByteArray("last");
    QTest::newRow("a run") << QByteArray(R"({"task_id": 1, "traj": [)") << said << QByteArray(R"(], "reward": 1})")
                           << QByteArray("reward");
    QTest::newRow("Anthropic") << QByteArray(R"({"max_tokens": 5, "messages": [)") << said
                               << QByteArray(R"(], "stop_sequences": []})") << QByteArray("stop_sequences");
    QTest::newRow("LangChain") << QByteArray(R"({"messages": [)") << QByteArray(R"({"type": "human", "content": "a"})")
                               << QByteArray(R"(], "llm_output": {}})") << QByteArray("llm_output");
    QTest::newRow("AI SDK") << QByteArray(R"({"id": "1", "messages": [)")
                            << QByteArray(R"({"id": "1", "role": "user", "parts": [{"type": "text", "text": "a"}]})")
                            << QByteArray(R"(], "title": "t"})") << QByteArray("title");
    QTest::newRow("Gemini") << QByteArray(R"({"contents": [)")
                            << QByteArray(R"({"role": "user", "parts": [{"text": "a"}]})")
                            << QByteArray(R"(], "tools": [1]})") << QByteArray("tools");
    QTest::newRow("Gemini CLI") << QByteArray(R"({"sessionId": "1", "projectHash": "2", "messages": [)")
                                << QByteArray(R"({"type": "user", "content": "a"})")
                                << QByteArray(R"(], "summary": "t"})") << QByteArray("summary");
    const QByteArray msg = R"({"name": "A", "role": "user", "content": "a", "timestamp": "2026-01-01 10:00:00.000"})";
    QTest::newRow("AgentScope") << QByteArray(R"({"_compressed_summary": "", "content": [)")
                                << "[" + msg + ", [\"mark\"]]" << QByteArray(R"(], "more": 1})") << QByteArray("more");
}

/// A document with a list of messages is not a larger record than one of them.
void TestBadRecordings::longLists_needNoRoom()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, field);
    constexpr std::size_t count = 3000;
    ReadLimits limits;
    limits.maxRecordBytes = 80'000; // twice what is read at once
    limits.maxValuesPerRecord = 100;
    QByteArray text = before + message;
    for (std::size_t index = 1; index < count; ++index) {
        text += ",\n" + message;
    }
    text += after;
    QVERIFY(text.size() > limits.maxRecordBytes);
    CollectingSink sink;
    const auto kind = readText("long.json", text.toStdString(), sink, limits);
    QVERIFY2(kind.has_value(), kind ? "" : kind.error().sentence.c_str());
    QCOMPARE(sink.problems.size(), std::size_t{0});
    QCOMPARE(sink.sessions.size(), std::size_t{1});
    QVERIFY(sink.sessions.front().hasEnded);
    QVERIFY(sink.sessions.front().settings.details.json().at("fields").contains(field.toStdString()));
    QCOMPARE(sink.sessions.front().messages.size(), std::size_t{count});
}

/// Nobody searches beyond a line longer than anything that is held.
void TestBadRecordings::longLine_isNotLookedBehind()
{
    std::string text = R"({"model": "m", "messages": [{"role": "user", "content": "a"})";
    while (text.size() < 1'000'000) {
        text += R"(, {"role": "user", "content": "a"})";
    }
    text += "]}";
    const auto size = static_cast<std::int64_t>(text.size());
    ReadLimits limits;
    limits.maxRecordBytes = 400'000;
    CountedSource source(std::move(text));
    CollectingSink sink;
    QVERIFY(ReaderRegistry::standard().read(source, sink, limits).has_value());
    QVERIFY(sink.sessions.front().messages.size() > 20'000);
    constexpr std::int64_t oneReading = 65'536;
    // Looked at up to the limit, and then gone through twice.
    QVERIFY2(source.given <= 2 * size + limits.maxRecordBytes + oneReading, qPrintable(QString::number(source.given)));
}

void TestBadRecordings::largeRecords_areRefused()
{
    ReadLimits limits;
    limits.maxRecordBytes = 100'000;
    limits.maxValuesPerRecord = 1000;
    const std::string start = R"([{"role": "user", "content": ")";
    CollectingSink sink;
    const auto large = readText("l.json", start + std::string(300'000, 'x') + R"("}])", sink, limits);
    QVERIFY(!large.has_value());
    QCOMPARE(QString::fromStdString(large.error().sentence),
             QStringLiteral(
                 "“l.json” has a record at line 1 that is too large to be read: the limit is 0 MB and 1000 values."));
    std::string values = "[{\"role\": \"user\", \"content\": [1";
    for (int index = 0; index < 2000; ++index) {
        values += ",1";
    }
    const auto many = readText("m.json", values + "]}]", sink, limits);
    QVERIFY(!many.has_value());
    QVERIFY(many.error().sentence.find("too large") != std::string::npos);
    std::string team = R"({"env": {"roles": {}, "history": {"storage": [)";
    while (team.size() < 300'000) {
        team += R"({"content": "a", "cause_by": "b", "sent_from": "c"}, )";
    }
    const auto whole = readText("team.json", team + "{}]}}}", sink, limits);
    QVERIFY(!whole.has_value());
    QCOMPARE(QString::fromStdString(whole.error().sentence),
             QStringLiteral("“team.json” is too large: the limit for this kind of file is 0 MB and 1000 values."));
    QVERIFY(sink.sessions.empty());
}

/// However large: it is never held as a whole.
void TestBadRecordings::largeLine_losesOnlyItself()
{
    ReadLimits limits;
    limits.maxRecordBytes = 100'000;
    const auto said = [](const std::string& text) { return R"({"role": "user", "content": ")" + text + "\"}\n"; };
    const std::string large = said(std::string(1'000'000, 'x'));
    for (const std::string& text : {said("one") + large + said("two"), said("one") + said("two") + large}) {
        CollectingSink sink;
        const auto read = readText("l.jsonl", text, sink, limits);
        QVERIFY2(read, read ? "" : read.error().sentence.c_str());
        QCOMPARE(sink.sessions.size(), std::size_t{1});
        QCOMPARE(sink.sessions.front().messages.size(), std::size_t{2});
        QCOMPARE(sink.problems.size(), std::size_t{1});
        const std::string before = text.substr(0, text.find("xxx"));
        const std::string number = std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
        QVERIFY(sink.problems.front().sentence.find("at line " + number + " that is too large") != std::string::npos);
    }
}

/// A reader that understands nothing of what it reads must not say that it came in.
void TestBadRecordings::messagesWithoutAWord_areRefused()
{
    CollectingSink sink;
    const auto read = readText(
        "x.jsonl", "{\"role\": \"user\", \"content\": \"\"}\n{\"role\": \"assistant\", \"content\": \" \"}\n", sink);
    QVERIFY(!read);
    QCOMPARE(read.error().sentence,
             std::string("“x.jsonl” was not imported: no word could be read in any of its messages."));
}

void TestBadRecordings::exportWithTooManyRoles_isRefused()
{
    ReadLimits limits;
    limits.maxRolesOfLog = 2;
    std::string text = R"({"format": "quarterdeck", "version": 1, "events": 4})"
                       "\n"
                       R"({"kind": "session_started", "version": 1, "seq": 1, "time": 0, "payload": {}})"
                       "\n";
    for (int seq = 2; seq <= 4; ++seq) {
        text += R"({"kind": "role_hired", "version": 1, "time": 0, "seq": )" + std::to_string(seq)
            + R"(, "payload": {"role": {"name": ")" + std::to_string(seq) + "\"}}}\n";
    }
    CollectingSink sink;
    const auto kind = readText("crowd.jsonl", text, sink, limits);
    QVERIFY(!kind.has_value());
    QCOMPARE(kind.error().sentence,
             std::string("“crowd.jsonl” has too many team members, at line 5: at most 2 are read."));
}

} // namespace tst_bad_recordings

QUARTERDECK_TEST(tst_bad_recordings, TestBadRecordings)
#include "tst_bad_recordings.moc"
