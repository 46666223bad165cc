#include "panel_in_window.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QVBoxLayout>

namespace tst_needs_you_panel {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::QuestionId;
using conversation::Timestamp;
using test::question;
using test::start;

/// Cards of questions: what they show, and how they are answered by an option.
class TestNeedsYouPanel final : public QObject, protected test::PanelInWindow
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void emptyLine_followsTheTextSize();
    void option_isTakenOnlyAfterTheGrace();
    void option_isTakenByEnterAndDigit();
    void movedCard_waitsAgain();
    void later_foldsToOneLine();
    void decline_standsInTheMenu();
    void pastQuestion_takesNothing();
    void deadline_isTold_data();
    void deadline_isTold();
    void deadline_canBePaused_data();
    void deadline_canBePaused();
    void reasonAndAge_areTold();
    void age_isToldBesideTheDeadline_data();
    void age_isToldBesideTheDeadline();
    void ageOfAMinute_movesNothing();
    void program_isTold();
    void longProgram_wraps();
    void others_leadToTheirSession();
    void focusNext_cycles();
    void manyCards_scroll();
    void longOption_wraps();
    void optionWithoutANeighbour_hasTheRow();
    void hostileText_isVisible();
    void longDifference_isCut();
    void changedLinesLikeHeads_areShown_data();
    void changedLinesLikeHeads_areShown();
    void moreOptions_areTold();
    void optionsThatLookAlike_areTold();
    void othersOfOneName_areToldApartInLittleRoom();
    void othersTexts_makeNoShortcuts();
    void widgets_haveNames();
    void answeredCard_goesInItsOwnSignal();
};

void TestNeedsYouPanel::emptyLine_followsTheTextSize()
{
    m_panel->setView({});
    const auto line = [this] {
        const QList<QLabel*> lines = m_panel->findChildren<QLabel*>(QStringLiteral("needsYouEmpty"));
        const auto shown = std::find_if(lines.begin(), lines.end(), [](const QLabel* one) { return one->isVisible(); });
        return shown == lines.end() ? nullptr : *shown;
    };
    QVERIFY(line() != nullptr);
    const QFont usual = line()->font();
    const QMargins margins = line()->contentsMargins();
    for (int i = 1; i <= 10; ++i)
        m_theme->setTextScale(1.0 + 0.1 * i);
    QVERIFY(QFontMetrics(line()->font()).height() > QFontMetrics(usual).height());
    QVERIFY(line()->contentsMargins().left() > margins.left());
    m_theme->setTextScale(1.0);
    QCOMPARE(line()->font(), usual);
    QCOMPARE(line()->contentsMargins(), margins);
}

void TestNeedsYouPanel::option_isTakenOnlyAfterTheGrace()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    show({question("q", {"4×4", "5×5"})});
    pass(399);
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    part("questionOption")->setFocus();
    QTest::keyClick(part("questionOption"), Qt::Key_Return);
    QCOMPARE(chosen.size(), 0);
    pass(1);
    QTest::mouseClick(part("questionOption", 1), Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<QuestionId>(), QuestionId("q"));
    QCOMPARE(chosen[0][1].toString(), QStringLiteral("5×5"));
}

void TestNeedsYouPanel::option_isTakenByEnterAndDigit()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    show({question("q", {"one", "two"})});
    pass(400);
    part("questionOption")->setFocus();
    QTest::keyClick(part("questionOption"), Qt::Key_Return);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][1].toString(), QStringLiteral("one"));
    QTest::keyClick(part("questionOption"), Qt::Key_2);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1][1].toString(), QStringLiteral("two"));
    QTest::keyClick(part("questionOption"), Qt::Key_3);
    QTest::keyClicks(part<QLineEdit>("questionField"), QStringLiteral("1")); // a digit in the field is text
    QCOMPARE(chosen.size(), 2);
}

void TestNeedsYouPanel::movedCard_waitsAgain()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    show({question("a", {"yes"}), question("b", {"yes"})});
    pass(1000);
    show({question("b", {"yes"})}); // comes up to where the first one stood
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QCOMPARE(chosen.size(), 0);
    pass(400);
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
}

void TestNeedsYouPanel::later_foldsToOneLine()
{
    QSignalSpy postpone(m_panel.get(), &NeedsYouPanel::postpone);
    QSignalSpy shown(m_panel.get(), &NeedsYouPanel::shown);
    show({question("a", {"yes", "no"})});
    const int unfolded = part<QWidget>("questionCard")->height();
    pass(400);
    QTest::mouseClick(part("questionLater"), Qt::LeftButton);
    QCOMPARE(postpone.size(), 1);
    QuestionCardState later = question("a", {"yes", "no"});
    later.isLater = true;
    show({later});
    QVERIFY(part("questionOption") == nullptr);
    QVERIFY(part<QWidget>("questionCard")->height() < unfolded / 2);
    QTest::mouseClick(part<QToolButton>("questionShow"), Qt::LeftButton);
    QCOMPARE(shown.size(), 1);
}

void TestNeedsYouPanel::decline_standsInTheMenu()
{
    QSignalSpy declined(m_panel.get(), &NeedsYouPanel::declined);
    show({question("a", {"yes"})});
    pass(400);
    QTest::mouseClick(part<QToolButton>("questionMore"), Qt::LeftButton);
    auto* menu = m_panel->findChild<QMenu*>(QStringLiteral("questionMenu"));
    QVERIFY(menu != nullptr);
    menu->findChild<QAction*>(QStringLiteral("questionDecline"))->trigger();
    menu->close();
    QCOMPARE(declined.size(), 1);
}

void TestNeedsYouPanel::pastQuestion_takesNothing()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    QuestionCardState past = question("a", {"yes", "no"});
    past.pastAnswer = QStringLiteral("You answered “yes” at 10:01:30");
    show({past});
    pass(400);
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(part<QLabel>("questionPastAnswer")->text(), past.pastAnswer);
    QVERIFY(part("questionLater") == nullptr);
    QVERIFY(part<QLineEdit>("questionField") == nullptr);
}

void TestNeedsYouPanel::deadline_isTold_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("words");
    QTest::newRow("hours") << 7300 << QStringLiteral("2 h left");
    QTest::newRow("minutes") << 27 * 60 << QStringLiteral("27 min left");
    QTest::newRow("to the second") << 372 << QStringLiteral("6:12 left");
    QTest::newRow("urgent") << 42 << QStringLiteral("0:42 left");
    QTest::newRow("over") << -1 << QStringLiteral("time is up");
}

void TestNeedsYouPanel::deadline_isTold()
{
    QFETCH(int, seconds);
    QFETCH(QString, words);
    QuestionCardState timed = question("a");
    timed.askedAt = Timestamp{start - 1000};
    timed.deadline = Timestamp{start + seconds * 1000};
    show({timed});
    auto* told = part<QLabel>("questionDeadline");
    QVERIFY(told != nullptr);
    QCOMPARE(told->text(), words);
    const auto urgent = m_theme->theme().color(theme::Color::StatusFailed);
    QCOMPARE(told->palette().color(QPalette::WindowText) == urgent, seconds < 60);
    // It also works in another window, where the style sheet applies anew.
    QWidget other;
    m_panel->setParent(&other);
    other.show();
    QCOMPARE(told->palette().color(QPalette::WindowText) == urgent, seconds < 60);
    m_panel->setParent(nullptr);
}

void TestNeedsYouPanel::deadline_canBePaused_data()
{
    QTest::addColumn<bool>("isPaused");
    QTest::addColumn<int>("fields");
    QTest::newRow("it runs") << false << 0;
    QTest::newRow("it is paused") << true << 0;
    QTest::newRow("of a form") << false << 3;
}

void TestNeedsYouPanel::deadline_canBePaused()
{
    QFETCH(const bool, isPaused);
    QFETCH(const int, fields);
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::deadlinePauseRequested);
    QuestionCardState timed = question("a");
    timed.deadline = Timestamp{start + 42'000};
    timed.isDeadlinePaused = isPaused;
    timed.formFields = fields;
    show({timed});
    QCOMPARE(part<QLabel>("questionDeadline")->text(),
             isPaused ? QStringLiteral("paused") : QStringLiteral("0:42 left"));
    QTest::mouseClick(part<QToolButton>("questionMore"), Qt::LeftButton);
    auto* menu = m_panel->findChild<QMenu*>(QStringLiteral("questionMenu"));
    menu->findChild<QAction*>(QStringLiteral("questionPause"))->trigger();
    menu->close();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][1].toBool(), !isPaused);
}

void TestNeedsYouPanel::reasonAndAge_areTold()
{
    QuestionCardState old = question("a", {"yes", "no"});
    old.reason = QStringLiteral("The build needs it");
    old.optionHints = {QString(), QStringLiteral("Stops the build")};
    old.askedAt = Timestamp{start - 12 * 60'000};
    old.isUrgent = true;
    show({old});
    QCOMPARE(part<QLabel>("questionReason")->text(), old.reason);
    QCOMPARE(part<QLabel>("questionAsks")->text(), QStringLiteral("urgent · for 12 min"));
    QVERIFY(!part("questionOption")->toolTip().contains(QStringLiteral("Stops the build")));
    QVERIFY(part("questionOption", 1)->toolTip().contains(QStringLiteral("Stops the build")));
}

void TestNeedsYouPanel::age_isToldBesideTheDeadline_data()
{
    QTest::addColumn<bool>("isPaused");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("age");
    QTest::newRow("new") << false << 5 << QStringLiteral("just\u00A0now");
    QTest::newRow("old") << false << 12 * 60 << QStringLiteral("waiting\u00A012\u00A0min");
    QTest::newRow("old, paused") << true << 12 * 60 << QStringLiteral("waiting\u00A012\u00A0min");
}

void TestNeedsYouPanel::age_isToldBesideTheDeadline()
{
    QFETCH(const bool, isPaused);
    QFETCH(const int, seconds);
    QuestionCardState timed = question("a", {"yes", "no"});
    timed.askedAt = Timestamp{start - seconds * 1000};
    timed.deadline = Timestamp{start + 372'000};
    timed.isDeadlinePaused = isPaused;
    show({timed});
    QTEST(part<QLabel>("questionFrom")->text(), "age");
    QCOMPARE(part<QLabel>("questionAsks")->text(), QStringLiteral("asks"));
    QCOMPARE(part<QLabel>("questionDeadline")->text(),
             isPaused ? QStringLiteral("paused") : QStringLiteral("6:12 left"));
    timed.pastAnswer = QStringLiteral("Answered");
    show({timed});
    QVERIFY(part<QLabel>("questionFrom") == nullptr); // a replay's clock is another one
}

/// A card that grows by itself moves those below it, from under the hand.
void TestNeedsYouPanel::ageOfAMinute_movesNothing()
{
    QuestionCardState timed = question("a", {"yes", "no"});
    timed.askedAt = Timestamp{start};
    timed.deadline = Timestamp{start + 3'600'000};
    QuestionCardState plain = question("b", {"yes", "no"});
    plain.askedAt = Timestamp{start};
    show({timed, plain});
    const auto heights = [this] {
        QList<int> wanted;
        for (int i = 0; i < 2; ++i) {
            const auto* card = part<QWidget>("questionCard", i);
            wanted << card->heightForWidth(card->width());
        }
        return wanted;
    };
    const QList<int> before = heights();
    pass(61'000);
    m_panel->setView({}); // so that they are told again
    show({timed, plain});
    QCOMPARE(part<QLabel>("questionFrom")->text(), QStringLiteral("waiting\u00A01\u00A0min"));
    QCOMPARE(part<QLabel>("questionAsks", 1)->text(), QStringLiteral("asks · for 1 min"));
    QCOMPARE(heights(), before);
}

void TestNeedsYouPanel::program_isTold()
{
    QuestionCardState asked = question("a", {"yes", "no"});
    show({asked});
    QVERIFY(part<QLabel>("questionFrom") == nullptr);
    asked.program = QStringLiteral("AgentScope · Chess\u202E");
    show({asked});
    QCOMPARE(part<QLabel>("questionFrom")->text(), QStringLiteral("AgentScope · Chess[RLO]"));
    asked.askedAt = Timestamp{start - 180'000};
    show({asked});
    QCOMPARE(part<QLabel>("questionFrom")->text(), QStringLiteral("AgentScope · Chess[RLO] · waiting\u00A03\u00A0min"));
    QCOMPARE(part<QLabel>("questionAsks")->text(), QStringLiteral("asks"));
}

void TestNeedsYouPanel::longProgram_wraps()
{
    QuestionCardState asked = question("a");
    asked.program = QStringLiteral("AgentScope · A review of the reports from the field in the north");
    asked.askedAt = Timestamp{start - 180'000};
    show({asked});
    const auto* from = part<QLabel>("questionFrom");
    QVERIFY(from->height() >= from->heightForWidth(from->width()));
    QVERIFY(from->height() > 1.5 * from->fontMetrics().height());
}

void TestNeedsYouPanel::others_leadToTheirSession()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::sessionChosen);
    NeedsYouState view;
    view.others = {{conversation::SessionId("s"), QStringLiteral("Prices & tables"), 2, QStringLiteral("Bob: Why?")}};
    m_panel->setView(view);
    auto* line = part<QAbstractButton>("needsYouOther");
    QVERIFY(line != nullptr);
    QVERIFY(line->accessibleName().contains(QStringLiteral("Prices & tables")));
    QVERIFY(line->toolTip().contains(QStringLiteral("Bob: Why?")));
    QTest::mouseClick(line, Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<conversation::SessionId>(), conversation::SessionId("s"));
}

void TestNeedsYouPanel::focusNext_cycles()
{
    QVERIFY(!m_panel->focusNext());
    QuestionCardState folded = question("c");
    folded.isLater = true;
    show({question("a", {"yes"}), question("b"), folded});
    QVERIFY(m_panel->focusNext());
    QVERIFY(part("questionOption")->hasFocus());
    QVERIFY(m_panel->focusNext());
    QVERIFY(part<QLineEdit>("questionField", 1)->hasFocus());
    QVERIFY(m_panel->focusNext());
    QVERIFY(part<QToolButton>("questionShow")->hasFocus());
    QVERIFY(m_panel->focusNext());
    QVERIFY(part("questionOption")->hasFocus());
}

void TestNeedsYouPanel::manyCards_scroll()
{
    std::vector<QuestionCardState> many;
    for (const char* id : {"a", "b", "c", "d", "e", "f", "g", "h"})
        many.push_back(question(id, {"yes", "no"}));
    show(many);
    auto* scroll = part<QScrollArea>("needsYouScroll");
    QVERIFY(test::waitFor([&] { return scroll->widget()->height() > scroll->viewport()->height(); }));
    QVERIFY(m_panel->minimumSizeHint().height() < 120);
    for (int i = 0; i < 8; ++i)
        QVERIFY(m_panel->focusNext());
    const auto* last = part("questionOption", 14);
    QVERIFY(last->hasFocus());
    QVERIFY(m_panel->rect().contains(QRect(last->mapTo(m_panel.get(), QPoint()), last->size())));
}

void TestNeedsYouPanel::longOption_wraps()
{
    show({question("a", {"yes", "no", "Allow it in this session as long as the lock file does not change at all"})});
    QCOMPARE(part("questionOption")->height(), 26);
    QVERIFY(part("questionOption", 2)->height() >= 2 * 18);
    QVERIFY(part("questionOption", 2)->width() > 2 * part("questionOption")->width());
    m_theme->setTextScale(2.0);
    QCoreApplication::processEvents();
    QCOMPARE(part("questionOption")->height(), 52);
    QVERIFY(part("questionOption", 2)->height() >= 4 * 18);
}

void TestNeedsYouPanel::optionWithoutANeighbour_hasTheRow()
{
    const QString wide = QStringLiteral("An option that says a good deal more");
    show({question("q1", {QStringLiteral("4"), QStringLiteral("5"), QStringLiteral("6"), wide, QStringLiteral("7")})});
    const auto option = [&](int index) { return part("questionOption", index); };
    QVERIFY(test::waitFor([&] { return option(4) != nullptr && option(0)->width() > option(0)->sizeHint().width(); }));
    QCOMPARE(option(0)->y(), option(1)->y());
    QVERIFY(option(0)->width() < option(2)->width());
    for (const int alone : {2, 4})
        QCOMPARE(option(alone)->width(), option(3)->width());
}

void TestNeedsYouPanel::hostileText_isVisible()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    QuestionCardState hostile = question("a", {QStringLiteral("yes\u202Eno")});
    hostile.text = QStringLiteral("Run <b>kit</b>\u202Egpj.exe?");
    show({hostile});
    auto* text = part<QLabel>("questionText");
    QCOMPARE(text->text(), QStringLiteral("Run <b>kit</b>[RLO]gpj.exe?"));
    QCOMPARE(text->textFormat(), Qt::PlainText);
    QCOMPARE(part("questionOption")->accessibleName(), QStringLiteral("yes[RLO]no"));
    pass(400);
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QCOMPARE(chosen[0][1].toString(), hostile.options[0]); // answered by the option as it was given
}

void TestNeedsYouPanel::longDifference_isCut()
{
    QuestionCardState change = question("a", {QStringLiteral("Approve")});
    change.diff = QStringLiteral("--- a\n+++ b\n@@ -1 +1,50000 @@\n") + QStringLiteral("+\n").repeated(50'000) + u'-';
    show({change});
    const auto* diff = part<QPlainTextEdit>("questionDiff");
    QVERIFY(diff != nullptr);
    QCOMPARE(diff->blockCount(), 3'000);
    QCOMPARE(diff->extraSelections().size(), 3'000);
    QCOMPARE(part<QLabel>("questionDiffNote")->text(), QStringLiteral("47002 more line(s) are not shown here"));
    change.diff = QStringLiteral("+\n").repeated(2'999) + u'-';
    show({change});
    QCOMPARE(part<QPlainTextEdit>("questionDiff")->blockCount(), 3'000);
    QVERIFY(part<QLabel>("questionDiffNote") == nullptr);
}

void TestNeedsYouPanel::changedLinesLikeHeads_areShown_data()
{
    QTest::addColumn<QString>("diff");
    QTest::addColumn<QString>("shown");
    const QString lines = QStringLiteral("@@ -1,2 +1,2 @@\n same\n--- x\n+++ i; evil()");
    QTest::newRow("below a head") << QStringLiteral("--- a/f\n+++ b/f\n") + lines << lines;
    QTest::newRow("a hunk alone") << lines << lines;
    const QString next = lines + QStringLiteral("\n@@ -9 +9 @@\n same");
    QTest::newRow("a hunk below") << next << next;
    const QString bare = QStringLiteral("--- x\n+++ i; evil()\n same");
    QTest::newRow("no hunk") << bare << bare;
    QTest::newRow("nothing else") << bare.section(u'\n', 0, 1) << bare.section(u'\n', 0, 1);
}

/// "--- x" is "-- x" removed, unless it is above a hunk.
void TestNeedsYouPanel::changedLinesLikeHeads_areShown()
{
    QFETCH(const QString, diff);
    QuestionCardState change = question("a", {QStringLiteral("Approve")});
    change.diff = diff;
    show({change});
    QTEST(part<QPlainTextEdit>("questionDiff")->toPlainText(), "shown");
}

void TestNeedsYouPanel::moreOptions_areTold()
{
    QuestionCardState many = question("a", {QStringLiteral("Yes"), QStringLiteral("No")});
    show({many});
    QVERIFY(part<QLabel>("questionMoreOptions") == nullptr);
    many.moreOptions = 2;
    show({many});
    QCOMPARE(part<QLabel>("questionMoreOptions")->text(), QStringLiteral("2 more choice(s) are not shown here"));
}

void TestNeedsYouPanel::optionsThatLookAlike_areTold()
{
    const QStringList options{QStringLiteral("Yes"),
                              QStringLiteral("No"),
                              QStringLiteral("No "),
                              QStringLiteral("Keep files"),
                              QStringLiteral("Keep\u00A0files"),
                              QStringLiteral("Y\u0435s")};
    show({question("a", options)});
    QStringList labels;
    for (int i = 0; i < options.size(); ++i)
        labels << part("questionOption", i)->accessibleName();
    labels.sort();
    QCOMPARE(labels,
             (QStringList{QStringLiteral("Keep files"), QStringLiteral("Keep[NBSP]files"), QStringLiteral("No"),
                          QStringLiteral("No[SP]"), QStringLiteral("Y[U+0435]s"), QStringLiteral("Yes")}));
    QVERIFY(part<QLabel>("questionAlike") != nullptr);
    show({question("a", {QStringLiteral("Yes"), QStringLiteral("Größe")})});
    QVERIFY(part<QLabel>("questionAlike") == nullptr);
    QCOMPARE(part("questionOption", 1)->accessibleName(), QStringLiteral("Größe"));
}

void TestNeedsYouPanel::othersOfOneName_areToldApartInLittleRoom()
{
    const QString name = QStringLiteral("An agent with a name that is longer than any panel");
    NeedsYouState view;
    for (const char* when : {"04:21", "04:22"})
        view.others.push_back({conversation::SessionId(when), name + u' ' + QString::fromLatin1(when), 1});
    m_panel->setView(view);
    const auto picture = [&](int place) {
        auto* line = part<QAbstractButton>("needsYouOther", place);
        line->resize(240, line->sizeHint().height());
        return line->grab().toImage();
    };
    QVERIFY(picture(0) != picture(1));
}

void TestNeedsYouPanel::othersTexts_makeNoShortcuts()
{
    NeedsYouState view;
    view.questions = {question("a", {QStringLiteral("Allow &1"), QStringLiteral("R&D")})};
    view.others = {{conversation::SessionId("s"), QStringLiteral("Black & white, R&D"), 1}};
    m_panel->setView(view);
    QCoreApplication::processEvents();
    for (const QAbstractButton* button : m_panel->findChildren<QAbstractButton*>())
        QVERIFY2(button->shortcut().isEmpty(), qPrintable(button->accessibleName()));
    QCOMPARE(part("questionOption")->accessibleName(), QStringLiteral("Allow &1"));
    QVERIFY(part("questionOption", 1)->toolTip().contains(QStringLiteral("R&amp;D")));
}

void TestNeedsYouPanel::widgets_haveNames()
{
    QuestionCardState form = question("form");
    form.formFields = 2;
    QuestionCardState folded = question("folded");
    folded.isLater = true;
    show({question("a", {"yes"}), form, folded});
    QCOMPARE(test::namelessWidgets(*m_panel), QString());
    QVERIFY(!m_panel->accessibleName().isEmpty());
}

void TestNeedsYouPanel::answeredCard_goesInItsOwnSignal()
{
    show({question("a", {"yes"})});
    pass(400);
    connect(m_panel.get(), &NeedsYouPanel::optionChosen, this, [this] { show({}); });
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QVERIFY(part<QWidget>("questionCard") == nullptr);
    QVERIFY(part<QLabel>("needsYouEmpty") != nullptr);
}

} // namespace tst_needs_you_panel

QUARTERDECK_WIDGETS_TEST(tst_needs_you_panel, TestNeedsYouPanel)
#include "tst_needs_you_panel.moc"
