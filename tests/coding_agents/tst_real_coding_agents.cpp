#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "tests/tools/recording_facts/facts.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace tst_real_coding_agents {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

using Facts = std::vector<Fact>;

/// Without what programs add of their own: instructions, context, notices.
Facts saidIn(const Facts& facts)
{
    Facts said;
    std::ranges::copy_if(facts, std::back_inserter(said),
                         [](const Fact& fact) { return fact["kind"] != "note" && fact["kind"] != "total"; });
    return said;
}

QString shown(const Facts& facts)
{
    QString lines;
    for (const Fact& fact : facts) {
        lines += QString::fromStdString(fact.dump()).left(300) + u'\n';
    }
    return lines;
}

} // namespace

/// What coding agents leave on disk and print in the version of the lock file, on a scripted model (`play.mjs`).
class TestRealCodingAgents final : public QObject
{
    Q_OBJECT

private slots:
    void recording_isWhatWasSaid_data();
    void recording_isWhatWasSaid();

private:
    [[nodiscard]] Facts factsOfAll(const QString& path);

    QObject m_completions;
};

Facts TestRealCodingAgents::factsOfAll(const QString& path)
{
    const auto library = makeTestLibrary(&m_completions);
    import(library, QStringList{path});
    Facts all;
    for (const session::SessionSummary& one : sessionsOf(*library)) {
        const Facts facts = factsOf(one.title, allEventsOf(*library, one.id));
        all.insert(all.end(), facts.begin(), facts.end());
    }
    return all;
}

void TestRealCodingAgents::recording_isWhatWasSaid_data()
{
    QTest::addColumn<QString>("agent");
    QTest::newRow("claude") << QStringLiteral("Claude");
    QTest::newRow("codex") << QStringLiteral("Codex");
    QTest::newRow("gemini") << QStringLiteral("Gemini");
    QTest::newRow("qwen") << QStringLiteral("Qwen");
    QTest::newRow("opencode") << QStringLiteral("OpenCode");
}

void TestRealCodingAgents::recording_isWhatWasSaid()
{
    QFETCH(const QString, agent);
    const QTemporaryDir home;
    QProcess node;
    node.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    node.start(QStringLiteral(QUARTERDECK_NODE),
               {QStringLiteral(QUARTERDECK_CODING_AGENTS "/play.mjs"), QString::fromLatin1(QTest::currentDataTag()),
                home.path()});
    QVERIFY(node.waitForFinished(300'000));
    const QJsonObject left = QJsonDocument::fromJson(node.readAllStandardOutput()).object();
    QCOMPARE(left[QStringLiteral("status")].toInt(-1), 0);

    const std::string name = agent.toStdString();
    const bool isQuoted = agent == QStringLiteral("OpenCode"); // as its command line passes on words with blanks
    const std::string prompt = isQuoted ? "\"Count the lines of notes.txt.\"" : "Count the lines of notes.txt.";
    const Facts wanted = {
        {{"from", "You"}, {"to", {name}}, {"kind", "said"}, {"text", prompt}},
        {{"from", name}, {"to", {"Tools"}}, {"kind", "said"}, {"text", "I count them."}, {"tokens", 112}},
        {{"from", "Tools"}, {"to", {name}}, {"kind", "result"}},
        {{"from", name}, {"to", {"You"}}, {"kind", "said"}, {"text", "There are two lines."}, {"tokens", 114}},
    };
    for (const char* place : {"recordings", "printed"}) {
        const bool isPrinted = place == QLatin1String("printed");
        const Facts facts = factsOfAll(left[QLatin1String(place)].toString());
        Facts there = saidIn(facts);
        QVERIFY2(!there.empty(), place);
        if (isPrinted && there.front()["from"] != "You") { // some do not print what they were asked
            there.insert(there.begin(), wanted.front());
        }
        QVERIFY2(there.size() == wanted.size(), qPrintable(QLatin1String(place) + u'\n' + shown(facts)));
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            Fact one = wanted[i];
            if (isPrinted) { // nor what each call cost
                one.erase("tokens");
            }
            const std::string missing = shortfall(one, there[i]);
            QVERIFY2(missing.empty(),
                     qPrintable(QLatin1String(place) + u'\n' + QString::fromStdString(missing) + u'\n' + shown(facts)));
        }
        QVERIFY2(there[2]["text"].get<std::string>().find('2') != std::string::npos, qPrintable(shown(facts)));
        QCOMPARE(facts.back()["tokens"]["in"].get<int>(), 101 + 102);
        QCOMPARE(facts.back()["tokens"]["out"].get<int>(), 11 + 12);
    }
}

} // namespace tst_real_coding_agents

QUARTERDECK_TEST(tst_real_coding_agents, TestRealCodingAgents)
#include "tst_real_coding_agents.moc"
