#include "composer_fixture.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/composer.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_composer {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using test::member;
using test::png;

/// What is written and to whom.
class TestComposer final : public QObject, private test::ComposerFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void typingAnAddress_opensTheCompletion();
    void completion_isTakenByKey_data();
    void completion_isTakenByKey();
    void completion_isLeftByEscapeAndFocus();
    void completion_staysInTheWindow();
    void completion_scrollsThroughManyMembers();
    void enter_sendsAndShiftEnterBreaks();
    void send_needsSomethingToSend();
    void preview_isOfTheNameThatIsOffered();
    void enterOnWhatIsRefused_saysWhy();
    void send_isNotTakenTwice();
    void audience_togglesAndIsAskedOfTheRules();
    void refusal_isShown();
    void draft_survivesNewMembers();
    void address_replacesTheOldNames_data();
    void address_replacesTheOldNames();
    void address_isWhatIsTypedNotWhatIsShown();
    void recipients_areShownAsTheyAreCalled();
    void atButton_addsToTheNames();
    void height_followsTheLines();
    void rail_hasTheLanesOfThePage();
    void rail_goesInANarrowWindow();
    void textSize_isFollowed();
    void widgets_haveNames();
};

void TestComposer::typingAnAddress_opensTheCompletion()
{
    type(QStringLiteral("Hello @Al"));
    QVERIFY(!popup()->isVisible()); // not at the start: no address
    m_composer->setText({});
    type(QStringLiteral("@"));
    QVERIFY(popup()->isVisible());
    type(QStringLiteral("Al"));
    QVERIFY(popup()->isVisible());
    QVERIFY(popup()->accessibleDescription().contains(QStringLiteral("Alice")));
    const QPoint foot = popup()->geometry().bottomLeft();
    QCOMPARE(foot, m_composer->mapTo(m_window.get(), QPoint(120, 3))); // 4 px over the edge, inclusive
    type(QStringLiteral("zz"));
    QVERIFY(!popup()->isVisible());
}

void TestComposer::completion_isTakenByKey_data()
{
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<QString>("text");
    QTest::newRow("enter") << QList<int>{Qt::Key_Return} << QStringLiteral("@Alice ");
    QTest::newRow("tab") << QList<int>{Qt::Key_Tab} << QStringLiteral("@Alice ");
    QTest::newRow("down, tab") << QList<int>{Qt::Key_Down, Qt::Key_Tab} << QStringLiteral("@Alex ");
    QTest::newRow("up wraps") << QList<int>{Qt::Key_Up, Qt::Key_Return} << QStringLiteral("@Alex ");
    QTest::newRow("down wraps") << QList<int>{Qt::Key_Down, Qt::Key_Down, Qt::Key_Return} << QStringLiteral("@Alice ");
}

void TestComposer::completion_isTakenByKey()
{
    QFETCH(QList<int>, keys);
    QFETCH(QString, text);
    QSignalSpy sent(m_composer, &Composer::sendRequested);
    type(QStringLiteral("@Al"));
    for (const int key : keys)
        QTest::keyClick(edit(), static_cast<Qt::Key>(key));
    QCOMPARE(m_composer->text(), text);
    QVERIFY(!popup()->isVisible());
    QVERIFY(edit()->hasFocus());
    QCOMPARE(sent.size(), 0);
}

void TestComposer::completion_isLeftByEscapeAndFocus()
{
    type(QStringLiteral("@Al"));
    QTest::keyClick(edit(), Qt::Key_Escape);
    QVERIFY(!popup()->isVisible());
    QCOMPARE(m_composer->text(), QStringLiteral("@Al"));
    type(QStringLiteral("i"));
    QVERIFY(popup()->isVisible());
    edit()->clearFocus();
    QVERIFY(!popup()->isVisible());
}

void TestComposer::completion_staysInTheWindow()
{
    m_window->resize(560, 400);
    QCoreApplication::processEvents();
    type(QStringLiteral("@"));
    QVERIFY(popup()->isVisible());
    QVERIFY(m_window->rect().contains(popup()->geometry()));
}

void TestComposer::completion_scrollsThroughManyMembers()
{
    m_members.clear();
    for (int i = 0; i < 40; ++i)
        m_members.push_back(member(qPrintable(QStringLiteral("Agent%1").arg(i)), "Worker", i % 12 + 1));
    m_composer->setMembers(m_members);
    type(QStringLiteral("@"));
    QVERIFY(popup()->height() < 400);
    for (int i = 0; i < 39; ++i)
        QTest::keyClick(edit(), Qt::Key_Down);
    QTest::keyClick(edit(), Qt::Key_Tab);
    QCOMPARE(m_composer->text(), QStringLiteral("@Agent39 "));
}

void TestComposer::enter_sendsAndShiftEnterBreaks()
{
    QSignalSpy sent(m_composer, &Composer::sendRequested);
    type(QStringLiteral("one"));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ShiftModifier);
    type(QStringLiteral("two"));
    QCOMPARE(sent.size(), 0);
    QCOMPARE(m_composer->text(), QStringLiteral("one\ntwo"));
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(sent.size(), 1);
    QCOMPARE(m_composer->text(), QStringLiteral("one\ntwo")); // cleared by who sends it, when it is sent
}

void TestComposer::send_needsSomethingToSend()
{
    QSignalSpy sent(m_composer, &Composer::sendRequested);
    auto* send = part<QPushButton>("composerSend");
    QVERIFY(!send->isEnabled());
    type(QStringLiteral("  "));
    QVERIFY(!send->isEnabled());
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(sent.size(), 0);
    m_composer->setText(QStringLiteral("@Alice  ")); // names alone say nothing
    QVERIFY(!send->isEnabled());
    m_composer->clear();
    m_composer->addImage(*checkImage(png({4, 4}), QStringLiteral("a.png")));
    QVERIFY(send->isEnabled());
    m_composer->clear();
    QVERIFY(!send->isEnabled());
    type(QStringLiteral("x"));
    QVERIFY(send->isEnabled());
    QTest::mouseClick(send, Qt::LeftButton);
    QCOMPARE(sent.size(), 1);
}

void TestComposer::preview_isOfTheNameThatIsOffered()
{
    auto* eye = part<QToolButton>("composerAudience");
    type(QStringLiteral("@A"));
    QVERIFY(popup()->isVisible());
    QVERIFY2(eye->isVisible(), "as for @Alice, which Enter would take");
    QVERIFY(!part<QPushButton>("composerSend")->isEnabled());
    QTest::keyClick(edit(), Qt::Key_Escape);
    QVERIFY(!eye->isVisible());
    QCOMPARE(m_composer->text(), QStringLiteral("@A"));
}

void TestComposer::enterOnWhatIsRefused_saysWhy()
{
    QSignalSpy sent(m_composer, &Composer::sendRequested);
    QSignalSpy refused(m_composer, &Composer::sendRefused);
    type(QStringLiteral("@Eve hi"));
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(sent.size(), 0);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(refused[0][0].toString(), QStringLiteral("Nobody here is called Eve."));
    QCOMPARE(m_composer->text(), QStringLiteral("@Eve hi"));
}

void TestComposer::send_isNotTakenTwice()
{
    QSignalSpy sent(m_composer, &Composer::sendRequested);
    type(QStringLiteral("x"));
    m_composer->setSending(true);
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(sent.size(), 0);
    m_composer->setSending(false);
    QTest::keyClick(edit(), Qt::Key_Return);
    QCOMPARE(sent.size(), 1);
}

void TestComposer::audience_togglesAndIsAskedOfTheRules()
{
    auto* eye = part<QToolButton>("composerAudience");
    QVERIFY(!eye->isVisible());
    type(QStringLiteral("@Alice hi"));
    QVERIFY(eye->isVisible());
    const QString whenPrivate = eye->accessibleName();
    QTest::mouseClick(eye, Qt::LeftButton);
    QCOMPARE(m_composer->audience(), Composer::Audience::Everyone);
    QVERIFY(eye->accessibleName() != whenPrivate);
    QVERIFY(edit()->hasFocus());
    QTest::mouseClick(eye, Qt::LeftButton);
    QCOMPARE(m_composer->audience(), Composer::Audience::OnlyNamed);
    m_composer->clear();
    QCOMPARE(m_composer->audience(), Composer::Audience::ByDefault);
}

void TestComposer::refusal_isShown()
{
    type(QStringLiteral("@Eve hi"));
    auto* sentence = part<QLabel>("composerSentence");
    QCOMPARE(sentence->text(), QStringLiteral("Nobody here is called Eve."));
    QCOMPARE(sentence->palette().color(QPalette::WindowText), m_theme->theme().color(theme::Color::StatusFailed));
    QVERIFY(!part<QPushButton>("composerSend")->isEnabled());
}

void TestComposer::draft_survivesNewMembers()
{
    type(QStringLiteral("half a thought"));
    m_members.push_back(member("David", "Data Analyst", 5));
    m_composer->setMembers(m_members);
    m_composer->refresh();
    QCOMPARE(m_composer->text(), QStringLiteral("half a thought"));
    QVERIFY(edit()->hasFocus());
}

void TestComposer::address_replacesTheOldNames_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("none") << QStringLiteral("do it") << QStringLiteral("@Alice do it");
    QTest::newRow("two") << QStringLiteral("@Mike @Alex do it") << QStringLiteral("@Alice do it");
    QTest::newRow("with a blank") << QStringLiteral("@Bob Li do it") << QStringLiteral("@Alice do it");
    QTest::newRow("alone") << QStringLiteral("@Bob Li") << QStringLiteral("@Alice ");
    QTest::newRow("later in the text") << QStringLiteral("ask @Mike") << QStringLiteral("@Alice ask @Mike");
}

void TestComposer::address_replacesTheOldNames()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    m_composer->setText(before);
    m_composer->address(QStringLiteral("Alice"), Composer::Audience::OnlyNamed);
    QCOMPARE(m_composer->text(), after);
    QCOMPARE(m_composer->audience(), Composer::Audience::OnlyNamed);
    QVERIFY(edit()->hasFocus());
}

void TestComposer::address_isWhatIsTypedNotWhatIsShown()
{
    m_members = {{QStringLiteral("Bob[RLO]"), {}, {}, QStringLiteral("Bob\u202E")}};
    m_composer->setMembers(m_members);
    type(QStringLiteral("@Bo"));
    QTest::keyClick(edit(), Qt::Key_Tab);
    QCOMPARE(m_composer->text(), QStringLiteral("@Bob\u202E "));
}

void TestComposer::recipients_areShownAsTheyAreCalled()
{
    m_members.push_back(member("R&D", "Labs & more", 6));
    m_composer->setMembers(m_members);
    QTest::mouseClick(part<QAbstractButton>("composerRecipients"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().at(3)->text(), QStringLiteral("R&&D · Labs && more")); // else "&" would be an accelerator
    menu->actions().at(3)->trigger();
    menu->close();
    QCOMPARE(m_composer->text(), QStringLiteral("@R&D "));
}

void TestComposer::atButton_addsToTheNames()
{
    m_composer->setText(QStringLiteral("@Mike do it"));
    QTest::mouseClick(part<QToolButton>("composerAt"), Qt::LeftButton);
    QCOMPARE(m_composer->text(), QStringLiteral("@Mike @do it"));
    m_composer->setText(QStringLiteral("@Bob Li do it"));
    QTest::mouseClick(part<QToolButton>("composerAt"), Qt::LeftButton);
    QCOMPARE(m_composer->text(), QStringLiteral("@Bob Li @do it"));
    QVERIFY(popup()->isVisible());
    m_composer->setText(QStringLiteral("@Mike"));
    QTest::mouseClick(part<QToolButton>("composerAt"), Qt::LeftButton);
    QCOMPARE(m_composer->text(), QStringLiteral("@Mike @"));
    QVERIFY(popup()->isVisible());
}

void TestComposer::height_followsTheLines()
{
    const int atRest = edit()->height();
    QCOMPARE(atRest, 50);
    type(QStringLiteral("one"));
    QCOMPARE(edit()->height(), atRest);
    m_composer->setText(QStringLiteral("word ").repeated(200)); // one paragraph, wrapped
    QCoreApplication::processEvents();
    const int wrapped = edit()->height();
    QVERIFY(wrapped > 2 * atRest);
    m_composer->setText(QStringLiteral("line\n").repeated(40));
    QCoreApplication::processEvents();
    const int most = edit()->height();
    QVERIFY(most >= wrapped);
    m_composer->setText(QStringLiteral("line\n").repeated(400));
    QCoreApplication::processEvents();
    QCOMPARE(edit()->height(), most); // twelve lines, then it scrolls
    m_composer->clear();
    QCOMPARE(edit()->height(), atRest);
}

/// The arrow of what is typed ends where the page says that a member is, or among the others.
void TestComposer::rail_hasTheLanesOfThePage()
{
    std::vector<ComposerMember> team(20);
    for (std::size_t i = 0; i < team.size(); ++i)
        team[i].look.hue = static_cast<int>(i % 12) + 1;
    const auto view = std::make_shared<ComposerPreview>();
    m_composer->setRules({[view](const QString&, Composer::Audience) { return *view; },
                          [](const QString&, const QString&) { return std::vector<CompletionRow>(); },
                          [](const QString&) { return qsizetype(0); }});
    m_composer->setMembers(team);
    auto* rail = part<QWidget>("composerRail");
    const auto arrowEnd = [&](int member) {
        view->lanes = {member};
        m_composer->refresh();
        const QImage picture = rail->grab().toImage();
        const QRgb ink = m_theme->theme().color(theme::Color::You).rgb();
        int end = 0;
        for (int at = 0; at < picture.width(); ++at)
            end = picture.pixel(at, 22) == ink ? at : end;
        return end;
    };
    QCOMPARE(rail->width(), 130);               // ten lanes
    QVERIFY(std::abs(arrowEnd(15) - 113) <= 3); // the grey one
    m_composer->setLanes({{{0, 16.5}, {3, 31.5}, {15, 46.5}}, 62});
    QCOMPARE(rail->width(), 62);
    QVERIFY(std::abs(arrowEnd(15) - 44) <= 3);
    QVERIFY(std::abs(arrowEnd(3) - 29) <= 3);
    QVERIFY(arrowEnd(4) <= 22); // who has none: only the person's ring
    m_composer->setLanes({});   // the page has no rail, or is not there
    QCOMPARE(rail->width(), 130);
}

void TestComposer::rail_goesInANarrowWindow()
{
    auto* rail = part<QWidget>("composerRail");
    QVERIFY(rail->isVisible());
    QCOMPARE(rail->width(), 106);
    QCOMPARE(part<QWidget>("composerAvatar")->x(), 106);
    m_window->resize(700, 500);
    QCoreApplication::processEvents();
    QVERIFY(!rail->isVisible());
    QCOMPARE(part<QWidget>("composerAvatar")->x(), 12);
}

void TestComposer::textSize_isFollowed()
{
    for (const double scale : {0.8, 1.5, 2.0}) {
        m_window->resize(static_cast<int>(900 * scale), 900);
        m_theme->setTextScale(scale);
        QCoreApplication::processEvents();
        QCOMPARE(part<QWidget>("composerRail")->width(), qRound(106 * scale));
        QCOMPARE(part<QWidget>("composerSend")->height(), qRound(22 * scale) + 2);
        QVERIFY(edit()->height() >= qRound(50 * scale));
    }
}

void TestComposer::widgets_haveNames()
{
    m_composer->addImage(*checkImage(png({4, 4}), QStringLiteral("a.png")));
    QCOMPARE(test::namelessWidgets(*m_window), QString());
    QVERIFY(!m_composer->accessibleName().isEmpty());
}

} // namespace tst_composer

QUARTERDECK_WIDGETS_TEST(tst_composer, TestComposer)
#include "tst_composer.moc"
