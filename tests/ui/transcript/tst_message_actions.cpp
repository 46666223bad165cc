#include "page_fixture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWebEngineView>

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

const QString written = QStringLiteral("# A *plan*\n\n1. first\n2. second");
const QString article = QStringLiteral("article[aria-posinset=\"1\"] ");

QString button(const char* label)
{
    return article + QStringLiteral(".acts button[aria-label=\"%1\"]").arg(QLatin1String(label));
}

} // namespace

/// What can be done with one message.
class TestMessageActions final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_page = std::make_unique<PageFixture>(std::make_shared<FakeLibrary>(
            1, [](std::int64_t ordinal) { return messageRow(ordinal, "Alice", written.toStdString()); }));
        QVERIFY(m_page->open(1));
    }
    void cleanup() { m_page.reset(); }

    void message_isShownAsItWasWritten()
    {
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') !== null")));
        QVERIFY(press("Show as it was written"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') === null")));
        QCOMPARE(m_page->eval(QStringLiteral("document.querySelector('.prose pre').textContent")).toString(), written);
        QVERIFY(press("Show it formatted"));
        QVERIFY(m_page->waitUntil(QStringLiteral("document.querySelector('.prose h1') !== null")));
    }

    void message_isCopiedAsMarkdownOrText()
    {
        QVERIFY(press("Copy as Markdown"));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text() == written; }));
        QVERIFY(press("Copy as text"));
        QVERIFY(waitFor([] { return QGuiApplication::clipboard()->text().startsWith(QStringLiteral("A plan\n")); }));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("second")));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(QLatin1Char('#')));
    }

private:
    /// The buttons are there while the pointer is.
    bool press(const char* label)
    {
        return waitFor(
            [&] {
                const auto middle = m_page->middleOf(article);
                if (middle)
                    QTest::mouseMove(m_page->view.webView().focusProxy(), *middle);
                return m_page
                           ->eval(
                               QStringLiteral("document.querySelector('%1')?.offsetParent != null").arg(button(label)))
                           .toBool()
                    && m_page->click(button(label));
            },
            pageTimeoutMs);
    }

    std::unique_ptr<PageFixture> m_page;
};

int main(int argc, char** argv) { return runPageTest<TestMessageActions>(argc, argv); }
#include "tst_message_actions.moc"
