#include "mcp_asking.h"
#include "program_fixture.h"
#include "tests/support/page_test.h"
#include "ui/panels/composer.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

namespace tst_window_keyboard {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::SessionListModel;
using ui::SessionsPanel;

namespace {

QByteArray recording(const QByteArray& text)
{
    return R"([{"id": "1", "name": "Alice", "role": "assistant", "content": ")" + text
        + R"(", "metadata": {}, "timestamp": "2026-03-01 10:00:00.000"}])";
}

} // namespace

} // namespace tst_window_keyboard

namespace tst_window_keyboard { // begun anew, since moc miscounts the braces of raw strings

/// Which part of the program's window has the keyboard after what the person did: the next key must do what they mean.
class TestWindowKeyboard final : public QObject
{
    Q_OBJECT

private slots:
    void answeredQuestion_leadsNotToTheList();
    void clickedRow_keepsTheKeys();

private:
    [[nodiscard]] bool show()
    {
        m_program->window().resize(1440, 900);
        m_program->window().show();
        m_program->window().activateWindow();
        return waitFor([&] { return m_program->window().isActiveWindow(); }, ProgramFixture::longMs);
    }
    [[nodiscard]] QWidget* shown(const char* name) const
    {
        const auto all = m_program->window().findChildren<QWidget*>(QString::fromLatin1(name));
        const auto found = std::ranges::find_if(all, [](const QWidget* one) { return one->isVisible(); });
        return found == all.end() ? nullptr : *found;
    }
    [[nodiscard]] QWidget* focused() const { return m_program->window().focusWidget(); }

    ProgramFixture m_program;
};

void TestWindowKeyboard::answeredQuestion_leadsNotToTheList()
{
    const quint16 port = freePort();
    m_program.start(QStringLiteral("answered.db"), [&](app::LaunchOptions& options) { options.port = port; });
    QVERIFY(show());
    const Asking asking(port, R"({"question": "Which licence?", "options": ["MIT", "Apache-2.0"]})");
    QVERIFY(waitFor([&] { return shown("needsYouOther") != nullptr || shown("questionCard") != nullptr; },
                    ProgramFixture::longMs));
    if (shown("questionCard") == nullptr)
        QTest::mouseClick(shown("needsYouOther"), Qt::LeftButton);
    QVERIFY(waitFor([&] { return shown("questionCard") != nullptr; }, ProgramFixture::longMs));
    QTest::keyClick(&m_program->window(), Qt::Key_J, Qt::ControlModifier);
    QVERIFY(shown("questionCard")->isAncestorOf(focused()));
    // A card that has just come takes no answer yet.
    const auto answer = [&] {
        if (const QWidget* card = shown("questionCard"); card != nullptr && card->isAncestorOf(focused()))
            QTest::keyClick(focused(), Qt::Key_1);
        return shown("questionCard") == nullptr;
    };
    QVERIFY(waitFor(answer, ProgramFixture::longMs));
    // If there is nobody to write to, the focus stays, instead of going to the list, where Delete archives.
    const auto* composer = m_program->window().findChild<ui::Composer*>();
    const auto* needsYou = m_program->window().findChild<ui::NeedsYouPanel*>();
    QVERIFY2(composer->isVisible() ? composer->isAncestorOf(focused()) : focused() == needsYou,
             qPrintable(focused() == nullptr ? QStringLiteral("none") : focused()->objectName()));
    m_program.end();
}

void TestWindowKeyboard::clickedRow_keepsTheKeys()
{
    const QString first = m_program.write(QStringLiteral("first.json"), recording("One"));
    const QString second = m_program.write(QStringLiteral("second.json"), recording("Two"));
    m_program.start(QStringLiteral("clicked.db"), [&](app::LaunchOptions& options) {
        options.files = {first, second};
    });
    QVERIFY(show());
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    auto* panel = m_program->window().findChild<SessionsPanel*>();
    auto* list = panel->findChild<QListView*>(QStringLiteral("sessions.list"));
    auto* page = m_program->window().findChild<ui::transcript::TranscriptView*>();
    const auto rows = [&](bool isOpen) {
        QModelIndex result;
        for (int row = 0; row < panel->model().rowCount(); ++row) {
            const QModelIndex index = panel->model().index(row);
            const bool isSession = !index.data(SessionListModel::RowRole).value<ui::view::SessionRow>().id.isEmpty();
            if (isSession && index.data(SessionListModel::CurrentRole).toBool() == isOpen)
                result = index;
        }
        return result;
    };
    QVERIFY(waitFor([&] { return rows(true).isValid() && rows(false).isValid(); }, ProgramFixture::longMs));
    page->setFocus();
    const QPersistentModelIndex other = rows(false);
    QSignalSpy painted(&page->page(), &ui::transcript::TranscriptPage::painted);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
    QVERIFY(waitFor([&] { return rows(true) == other && !painted.isEmpty(); }, ProgramFixture::longMs));
    QCOMPARE(focused(), list);
    QCOMPARE(list->currentIndex(), QModelIndex(other));
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(waitFor([&] { return page->isAncestorOf(focused()); }, ProgramFixture::longMs));
    m_program.end();
}

} // namespace tst_window_keyboard

QUARTERDECK_PAGE_TEST(tst_window_keyboard, TestWindowKeyboard)
#include "tst_window_keyboard.moc"
