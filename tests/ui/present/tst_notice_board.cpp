#include "tests/support/test.h"

#include "ui/present/notice_board.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_notice_board {

using namespace quarterdeck;
using ui::NoticeBoard;
using ui::view::Notice;
using ui::view::NoticeTone;

/// Notices, and what their buttons do.
class TestNoticeBoard final : public QObject
{
    Q_OBJECT

private slots:
    void button_takesItAway_thenActs();
    void otherButton_actsOnItsOwn();
    void whatHolds_stays();
    void closed_isToldOnce();
    void replacement_takesTheActionsAlong();
    void update_needsOneThatIsThere();
    void session_isThatOfTheNoticeFirst();
};

namespace {

const QString id = QStringLiteral("id");

Notice asking(std::function<void()> act, std::function<void()> other = {})
{
    return {id,
            NoticeTone::Limit,
            QStringLiteral("What?"),
            {},
            {QStringLiteral("Yes"), std::move(act)},
            false,
            {QStringLiteral("No"), std::move(other)}};
}

} // namespace

void TestNoticeBoard::button_takesItAway_thenActs()
{
    NoticeBoard board;
    const QSignalSpy posted(&board, &NoticeBoard::posted);
    const QSignalSpy withdrawn(&board, &NoticeBoard::withdrawn);
    int done = 0;
    board.post(asking([&] {
        ++done;
        board.post(asking({})); // what it leads to may take its place
    }));
    board.pressButton(id);
    QCOMPARE(done, 1);
    QCOMPARE(withdrawn.count(), 1);
    QCOMPARE(posted.count(), 2);
    board.pressButton(id);
    board.pressButton(id); // nothing is there any more
    QCOMPARE(done, 1);
    QCOMPARE(withdrawn.count(), 2);
}

void TestNoticeBoard::otherButton_actsOnItsOwn()
{
    NoticeBoard board;
    QStringList done;
    board.post(asking([&] { done << QStringLiteral("yes"); }, [&] { done << QStringLiteral("no"); }));
    board.pressOtherButton(id);
    board.pressButton(id);
    QCOMPARE(done, QStringList{QStringLiteral("no")});
}

void TestNoticeBoard::whatHolds_stays()
{
    NoticeBoard board;
    const QSignalSpy withdrawn(&board, &NoticeBoard::withdrawn);
    int done = 0;
    Notice notice = asking([&] { ++done; });
    notice.stays = true;
    board.post(notice);
    board.pressButton(id);
    board.pressButton(id);
    QCOMPARE(done, 2);
    QCOMPARE(withdrawn.count(), 0);
}

void TestNoticeBoard::closed_isToldOnce()
{
    NoticeBoard board;
    int closed = 0;
    Notice notice = asking({});
    notice.closed = [&] { ++closed; };
    board.post(notice);
    board.close(id);
    board.close(id);
    QCOMPARE(closed, 1);
    board.post(notice);
    board.withdraw(id); // not by the person
    QCOMPARE(closed, 1);
}

void TestNoticeBoard::replacement_takesTheActionsAlong()
{
    NoticeBoard board;
    int first = 0;
    int second = 0;
    board.post(asking([&] { ++first; }));
    board.post(asking([&] { ++second; }));
    board.pressButton(id);
    QCOMPARE(first, 0);
    QCOMPARE(second, 1);
}

void TestNoticeBoard::update_needsOneThatIsThere()
{
    NoticeBoard board;
    const QSignalSpy posted(&board, &NoticeBoard::posted);
    Notice notice = asking({});
    notice.isUpdate = true;
    board.post(notice);
    QCOMPARE(posted.count(), 0);
    board.post(asking({}));
    board.post(notice);
    QCOMPARE(posted.count(), 2);
    board.close(id);
    board.post(notice);
    QCOMPARE(posted.count(), 2);
}

void TestNoticeBoard::session_isThatOfTheNoticeFirst()
{
    NoticeBoard board;
    QStringList sessions;
    connect(&board, &NoticeBoard::posted, this, [&](const Notice& notice) { sessions << notice.session; });
    Notice other = asking({});
    other.session = QStringLiteral("other");
    board.post(asking({}));
    board.post(asking({}), conversation::SessionId("shown"));
    board.post(other, conversation::SessionId("shown"));
    board.post([] { return asking({}); }, conversation::SessionId("shown"));
    board.retranslate();
    QCOMPARE(
        sessions,
        (QStringList{
            {}, QStringLiteral("shown"), QStringLiteral("other"), QStringLiteral("shown"), QStringLiteral("shown")}));
}

} // namespace tst_notice_board

QUARTERDECK_TEST(tst_notice_board, TestNoticeBoard)
#include "tst_notice_board.moc"
