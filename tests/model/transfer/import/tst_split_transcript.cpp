#include "split_transcript_support.h"
#include "tests/support/test.h"

#include <algorithm>

namespace tst_split_transcript {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

const QStringList whole = {QStringLiteral(" > Claude: 0 Look around."),
                           QStringLiteral("Claude > Tools: 3 3 "),
                           QStringLiteral("Claude > Explore: 0 Look left."),
                           QStringLiteral("Claude > Explore 2: 0 Look right."),
                           QStringLiteral("Explore > Tools: 0 3 I look"),
                           QStringLiteral("Explore 2 > Claude: 0 0 I look, too\nand see"),
                           QStringLiteral("Tools > Explore: 4 "),
                           QStringLiteral("Explore > Claude: 0 Nothing left."),
                           QStringLiteral("Tools > Claude: 4 "),
                           QStringLiteral("Tools > Claude: 4 "),
                           QStringLiteral("Claude > <human>: 0 A tree.")};

QStringList sorted(QStringList lines)
{
    lines.sort();
    return lines;
}

} // namespace

/// Claude Code transcripts with sub-agents in files of their own.
class TestSplitTranscript final : public SplitTranscriptTest
{
    Q_OBJECT

private slots:
    void init() { openFolder(); }
    void aFolder_isOneSession();
    void aPart_standsForTheWhole();
    void aPartOfAnother_comesInByItself();
    void whatIsNotReadWithIt_comesInByItself_data();
    void whatIsNotReadWithIt_comesInByItself();
    void manyTakeTurns();
    void whatCannotBeReadIsSaid();
    void aLongLine_isNotTheLast();
    void linesStandByTheirOwnTimes_data();
    void linesStandByTheirOwnTimes();
    void filesThatGrow_stayOneSession_data();
    void filesThatGrow_stayOneSession();
    void filesThatGrow_areNotComparedAgain_data();
    void filesThatGrow_areNotComparedAgain();
    void whatCameInWithoutItsParts_getsThem();
};

void TestSplitTranscript::aFolder_isOneSession()
{
    for (const Line& line : lines()) {
        write(line);
    }
    const auto report = take({m_folder->path()});
    QCOMPARE(report.files.size(), std::size_t{1});
    QVERIFY(report.files.front().path.ends_with("/5e55.jsonl"));
    QCOMPARE(report.files.front().problemCount, 0);
    QCOMPARE(transcriptOf(*m_library, report.files.front().sessions.at(0).id), whole);
    QCOMPARE(report.files.front().sessions.at(0).title, std::string("Look around."));
    const auto again = take({m_folder->path()});
    QVERIFY(again.files.at(0).known.at(0).what == transfer::DuplicateSession::What::Same);
}

void TestSplitTranscript::aPart_standsForTheWhole()
{
    for (const Line& line : lines()) {
        write(line);
    }
    const auto report = take({path(fileOf("b")), path(fileOf("a")), path(fileOf({}))});
    QCOMPARE(report.files.size(), std::size_t{1});
    QCOMPARE(transcriptOf(*m_library, report.files.front().sessions.at(0).id), whole);
}

void TestSplitTranscript::aPartOfAnother_comesInByItself()
{
    for (Line line : lines()) {
        if (line.file == fileOf("a")) {
            line.record["sessionId"] = "another";
        }
        write(line);
    }
    const auto report = take({m_folder->path()});
    QCOMPARE(report.files.size(), std::size_t{2});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{2});
}

void TestSplitTranscript::whatIsNotReadWithIt_comesInByItself_data()
{
    QTest::addColumn<QString>("place"); ///< of the second sub-agent's file
    QTest::addColumn<bool>("isLink");
    QTest::addColumn<int>("others"); ///< files of further sub-agents
    QTest::addColumn<int>("files");  ///< that come in
    QTest::newRow("its folder") << fileOf("b") << false << 0 << 1;
    QTest::newRow("another's folder") << QStringLiteral("other/subagents/agent-b.jsonl") << false << 0 << 2;
    QTest::newRow("below its folder") << QStringLiteral("5e55/subagents/x/y/agent-b.jsonl") << false << 0 << 2;
    QTest::newRow("a link") << QStringLiteral("agent-b.jsonl") << true << 0 << 2;
    QTest::newRow("as many as are read with it") << fileOf("b") << false << 998 << 1;
    QTest::newRow("more than that") << fileOf("b") << false << 1'000 << 3;
}

/// Nothing is left out for a transcript that does not bring it.
void TestSplitTranscript::whatIsNotReadWithIt_comesInByItself()
{
    QFETCH(QString, place);
    QFETCH(bool, isLink);
    QFETCH(int, others);
    QFETCH(int, files);
    for (Line line : lines()) {
        if (line.file == fileOf("b")) {
            line.file = isLink ? QStringLiteral("target") : place;
        }
        write(line);
    }
    if (isLink) {
        QVERIFY(QFile::link(path(QStringLiteral("target")), path(place)));
    }
    const Line one = lines()[3]; // the first of a sub-agent
    for (int number = 0; number < others; ++number) {
        Line other = one;
        other.record["agentId"] = std::to_string(number);
        other.file = fileOf("0" + std::to_string(number));
        write(other);
    }
    const auto report = take(isLink ? QStringList{path(fileOf({})), path(place)} : QStringList{m_folder->path()});
    QCOMPARE(static_cast<int>(report.files.size()), files);
    for (const transfer::FileReport& file : report.files) {
        QVERIFY2(!file.error, file.error ? file.error->sentence.c_str() : "");
        QCOMPARE(file.sessions.size(), std::size_t{1});
    }
}

/// More than are kept open at the same time.
void TestSplitTranscript::manyTakeTurns()
{
    QStringList expected;
    for (int turn = 0; turn < 3; ++turn) {
        for (int number = 0; number < 40; ++number) {
            Line line = lines()[turn == 0 ? 3 : 10];
            const std::string name = "x" + std::to_string(number);
            const std::string text = name + " " + std::to_string(turn);
            line.file = fileOf(name);
            line.record["agentId"] = name;
            line.record["uuid"] = text;
            line.record["timestamp"] =
                "2026-01-01T11:0" + std::to_string(turn) + ":" + std::to_string(10 + number) + "Z";
            line.record["message"]["content"] = text;
            line.record["message"]["id"] = text;
            write(line);
            expected << QString::fromStdString(text);
        }
    }
    write(lines().front());
    const auto id = take({path(fileOf({}))}).files.at(0).sessions.at(0).id;
    QStringList said = transcriptOf(*m_library, id);
    said.replaceInStrings(QRegularExpression(QStringLiteral("^.*: 0 ")), QString());
    QCOMPARE(said, QStringList{"Look around."} + expected);
}

void TestSplitTranscript::whatCannotBeReadIsSaid()
{
    const QString broken = QStringLiteral("/sys/class/net/lo/speed"); // it can be opened, and has a size
    QFile file(broken);
    if (!file.open(QIODevice::ReadOnly) || file.atEnd() || !file.readLine().isEmpty()) {
        QSKIP("no such file here");
    }
    QVERIFY(QFile::link(broken, path(fileOf({}))));
    for (const Line& line : lines()) {
        if (line.file == fileOf("a")) {
            write(line);
        }
    }
    const auto report = take({path(fileOf({}))});
    QCOMPARE(report.files.size(), std::size_t{1});
    QVERIFY(report.files.front().error && report.files.front().error->code == conversation::ErrorCode::Io);
}

/// Only the last line of a file that grows may be half-written.
void TestSplitTranscript::aLongLine_isNotTheLast()
{
    for (const Line& line : lines()) {
        if (line.file == fileOf({}) && line.record == lines().back().record) {
            QFile file(path(line.file));
            QVERIFY(file.open(QIODevice::Append));
            file.write(R"({"sessionId": "5e55", "type": "summary",)" + QByteArray(qsizetype{65} << 20, ' ')
                       + R"("summary": "Looking"})" + '\n');
        }
        write(line);
    }
    const auto report = take({path(fileOf({}))});
    QCOMPARE(report.files.front().problemCount, 0);
    QCOMPARE(transcriptOf(*m_library, report.files.front().sessions.at(0).id), whole);
}

void TestSplitTranscript::linesStandByTheirOwnTimes_data()
{
    QTest::addColumn<int>("bytes"); ///< more in one of them
    QTest::newRow("short") << 10;
    QTest::newRow("long") << (5 << 20);
}

/// What a tool's result tells of times is not theirs.
void TestSplitTranscript::linesStandByTheirOwnTimes()
{
    QFETCH(int, bytes);
    int number = 0;
    for (Line line : lines()) {
        const std::string filling(static_cast<std::size_t>(number == 5 ? bytes : 1), 'x');
        line.record["aResult"] = {{"timestamp", "2020-01-01T10:00:00.000Z"}, {"list", {{{"timestamp", filling}}}}};
        line.record["zResult"] = line.record["aResult"];
        ++number;
        write(line);
    }
    const auto report = take({m_folder->path()});
    QCOMPARE(report.files.front().problemCount, 0);
    QCOMPARE(transcriptOf(*m_library, report.files.front().sessions.at(0).id), whole);
}

void TestSplitTranscript::filesThatGrow_stayOneSession_data()
{
    QTest::addColumn<QStringList>("files"); ///< each is written when those before it are
    QTest::newRow("as it happens") << QStringList();
    QTest::newRow("those of sub-agents late") << QStringList{fileOf({}), fileOf("a"), fileOf("b")};
    QTest::newRow("one sub-agent's late") << QStringList{fileOf({}), fileOf("b"), fileOf("a")};
}

void TestSplitTranscript::filesThatGrow_stayOneSession()
{
    QFETCH(QStringList, files);
    std::vector<Line> order = lines();
    std::ranges::stable_sort(order, {}, [&](const Line& line) { return files.indexOf(line.file); });
    session::SessionId id;
    for (const Line& line : order) {
        write(line);
        const auto report = take({path(line.file)});
        QCOMPARE(report.files.size(), std::size_t{1});
        const transfer::FileReport& file = report.files.front();
        QVERIFY2(!file.error, file.error ? file.error->sentence.c_str() : "");
        id = id.isEmpty() ? file.sessions.at(0).id : id;
        QVERIFY(file.known.empty() || file.known.front().id == id);
    }
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
    QCOMPARE(sorted(transcriptOf(*m_library, id)), sorted(whole));
    if (files.isEmpty()) {
        QCOMPARE(transcriptOf(*m_library, id), whole);
    }
    m_memory = transfer::newImportCheckpoints();
    QVERIFY(take({m_folder->path()}).files.at(0).known.at(0).what == transfer::DuplicateSession::What::Same);
    const auto check =
        answerOf<session::SessionCheck>([&](auto done) { m_library->verifySession(id, std::move(done)); });
    QVERIFY(check && check->isSound());
}

void TestSplitTranscript::filesThatGrow_areNotComparedAgain_data()
{
    QTest::addColumn<int>("changed");       ///< which message of the second sub-agent's
    QTest::addColumn<std::string>("later"); ///< the time of what the first one says then
    QTest::addColumn<bool>("isFollowed");
    const std::string after = "2026-01-01T12:00:00.000Z";
    QTest::newRow("amid what was read") << 1'500 << after << true;
    QTest::newRow("at its beginning") << 1 << after << false;
    QTest::newRow("at its end") << 2'999 << after << false;
    QTest::newRow("before what was read") << 1'500 << std::string("2026-01-01T10:59:00.000Z") << false;
}

/// As long as they are what they were: a change amid all of that shows whether anybody looked.
void TestSplitTranscript::filesThatGrow_areNotComparedAgain()
{
    QFETCH(int, changed);
    QFETCH(std::string, later);
    QFETCH(bool, isFollowed);
    const auto said = [](Line line, const std::string& number, const std::string& time) {
        line.record["uuid"] = line.record["message"]["id"] = "x" + number;
        line.record["timestamp"] = time;
        line.record["message"]["content"][0]["text"] = "message " + number + ".";
        return line;
    };
    for (const Line& line : lines()) {
        write(line);
    }
    const Line one = lines()[6]; // an answer of the second sub-agent
    for (int number = 0; number < 3'000; ++number) {
        write(said(one, std::to_string(number), "2026-01-01T11:00:00.000Z"));
    }
    const auto id = take({path(fileOf({}))}).files.at(0).sessions.at(0).id;
    QByteArray bytes = readFile(path(fileOf("b")));
    const QByteArray text = "message " + QByteArray::number(changed) + '.';
    QVERIFY(bytes.contains(text));
    bytes.replace(text, "massage " + QByteArray::number(changed) + '.');
    writeFile(*m_folder, fileOf("b"), bytes);
    write(said(lines()[10], "more", later));
    const auto report = take({path(fileOf("b"))});
    QVERIFY(!report.files.at(0).error);
    if (isFollowed) {
        QCOMPARE(report.files.at(0).messages, 1);
        QVERIFY(report.files.at(0).known.at(0).isUpdated && report.files.at(0).known.at(0).id == id);
    } else {
        QCOMPARE(report.files.at(0).sessions.size(), std::size_t{1});
        QVERIFY(report.files.at(0).sessions.front().id != id);
    }
}

/// As of versions that read each file by itself.
void TestSplitTranscript::whatCameInWithoutItsParts_getsThem()
{
    for (const Line& line : lines()) {
        if (line.file == fileOf({})) {
            write(line);
        }
    }
    const auto id = take({m_folder->path()}).files.at(0).sessions.at(0).id;
    for (const Line& line : lines()) {
        if (line.file != fileOf({})) {
            write(line);
        }
    }
    const auto report = take({m_folder->path()});
    QVERIFY(report.files.at(0).known.at(0).isUpdated);
    QCOMPARE(sorted(transcriptOf(*m_library, id)), sorted(whole));
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{1});
}

} // namespace tst_split_transcript

QUARTERDECK_TEST(tst_split_transcript, TestSplitTranscript)
#include "tst_split_transcript.moc"
