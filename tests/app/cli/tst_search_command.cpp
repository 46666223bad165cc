#include "tests/app/support/program_runner.h"
#include "tests/storage/support/database.h"
#include "tests/support/test.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

namespace tst_search_command {

using namespace quarterdeck;
using test::data;
using test::Run;

/// `quarterdeck search`, by the real program.
class SearchCommandTest final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init() { renew(); }
    void recordings_areFound();
    void firstSearch_isEmpty();
    void limit_isKept();
    void whatHasNoRow_isNoHit();
    void rowThatWasRemoved_isNoHit();
    void longText_isSearchedToItsEnd();
    void found_canBeOpened();
    void halfKnownFilter_isExplained();
    void anythingTyped_isAnswered();
    void texts_cannotSteerTheTerminal();
    void person_isFoundAsTheWindowSignsThem();
    void import_endsWhenAllIsIndexed();

private:
    static QJsonArray hitsOf(const Run& run) { return run.json().object().value(QStringLiteral("hits")).toArray(); }
};

void SearchCommandTest::recordings_areFound()
{
    QCOMPARE(
        runOn({"import", data("who_and_when/hand_030.json"), data("tau_bench/gpt-4o-airline-first12.json")}).exitCode,
        0);
    const Run found = runOn({"search", "annotated:", "WebSurfer", "lowest price", "from:Orch", "--json"});
    QCOMPARE(found.exitCode, 0);
    QCOMPARE(hitsOf(found).size(), 0); // "annotated" stands nowhere

    const QJsonArray hits = hitsOf(runOn({"search", "lowest", "price", "from:Orch", "--json"}));
    QVERIFY(!hits.isEmpty());
    const QJsonObject hit = hits.last().toObject();
    QCOMPARE(hit.value(QStringLiteral("speaker")).toString(), QStringLiteral("Orchestrator"));
    const QByteArray excerpt = hit.value(QStringLiteral("excerpt")).toString().toUtf8();
    const QJsonArray mark = hit.value(QStringLiteral("marks")).toArray().first().toArray();
    QCOMPARE(excerpt.mid(mark.at(0).toInt(), mark.at(1).toInt() - mark.at(0).toInt()).toLower(), QByteArray("lowest"));
    QVERIFY(!hit.contains(QStringLiteral("time"))); // nobody knows it

    const Run lines = runOn({"search", "has:tool", "book_reservation"});
    QCOMPARE(lines.exitCode, 0);
    QVERIFY2(lines.output.contains("\n    ") && lines.output.contains("book_reservation"), lines.output.constData());
}

void SearchCommandTest::firstSearch_isEmpty()
{
    const Run json = run({"search", "a", "--json"});
    QCOMPARE(json.exitCode, 0);
    QCOMPARE(json.output, QByteArray("{\"has_more\":false,\"hits\":[],\"not_searched\":0}\n"));
    QCOMPARE(run({"search", "a"}).output, QByteArray());
    const Run named = runOn({"search", "a"});
    QCOMPARE(named.exitCode, 1);
    QCOMPARE(named.errors.count('\n'), 1);
}

void SearchCommandTest::limit_isKept()
{
    QByteArray lines;
    for (int i = 0; i < 450; ++i)
        lines += "{\"role\": \"user\", \"content\": \"word " + QByteArray::number(i) + "\"}\n";
    QCOMPARE(runOn({"import", write(QStringLiteral("many.jsonl"), lines)}).exitCode, 0);
    const Run some = runOn({"search", "word", "--limit", "3"});
    QCOMPARE(some.output.count("\n    quarterdeck:"), 3);
    QVERIFY2(some.output.contains("word 449") && some.output.contains("word 447"), some.output.constData());
    QCOMPARE(some.errors, QByteArray("quarterdeck: There are more results: use a higher --limit to see them.\n"));
    QCOMPARE(runOn({"search", "word"}).output.count("\n    quarterdeck:"), 20);
    const Run all = runOn({"search", "word", "--limit", "1000"});
    QCOMPARE(all.output.count("\n    quarterdeck:"), 450);
    QCOMPARE(all.errors, QByteArray());
    const QJsonObject json = runOn({"search", "word", "--json"}).json().object();
    QVERIFY(json.value(QStringLiteral("has_more")).toBool());
    QCOMPARE(json.value(QStringLiteral("hits")).toArray().size(), 20);
    QCOMPARE(runOn({"search", "nowhere"}).errors, QByteArray("quarterdeck: Nothing was found.\n"));
}

/// The reason why a run continues is not a row of its own, so there is nothing to open.
void SearchCommandTest::whatHasNoRow_isNoHit()
{
    const QByteArray lines =
        R"({"events":4,"format":"quarterdeck","session":"f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff","version":1}
{"kind":"session_started","monotonic":1,"payload":{"title":"Fish"},"seq":1,"time":1772355604000,"version":1}
{"kind":"run_state_changed","monotonic":2,"payload":{"state":"running"},"seq":2,"time":1772355604100,"version":1}
{"kind":"run_state_changed","monotonic":3,"payload":{"reason":"zebrafish asleep","state":"paused"},"seq":3,"time":1772355604200,"version":1}
{"kind":"run_state_changed","monotonic":4,"payload":{"reason":"zebrafish resumed","state":"running"},"seq":4,"time":1772355604300,"version":1}
)";
    QCOMPARE(runOn({"import", write(QStringLiteral("fish.jsonl"), lines)}).exitCode, 0);
    const Run none = runOn({"search", "zebrafish resumed"});
    QCOMPARE(none.output, QByteArray());
    QCOMPARE(none.errors, QByteArray("quarterdeck: Nothing was found.\n"));
    const Run one = runOn({"search", "zebrafish", "--limit", "1"});
    QVERIFY2(one.output.contains("zebrafish asleep"), one.output.constData());
    QCOMPARE(one.errors, QByteArray());
}

/// Between the search and the look at where it is.
void SearchCommandTest::rowThatWasRemoved_isNoHit()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    QVERIFY(!hitsOf(runOn({"search", "from:me", "--json"})).isEmpty());
    test::Database(library().toStdString())
        .execute("DELETE FROM channel_rows WHERE channel IN (SELECT id FROM channels WHERE key = 'everything')");
    const Run found = runOn({"search", "from:me"});
    QCOMPARE(found.exitCode, 0);
    QCOMPARE(found.output, QByteArray());
    QCOMPARE(found.errors, QByteArray("quarterdeck: Nothing was found.\n"));
}

/// The index has only its beginning; the command reads it to its end.
void SearchCommandTest::longText_isSearchedToItsEnd()
{
    constexpr int tooLong = 1'200'000;
    const QByteArray line = R"({"role": "user", "content": "early )" + QByteArray(tooLong, 'x') + " late\"}\n";
    QCOMPARE(runOn({"import", write(QStringLiteral("long.jsonl"), line + line)}).exitCode, 0);
    QCOMPARE(runOn({"search", "early"}).errors, QByteArray());
    const Run late = runOn({"search", "late"});
    QCOMPARE(late.exitCode, 0);
    QCOMPARE(late.errors, QByteArray());
    QCOMPARE(hitsOf(runOn({"search", "late", "--json"})).size(), 2);
    QVERIFY2(late.output.contains("late"), late.output.constData());
    QCOMPARE(runOn({"search", "never"}).errors, QByteArray("quarterdeck: Nothing was found.\n"));
}

void SearchCommandTest::found_canBeOpened()
{
    QCOMPARE(runOn({"import", data("who_and_when/hand_030.json")}).exitCode, 0);
    const QJsonObject hit = hitsOf(runOn({"search", "lowest price", "--limit", "1", "--json"})).first().toObject();
    const QString id = hit.value(QStringLiteral("session")).toString();
    const int number = hit.value(QStringLiteral("number")).toInt();
    QVERIFY(number > 0);
    const Run lines = runOn({"search", "lowest price", "--limit", "1"});
    // What "Go to message" reads.
    const QString link = QStringLiteral("quarterdeck:%1#%2").arg(id).arg(hit.value(QStringLiteral("row")).toInt());
    QCOMPARE(hit.value(QStringLiteral("link")).toString(), link);
    const QByteArray place = "\n    " + link.toUtf8() + " (row " + QByteArray::number(number) + ")\n";
    QVERIFY2(lines.output.endsWith(place), lines.output.constData());
    // The id opens the session, and the row is where it says.
    const Run messages = runOn({"replay", id, "--print", "--json"});
    QCOMPARE(messages.exitCode, 0);
}

void SearchCommandTest::halfKnownFilter_isExplained()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    for (const char* typed : {"has:foo", "in:xyz", "on:someday", "date:nonsense", "foo:bar"}) {
        const Run found = runOn({"search", QString::fromLatin1(typed)});
        QCOMPARE(found.exitCode, 0);
        QCOMPARE(found.output, QByteArray());
        QCOMPARE(found.errors.count('\n'), 1);
        QVERIFY2(!found.errors.contains("Nothing was found"), found.errors.constData());
    }
}

void SearchCommandTest::anythingTyped_isAnswered()
{
    QCOMPARE(runOn({"import", data("who_and_when/algorithm_005.json")}).exitCode, 0);
    for (const char* typed : {"\"", "a\" OR \"b", "*", "from:", "NEAR(", "text : a", "\\", "' OR 1=1"})
        QCOMPARE(runOn({"search", QString::fromLatin1(typed), "--json"}).exitCode, 0);
}

void SearchCommandTest::texts_cannotSteerTheTerminal()
{
    const QString file =
        write(QStringLiteral("steer.json"), R"([{"role": "user", "content": "word \u001b[2J\u202e and on"}])");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    const Run found = runOn({"search", "word"});
    QVERIFY(found.output.contains("word"));
    QVERIFY2(!found.output.contains('\x1b') && !found.output.contains("\xe2\x80\xae"), found.output.constData());
}

void SearchCommandTest::person_isFoundAsTheWindowSignsThem()
{
    const QString file = write(QStringLiteral("mine.json"), R"([{"role": "user", "content": "a word of mine"}])");
    QCOMPARE(runOn({"import", file}).exitCode, 0);
    for (const char* typed : {"from:You", "from:me", "from:你"})
        QCOMPARE(hitsOf(runOn({"search", QString::fromUtf8(typed), "--json"})).size(), 1);
}

void SearchCommandTest::import_endsWhenAllIsIndexed()
{
    QByteArray lines;
    for (int i = 0; i < 3000; ++i)
        lines += "{\"role\": \"user\", \"content\": \"word " + QByteArray::number(i) + "\"}\n";
    QCOMPARE(runOn({"import", write(QStringLiteral("many.jsonl"), lines)}).exitCode, 0);
    QCOMPARE(runOn({"check", "--json"}).json().object().value(QStringLiteral("index_lag")).toInt(-1), 0);
}

} // namespace tst_search_command

QUARTERDECK_TEST(tst_search_command, SearchCommandTest)
#include "tst_search_command.moc"
