#include "panel_in_window.h"
#include "tests/support/pictures.h"
#include "tests/support/widgets_test.h"

#include <QAction>
#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QVBoxLayout>

namespace tst_needs_you_answers {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::QuestionId;
using conversation::Timestamp;
using test::question;

namespace {

PickedImage picture() { return *checkImage(test::png({6, 4}), QStringLiteral("a.png")); }

} // namespace

/// Answers in one's own words, with images, and by a form.
class TestNeedsYouAnswers final : public QObject, protected test::PanelInWindow
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }

    void answer_isTypedAndSent();
    void images_goWithTheAnswer();
    void cardThatGrows_getsRoom();
    void imageForACardThatIsAway_isThereWhenItComes();
    void images_arePastedDroppedAndChosen();
    void typedText_survivesRefresh();
    void typedText_survivesLater();
    void typedText_survivesItsCard();
    void form_isFilledInInTheTranscript();
    void proposedText_isDecidedOnOrEdited();
    void reason_goesWithTheOption_data();
    void reason_goesWithTheOption();
};

void TestNeedsYouAnswers::answer_isTypedAndSent()
{
    QSignalSpy answered(m_panel.get(), &NeedsYouPanel::answered);
    show({question("q")});
    QVERIFY(!part("questionAnswer")->isEnabled());
    QTest::keyClicks(part<QLineEdit>("questionField"), QStringLiteral(" Four "));
    QVERIFY(part("questionAnswer")->isEnabled());
    QTest::keyClick(part<QLineEdit>("questionField"), Qt::Key_Return);
    QCOMPARE(answered.size(), 0); // too early
    pass(400);
    QTest::keyClick(part<QLineEdit>("questionField"), Qt::Key_Return);
    QTest::mouseClick(part("questionAnswer"), Qt::LeftButton);
    QCOMPARE(answered.size(), 2);
    QCOMPARE(answered[0][1].value<TypedAnswer>().text, QStringLiteral("Four"));
}

void TestNeedsYouAnswers::images_goWithTheAnswer()
{
    QSignalSpy answered(m_panel.get(), &NeedsYouPanel::answered);
    show({question("q")});
    pass(400);
    m_panel->addImage(QuestionId("q"), picture());
    m_panel->addImage(QuestionId("q"), picture());
    QVERIFY(part("questionAnswer")->isEnabled());
    part<QAbstractButton>("pickedImage")->click(); // takes it away
    show({question("p"), question("q")});
    pass(400);
    QTest::mouseClick(part("questionAnswer", 1), Qt::LeftButton);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered[0][1].value<TypedAnswer>().images.size(), std::size_t(1));
    part<QAbstractButton>("pickedImage")->click();
    QVERIFY(!part("questionAnswer", 1)->isEnabled());
}

/// In the column of docks it is as high as its cards.
void TestNeedsYouAnswers::cardThatGrows_getsRoom()
{
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* panel = new NeedsYouPanel(*m_theme);
    column->addWidget(panel);
    column->addStretch(1);
    window.resize(320, 900);
    window.show();
    NeedsYouState view;
    view.questions = {question("q")};
    panel->setView(view);
    const auto* scroll = panel->findChild<QScrollArea*>();
    const auto fits = [&] { return scroll->widget()->height() == scroll->viewport()->height(); };
    QVERIFY(test::waitFor([&] { return panel->height() == panel->sizeHint().height() && fits(); }));
    const int height = panel->height();
    panel->addImage(QuestionId("q"), picture());
    QVERIFY(test::waitFor([&] { return panel->height() > height && fits(); }));
    panel->findChild<QAbstractButton*>(QStringLiteral("pickedImage"))->click();
    QVERIFY(test::waitFor([&] { return panel->height() == height; }));
}

/// As when another session is shown meanwhile.
void TestNeedsYouAnswers::imageForACardThatIsAway_isThereWhenItComes()
{
    show({question("q")});
    m_panel->resumeTyping(QuestionId("q"), QStringLiteral("As here:"));
    QVERIFY(part<QLineEdit>("questionField")->hasFocus());
    show({});
    m_panel->addImage(QuestionId("q"), picture());
    show({question("q")});
    QCOMPARE(part<QLineEdit>("questionField")->text(), QStringLiteral("As here:"));
    QVERIFY(part<QAbstractButton>("pickedImage")->isVisible());
}

void TestNeedsYouAnswers::images_arePastedDroppedAndChosen()
{
    QSignalSpy pasted(m_panel.get(), &NeedsYouPanel::imagePasted);
    QSignalSpy files(m_panel.get(), &NeedsYouPanel::imageFilesChosen);
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::imagesRequested);
    show({question("q")});
    auto* field = part<QLineEdit>("questionField");
    QApplication::clipboard()->setImage(QImage(3, 2, QImage::Format_RGB32));
    QTest::keySequence(field, QKeySequence::Paste);
    QCOMPARE(pasted.size(), 1);
    QCOMPARE(pasted[0][1].value<QImage>().size(), QSize(3, 2));
    QApplication::clipboard()->setText(QStringLiteral("four"));
    QTest::keySequence(field, QKeySequence::Paste);
    QCOMPARE(field->text(), QStringLiteral("four"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a.png"))});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(field, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(field, &drop);
    QCOMPARE(files.size(), 1);
    QCOMPARE(files[0][1].toStringList(), QStringList{QStringLiteral("/tmp/a.png")});
    part<QToolButton>("questionImagesAdd")->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(pasted.size(), 1);
}

void TestNeedsYouAnswers::typedText_survivesRefresh()
{
    show({question("a"), question("b")});
    auto* field = part<QLineEdit>("questionField", 1);
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("half an ans"));
    QuestionCardState changed = question("b");
    changed.text = QStringLiteral("Question b, put better");
    show({question("c"), question("a"), changed});
    field = part<QLineEdit>("questionField", 2);
    QCOMPARE(field->text(), QStringLiteral("half an ans"));
    QVERIFY(field->hasFocus());
    QVERIFY(part("questionAnswer", 2)->isEnabled());
    QCOMPARE(part<QLineEdit>("questionField", 1)->text(), QString());
}

void TestNeedsYouAnswers::typedText_survivesLater()
{
    show({question("a")});
    QTest::keyClicks(part<QLineEdit>("questionField"), QStringLiteral("half"));
    QuestionCardState later = question("a");
    later.isLater = true;
    show({later});
    show({question("a")});
    QCOMPARE(part<QLineEdit>("questionField")->text(), QStringLiteral("half"));
}

/// Another session is viewed meanwhile.
void TestNeedsYouAnswers::typedText_survivesItsCard()
{
    show({question("a"), question("b")});
    QTest::keyClicks(part<QLineEdit>("questionField", 0), QStringLiteral("half an answer"));
    show({});
    QVERIFY(part<QLineEdit>("questionField", 0) == nullptr);
    show({question("a"), question("b")});
    QCOMPARE(part<QLineEdit>("questionField", 0)->text(), QStringLiteral("half an answer"));
    QVERIFY(part("questionAnswer", 0)->isEnabled());
    QCOMPARE(part<QLineEdit>("questionField", 1)->text(), QString());
}

void TestNeedsYouAnswers::form_isFilledInInTheTranscript()
{
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::fillInAsked);
    QSignalSpy declined(m_panel.get(), &NeedsYouPanel::declined);
    QuestionCardState form = question("a");
    form.formFields = 4;
    show({form});
    QVERIFY(part<QLineEdit>("questionField") == nullptr);
    QTest::mouseClick(part("questionFillIn"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QTest::mouseClick(part("questionDecline"), Qt::LeftButton);
    QCOMPARE(declined.size(), 0); // too early
    pass(400);
    QTest::mouseClick(part("questionDecline"), Qt::LeftButton);
    QCOMPARE(declined.size(), 1);
}

void TestNeedsYouAnswers::proposedText_isDecidedOnOrEdited()
{
    QSignalSpy wanted(m_panel.get(), &NeedsYouPanel::fillInAsked);
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    QuestionCardState proposed = question("a", {"Approve", "Reject"});
    proposed.formFields = 1;
    proposed.isTextForm = true;
    proposed.diff = QStringLiteral("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+tw\u202eo");
    proposed.afterDiff = QStringLiteral("3 more lines");
    show({proposed});
    auto* diff = part<QPlainTextEdit>("questionDiff");
    QVERIFY(diff != nullptr);
    QVERIFY(diff->isReadOnly());
    QVERIFY(diff->toPlainText().startsWith(QStringLiteral("@@ -1 +1 @@\n-one\n+tw")));
    QVERIFY(!diff->toPlainText().contains(QChar(0x202e))); // what turns the text round is made visible
    QCOMPARE(diff->extraSelections().size(), 3);
    QVERIFY(diff->extraSelections().at(1).format.background() != diff->extraSelections().at(2).format.background());
    QTest::mouseClick(part("questionFillIn"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(part("questionDecline") == nullptr); // as "Reject", in other words
    pass(400);
    QTest::mouseClick(part("questionOption"), Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    proposed.isTextForm = false; // any other form is filled in as a whole
    show({proposed});
    QVERIFY(part("questionOption") == nullptr);
}

void TestNeedsYouAnswers::reason_goesWithTheOption_data()
{
    QTest::addColumn<bool>("isProposed");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("words");
    const QString why = QStringLiteral(" It belongs into docs. ");
    QTest::newRow("a proposed text") << true << why << why.trimmed();
    QTest::newRow("no reason") << true << QString() << QString();
    QTest::newRow("where an answer can be typed anyway") << false << why << why.trimmed();
}

void TestNeedsYouAnswers::reason_goesWithTheOption()
{
    QFETCH(bool, isProposed);
    QFETCH(QString, typed);
    QSignalSpy chosen(m_panel.get(), &NeedsYouPanel::optionChosen);
    QuestionCardState asked = question("q", {"Approve", "Reject"});
    asked.formFields = isProposed ? 1 : 0;
    asked.isTextForm = isProposed;
    show({asked});
    pass(1000);
    auto* field = part<QLineEdit>(isProposed ? "questionWords" : "questionField");
    QVERIFY(field != nullptr);
    QTest::keyClicks(field, typed);
    QTest::mouseClick(part("questionOption", 1), Qt::LeftButton);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][1].toString(), QStringLiteral("Reject"));
    QTEST(chosen[0][2].toString(), "words");
}

} // namespace tst_needs_you_answers

QUARTERDECK_WIDGETS_TEST(tst_needs_you_answers, TestNeedsYouAnswers)
#include "tst_needs_you_answers.moc"
