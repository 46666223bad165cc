#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/range_controllers.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QClipboard>
#include <QPushButton>
#include <QSignalSpy>

namespace tst_copy_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::view::Notice;

namespace {

constexpr int messages = 450; // three reads

struct Copying : TranscriptDesk<ui::CopyRangeBar>
{
    Copying() { QGuiApplication::clipboard()->setText(QStringLiteral("before")); }

    [[nodiscard]] bool showSession()
    {
        session::Session* session = desk.kit.create();
        for (int i = 0; i < messages; ++i)
            desk.kit.submit(session, said("Alice", "Word " + std::to_string(i) + "."));
        for (const session::Event& event : desk.kit.log(session->id()))
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                seqs.push_back(event.seq);
        return desk.show(session->id());
    }
    [[nodiscard]] bool begin(std::size_t message)
    {
        emit page->page().called(
            ui::transcript::calls::Action{0, ui::transcript::RowAction::CopyFrom, seqs.at(message)});
        return waitFor([&] { return bar->isVisible(); });
    }
    void choose(std::size_t message) { emit page->page().called(ui::transcript::calls::Choose{0, seqs.at(message)}); }
    [[nodiscard]] bool waitForCopy()
    {
        return waitFor([&] { return bar->isHidden() && copied() != QLatin1String("before"); });
    }
    static QString copied() { return QGuiApplication::clipboard()->text(); }

    std::vector<conversation::EventSeq> seqs;
    ui::CopyController controller{*bar, *page, transcript, desk.viewed, desk.notices};
};

} // namespace

/// Copying messages from one to another.
class TestCopyController final : public QObject
{
    Q_OBJECT

private slots:
    void messages_areCopiedFromHereToThere();
    void messages_areCopiedUpwardsToo();
    void all_areCopiedToTheEnd();
    void givingUp_copiesNothing();
    void channelOfOthers_givesUp();
    void selection_isCopiedWhole_data();
    void selection_isCopiedWhole();
    void oneMessage_isNoSelectionThatReachesFar();
    void selectionOfAnotherChannel_givesUp();
    void failure_isSaid();
};

void TestCopyController::messages_areCopiedFromHereToThere()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QSignalSpy noticed(&copying.desk.notices, &ui::NoticeBoard::posted);
    QVERIFY(copying.begin(10));
    QCOMPARE(copying.says(), QStringLiteral("Copying from row 11: click the last row"));
    copying.choose(12);
    QVERIFY(copying.waitForCopy());
    const QString text = Copying::copied();
    QVERIFY2(text.startsWith(QStringLiteral("**Alice → everyone, Mike** · ")), qPrintable(text));
    QCOMPARE(text.count(QStringLiteral("**Alice")), 3);
    QVERIFY(text.contains(QStringLiteral("\n\nWord 10.\n\n**Alice")));
    QVERIFY(text.endsWith(QStringLiteral("\n\nWord 12.\n")));
    const auto notice = noticed.value(0).value(0).value<Notice>();
    QVERIFY2(notice.what.startsWith(QLatin1Char('3')) && notice.passes, qPrintable(notice.what));
    copying.choose(20); // a click is a click again
    QVERIFY(!waitFor([&] { return Copying::copied() != text; }, 200));
}

void TestCopyController::messages_areCopiedUpwardsToo()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QVERIFY(copying.begin(3));
    copying.choose(2);
    QVERIFY(copying.waitForCopy());
    QVERIFY(Copying::copied().indexOf(QStringLiteral("Word 2."))
            < Copying::copied().indexOf(QStringLiteral("Word 3.")));
}

void TestCopyController::all_areCopiedToTheEnd()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QVERIFY(copying.begin(0));
    QTest::mouseClick(copying.bar->findChild<QPushButton*>(QStringLiteral("range.toEnd")), Qt::LeftButton);
    QVERIFY(copying.waitForCopy());
    for (int i = 0; i < messages; ++i)
        QVERIFY2(Copying::copied().count(QStringLiteral("Word %1.").arg(i)) == 1, qPrintable(QString::number(i)));
}

void TestCopyController::givingUp_copiesNothing()
{
    Copying copying;
    QVERIFY(copying.showSession());
    copying.window.activateWindow();
    QVERIFY(waitFor([&] { return copying.window.isActiveWindow(); }));
    QVERIFY(copying.begin(0));
    copying.desk.kit.library->holdReads();
    copying.bar->toEndRequested();
    QTest::keyClick(&copying.window, Qt::Key_Escape);
    QVERIFY(copying.bar->isHidden());
    copying.desk.kit.library->releaseReads();
    copying.desk.kit.settle();
    QVERIFY(!waitFor([&] { return Copying::copied() != QLatin1String("before"); }, 200));
}

void TestCopyController::channelOfOthers_givesUp()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QVERIFY(copying.begin(0));
    copying.transcript.openChannel(conversation::channel::publicOnly);
    QVERIFY(copying.bar->isHidden());
}

void TestCopyController::selection_isCopiedWhole_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("in one reading") << 3;
    QTest::newRow("in three") << messages;
}

/// People who selected parts of the first and the last are told that they have all of them.
void TestCopyController::selection_isCopiedWhole()
{
    QFETCH(const int, count);
    Copying copying;
    QVERIFY(copying.showSession());
    QSignalSpy noticed(&copying.desk.notices, &ui::NoticeBoard::posted);
    emit copying.page->page().called(ui::transcript::calls::CopyRange{0, {0}, {count - 1}});
    QVERIFY(copying.waitForCopy());
    for (int i = 0; i < messages; ++i)
        QVERIFY2(Copying::copied().count(QStringLiteral("Word %1.").arg(i)) == (i < count ? 1 : 0),
                 qPrintable(QString::number(i)));
    QVERIFY(waitFor([&] { return noticed.count() == 1; }));
    const auto notice = noticed.front().front().value<Notice>();
    QVERIFY2(notice.what.startsWith(QString::number(count)) && notice.passes, qPrintable(notice.what));
    QVERIFY2(notice.meaning.contains(QStringLiteral("in full")), qPrintable(notice.meaning));
    QVERIFY(copying.begin(0)); // and the other way is as it was
    copying.choose(1);
    QVERIFY(waitFor([&] { return noticed.count() == 2; }));
    QCOMPARE(noticed.back().front().value<Notice>().meaning, QString());
}

/// It may be that nothing is selected: one that is too long for the page to copy it, or a part of it.
void TestCopyController::oneMessage_isNoSelectionThatReachesFar()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QSignalSpy noticed(&copying.desk.notices, &ui::NoticeBoard::posted);
    emit copying.page->page().called(ui::transcript::calls::CopyRange{0, {1}, {1}});
    QVERIFY(waitFor([&] { return noticed.count() == 1; }));
    const auto notice = noticed.front().front().value<Notice>();
    QVERIFY2(notice.what.contains(QStringLiteral("Markdown")), qPrintable(notice.what));
    QVERIFY2(notice.meaning.startsWith(QStringLiteral("The whole message")), qPrintable(notice.meaning));
}

void TestCopyController::selectionOfAnotherChannel_givesUp()
{
    Copying copying;
    QVERIFY(copying.showSession());
    copying.desk.kit.library->holdReads();
    emit copying.page->page().called(ui::transcript::calls::CopyRange{0, {0}, {1}});
    copying.transcript.openChannel(conversation::channel::publicOnly);
    copying.desk.kit.library->releaseReads();
    copying.desk.kit.settle();
    QVERIFY(!waitFor([&] { return Copying::copied() != QLatin1String("before"); }, 200));
}

void TestCopyController::failure_isSaid()
{
    Copying copying;
    QVERIFY(copying.showSession());
    QVERIFY(copying.begin(0));
    QSignalSpy noticed(&copying.desk.notices, &ui::NoticeBoard::posted);
    copying.desk.kit.library->failReads(true);
    copying.bar->toEndRequested();
    QVERIFY(waitFor([&] { return noticed.count() == 1; }));
    QCOMPARE(noticed.front().front().value<Notice>().tone, ui::view::NoticeTone::Danger);
    QCOMPARE(Copying::copied(), QStringLiteral("before"));
    QVERIFY(copying.bar->isHidden());
}

} // namespace tst_copy_controller

QUARTERDECK_PAGE_TEST(tst_copy_controller, TestCopyController)
#include "tst_copy_controller.moc"
