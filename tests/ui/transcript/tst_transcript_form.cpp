#include "page_fixture.h"

#include <QWebEngineView>
#include <nlohmann/json.hpp>

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
        // The page may still move while it is looked where the field is.
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

        // Who still types is told of nothing new.
        QTest::keyClicks(target, QStringLiteral("000"));
        QVERIFY(page.waitUntil(typed(0) + QStringLiteral(" === '7000000'")));
        QCOMPARE(page.eval(problem(0)).toString(), QString());
    }
};

int main(int argc, char** argv) { return runPageTest<TestTranscriptForm>(argc, argv); }

#include "tst_transcript_form.moc"
