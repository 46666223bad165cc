#include "model/agents/run/artifacts.h"
#include "model/agents/run/session_notes.h"
#include "tests/support/widgets_test.h"
#include "ui/present/names_and_links.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_wording {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;
using conversation::Timestamp;

class TestWording final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void duration_data();
    void duration();
    void tokens_data();
    void tokens();
    void whenInList_data();
    void whenInList();
    void nameList_data();
    void nameList();
    void visibleText_data();
    void visibleText();
    void visibleLabel_data();
    void visibleLabel();
    void visibleText_breaksAnEndlessEmoji();
    void visibleText_hasOnlySoManyEmoji();
    void visibleText_isNoLongerThanALabelShows();
    void sendSentence_data();
    void sendSentence();
    void sendSentence_busyRecipient();
    void everyRule_isExplained();
    void runStates_haveWords();
    void sentences_standInOneParagraph();
    void messageLink_isReadAsItWasWritten();
    void messageLink_isNothingElse_data();
    void messageLink_isNothingElse();
};

void TestWording::messageLink_isReadAsItWasWritten()
{
    const wording::MessageLink link{conversation::SessionId("a#b 1"), {42}};
    QVERIFY(wording::messageLinkIn(u' ' + link.text() + u'\n') == link);
}

void TestWording::messageLink_isNothingElse_data()
{
    QTest::addColumn<QString>("typed");
    for (const char* typed :
         {"", "12", "14:05", "quarterdeck:", "quarterdeck:#1", "quarterdeck:s", "quarterdeck:s#", "quarterdeck:s#0",
          "quarterdeck:s#-1", "quarterdeck:s#1x", "quarterdeck:s#99999999999999999999", "https://a.example/#1"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
    QTest::newRow("endless") << QStringLiteral("quarterdeck:") + QString(1000, u's') + QStringLiteral("#1");
}

void TestWording::messageLink_isNothingElse()
{
    QFETCH(const QString, typed);
    QVERIFY(!wording::messageLinkIn(typed));
}

void TestWording::sentences_standInOneParagraph()
{
    QCOMPARE(wording::paragraph({}), QString());
    QCOMPARE(wording::paragraph({QStringLiteral("One."), QStringLiteral("Two.")}), QStringLiteral("One. Two."));
    QCOMPARE(wording::paragraph({QStringLiteral("一。"), QStringLiteral("二。"), QStringLiteral("三")}),
             QStringLiteral("一。二。三"));
}

void TestWording::duration_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("words");
    QTest::newRow("negative") << qint64{-5} << QStringLiteral("0 s");
    QTest::newRow("seconds") << qint64{14'900} << QStringLiteral("14 s");
    QTest::newRow("a minute") << qint64{60'000} << QStringLiteral("1 min");
    QTest::newRow("an hour less a moment") << qint64{3'599'999} << QStringLiteral("59 min");
    QTest::newRow("hours") << qint64{47 * 3'600'000ll} << QStringLiteral("47 h");
    QTest::newRow("days") << qint64{48 * 3'600'000ll} << QStringLiteral("2 d");
}

void TestWording::duration()
{
    QFETCH(qint64, ms);
    QFETCH(QString, words);
    QCOMPARE(wording::duration(ms), words);
}

void TestWording::tokens_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("words");
    QTest::newRow("none") << qint64{0} << QStringLiteral("0 tok");
    QTest::newRow("hundreds") << qint64{999} << QStringLiteral("999 tok");
    QTest::newRow("thousands") << qint64{15'949} << QStringLiteral("15.9k tok");
    QTest::newRow("hundreds of thousands") << qint64{212'400} << QStringLiteral("212k tok");
    QTest::newRow("millions") << qint64{2'100'000} << QStringLiteral("2.1M tok");
}

void TestWording::tokens()
{
    QFETCH(qint64, count);
    QFETCH(QString, words);
    QCOMPARE(wording::tokens(count), words);
}

void TestWording::whenInList_data()
{
    QTest::addColumn<QDateTime>("then");
    QTest::addColumn<QString>("words");
    const QDateTime now(QDate(2026, 7, 30), QTime(9, 56, 30));
    QTest::newRow("now") << now.addSecs(-2) << QStringLiteral("now");
    QTest::newRow("seconds") << now.addSecs(-12) << QStringLiteral("12 s");
    QTest::newRow("minutes") << now.addSecs(-18 * 60) << QStringLiteral("18 min");
    QTest::newRow("today") << QDateTime(QDate(2026, 7, 30), QTime(8, 12)) << QStringLiteral("08:12");
    QTest::newRow("later today") << now.addSecs(60) << QStringLiteral("09:57");
    QTest::newRow("this year") << QDateTime(QDate(2026, 7, 28), QTime(8, 0)) << QStringLiteral("28 Jul");
    QTest::newRow("before") << QDateTime(QDate(2025, 7, 28), QTime(8, 0)) << QStringLiteral("28 Jul 2025");
}

void TestWording::whenInList()
{
    QFETCH(QDateTime, then);
    QFETCH(QString, words);
    const QDateTime now(QDate(2026, 7, 30), QTime(9, 56, 30));
    QCOMPARE(wording::whenInList({then.toMSecsSinceEpoch()}, {now.toMSecsSinceEpoch()}), words);
}

void TestWording::nameList_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("words");
    QTest::newRow("none") << QStringList{} << QString();
    QTest::newRow("one") << QStringList{"Mike"} << QStringLiteral("Mike");
    QTest::newRow("two") << QStringList{"Mike", "Alice"} << QStringLiteral("Mike and Alice");
    QTest::newRow("three") << QStringList{"Mike", "Alice", "Bob"} << QStringLiteral("Mike, Alice and Bob");
    QTest::newRow("percent") << QStringList{"%1", "%2"} << QStringLiteral("%1 and %2");
}

void TestWording::nameList()
{
    QFETCH(QStringList, names);
    QFETCH(QString, words);
    std::vector<RoleName> roles;
    for (const QString& name : names)
        roles.emplace_back(name.toStdString());
    QCOMPARE(wording::nameList(roles), words);
}

void TestWording::visibleText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("breaks and tabs") << QStringLiteral("a\n\tb") << QStringLiteral("a\n\tb");
    QTest::newRow("a line that is written over") << QStringLiteral("b\rc") << QStringLiteral("b[U+000D]c");
    // The page's own texts are held to the same table.
    QFile table(QStringLiteral(QUARTERDECK_TEST_DATA "/visible_text.json"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    for (const QJsonValue& entry : QJsonDocument::fromJson(table.readAll()).array()) {
        const QJsonObject row = entry.toObject();
        QTest::newRow(qUtf8Printable(row[QStringLiteral("what")].toString()))
            << row[QStringLiteral("text")].toString() << row[QStringLiteral("shown")].toString();
    }
}

void TestWording::visibleText()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(wording::visibleText(text), shown);
}

void TestWording::visibleLabel_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("alone");
    QFile table(QStringLiteral(QUARTERDECK_TEST_DATA "/visible_labels.json"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(table.readAll()).array();
    QVERIFY(!rows.isEmpty());
    for (const QJsonValue& entry : rows) {
        const QJsonObject row = entry.toObject();
        QTest::newRow(qUtf8Printable(row[QStringLiteral("what")].toString()))
            << row[QStringLiteral("label")].toString() << row[QStringLiteral("shown")].toString()
            << row[QStringLiteral("alone")].toString();
    }
}

void TestWording::visibleLabel()
{
    QFETCH(QString, label);
    QFETCH(QString, shown);
    QFETCH(QString, alone);
    QCOMPARE(wording::visibleLabel(label), shown);
    QCOMPARE(wording::visibleLookalike(label), alone);
}

void TestWording::visibleText_breaksAnEndlessEmoji()
{
    const QString shown = wording::visibleText(QStringLiteral("👩\u200D").repeated(1'000), wording::longestDocument);
    QCOMPARE(shown.count(QStringLiteral("[ZWJ]")), 990);
    QCOMPARE(shown.count(QChar(0x200D)), 10);
}

/// A label of a thousand takes seconds to be measured.
void TestWording::visibleText_hasOnlySoManyEmoji()
{
    for (const QString& emoji : {QStringLiteral("👩"), QStringLiteral("🇦"), QStringLiteral("✅")}) {
        const QString shown = wording::visibleText(emoji.repeated(1'000));
        QCOMPARE(shown.count(emoji), 100);
        QVERIFY(shown.endsWith(QChar(0x2026)));
        QVERIFY(!wording::visibleText(emoji.repeated(100)).endsWith(QChar(0x2026)));
    }
}

void TestWording::visibleText_isNoLongerThanALabelShows()
{
    const QString emoji = QStringLiteral("🎉");
    const QString longText = QString(wording::longestLabel - 1, QLatin1Char('x')) + emoji + QStringLiteral("end");
    QCOMPARE(wording::visibleText(longText),
             QString(wording::longestLabel - 1, QLatin1Char('x')) + QStringLiteral("…"));
    QCOMPARE(wording::visibleText(longText, wording::longestDocument), longText);
    QCOMPARE(wording::visibleText(std::string(10'000'000, 'x')).size(), wording::longestLabel + 1);
}

void TestWording::sendSentence_data()
{
    QTest::addColumn<int>("acts");
    QTest::addColumn<int>("notTold");
    QTest::addColumn<QString>("words");
    QTest::newRow("one, all hear") << 1 << 0 << QStringLiteral("Mike acts; everyone hears it.");
    QTest::newRow("two, all hear") << 2 << 0 << QStringLiteral("Mike and Alice act; everyone hears it.");
    QTest::newRow("nobody, all hear") << 0 << 0 << QStringLiteral("Everyone hears it; nobody has to act.");
    QTest::newRow("one, private") << 1 << 1 << QStringLiteral("Mike acts; nobody else is told (private)");
    QTest::newRow("two, private") << 2 << 1 << QStringLiteral("Mike and Alice act; nobody else is told (private)");
}

void TestWording::sendSentence()
{
    QFETCH(int, acts);
    QFETCH(int, notTold);
    QFETCH(QString, words);
    conversation::SendPreview preview;
    const std::vector<RoleName> names{RoleName("Mike"), RoleName("Alice")};
    preview.acts.assign(names.begin(), names.begin() + acts);
    if (notTold > 0)
        preview.notTold.emplace_back("Bob");
    QCOMPARE(wording::sendSentence(preview, {}), words);
    preview.error = conversation::Error{conversation::ErrorCode::UnknownRecipient, "Nobody is called Eve.", {}};
    QCOMPARE(wording::sendSentence(preview, {}), QStringLiteral("Nobody is called Eve."));
}

void TestWording::sendSentence_busyRecipient()
{
    conversation::SendPreview preview;
    preview.acts = {RoleName("Bob")};
    preview.route.busyRoles = {RoleName("Bob")};
    QCOMPARE(wording::sendSentence(preview, {}), QStringLiteral("Bob is busy and reads it next; everyone hears it."));
    preview.route.isPrivate = true;
    QCOMPARE(wording::sendSentence(preview, {}), QStringLiteral("Bob is busy and reads it next. Nobody else is told."));
}

void TestWording::everyRule_isExplained()
{
    using conversation::RoutingRule;
    QStringList rules;
    for (const RoutingRule rule :
         {RoutingRule::None, RoutingRule::DirectMessage, RoutingRule::DirectReply, RoutingRule::FromLeader,
          RoutingRule::Ordinary, RoutingRule::ToSelf, RoutingRule::ToUser}) {
        conversation::MessagePublished published;
        published.route.rule = rule;
        const wording::RouteExplanation words = wording::explainRoute(published, {});
        QVERIFY(!words.rule.isEmpty());
        QVERIFY(!words.sentence.isEmpty());
        QVERIFY2(!words.sentence.contains(QStringLiteral("%1")), qPrintable(words.sentence));
        rules.append(words.rule);
    }
    QCOMPARE(rules.removeDuplicates(), 0);
    conversation::MessagePublished filtered;
    filtered.route.isFiltered = true;
    filtered.route.filteredBy = "deploy";
    QVERIFY(wording::explainRoute(filtered, {}).sentence.contains(QStringLiteral("deploy")));
    conversation::MessagePublished own; // no rule brought it here, and no program or file either
    own.message = team::resumeNote();
    own.message.causeBy = team::manifest::action;
    QVERIFY(wording::explainRoute(own, {}).sentence.startsWith(QStringLiteral("Quarterdeck itself wrote it")));
    const conversation::RoleName program(team::manifest::writer);
    QVERIFY(wording::explainQuestion(program, {}).sentence.startsWith(QStringLiteral("Quarterdeck itself asks")));
    QVERIFY(
        wording::explainQuestion(conversation::RoleName("Mike"), {}).sentence.startsWith(QStringLiteral("No rout")));
    conversation::MessagePublished held;
    held.route.hold = conversation::Hold{conversation::HoldRuleId("r"), "deploys", conversation::RoleName("Bob"), {}};
    QVERIFY(wording::explainRoute(held, {}).sentence.contains(QStringLiteral("“deploys” kept it for you")));
    held.route.hold->rule = {};
    QVERIFY(wording::explainRoute(held, {}).sentence.contains(QStringLiteral("behind an earlier message from Bob")));
    conversation::MessagePublished released;
    released.route.rule = RoutingRule::Ordinary;
    const QString unheld = wording::explainRoute(released, {}).sentence;
    released.route.release = conversation::Release{{1}, true, false, "person"};
    QCOMPARE(wording::explainRoute(released, {}).sentence,
             QStringLiteral("It was held, and these are your words. ") + unheld);
    conversation::ConversationState others; // in which anybody may bear its name
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Remote;
    others.apply({{1}, {1'000}, 0, started});
    QVERIFY(wording::explainQuestion(program, others).sentence.startsWith(QStringLiteral("No rout")));
    QVERIFY(!wording::explainRoute(own, others).sentence.contains(QStringLiteral("Quarterdeck")));
}

void TestWording::runStates_haveWords()
{
    using conversation::RunState;
    for (const RunState state : {RunState::NotStarted, RunState::Running, RunState::Paused, RunState::StopRequested,
                                 RunState::Stopped, RunState::Finished})
        QVERIFY(!wording::runStateWords(state).isEmpty());
}

} // namespace tst_wording

QUARTERDECK_WIDGETS_TEST(tst_wording, TestWording)
#include "tst_wording.moc"
