#include "tests/support/page_answer.h"
#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/go_to_controller.h"
#include "ui/panels/find_bars.h"
#include "ui/transcript/rendering.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <optional>

namespace tst_go_to_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

constexpr int messages = 120;
constexpr std::int64_t minuteMs = 60'000;

/// A session of messages, one each minute from nine o'clock on.
struct Going : TranscriptDesk<ui::GoToBar>
{
    Going()
    {
        QObject::connect(&page->page(), &ui::transcript::TranscriptPage::visibleRangeChanged, &window,
                         [this](conversation::Ordinal first) { firstInSight = first.value; });
    }
    [[nodiscard]] bool showSession()
    {
        session::Session* session = desk.kit.create();
        for (int i = 0; i < messages; ++i)
            desk.kit.submit(session, said("Alice", "Word " + std::to_string(i)));
        std::vector<session::Event> log = desk.kit.log(session->id());
        const std::int64_t nine = QDateTime({2026, 3, 1}, {9, 0}).toMSecsSinceEpoch();
        std::int64_t time = nine;
        for (session::Event& event : log) {
            event.time = {time};
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                time += minuteMs;
        }
        desk.kit.hub->refresh();
        return desk.show(store(*desk.kit.library, log)) && waitFor([&] { return firstInSight > 0; });
    }
    /// Types it and goes; whether the row then is at the top.
    [[nodiscard]] bool goTo(const QString& typed, std::int64_t row)
    {
        bar->open();
        type(typed);
        QTest::keyClick(&field(), Qt::Key_Return);
        return waitFor([&] { return firstInSight == row && bar->isHidden(); });
    }

    /// What is above the messages: "Rows 1 to 8 of 120".
    [[nodiscard]] QString position()
    {
        return test::answerOf(*page->webView().page(), QStringLiteral("document.querySelector('.pos').textContent"))
            .value_or(QVariant())
            .toString();
    }

    std::int64_t firstInSight = -1;
    ui::GoToController controller{*bar, *page, transcript, desk.viewed, actions};
};

} // namespace

/// Going to a number or a time.
class TestGoToController final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QStringLiteral("en_GB"))); }
    void number_leadsToItsRow();
    void number_isTheOneThatThePageShows();
    void time_leadsToTheFirstRowFromThenOn();
    void whatIsTyped_isReadAtOnce();
    void moment_hidesWhatCameLater();
    void link_isFollowed();
};

void TestGoToController::number_leadsToItsRow()
{
    Going going;
    QVERIFY(going.showSession());
    going.actions[ui::ActionId::ViewGoTo].trigger();
    QVERIFY(going.bar->isVisible());
    QVERIFY(going.goTo(QStringLiteral("1"), 0));
    QVERIFY(going.goTo(QStringLiteral("50"), 49));
    const std::int64_t rows = going.transcript.rowCount();
    QVERIFY(going.goTo(QStringLiteral("2"), 1));
    QSignalSpy moved(&going.page->page(), &ui::transcript::TranscriptPage::visibleRangeChanged);
    going.bar->open();
    going.type(QStringLiteral("99999"));
    QCOMPARE(going.says(), QStringLiteral("The last one is %1").arg(rows));
    QTest::keyClick(&going.field(), Qt::Key_Return);
    QVERIFY(
        waitFor([&] { return !moved.empty() && moved.last().at(1).value<conversation::Ordinal>().value == rows - 1; }));
}

/// Rounds and anything else between messages count in both, or in neither.
void TestGoToController::number_isTheOneThatThePageShows()
{
    Going going;
    QVERIFY(going.showSession());
    for (const int number : {1, 2, 60}) {
        QVERIFY(going.goTo(QString::number(number), number - 1));
        QVERIFY(waitFor([&] { return going.position().startsWith(QStringLiteral("Rows %1 to ").arg(number)); }));
        QVERIFY(going.position().endsWith(QStringLiteral(" of %1").arg(going.transcript.rowCount())));
    }
}

void TestGoToController::time_leadsToTheFirstRowFromThenOn()
{
    Going going;
    QVERIFY(going.showSession());
    const std::int64_t first = going.transcript.rowCount() - messages; // rows before the messages
    QVERIFY(going.goTo(QStringLiteral("9:10"), first + 10));
    QVERIFY(going.goTo(QStringLiteral("9:30:01"), first + 31));
    QVERIFY(going.goTo(QStringLiteral("2026-03-01"), 0)); // before all
}

void TestGoToController::whatIsTyped_isReadAtOnce()
{
    Going going;
    QVERIFY(going.showSession());
    going.bar->open();
    const QString rows = QString::number(going.transcript.rowCount());
    QCOMPARE(going.says(), QStringLiteral("1 to %1, or a time like 14:05").arg(rows));
    going.type(QStringLiteral("12"));
    QCOMPARE(going.says(), QStringLiteral("12 of %1").arg(rows));
    going.type(QStringLiteral("9:41"));
    QCOMPARE(going.says(), QStringLiteral("Sunday, 1 March 2026, 09:41:00"));
    going.type(QStringLiteral("soon"));
    QCOMPARE(going.says(), QStringLiteral("Not a number, a time or a link to a message"));
    QTest::keyClick(&going.field(), Qt::Key_Return);
    QVERIFY(going.bar->isVisible());
    QTest::keyClick(&going.field(), Qt::Key_Escape);
    QVERIFY(going.bar->isHidden());
}

void TestGoToController::moment_hidesWhatCameLater()
{
    Going going;
    QVERIFY(going.showSession());
    QVERIFY(going.desk.replayAt({60}));
    QVERIFY(waitFor([&] { return going.firstInSight >= 0; }));
    const std::int64_t rows = going.transcript.rowCount();
    QVERIFY(rows < messages);
    going.bar->open();
    going.type(QString::number(messages));
    QCOMPARE(going.says(), QStringLiteral("The last one is %1").arg(rows));
}

/// What *Copy link* leaves in the clipboard.
void TestGoToController::link_isFollowed()
{
    Going going;
    QVERIFY(going.showSession());
    QSignalSpy followed(&going.controller, &ui::GoToController::linkFollowed);
    emit going.page->page().called(ui::transcript::calls::Action{0, ui::transcript::RowAction::CopyLink, {7}});
    going.bar->open();
    going.type(QGuiApplication::clipboard()->text());
    QTest::keyClick(&going.field(), Qt::Key_Return);
    QCOMPARE(followed.count(), 1);
    QVERIFY(followed.front().at(0).value<conversation::SessionId>() == going.desk.viewed.id());
    QCOMPARE(followed.front().at(1).value<conversation::EventSeq>(), conversation::EventSeq{7});
    QVERIFY(going.bar->isHidden());
}

} // namespace tst_go_to_controller

QUARTERDECK_PAGE_TEST(tst_go_to_controller, TestGoToController)
#include "tst_go_to_controller.moc"
