#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/range_controllers.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPrintDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace tst_print_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::view::Notice;

namespace {

constexpr int printTimeoutMs = 60'000;

struct Printing : TranscriptDesk<ui::PrintBar>
{
    [[nodiscard]] bool showSession(int messages)
    {
        session::Session* session = desk.kit.create();
        for (int i = 0; i < messages; ++i)
            desk.kit.submit(session, said("Alice", "Word " + std::to_string(i) + "."));
        return desk.show(session->id()) && waitFor([&] { return transcript.rowCount() >= messages; });
    }
    [[nodiscard]] QString typedIn(const char* field) const { return number(field).text(); }
    QLineEdit& number(const char* field) const { return *bar->findChild<QLineEdit*>(QString::fromLatin1(field)); }
    QPushButton& button(const char* name) const { return *bar->findChild<QPushButton*>(QString::fromLatin1(name)); }
    [[nodiscard]] QString note() const
    {
        return bar->findChild<ui::theme::TextLabel*>(QStringLiteral("print.note"))->text();
    }
    [[nodiscard]] QStringList files() const { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden); }
    [[nodiscard]] QString path() const { return folder.filePath(QStringLiteral("out.pdf")); }

    QTemporaryDir folder;
    ui::PrintController controller{
        {*bar, *page, channels, transcript, desk.viewed, actions, desk.theme, desk.kit.library, desk.notices}};
};

} // namespace

/// Printing what is shown.
class TestPrintController final : public QObject
{
    Q_OBJECT

private slots:
    void action_asksForTheWholeChannel();
    void longChannel_asksForAPart();
    void wrongNumbers_areRefused();
    void file_isWrittenAndSaid();
    void enter_goesWhereTheActionMeant();
    void givingUp_leavesNoFile();
    void failure_isSaid();
};

void TestPrintController::action_asksForTheWholeChannel()
{
    Printing printing;
    printing.actions[ui::ActionId::SessionPrint].trigger();
    QVERIFY(printing.bar->isHidden()); // nothing is shown
    QVERIFY(printing.showSession(20));
    printing.actions[ui::ActionId::SessionPrint].trigger();
    QVERIFY(printing.bar->isVisible());
    QCOMPARE(printing.typedIn("print.first"), QStringLiteral("1"));
    QCOMPARE(printing.typedIn("print.last"), QString::number(printing.transcript.rowCount()));
    QCOMPARE(printing.note(), QStringLiteral("%1 in total.").arg(printing.transcript.rowCount()));
    QVERIFY(printing.button("print.paper").isEnabled() && printing.button("print.file").isEnabled());
}

void TestPrintController::longChannel_asksForAPart()
{
    Printing printing;
    QVERIFY(printing.showSession(1200));
    printing.actions[ui::ActionId::SessionPrintToPdf].trigger();
    const int total = static_cast<int>(printing.transcript.rowCount());
    QVERIFY2(printing.note().endsWith(QStringLiteral("at most 1,000 can be printed at once.")),
             qPrintable(printing.note()));
    QVERIFY(printing.typedIn("print.last").toInt() - printing.typedIn("print.first").toInt() == 999);
    printing.number("print.first").setText(QStringLiteral("1"));
    printing.number("print.last").setText(QString::number(total));
    QVERIFY(!printing.button("print.file").isEnabled());
    printing.number("print.first").setText(QString::number(total - 999));
    QVERIFY(printing.button("print.file").isEnabled());
}

void TestPrintController::wrongNumbers_areRefused()
{
    Printing printing;
    QVERIFY(printing.showSession(20));
    printing.actions[ui::ActionId::SessionPrint].trigger();
    for (const auto& [first, last] :
         {std::pair("5", "4"), std::pair("", "4"), std::pair("0", "4"), std::pair("1", "9999")}) {
        printing.number("print.first").setText(QString::fromLatin1(first));
        printing.number("print.last").setText(QString::fromLatin1(last));
        QVERIFY2(!printing.button("print.paper").isEnabled(), first);
    }
}

void TestPrintController::file_isWrittenAndSaid()
{
    Printing printing;
    QVERIFY(printing.showSession(20));
    QSignalSpy noticed(&printing.desk.notices, &ui::NoticeBoard::posted);
    printing.controller.toFile(2, 11, printing.path());
    QVERIFY(printing.bar->isVisible());
    QCOMPARE(printing.says(), QStringLiteral("Printing: 0 of 10"));
    QVERIFY(waitFor([&] { return noticed.count() == 1; }, printTimeoutMs));
    const auto notice = noticed.front().front().value<Notice>();
    QVERIFY2(notice.passes && notice.what.contains(QStringLiteral("out.pdf")), qPrintable(notice.what));
    QVERIFY(printing.bar->isHidden());
    QFile file(printing.path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(5) == "%PDF-");
}

void TestPrintController::enter_goesWhereTheActionMeant()
{
    Printing printing;
    QVERIFY(printing.showSession(5));
    printing.actions[ui::ActionId::SessionPrintToPdf].trigger();
    QTest::keyClick(&printing.number("print.first"), Qt::Key_Return);
    auto* file = printing.window.findChild<QFileDialog*>();
    QVERIFY(file != nullptr);
    QCOMPARE(file->defaultSuffix(), QStringLiteral("pdf"));
    file->reject();
    printing.actions[ui::ActionId::SessionPrint].trigger();
    QTest::keyClick(&printing.number("print.last"), Qt::Key_Return);
    auto* paper = printing.window.findChild<QPrintDialog*>();
    QVERIFY(paper != nullptr);
    paper->reject();
    QVERIFY(printing.bar->isAsking()); // of neither anything came
}

void TestPrintController::givingUp_leavesNoFile()
{
    Printing printing;
    QVERIFY(printing.showSession(200));
    QSignalSpy noticed(&printing.desk.notices, &ui::NoticeBoard::posted);
    printing.controller.toFile(1, 200, printing.path());
    printing.bar->close();
    QVERIFY(!waitFor([&] { return !printing.files().isEmpty() || noticed.count() > 0; }, 1000));
    printing.actions[ui::ActionId::SessionPrint].trigger();
    QVERIFY(printing.bar->isAsking()); // another can begin
}

void TestPrintController::failure_isSaid()
{
    Printing printing;
    QVERIFY(printing.showSession(5));
    QSignalSpy noticed(&printing.desk.notices, &ui::NoticeBoard::posted);
    printing.controller.toFile(1, 5, printing.folder.filePath(QStringLiteral("no/folder.pdf")));
    QVERIFY(waitFor([&] { return noticed.count() == 1; }, printTimeoutMs));
    const auto notice = noticed.front().front().value<Notice>();
    QCOMPARE(notice.tone, ui::view::NoticeTone::Danger);
    QVERIFY(notice.what.contains(QStringLiteral("folder.pdf")));
    QVERIFY(printing.bar->isHidden() && printing.files().isEmpty());
}

} // namespace tst_print_controller

QUARTERDECK_PAGE_TEST(tst_print_controller, TestPrintController)
#include "tst_print_controller.moc"
