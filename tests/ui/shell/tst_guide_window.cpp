#include "tests/support/widgets_test.h"
#include "ui/shell/help_windows.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>

namespace tst_guide_window {

using namespace quarterdeck::ui;

namespace {

QString textOf(const QString& page)
{
    QFile file(QStringLiteral(":/guide/") + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Where the links of a page lead.
QStringList linksOf(const QString& page)
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]*)\\)"));
    QStringList found;
    auto links = link.globalMatch(textOf(page));
    while (links.hasNext())
        found.append(links.next().captured(1));
    return found;
}

} // namespace

/// What the desktop was asked to open.
class Opener final : public QObject
{
    Q_OBJECT

public:
    QList<QUrl> opened;

public slots:
    void open(const QUrl& url) { opened.append(url); }
};

/// The user guide in its window.
class TestGuideWindow final : public QObject
{
    Q_OBJECT

private slots:
    void pages_areAllListed();
    void page_opens_data();
    void page_opens();
    void links_leadToPages_data();
    void links_leadToPages();
    void linkToAPage_isFollowed();
    void linkToTheWeb_isLeftToTheDesktop();
    void text_followsTheTextSize();
    void window_fitsTheScreen();
    void escape_closes_data();
    void escape_closes();

private:
    static QTextBrowser* textIn(const GuideWindow& window)
    {
        return window.findChild<QTextBrowser*>(QStringLiteral("guide.text"));
    }
    static QListWidget* listIn(const GuideWindow& window)
    {
        return window.findChild<QListWidget*>(QStringLiteral("guide.pages"));
    }

    theme::ThemeController m_theme{*qApp};
};

void TestGuideWindow::pages_areAllListed()
{
    QStringList listed = GuideWindow::pages();
    QCOMPARE(listed.front(), QStringLiteral("index.md"));
    const GuideWindow window(m_theme);
    QCOMPARE(listIn(window)->count(), listed.size());
    listed.sort();
    QCOMPARE(listed, QDir(QStringLiteral(":/guide")).entryList(QDir::Files, QDir::Name));
}

void TestGuideWindow::page_opens_data()
{
    QTest::addColumn<QString>("page");
    for (const QString& page : GuideWindow::pages())
        QTest::newRow(qPrintable(page)) << page;
}

void TestGuideWindow::page_opens()
{
    QFETCH(const QString, page);
    const QString title = textOf(page).section(u'\n', 0, 0);
    QVERIFY2(title.startsWith(QStringLiteral("# ")), qPrintable(title));
    GuideWindow window(m_theme);
    window.show();
    QListWidget& list = *listIn(window);
    QCOMPARE(list.currentRow(), 0);
    const auto row = static_cast<int>(GuideWindow::pages().indexOf(page));
    list.setCurrentRow(row);
    QCOMPARE(list.currentItem()->text(), title.mid(2));
    QCOMPARE(textIn(window)->source(), GuideWindow::urlOf(page));
    QVERIFY(textIn(window)->toPlainText().startsWith(title.mid(2)));
    QVERIFY(textIn(window)->toPlainText().size() > 200);
}

void TestGuideWindow::links_leadToPages_data() { page_opens_data(); }

void TestGuideWindow::links_leadToPages()
{
    QFETCH(const QString, page);
    for (const QString& link : linksOf(page))
        QVERIFY2(GuideWindow::pages().contains(link) || link.startsWith(QStringLiteral("https://")), qPrintable(link));
}

void TestGuideWindow::linkToAPage_isFollowed()
{
    GuideWindow window(m_theme);
    window.show();
    textIn(window)->setFocus();
    QTest::keyClick(textIn(window), Qt::Key_Tab); // the first link
    QTest::keyClick(textIn(window), Qt::Key_Return);
    QCOMPARE(textIn(window)->source(), GuideWindow::urlOf(QStringLiteral("watching.md")));
    QCOMPARE(listIn(window)->currentRow(), 1);
    textIn(window)->backward();
    QCOMPARE(listIn(window)->currentRow(), 0);
}

void TestGuideWindow::linkToTheWeb_isLeftToTheDesktop()
{
    Opener opener;
    QDesktopServices::setUrlHandler(QStringLiteral("https"), &opener, "open");
    const GuideWindow window(m_theme);
    QCOMPARE(opener.opened.size(), 0);
    const QUrl web(QStringLiteral("https://example.org/"));
    textIn(window)->setSource(web); // as a click on a link does
    QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
    QCOMPARE(opener.opened, QList<QUrl>{web});
    QCOMPARE(textIn(window)->source(), GuideWindow::urlOf(QStringLiteral("index.md")));
}

void TestGuideWindow::text_followsTheTextSize()
{
    GuideWindow window(m_theme);
    window.showPage(QStringLiteral("steering.md"));
    const int before = textIn(window)->font().pixelSize();
    m_theme.setTextScale(2.0);
    const int after = textIn(window)->font().pixelSize();
    m_theme.setTextScale(1.0);
    QVERIFY2(after > before, qPrintable(QString::number(after)));
    QCOMPARE(textIn(window)->font().pixelSize(), before);
    QCOMPARE(textIn(window)->source(), GuideWindow::urlOf(QStringLiteral("steering.md")));
}

void TestGuideWindow::window_fitsTheScreen()
{
    m_theme.setTextScale(2.0);
    const GuideWindow window(m_theme);
    m_theme.setTextScale(1.0);
    const QSize available = window.screen()->availableSize();
    QVERIFY(window.width() <= available.width() && window.height() <= available.height());
}

void TestGuideWindow::escape_closes_data()
{
    QTest::addColumn<QString>("focus");
    for (const char* name : {"guide.pages", "guide.text"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestGuideWindow::escape_closes()
{
    QFETCH(const QString, focus);
    GuideWindow window(m_theme);
    window.show();
    QTest::keyClick(window.findChild<QWidget*>(focus), Qt::Key_Escape);
    QVERIFY(!window.isVisible());
}

} // namespace tst_guide_window

QUARTERDECK_WIDGETS_TEST(tst_guide_window, TestGuideWindow)
#include "tst_guide_window.moc"
