#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/transcript_input.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QSignalSpy>
#include <QWebEnginePage>
#include <QWebEngineView>
#include <QWheelEvent>

#include <csignal>

namespace tst_text_size_wheel {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::ActionId;
using ui::TextSizeWheel;

struct Sizes : TranscriptDesk<ui::CopyRangeBar>
{
    /// Over what takes the page's events; comes once the page is there. False if it was left to the page.
    bool turn(int eighths, Qt::KeyboardModifiers modifiers = Qt::ControlModifier)
    {
        QWidget* target = page->webView().focusProxy();
        const QPointF at(100, 100);
        QWheelEvent event(at, target->mapToGlobal(at), {}, {0, eighths}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        const int before = changes();
        QCoreApplication::sendEvent(target, &event);
        return changes() != before;
    }
    int changes() const { return static_cast<int>(larger.size() + smaller.size()); }

    TextSizeWheel wheel{*page, actions};
    QSignalSpy larger{&actions[ActionId::ViewTextLarger], &QAction::triggered};
    QSignalSpy smaller{&actions[ActionId::ViewTextSmaller], &QAction::triggered};
};

/// Ctrl and the wheel over the transcript.
class TestTextSizeWheel final : public QObject
{
    Q_OBJECT

private slots:
    void notches_changeTheSize()
    {
        Sizes sizes;
        QVERIFY(waitFor([&] { return sizes.page->webView().focusProxy() != nullptr; }));
        QVERIFY(sizes.turn(120));
        QVERIFY(sizes.turn(240));
        QCOMPARE(sizes.larger.size(), 3);
        QVERIFY(sizes.turn(-120));
        QCOMPARE(sizes.smaller.size(), 1);
        QVERIFY(!sizes.turn(120, Qt::NoModifier)); // it turns the rows
        QVERIFY(!sizes.turn(120, Qt::ControlModifier | Qt::ShiftModifier));
    }

    /// A touch pad turns by little, and back.
    void smallTurns_areAddedUp()
    {
        Sizes sizes;
        QVERIFY(waitFor([&] { return sizes.page->webView().focusProxy() != nullptr; }));
        for (const int eighths : {50, 50})
            QVERIFY(!sizes.turn(eighths));
        QVERIFY(sizes.turn(50));
        QCOMPARE(sizes.larger.size(), 1);
        QVERIFY(!sizes.turn(-100)); // from where it turned
        QVERIFY(sizes.turn(-30));
        QCOMPARE(sizes.smaller.size(), 1);
        QVERIFY(!sizes.turn(100));
        QVERIFY(!sizes.turn(10, Qt::NoModifier));
        QVERIFY(!sizes.turn(100)); // another time
    }

    /// What takes the page's events then is another widget.
    void pageAfterACrash_isTheSame()
    {
        Sizes sizes;
        QVERIFY(waitFor([&] { return sizes.page->webView().focusProxy() != nullptr; }));
        QWebEnginePage& page = *sizes.page->webView().page();
        QVERIFY(waitFor([&] { return page.renderProcessPid() > 0; }));
        const auto process = static_cast<pid_t>(page.renderProcessPid());
        QSignalSpy loaded(&page, &QWebEnginePage::loadFinished);
        QCOMPARE(::kill(process, SIGKILL), 0);
        QVERIFY(waitFor(
            [&] { return !loaded.empty() && page.renderProcessPid() > 0 && page.renderProcessPid() != process; }));
        QVERIFY(waitFor([&] { return sizes.page->webView().focusProxy() != nullptr; }));
        QVERIFY(sizes.turn(120));
    }
};

} // namespace tst_text_size_wheel

QUARTERDECK_PAGE_TEST(tst_text_size_wheel, TestTextSizeWheel)
#include "tst_text_size_wheel.moc"
