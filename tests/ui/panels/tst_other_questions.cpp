#include "panel_in_window.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include <QAbstractButton>
#include <QLabel>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>

namespace tst_other_questions {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::SessionId;
using test::QuestionId;
using test::start;
using test::Timestamp;

/// Questions of the sessions that are not shown.
class TestOtherQuestions final : public QObject, protected test::PanelInWindow
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void allOfIt_isTold();
    void titleThatIsTheQuestion_isNotRepeated();
    void timeGoesOn();
    void whatIsNotSaid_takesNoRoom();
    void deadline_isPausedWithOneClick_data();
    void deadline_isPausedWithOneClick();
    void pause_keepsTheKeyboard();
    void itLeadsToItsSession();
    void hostileTexts_areVisible();
    void nothingIsCut_data();
    void nothingIsCut();
    void itFollowsTheTextSize();
    void more_areCounted();
    void questionsOfOneName_areTwo();
    void answeredOne_goes();

protected:
    void showOthers(std::vector<OtherQuestionView> others)
    {
        NeedsYouState view;
        view.otherQuestions = std::move(others);
        m_panel->setView(view);
        QCoreApplication::processEvents(); // the layout places them
    }
    [[nodiscard]] QString said(const char* name, int index = 0) const
    {
        const auto* label = part<QLabel>(name, index);
        return label == nullptr ? QString() : label->text();
    }
};

namespace {

OtherQuestionView other(const char* id)
{
    OtherQuestionView view;
    view.session = SessionId("prices");
    view.title = QStringLiteral("Migrate the price tables");
    view.id = QuestionId(id);
    view.asker = QStringLiteral("Critic");
    view.text = QStringLiteral("Which licence?");
    view.reason = QStringLiteral("The package needs one");
    view.program = QStringLiteral("AgentScope");
    view.askedAt = Timestamp{start - 12 * 60'000};
    view.deadline = Timestamp{start + 372'000};
    return view;
}

} // namespace

void TestOtherQuestions::allOfIt_isTold()
{
    OtherQuestionView urgent = other("q");
    urgent.isUrgent = true;
    showOthers({urgent});
    QCOMPARE(said("otherAsker"), QStringLiteral("Critic"));
    QCOMPARE(said("otherAsks"), QStringLiteral("urgent"));
    QCOMPARE(said("otherText"), QStringLiteral("Which licence?"));
    QCOMPARE(said("otherReason"), QStringLiteral("The package needs one"));
    QCOMPARE(said("otherFrom"), QStringLiteral("AgentScope · “Migrate the price tables” · waiting\u00A012\u00A0min"));
    QCOMPARE(said("otherDeadline"), QStringLiteral("6:12 left"));
    const auto* left = part<QLabel>("otherDeadline");
    QCOMPARE(left->palette().color(left->foregroundRole()), m_theme->theme().color(theme::Color::AskText));
    auto* row = part<QAbstractButton>("needsYouOther");
    QCOMPARE(row->accessibleName(), QStringLiteral("Critic asks: Which licence?"));
    for (const char* told :
         {"The package needs one", "AgentScope", "Migrate the price tables", "12\u00A0min", "6:12 left"})
        QVERIFY2(row->accessibleDescription().contains(QString::fromUtf8(told)), told);
    QCOMPARE(test::namelessWidgets(*m_panel), QString());
}

void TestOtherQuestions::titleThatIsTheQuestion_isNotRepeated()
{
    OtherQuestionView titled = other("q");
    titled.text = QStringLiteral("Which licence?\nThe package needs one.");
    titled.title = QStringLiteral("Which licence?");
    showOthers({titled});
    QCOMPARE(said("otherFrom"), QStringLiteral("AgentScope · waiting\u00A012\u00A0min"));
    titled.title = QStringLiteral("Which lic…");
    showOthers({titled});
    QCOMPARE(said("otherFrom"), QStringLiteral("AgentScope · waiting\u00A012\u00A0min"));
}

void TestOtherQuestions::timeGoesOn()
{
    OtherQuestionView fresh = other("q");
    fresh.askedAt = Timestamp{start};
    showOthers({fresh});
    QVERIFY(said("otherFrom").endsWith(QStringLiteral("just\u00A0now")));
    pass(330'000);
    QVERIFY(test::waitFor([&] { return said("otherDeadline") == QStringLiteral("0:42 left"); }));
    QVERIFY(said("otherFrom").endsWith(QStringLiteral("waiting\u00A05\u00A0min")));
    const auto* told = part<QLabel>("otherDeadline");
    QCOMPARE(told->palette().color(QPalette::WindowText), m_theme->theme().color(theme::Color::StatusFailed));
}

void TestOtherQuestions::whatIsNotSaid_takesNoRoom()
{
    showOthers({other("q")});
    const int whole = part<QWidget>("needsYouOther")->height();
    OtherQuestionView bare = other("q");
    bare.reason.clear();
    bare.program.clear();
    bare.deadline.reset();
    bare.askedAt.reset();
    showOthers({bare});
    QCOMPARE(said("otherFrom"), QStringLiteral("“Migrate the price tables”"));
    for (const char* hidden : {"otherReason", "otherDeadline", "otherPause"})
        QVERIFY2(part<QWidget>(hidden) == nullptr, hidden);
    QVERIFY(test::waitFor([&] { return part<QWidget>("needsYouOther")->height() < whole; }));
}

void TestOtherQuestions::deadline_isPausedWithOneClick_data()
{
    QTest::addColumn<bool>("isPaused");
    QTest::addColumn<QString>("name");
    QTest::newRow("it runs") << false << QStringLiteral("Pause the deadline: question from Critic");
    QTest::newRow("it is paused") << true << QStringLiteral("Resume the deadline: question from Critic");
}

void TestOtherQuestions::deadline_isPausedWithOneClick()
{
    QFETCH(const bool, isPaused);
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::otherPauseRequested);
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::sessionChosen);
    OtherQuestionView timed = other("q");
    timed.isDeadlinePaused = isPaused;
    showOthers({timed});
    if (isPaused)
        QCOMPARE(said("otherDeadline"), QStringLiteral("paused"));
    auto* pause = part<QToolButton>("otherPause");
    QTEST(pause->accessibleName(), "name");
    QTest::mouseClick(pause, Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<SessionId>(), SessionId("prices"));
    QCOMPARE(wanted[0][1].value<QuestionId>(), QuestionId("q"));
    QCOMPARE(wanted[0][2].toBool(), !isPaused);
    QCOMPARE(chosen.size(), 0); // it stays where it is
}

void TestOtherQuestions::pause_keepsTheKeyboard()
{
    OtherQuestionView timed = other("q");
    showOthers({timed});
    auto* pause = part<QToolButton>("otherPause");
    pause->setFocus(Qt::TabFocusReason);
    timed.isDeadlinePaused = true;
    showOthers({timed});
    QCOMPARE(part<QToolButton>("otherPause"), pause);
    QVERIFY(pause->hasFocus());
}

void TestOtherQuestions::itLeadsToItsSession()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::sessionChosen);
    showOthers({other("q")});
    QTest::mouseClick(part<QWidget>("otherText"), Qt::LeftButton); // anywhere on it
    QCOMPARE(chosen.size(), 1);
    auto* row = part<QAbstractButton>("needsYouOther");
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space}) {
        row->setFocus();
        QTest::keyClick(row, key);
    }
    QCOMPARE(chosen.size(), 3);
    QCOMPARE(chosen[2][0].value<SessionId>(), SessionId("prices"));
}

void TestOtherQuestions::hostileTexts_areVisible()
{
    OtherQuestionView hostile = other("q");
    hostile.asker = hostile.text = hostile.reason = hostile.title = hostile.program =
        QStringLiteral("<b>R&D</b>\u202E");
    hostile.text += u'?';
    hostile.title.prepend(QStringLiteral("R&D")); // another than the text, or it would not be there
    showOthers({hostile});
    const QString shown = QStringLiteral("<b>R&D</b>[RLO]");
    for (const char* name : {"otherAsker", "otherReason"})
        QCOMPARE(said(name), shown);
    QCOMPARE(said("otherText"), shown + u'?');
    QCOMPARE(said("otherFrom"),
             shown + QStringLiteral(" · “R&D") + shown + QStringLiteral("” · waiting\u00A012\u00A0min"));
    for (const QAbstractButton* button : m_panel->findChildren<QAbstractButton*>())
        QVERIFY2(button->shortcut().isEmpty(), qPrintable(button->accessibleName()));
    QVERIFY(!part<QAbstractButton>("needsYouOther")->toolTip().contains(QStringLiteral("<b>R")));
}

void TestOtherQuestions::nothingIsCut_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::newRow("as usual") << 320 << 1.0;
    QTest::newRow("as narrow as it gets") << 280 << 1.0;
    QTest::newRow("large letters") << 560 << 2.0;
}

void TestOtherQuestions::nothingIsCut()
{
    QFETCH(const int, width);
    QFETCH(const double, scale);
    m_theme->setTextScale(scale);
    m_panel->resize(width, 700);
    OtherQuestionView longer = other("q");
    longer.text = QStringLiteral("Which of the three licences should the package have that we publish next week?");
    longer.reason = QStringLiteral("The registry of packages wants to know before it takes anything from us");
    showOthers({longer});
    const auto* row = part<QWidget>("needsYouOther");
    QVERIFY(test::waitFor([&] { return row->height() >= row->heightForWidth(row->width()); }));
    const auto* scroll = part<QScrollArea>("needsYouScroll");
    QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    for (const QLabel* label : row->findChildren<QLabel*>()) {
        if (!label->isVisible())
            continue;
        const QPoint end = label->mapTo(row, QPoint(label->width(), label->height()));
        QVERIFY2(end.x() <= row->width() && end.y() <= row->height(), qPrintable(label->objectName()));
        const bool fits = label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                            : label->width() >= label->sizeHint().width();
        QVERIFY2(fits, qPrintable(label->objectName()));
    }
}

void TestOtherQuestions::itFollowsTheTextSize()
{
    showOthers({other("q")});
    const int before = part<QWidget>("needsYouOther")->height();
    m_theme->setTextScale(2.0);
    QVERIFY(test::waitFor([&] { return part<QWidget>("needsYouOther")->height() > 1.6 * before; }));
    m_theme->setTextScale(1.0);
    QVERIFY(test::waitFor([&] { return part<QWidget>("needsYouOther")->height() == before; }));
}

void TestOtherQuestions::more_areCounted()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::sessionChosen);
    NeedsYouState view;
    view.otherQuestions = {other("q")};
    view.others = {{SessionId("prices"), QStringLiteral("Prices"), 37, {}, true}};
    m_panel->setView(view);
    QCoreApplication::processEvents();
    auto* line = part<QAbstractButton>("needsYouOther", 1);
    QCOMPARE(line->accessibleName(), QStringLiteral("37 more question(s) in “Prices”"));
    QTest::mouseClick(line, Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
}

/// Ids are the programs' own.
void TestOtherQuestions::questionsOfOneName_areTwo()
{
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::otherPauseRequested);
    OtherQuestionView second = other("q");
    second.session = SessionId("chess");
    showOthers({other("q"), second});
    QTest::mouseClick(part<QToolButton>("otherPause", 1), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<SessionId>(), SessionId("chess"));
}

void TestOtherQuestions::answeredOne_goes()
{
    showOthers({other("a"), other("b")});
    showOthers({other("b")});
    QVERIFY(part<QWidget>("needsYouOther", 1) == nullptr);
    showOthers({});
    QVERIFY(part<QWidget>("needsYouOther") == nullptr);
    QVERIFY(part<QLabel>("needsYouEmpty") != nullptr);
}

} // namespace tst_other_questions

QUARTERDECK_WIDGETS_TEST(tst_other_questions, TestOtherQuestions)
#include "tst_other_questions.moc"
