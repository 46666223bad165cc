#include "program_fixture.h"
#include "tests/support/page_test.h"
#include "ui/transcript/transcript_view.h"

#include <QLineEdit>
#include <QListView>
#include <QTest>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <optional>

namespace tst_window_search {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::SessionListModel;
using ui::SessionsPanel;

namespace {

constexpr int length = 300;
constexpr int wanted = 120; ///< the message that has the word, far from the end

/// A list of messages; one of them has a word of its own, in a folded part.
QByteArray recording(const QString& word)
{
    QByteArray list = "[";
    for (int i = 0; i < length; ++i) {
        if (i > 0)
            list += ",";
        const QByteArray thought = i == wanted ? "I think of " + word.toUtf8() : QByteArray("I think");
        list += R"({"id": ")" + QByteArray::number(i)
            + R"(", "name": "Alice", "role": "assistant", "content": [{"type": "thinking", "thinking": ")" + thought
            + R"("}, {"type": "text", "text": "Step )" + QByteArray::number(i)
            + R"("}], "metadata": {}, "timestamp": "2026-03-01 10:00:00.000"})";
    }
    return list + "]";
}

} // namespace

} // namespace tst_window_search

namespace tst_window_search { // begun anew, since moc miscounts the braces of raw strings

/// From the field over the list of sessions to a message of any of them, in the program's window.
class TestWindowSearch final : public QObject
{
    Q_OBJECT

private slots:
    void found_isShownInItsSession();

private:
    [[nodiscard]] SessionsPanel& panel() const { return *m_program->window().findChild<SessionsPanel*>(); }
    [[nodiscard]] bool search(const QString& text) const;
    /// The page has marked this text, and nothing else, within what is in sight.
    [[nodiscard]] bool isMarkedInSight(const QString& text) const;
    [[nodiscard]] bool pageHolds(const QString& script) const;

    ProgramFixture m_program;
};

bool TestWindowSearch::search(const QString& text) const
{
    auto* field = panel().findChild<QLineEdit*>(QStringLiteral("sessions.search"));
    field->clear();
    field->setFocus();
    QTest::keyClicks(field, text);
    const SessionListModel& model = panel().model();
    return waitFor([&] { return model.found().messages.size() == 1 && !model.found().isReading; },
                   ProgramFixture::longMs);
}

bool TestWindowSearch::pageHolds(const QString& script) const
{
    auto* view = m_program->window().findChild<ui::transcript::TranscriptView*>();
    return waitFor(
        [&] {
            std::optional<bool> answer;
            view->webView().page()->runJavaScript(script, QWebEngineScript::ApplicationWorld,
                                                  [&](const QVariant& value) { answer = value.toBool(); });
            if (!waitFor([&] { return answer.has_value(); }, ProgramFixture::longMs))
                qFatal("the page does not answer"); // its answer would come into a frame that is gone
            return *answer;
        },
        ProgramFixture::longMs);
}

bool TestWindowSearch::isMarkedInSight(const QString& text) const
{
    return pageHolds(QStringLiteral(R"js((() => {
        const marks = [...document.querySelectorAll('.entry mark')];
        const box = marks.length === 1 && marks[0].textContent === '%1' ? marks[0].getBoundingClientRect() : undefined;
        return Boolean(box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight);
    })())js")
                         .arg(text));
}

void TestWindowSearch::found_isShownInItsSession()
{
    const QString first = m_program.write(QStringLiteral("first.json"), recording(QStringLiteral("walnut")));
    const QString second = m_program.write(QStringLiteral("second.json"), recording(QStringLiteral("hazel")));
    m_program.start(QStringLiteral("search.db"), [&](app::LaunchOptions& options) { options.files = {first, second}; });
    m_program->window().resize(1440, 900);
    m_program->window().show();
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    // One of the two is another session than the one that is open, in whatever order they came.
    for (const QString& word : {QStringLiteral("walnut"), QStringLiteral("hazel"), QStringLiteral("walnut")}) {
        QVERIFY2(search(word), qPrintable(word));
        auto* list = panel().findChild<QListView*>(QStringLiteral("sessions.list"));
        const QModelIndex last = panel().model().index(panel().model().rowCount() - 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(last).center());
        QVERIFY2(isMarkedInSight(word), qPrintable(word));
    }
    // The marks go with the search.
    panel().findChild<QLineEdit*>(QStringLiteral("sessions.search"))->clear();
    QVERIFY(pageHolds(QStringLiteral("document.querySelector('.entry mark') === null")));
}

} // namespace tst_window_search

QUARTERDECK_PAGE_TEST(tst_window_search, TestWindowSearch)
#include "tst_window_search.moc"
