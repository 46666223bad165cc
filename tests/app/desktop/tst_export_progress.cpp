#include "app/desktop/export_controller.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test_library.h"
#include "tests/support/widgets_test.h"
#include "ui/dialogs/export_dialog.h"

#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QTest>
#include <QWidget>
#include <algorithm>

namespace tst_export_progress {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::view::Notice;

namespace {

/// Many pages of it are read, each of which waits for this thread.
std::vector<session::Event> longSession()
{
    std::vector<session::Event> events{{{1}, {1}, 0, conversation::SessionStarted{}}};
    for (std::int64_t seq = 2; seq <= 20'000; ++seq) {
        conversation::Message message;
        message.id = conversation::MessageId("m" + std::to_string(seq));
        message.content = conversation::textBlocks("word");
        events.push_back({{seq}, {seq}, 0, conversation::MessagePublished{message, {}}});
    }
    return events;
}

} // namespace

/// An export that takes a while says how far it is, and can be cancelled.
class TestExportProgress final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void progress_isTold();
    void cancelled_leavesNothing_data();
    void cancelled_leavesNothing();
    void severalAtOnce_haveNoticesOfTheirOwn();

private:
    void write(const char* format, const QString& name)
    {
        auto* dialog = m_window->findChild<ui::ExportDialog*>();
        emit dialog->exportChosen({QString::fromLatin1(format), false, m_folder->filePath(name)});
    }
    [[nodiscard]] bool isSaid(const QString& id, const QString& what) const
    {
        return std::ranges::any_of(
            m_notices, [&](const Notice& notice) { return notice.id == id && notice.what.startsWith(what); });
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QObject m_completions;
    ui::theme::ThemeController m_theme{*qApp};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
    std::unique_ptr<ui::NoticeBoard> m_board;
    std::unique_ptr<QWidget> m_window;
    app::ExportController* m_exports = nullptr; ///< the window's
    std::vector<Notice> m_notices;
};

void TestExportProgress::init()
{
    m_board = std::make_unique<ui::NoticeBoard>();
    m_window = std::make_unique<QWidget>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
    const session::SessionId id = store(m_library, longSession());
    QVERIFY(!id.isEmpty());
    m_notices.clear();
    m_exports = new app::ExportController(
        m_library, m_theme, *m_board, *m_window, [](const auto& done) { done(app::KeyManager::Keys{}); },
        std::chrono::milliseconds{0});
    connect(m_board.get(), &ui::NoticeBoard::posted, this, [this](const Notice& told) { m_notices.push_back(told); });
    m_exports->open(id, QStringLiteral("long"));
}

void TestExportProgress::progress_isTold()
{
    write("jsonl", QStringLiteral("out.jsonl"));
    QVERIFY(waitFor([&] { return isSaid(QStringLiteral("export"), QStringLiteral("Exported to ")); }, 60'000));
    QVERIFY(m_notices.size() >= 3);
    QCOMPARE(m_notices.front().what, QStringLiteral("Exporting to out.jsonl…"));
    QCOMPARE(m_notices.front().button.label, QStringLiteral("Cancel"));
    QVERIFY(!m_notices.front().isUpdate);
    QVERIFY2(m_notices.at(1).meaning.endsWith(QStringLiteral(" of %1 events.").arg(QLocale().toString(20'000))),
             qPrintable(m_notices.at(1).meaning));
    QVERIFY(m_notices.at(1).isUpdate);
    QVERIFY(m_notices.back().button.isEmpty());
    QCOMPARE(files(), QStringList{"out.jsonl"});
}

void TestExportProgress::cancelled_leavesNothing_data()
{
    QTest::addColumn<QByteArray>("format");
    for (const char* format : {"qdeck", "jsonl", "html", "openai"})
        QTest::newRow(format) << QByteArray(format);
}

void TestExportProgress::cancelled_leavesNothing()
{
    QFETCH(const QByteArray, format);
    connect(m_board.get(), &ui::NoticeBoard::posted, this, [this](const Notice& told) {
        if (!told.button.isEmpty())
            m_board->pressButton(told.id);
    });
    write(format, QStringLiteral("out"));
    QVERIFY(waitFor([&] { return !m_notices.empty() && m_notices.back().button.isEmpty(); }, 60'000));
    QCOMPARE(m_notices.back().what, QStringLiteral("The export was cancelled."));
    QCOMPARE(m_notices.back().meaning, QStringLiteral("Nothing was saved."));
    QVERIFY(m_notices.back().passes);
    QVERIFY(waitFor([&] { return files().isEmpty(); }, 60'000));
}

void TestExportProgress::severalAtOnce_haveNoticesOfTheirOwn()
{
    write("jsonl", QStringLiteral("one"));
    write("jsonl", QStringLiteral("two"));
    QVERIFY(waitFor([&] { return isSaid(QStringLiteral("export"), QStringLiteral("Exported to ")); }, 60'000));
    QVERIFY(waitFor([&] { return isSaid(QStringLiteral("export.1"), QStringLiteral("Exported to ")); }, 60'000));
    QCOMPARE(files(), (QStringList{"one", "two"}));
}

} // namespace tst_export_progress

QUARTERDECK_WIDGETS_TEST(tst_export_progress, TestExportProgress)
#include "tst_export_progress.moc"
