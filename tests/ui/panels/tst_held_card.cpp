#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "tests/ui/panels/panel_in_window.h"
#include "ui/panels/held_card.h"
#include "ui/panels/hold_bar.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include <memory>

namespace tst_held_card {

using namespace quarterdeck;
using namespace quarterdeck::ui;

namespace {

HeldCardState held(std::int64_t seq = 7)
{
    HeldCardState state;
    state.seq = {seq};
    state.speaker = QStringLiteral("Alex");
    state.recipients = QStringLiteral("David, Mike");
    state.why = QStringLiteral("Held by “deploy”");
    state.text = QStringLiteral("David, deploy the build to play.example.org and tell everyone.");
    state.since = {0};
    state.members = {"Mike", "Alice"};
    return state;
}

} // namespace

/// A held message in Needs you, and the bar that holds everything.
class TestHeldCard final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void card_saysWhoToWhomAndHowLong();
    void click_letsGoAndDrops();
    void asksAgain_andTheNextClickGoes();
    void clickInTheFirstMoment_doesNothing();
    void edit_sendsOtherWords();
    void edit_unchangedIsAsItIs();
    void edit_mayChooseWhoGetsIt();
    void edit_staysWhenOthersCome();
    void edit_endsWithItsSession();
    void edit_isLeftByEscape();
    void laterOne_waitsForTheEarlier();
    void others_areCounted();
    void dealtWith_theKeyboardGoesOn();
    void bar_isThereWhileSomethingIsHeld();

private:
    [[nodiscard]] QPushButton* button(const char* name) const
    {
        const auto all = m_panel->findChildren<QPushButton*>(QString::fromLatin1(name));
        for (QPushButton* one : all)
            if (one->isVisible())
                return one;
        return nullptr;
    }
    [[nodiscard]] QString words(const char* name) const
    {
        for (const auto* one : m_panel->findChildren<theme::TextLabel*>(QString::fromLatin1(name)))
            if (one->isVisible())
                return one->text();
        return {};
    }
    void show(const HeldCardState& state)
    {
        m_panel->setHeld(state);
        m_now += 1000;
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    theme::ThemeController m_theme{*qApp};
    std::int64_t m_now = 0;
    std::unique_ptr<QWidget> m_window;
    NeedsYouPanel* m_panel = nullptr;
};

void TestHeldCard::init()
{
    m_now = 74'000;
    m_window = std::make_unique<QWidget>();
    m_window->resize(340, 600);
    m_panel = new NeedsYouPanel(m_theme, m_window.get(), [this] { return conversation::Timestamp{m_now}; });
    m_panel->resize(340, 600);
    m_window->show();
    QVERIFY(test::waitFor([&] { return m_window->windowHandle()->isExposed(); }));
}

void TestHeldCard::cleanup()
{
    m_window.reset();
    m_panel = nullptr;
}

void TestHeldCard::card_saysWhoToWhomAndHowLong()
{
    show(held());
    QCOMPARE(words("held.why"), QStringLiteral("Held by “deploy”"));
    QCOMPARE(words("held.way"), QStringLiteral("Alex → David, Mike"));
    QCOMPARE(words("held.words"), held().text);
    QVERIFY(words("held.age").startsWith(QStringLiteral("for ")));
    QVERIFY(words("needsYouEmpty").isEmpty());
    m_panel->setHeld(std::nullopt);
    QVERIFY(!m_panel->heldCard().isVisible());
    QVERIFY(!words("needsYouEmpty").isEmpty());
}

void TestHeldCard::click_letsGoAndDrops()
{
    show(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QSignalSpy dropped(&m_panel->heldCard(), &HeldCard::dropped);
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QCOMPARE(released.size(), 1);
    QCOMPARE(released.front().front().value<conversation::EventSeq>(), conversation::EventSeq{7});
    QVERIFY(released.front().at(1).value<HeldEdit>() == HeldEdit());
    QTest::mouseClick(button("held.release"), Qt::LeftButton); // of a double click
    QCOMPARE(released.size(), 1);
    m_now += 1000;
    QTest::mouseClick(button("held.drop"), Qt::LeftButton); // asks whether its speaker is told
    QVERIFY(dropped.empty());
    m_now += 1000;
    QTest::keyClicks(m_panel->heldCard().findChild<QLineEdit*>("held.reason"), "too early");
    QTest::mouseClick(m_panel->heldCard().findChild<QCheckBox*>("held.tell"), Qt::LeftButton);
    QTest::mouseClick(button("held.drop"), Qt::LeftButton);
    QCOMPARE(dropped.size(), 1);
    QVERIFY(dropped.front().at(1).value<HeldDrop>() == (HeldDrop{QStringLiteral("too early"), false}));
}

void TestHeldCard::asksAgain_andTheNextClickGoes()
{
    show(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    m_panel->heldCard().askAgain(QStringLiteral("Now it would reach Mike."));
    QTest::mouseClick(button("held.release"), Qt::LeftButton); // the second of a double click
    QVERIFY(released.empty());
    m_now += 1000;
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QCOMPARE(released.size(), 1);
    QVERIFY(released.front().at(1).value<HeldEdit>().mayReachOthers);
}

void TestHeldCard::clickInTheFirstMoment_doesNothing()
{
    m_panel->setHeld(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QVERIFY(released.empty());
    m_now += 1000;
    m_panel->setHeld(held(8)); // another one, under the hand
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QVERIFY(released.empty());
}

void TestHeldCard::edit_sendsOtherWords()
{
    show(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    auto* editor = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("held.editor"));
    QVERIFY(editor != nullptr && editor->hasFocus());
    QCOMPARE(editor->toPlainText(), held().text);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("stage it"));
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QVERIFY((released.front().at(1).value<HeldEdit>() == HeldEdit{QStringLiteral("stage it"), {}}));
    editor->clear();
    QVERIFY(!button("held.release")->isEnabled());
}

void TestHeldCard::edit_unchangedIsAsItIs()
{
    show(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QVERIFY(released.front().at(1).value<HeldEdit>() == HeldEdit());
}

void TestHeldCard::edit_mayChooseWhoGetsIt()
{
    show(held());
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    auto* choice = m_panel->findChild<theme::ComboBox*>(QStringLiteral("held.recipient"));
    QCOMPARE(choice->count(), 4);
    QCOMPARE(choice->itemText(0), held().recipients);
    choice->setCurrentIndex(choice->findText(QStringLiteral("Alice")));
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QVERIFY((released.front().at(1).value<HeldEdit>() == HeldEdit{{}, "Alice"}));
}

void TestHeldCard::edit_staysWhenOthersCome()
{
    show(held());
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    auto* editor = m_panel->findChild<QPlainTextEdit*>(QStringLiteral("held.editor"));
    editor->setPlainText(QStringLiteral("half a sen"));
    HeldCardState more = held();
    more.others = 3;
    m_panel->setHeld(more);
    QCOMPARE(m_panel->findChild<QPlainTextEdit*>(QStringLiteral("held.editor"))->toPlainText(),
             QStringLiteral("half a sen"));
}

/// Two sessions of one team's file hold messages of the same number.
void TestHeldCard::edit_endsWithItsSession()
{
    show(held());
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    m_panel->findChild<QPlainTextEdit*>(QStringLiteral("held.editor"))->setPlainText(QStringLiteral("for the first"));
    HeldCardState other = held();
    other.session = conversation::SessionId("other");
    m_panel->setHeld(other);
    QVERIFY(button("held.cancel") == nullptr);
    QSignalSpy released(&m_panel->heldCard(), &HeldCard::released);
    QTest::mouseClick(button("held.release"), Qt::LeftButton);
    QCOMPARE(released.size(), 0); // it has just appeared
}

void TestHeldCard::edit_isLeftByEscape()
{
    show(held());
    QTest::mouseClick(button("held.edit"), Qt::LeftButton);
    m_now += 1000;
    QTest::keyClick(m_panel->findChild<QPlainTextEdit*>(QStringLiteral("held.editor")), Qt::Key_Escape);
    QCOMPARE(words("held.words"), held().text);
    QVERIFY(button("held.release")->hasFocus());
}

void TestHeldCard::laterOne_waitsForTheEarlier()
{
    HeldCardState later = held();
    later.mayGoNow = false;
    show(later);
    QVERIFY(!button("held.release")->isEnabled() && !button("held.edit")->isEnabled());
    QVERIFY(button("held.drop")->isEnabled());
    QVERIFY(button("held.release")->toolTip().contains(QStringLiteral("Alex")));
}

void TestHeldCard::others_areCounted()
{
    HeldCardState many = held();
    many.others = 1999;
    show(many);
    QVERIFY(words("held.others").contains(QStringLiteral("1999"))
            || words("held.others").contains(QStringLiteral("1,999")));
    QSignalSpy all(&m_panel->heldCard(), &HeldCard::allReleased);
    QTest::mouseClick(button("held.releaseAll"), Qt::LeftButton);
    QCOMPARE(all.size(), 1);
}

void TestHeldCard::dealtWith_theKeyboardGoesOn()
{
    show(held());
    QSignalSpy done(m_panel, &NeedsYouPanel::allDone);
    m_panel->focusHeld();
    QVERIFY(button("held.release")->hasFocus());
    m_panel->setHeld(held(8));
    QVERIFY(button("held.release")->hasFocus());
    QVERIFY(done.empty());
    m_panel->setHeld(std::nullopt);
    QCOMPARE(done.size(), 1);
}

void TestHeldCard::bar_isThereWhileSomethingIsHeld()
{
    ActionRegistry actions(m_theme);
    HoldBar bar(m_theme, actions);
    QVERIFY(bar.isHidden());
    bar.setView({true, 0});
    QVERIFY(!bar.isHidden());
    const auto part = [&](const char* name) { return bar.findChild<QPushButton*>(QString::fromLatin1(name)); };
    QVERIFY(!part("hold.step")->isEnabled() && !part("hold.all")->isEnabled() && !part("hold.stop")->isHidden());
    QSignalSpy stopped(&actions[ActionId::RunHold], &QAction::triggered);
    part("hold.stop")->click();
    QCOMPARE(stopped.size(), 1);
    bar.setView({false, 2}); // by a rule
    QVERIFY(part("hold.step")->isEnabled() && part("hold.all")->isEnabled() && part("hold.stop")->isHidden());
    QVERIFY(bar.findChild<theme::TextLabel*>(QStringLiteral("hold.count"))->text().contains(u'2'));
    bar.setView({});
    QVERIFY(bar.isHidden());
}

} // namespace tst_held_card

QUARTERDECK_WIDGETS_TEST(tst_held_card, TestHeldCard)
#include "tst_held_card.moc"
