#include "page_fixture.h"
#include "tests/support/page_test.h"

#include <QWebEngineView>
#include <functional>
#include <nlohmann/json.hpp>

namespace tst_transcript_form {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

session::Row portQuestion(std::int64_t ordinal)
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q1");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Where does it listen?";
    asked.question.schema = JsonValue(nlohmann::json::parse(R"({
        "type": "object", "required": ["port", "tries"],
        "properties": {"port": {"type": "integer", "minimum": 0, "maximum": 65535},
                       "tries": {"type": "integer", "minimum": 1}}})"));
    asked.question.askedAt = {1'000};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

session::Row openQuestion(std::int64_t ordinal)
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q1");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Which board?";
    asked.question.askedAt = {1'000};
    return {{ordinal}, {{ordinal + 1}, {1'760'000'000'000}, 0, asked}, {}};
}

QString problem(int field)
{
    return QStringLiteral("document.querySelectorAll('.form .problem')[%1].textContent").arg(field);
}

QString typed(int field) { return QStringLiteral("document.querySelectorAll('.form input')[%1].value").arg(field); }

} // namespace

/// The form of a question, as it is filled in.
class TestTranscriptForm final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsMended_isNoLongerSaidToBeWrong()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, portQuestion));
        QVERIFY(page.open(1));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelectorAll('.form input').length === 2")));
        const QString isInFirst = QStringLiteral("document.activeElement === document.querySelector('.form input')");
        // The page may still move while the field is located.
        QVERIFY(waitFor([&] { return page.click(QStringLiteral(".form input")) && page.eval(isInFirst).toBool(); }));
        QWidget* target = page.view.webView().focusProxy();
        QTest::keyClicks(target, QStringLiteral("70000"));
        QVERIFY(page.waitUntil(typed(0) + QStringLiteral(" === '70000'")));
        // A card that has only just appeared takes no answer.
        QVERIFY(waitFor([&] {
            QTest::keyClick(target, Qt::Key_Return);
            return page.eval(problem(0)).toString() == QStringLiteral("At most 65535.");
        }));
        QVERIFY(!page.eval(problem(1)).toString().isEmpty());
        QVERIFY(page.waitUntil(isInFirst));

        QTest::keyClick(target, Qt::Key_Backspace);
        QVERIFY(page.waitUntil(typed(0) + QStringLiteral(" === '7000'")));
        QVERIFY(page.waitUntil(problem(0) + QStringLiteral(" === ''")));
        QCOMPARE(page.eval(QStringLiteral("document.querySelector('.form input').ariaInvalid")).toString(),
                 QStringLiteral("false"));
        QVERIFY(!page.eval(problem(1)).toString().isEmpty()); // nobody has mended that

        // While still typing, the person is told nothing new.
        QTest::keyClicks(target, QStringLiteral("000"));
        QVERIFY(page.waitUntil(typed(0) + QStringLiteral(" === '7000000'")));
        QCOMPARE(page.eval(problem(0)).toString(), QString());
    }

    /// Its row is read again and says the same: nothing of it was recorded.
    void refusedAnswer_mayBeGivenAgain()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, openQuestion));
        const CallSpy<calls::Answer> answers(page.view.page());
        QVERIFY(beginTyping(page));
        QTest::keyClicks(page.view.webView().focusProxy(), QStringLiteral("5x5"));
        QVERIFY(page.waitUntil(QStringLiteral("document.activeElement.value === '5x5'")));
        QVERIFY(pressEnterUntil(page, [&] { return answers.count() == 1; }));
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.askcard.sent')")));
        page.view.page().refreshRows({EventSeq{1}});
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('.askcard:not(.sent)')")));
        QCOMPARE(page.eval(QStringLiteral("document.activeElement.value")).toString(), QStringLiteral("5x5"));
        QVERIFY(pressEnterUntil(page, [&] { return answers.count() == 2; }));
        QCOMPARE(answers.calls.back().value, QStringLiteral("5x5"));
    }

    void answerThatIsTooLong_isNotSentAndSaidToBeSo()
    {
        PageFixture page(std::make_shared<FakeLibrary>(1, openQuestion));
        const CallSpy<calls::Answer> answers(page.view.page());
        QVERIFY(beginTyping(page));
        page.eval(QStringLiteral("document.activeElement.value = 'x'.repeat(1000001)"));
        const QString said = QStringLiteral("document.querySelector('.askcard .problem').textContent");
        QVERIFY(pressEnterUntil(page, [&] { return !page.eval(said).toString().isEmpty(); }));
        QCOMPARE(page.eval(said).toString(), QStringLiteral("At most 1,000,000 characters."));
        page.eval(QStringLiteral("document.activeElement.value = '5x5'"));
        QVERIFY(pressEnterUntil(page, [&] { return !answers.calls.empty(); }));
        QCOMPARE(answers.calls.front().value, QStringLiteral("5x5"));
        QVERIFY(page.eval(said).toString().isEmpty());
    }

private:
    static bool beginTyping(PageFixture& page)
    {
        return page.open(1) && page.waitUntil(QStringLiteral("document.querySelector('textarea.answer')"))
            && page.click(QStringLiteral("textarea.answer"))
            && page.waitUntil(QStringLiteral("document.activeElement.matches('textarea.answer')"));
    }
    /// A card that has only just appeared takes no answer.
    static bool pressEnterUntil(PageFixture& page, const std::function<bool()>& isDone)
    {
        return waitFor(
            [&] {
                QTest::keyClick(page.view.webView().focusProxy(), Qt::Key_Return);
                page.eval(QStringLiteral("true"));
                return isDone();
            },
            pageTimeoutMs);
    }
};

} // namespace tst_transcript_form

QUARTERDECK_PAGE_TEST(tst_transcript_form, TestTranscriptForm)
#include "tst_transcript_form.moc"
