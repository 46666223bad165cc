#include "collecting_sink.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_kind_detection {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// A file is recognised by any of its first records, not only the very first; a problem with one is reported for that
/// one.
class TestKindDetection final : public QObject
{
    Q_OBJECT

private slots:
    static void oddBeginnings_data();
    static void oddBeginnings();
    static void otherFiles_areNotTaken_data();
    static void otherFiles_areNotTaken();
};

void TestKindDetection::oddBeginnings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("problems");
    const auto row = [](const char* tag, const QByteArray& text, const char* kind, const QStringList& problems = {}) {
        QTest::newRow(tag) << text << QString::fromLatin1(kind) << problems;
    };
    const QByteArray one = R"({"role": "user", "content": "hello"})";
    const QByteArray line = one + "\n";
    const auto said = [](const char* sentence) { return QStringList{QString::fromUtf8(sentence)}; };
    const char* notJson = "In “x”, line 1: this is not valid JSON; it was left out.";
    const char* nobody = "In “x”, line 1: the message does not say who sent it; it was left out.";
    row("a first line that is no JSON", "Log of 2026\n" + line + line, "openai", said(notJson));
    row("half a first line", "\"content\": \"x\"}\n" + line, "openai", said(notJson));
    row("a first line of another kind", "{\"meta\": {\"version\": 1}}\n" + line, "openai", said(nobody));
    row("a broken line behind", line + "{\"role\n" + line, "openai",
        said("In “x”, line 2: this is not valid JSON; it was left out."));
    row("null first", "[null, " + one + "]", "openai",
        said("In “x”, message 1: this is not an object; it was left out."));
    row("a first message without content", R"([{"role": "assistant"}, )" + one + "]", "openai");
    row("a first run without messages", R"([{"reward": 0, "traj": []}, {"reward": 1, "traj": [)" + one + "]}]",
        "openai", said("In “x”, run 1: there are no messages; it was left out."));
    row("a run whose first message is null", R"({"messages": [null, )" + one + "]}", "openai",
        said("In “x”, message 1: this is not an object; it was left out."));
    row("a step without content", R"({"history": [{"role": "human"}, {"role": "human", "content": "q"}]})",
        "who_and_when", said("In “x”, message 1: the content is neither text nor a list of parts; it was left out."));
}

void TestKindDetection::oddBeginnings()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, kind);
    QFETCH(const QStringList, problems);
    CollectingSink sink;
    MemorySource source("x", text.toStdString(), fileTime);
    QVERIFY(ReaderRegistry::standard().canRead(source));
    const auto read = readText("x", text.toStdString(), sink);
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(*read), kind);
    QVERIFY(!sink.sessions.empty());
    QVERIFY(!sink.sessions.front().messages.empty());
    QStringList found;
    for (const ImportProblem& problem : sink.problems) {
        found << QString::fromStdString(problem.sentence);
    }
    QCOMPARE(found, problems);
}

void TestKindDetection::otherFiles_areNotTaken_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* tag, const QByteArray& text) { QTest::newRow(tag) << text; };
    row("prose with a number", "Dear all,\n42\nbye");
    row("other lines", "{\"a\": 1}\n{\"b\": {\"role\": 1, \"content\": 2}}\n");
    row("roles and contents apart", R"([{"role": "x"}, {"name": "y"}])");
    row("a table behind a heading", "name;age\n{\"x\": 1}\n");
    row("parts of another program's messages", R"([{"role": "user", "parts": [{"type": "text", "text": "a"}]}])");
    row("a request for embeddings", R"({"model": "m", "input": "a"})");
    row("half a list over lines", "[\n{\"role\": \"user\",\n\"content\": \"a\", \"x\": {\n");
}

void TestKindDetection::otherFiles_areNotTaken()
{
    QFETCH(const QByteArray, text);
    CollectingSink sink;
    QVERIFY(!readText("x", text.toStdString(), sink));
}

} // namespace tst_kind_detection

QUARTERDECK_TEST(tst_kind_detection, TestKindDetection)
#include "tst_kind_detection.moc"
