#include "tests/support/wait.h"
#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "model/agents/run/artifacts.h"
#include "ui/panels/files_page.h"
#include "ui/present/present.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <memory>

namespace tst_files_page {

using namespace quarterdeck;
using namespace quarterdeck::ui;

namespace {

team::Artifact artifact(const char* path, std::int64_t bytes, bool isNew, std::int64_t seq)
{
    team::Artifact made;
    made.path = path;
    made.author = conversation::RoleName("Alice");
    made.bytes = bytes;
    made.isNew = isNew;
    made.seq = {seq};
    return made;
}

} // namespace

class TestFilesPage final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void nothingMade_isSaid();
    void files_areListedWithWhatIsKnown();
    void namesThatPretend_areMadeVisible();
    void click_leadsToTheMessage();
    void menu_opensFilesAndFolders();
    void menu_isOfItsFileWhileMoreAreMade();
    void keys_openFilesAndFolders();
    void whatLiesElsewhere_isNotOpened();
    void widgetsHaveNames();

private:
    void show(const std::vector<team::Artifact>& artifacts)
    {
        m_page->setFiles(present::madeFiles(artifacts, {}), false);
    }
    QAbstractItemView& table() { return *m_page->findChild<QAbstractItemView*>(QStringLiteral("files.table")); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }

    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<FilesPage> m_page;
};

void TestFilesPage::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_page = std::make_unique<FilesPage>(*m_theme);
    m_page->resize(900, 700);
    m_page->show();
}

void TestFilesPage::cleanup()
{
    m_page.reset();
    m_theme.reset();
}

void TestFilesPage::nothingMade_isSaid()
{
    const auto* empty = m_page->findChild<QLabel*>(QStringLiteral("files.empty"));
    QVERIFY(empty->isVisible());
    QVERIFY(!table().isVisible());
    const QString nothing = empty->text();
    m_page->setFiles({}, true);
    QVERIFY(empty->text() != nothing); // it may still find some
}

void TestFilesPage::files_areListedWithWhatIsKnown()
{
    team::Artifact main = artifact("src/main.py", 1'200, true, 5);
    main.sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    show({main, artifact("notes.md", -1, false, 9)});
    QVERIFY(table().isVisible());
    QCOMPARE(table().model()->rowCount(), 2);
    QCOMPARE(cell(0, 0), QStringLiteral("src/main.py"));
    QCOMPARE(cell(0, 1), QStringLiteral("new"));
    QCOMPARE(cell(0, 2), QStringLiteral("1.2 kB"));
    QCOMPARE(cell(0, 3), QStringLiteral("Alice"));
    QCOMPARE(cell(0, 4), QStringLiteral("9f86d081884c"));
    const QModelIndex checksum = table().model()->index(0, 4);
    QVERIFY(checksum.data(Qt::ToolTipRole).toString().contains(QString::fromStdString(main.sha256)));
    QCOMPARE(checksum.data(Qt::AccessibleDescriptionRole).toString(), QString::fromStdString(main.sha256));
    QCOMPARE(cell(1, 4), QString());
    QCOMPARE(cell(1, 1), QStringLiteral("changed"));
    QCOMPARE(cell(1, 2), QString());
}

void TestFilesPage::namesThatPretend_areMadeVisible()
{
    show({artifact("a\xE2\x80\xAEtxt.exe", 1, true, 5)});
    QVERIFY(!cell(0, 0).contains(QChar(0x202E)));
}

void TestFilesPage::click_leadsToTheMessage()
{
    show({artifact("a", 1, true, 5), artifact("b", 1, true, 9)});
    QSignalSpy wanted(m_page.get(), &FilesPage::messageRequested);
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                      table().visualRect(table().model()->index(1, 0)).center());
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).value<conversation::EventSeq>(), conversation::EventSeq{9});
}

namespace {

QString pathIn(const QSignalSpy& spy, qsizetype at = 0)
{
    return spy.size() > at ? QString::fromStdString(spy.at(at).at(0).value<std::string>()) : QString();
}

} // namespace

void TestFilesPage::menu_opensFilesAndFolders()
{
    m_page->setCanOpen(true);
    show({artifact("a.txt", 1, true, 5), artifact("b\xE2\x80\xAEtxt.exe", 1, true, 9)});
    QSignalSpy opened(m_page.get(), &FilesPage::openRequested);
    QSignalSpy shown(m_page.get(), &FilesPage::folderRequested);
    QSignalSpy wanted(m_page.get(), &FilesPage::messageRequested);
    emit table().customContextMenuRequested(table().visualRect(table().model()->index(1, 0)).center());
    const auto* menu = m_page->findChild<QMenu*>(QStringLiteral("files.menu"));
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 3);
    for (QAction* action : menu->actions()) {
        QVERIFY(!action->text().isEmpty());
        action->trigger();
    }
    QCOMPARE(pathIn(opened), QStringLiteral("b\u202Etxt.exe")); // the path itself, not what is shown of it
    QCOMPARE(pathIn(shown), QStringLiteral("b\u202Etxt.exe"));
    QCOMPARE(wanted.at(0).at(0).value<conversation::EventSeq>(), conversation::EventSeq{9});
}

/// The list of a team at work changes while the person looks at the menu.
void TestFilesPage::menu_isOfItsFileWhileMoreAreMade()
{
    m_page->setCanOpen(true);
    show({artifact("a.txt", 1, true, 5), artifact("b.txt", 1, true, 9)});
    QSignalSpy opened(m_page.get(), &FilesPage::openRequested);
    emit table().customContextMenuRequested(table().visualRect(table().model()->index(1, 0)).center());
    const auto* menu = m_page->findChild<QMenu*>(QStringLiteral("files.menu"));
    QVERIFY(menu != nullptr);
    show({artifact("0.txt", 1, true, 12), artifact("a.txt", 1, true, 5), artifact("b.txt", 1, true, 9)});
    m_page->findChild<QAction*>(QStringLiteral("files.open"))->trigger();
    QCOMPARE(pathIn(opened), QStringLiteral("b.txt"));
    show({artifact("0.txt", 1, true, 12)}); // of one that is gone nothing is opened
    m_page->findChild<QAction*>(QStringLiteral("files.open"))->trigger();
    QCOMPARE(opened.size(), 1);
}

void TestFilesPage::keys_openFilesAndFolders()
{
    m_page->setCanOpen(true);
    show({artifact("a.txt", 1, true, 5), artifact("b.txt", 1, true, 9)});
    m_page->activateWindow();
    table().setFocus();
    QVERIFY(test::waitFor([&] { return m_page->isActiveWindow(); }));
    QSignalSpy opened(m_page.get(), &FilesPage::openRequested);
    QSignalSpy shown(m_page.get(), &FilesPage::folderRequested);
    table().setCurrentIndex(table().model()->index(0, 0));
    QTest::keyClick(&table(), Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClick(&table(), Qt::Key_Down);
    QTest::keyClick(&table(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(pathIn(opened), QStringLiteral("a.txt"));
    QCOMPARE(shown.size(), 1);
    QCOMPARE(pathIn(shown), QStringLiteral("b.txt"));
}

/// A recording's, or a program's.
void TestFilesPage::whatLiesElsewhere_isNotOpened()
{
    show({artifact("a.txt", 1, true, 5)});
    QSignalSpy opened(m_page.get(), &FilesPage::openRequested);
    table().setCurrentIndex(table().model()->index(0, 0));
    for (const char* name : {"files.open", "files.folder"}) {
        auto* action = table().findChild<QAction*>(QString::fromLatin1(name));
        QVERIFY(!action->isVisible() && !action->isEnabled());
        action->trigger();
    }
    QVERIFY(opened.isEmpty());
}

void TestFilesPage::widgetsHaveNames()
{
    show({artifact("a", 1, true, 5)});
    QCOMPARE(test::namelessWidgets(*m_page), QString());
}

} // namespace tst_files_page

QUARTERDECK_WIDGETS_TEST(tst_files_page, TestFilesPage)
#include "tst_files_page.moc"
