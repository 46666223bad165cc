#include "panel_in_window.h"
#include "tests/support/widgets_test.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>

namespace tst_needs_you_keyboard {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::QuestionId;
using test::question;

/// Where the focus goes when its card is dealt with, or disappears by itself.
class TestNeedsYouKeyboard final : public QObject, protected test::PanelInWindow
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void nextCard_hasIt_data();
    void nextCard_hasIt();
    void lastCard_letsItGo_data();
    void lastCard_letsItGo();
    void cardThatGoesByItself_givesItToNone();
    void nextCard_takesNoKeyThatIsStillDown();
    void keyboardElsewhere_staysThere();

private:
    enum class Way { Digit, Words, Later, Decline };

    static void ways()
    {
        QTest::addColumn<Way>("way");
        QTest::newRow("an option's digit") << Way::Digit;
        QTest::newRow("own words") << Way::Words;
        QTest::newRow("later") << Way::Later;
        QTest::newRow("declined in the menu") << Way::Decline;
    }
    /// Deals with the card at this place by keyboard.
    void act(Way way, int place);
    [[nodiscard]] QWidget* focused() const { return m_panel->focusWidget(); }
};

void TestNeedsYouKeyboard::act(Way way, int place)
{
    auto* option = part("questionOption", place);
    option->setFocus();
    auto* field = part<QLineEdit>("questionField", place);
    auto* later = part("questionLater", place);
    auto* more = part<QToolButton>("questionMore", place);
    switch (way) {
    case Way::Digit:
        QTest::keyClick(option, Qt::Key_1);
        break;
    case Way::Words:
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("like this"));
        QTest::keyClick(field, Qt::Key_Return);
        break;
    case Way::Later:
        later->setFocus();
        QTest::keyClick(later, Qt::Key_Return);
        break;
    case Way::Decline:
        more->setFocus();
        QTest::keyClick(more, Qt::Key_Space);
        // Of this card: one that has gone may have its own yet.
        auto* menu = more->parentWidget()->parentWidget()->findChild<QMenu*>(QStringLiteral("questionMenu"));
        menu->findChild<QAction*>(QStringLiteral("questionDecline"))->trigger();
        menu->close();
        break;
    }
}

void TestNeedsYouKeyboard::nextCard_hasIt_data() { ways(); }

void TestNeedsYouKeyboard::nextCard_hasIt()
{
    QFETCH(Way, way);
    QSignalSpy done(m_panel.get(), &NeedsYouPanel::allDone);
    const QuestionCardState first = question("a", {"yes"});
    const QuestionCardState last = question("c", {"yes"});
    show({first, question("b", {"yes"}), last});
    pass(400);
    act(way, 1);
    QuestionCardState later = question("b", {"yes"});
    later.isLater = true;
    show(way == Way::Later ? std::vector{first, last, later} : std::vector{first, last});
    QCOMPARE(focused(), part("questionOption", 1));
    pass(400);
    act(way, 1); // the last one: around to the first
    later.id = QuestionId("c");
    show(way == Way::Later ? std::vector{first, later} : std::vector{first});
    QCOMPARE(focused(), part("questionOption"));
    QCOMPARE(done.size(), 0);
}

void TestNeedsYouKeyboard::lastCard_letsItGo_data() { ways(); }

void TestNeedsYouKeyboard::lastCard_letsItGo()
{
    QFETCH(Way, way);
    QSignalSpy done(m_panel.get(), &NeedsYouPanel::allDone);
    show({question("a", {"yes"})});
    pass(400);
    act(way, 0);
    QuestionCardState later = question("a", {"yes"});
    later.isLater = true;
    show(way == Way::Later ? std::vector{later} : std::vector<QuestionCardState>());
    QCOMPARE(done.size(), 1);
    QCOMPARE(focused(), m_panel.get());
}

/// Something still being typed for a question that timed out does not answer another.
void TestNeedsYouKeyboard::cardThatGoesByItself_givesItToNone()
{
    QSignalSpy done(m_panel.get(), &NeedsYouPanel::allDone);
    show({question("a", {"yes"}), question("b", {"yes"})});
    part<QLineEdit>("questionField")->setFocus();
    show({question("b", {"yes"})});
    QCOMPARE(focused(), m_panel.get());
    QCOMPARE(done.size(), 0);
    QVERIFY(m_panel->focusNext());
    QCOMPARE(focused(), part("questionOption"));
}

void TestNeedsYouKeyboard::nextCard_takesNoKeyThatIsStillDown()
{
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    show({question("a", {"yes"}), question("b", {"yes"})});
    pass(400);
    act(Way::Digit, 1);
    show({question("a", {"yes"})}); // it stands where it stood
    QCOMPARE(focused(), part("questionOption"));
    QTest::keyClick(focused(), Qt::Key_1);
    QCOMPARE(chosen.size(), 1);
    pass(400);
    QTest::keyClick(focused(), Qt::Key_1);
    QCOMPARE(chosen.size(), 2);
}

void TestNeedsYouKeyboard::keyboardElsewhere_staysThere()
{
    show({question("a", {"yes"}), question("b", {"yes"}), question("c", {"yes"})});
    pass(400);
    act(Way::Digit, 0);
    QWidget* field = part<QLineEdit>("questionField", 2);
    field->setFocus(); // before the answer is back
    show({question("b", {"yes"}), question("c", {"yes"})});
    QCOMPARE(focused(), field);
}

} // namespace tst_needs_you_keyboard

QUARTERDECK_WIDGETS_TEST(tst_needs_you_keyboard, TestNeedsYouKeyboard)
#include "tst_needs_you_keyboard.moc"
