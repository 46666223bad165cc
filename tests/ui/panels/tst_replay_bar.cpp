#include "tests/support/widget_names.h"
#include "tests/support/widgets_test.h"

#include "ui/panels/replay_bar.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>
#include <set>

namespace tst_replay_bar {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::Timestamp;

namespace {

constexpr std::int64_t start = 1'785'000'000'000;
constexpr std::int64_t length = 1'000'000;

TimelineState exampleTimeline(std::int64_t duration = length)
{
    TimelineState view;
    view.start = {start};
    view.end = {start + duration};
    view.buckets.assign(100, {3, 1});
    view.marks = {{TimelineState::MarkKind::Question, {start + duration / 2}, {}},
                  {TimelineState::MarkKind::PrivateChat, {start + duration / 4}, {}}};
    return view;
}

ReplayState momentAt(std::int64_t ms, bool isPlaying = false) { return {{start + ms}, 5, 10, isPlaying, 1.0, true}; }

} // namespace

class TestReplayBar final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void bar_hasItsHeight();
    void drag_tellsTimes();
    void mark_isATargetOfItsOwn();
    void timeline_takesKeys_data();
    void timeline_takesKeys();
    void controls_tellWhatIsWanted();
    void playButton_saysWhatItWillDo();
    void speedMenu_offersSpeeds();
    void steps_endWithTheSession();
    void narrowBar_dropsTheLeastImportant();
    void anyLength_isDrawn_data();
    void anyLength_isDrawn();
    void head_isWholeAtBothEnds();
    void controls_stayInPlace();
    void unknownTimes_areNotTold();
    void widgets_haveNames();

private:
    template <typename Widget = QPushButton>
    [[nodiscard]] Widget* part(const char* name) const
    {
        return m_bar->findChild<Widget*>(QLatin1String(name));
    }
    std::unique_ptr<theme::ThemeController> m_theme;
    std::unique_ptr<ReplayBar> m_bar;
};

void TestReplayBar::init()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_bar = std::make_unique<ReplayBar>(*m_theme);
    m_bar->setTimeline(exampleTimeline());
    m_bar->setKeys({{}, {}, {}, QKeySequence(Qt::CTRL | Qt::Key_J), {}});
    m_bar->setMoment(momentAt(0));
    m_bar->resize(1029, 108); // 14 on either side: the session is 1001 px wide
    m_bar->show();
    QCoreApplication::processEvents();
}

void TestReplayBar::cleanup()
{
    m_bar.reset();
    m_theme.reset();
}

void TestReplayBar::bar_hasItsHeight()
{
    QCOMPARE(m_bar->height(), 108);
    const auto* timeline = part<QWidget>("replayTimeline");
    QCOMPARE(timeline->geometry(), QRect(8, 7, 1013, 62));
    for (const double scale : {0.8, 1.5, 2.0}) {
        m_theme->setTextScale(scale);
        QCOMPARE(m_bar->height(), qRound(108 * scale));
    }
}

void TestReplayBar::drag_tellsTimes()
{
    QSignalSpy times(m_bar.get(), &ReplayBar::timeChosen);
    auto* timeline = part<QWidget>("replayTimeline");
    const auto at = [&](qsizetype i) { return times[i][0].value<Timestamp>().msSinceEpoch - start; };
    QTest::mousePress(timeline, Qt::LeftButton, {}, QPoint(106, 30));
    QCOMPARE(at(0), 100'000);
    const auto move = [timeline](const QPoint& place) {
        QMouseEvent event(QEvent::MouseMove, place, timeline->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(timeline, &event);
    };
    move({406, 30});
    QCOMPARE(at(1), 400'000);
    move({5000, 30});
    QCOMPARE(at(2), length); // no further than the end
    move({-50, 30});
    QCOMPARE(at(3), 0);
    QTest::mouseRelease(timeline, Qt::LeftButton);
    QCOMPARE(times.size(), 4);
}

void TestReplayBar::mark_isATargetOfItsOwn()
{
    QSignalSpy times(m_bar.get(), &ReplayBar::timeChosen);
    QTest::mouseClick(part<QWidget>("replayTimeline"), Qt::LeftButton, {}, QPoint(503, 6));
    QCOMPARE(times[0][0].value<Timestamp>().msSinceEpoch - start, length / 2);
}

void TestReplayBar::timeline_takesKeys_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<qint64>("time");
    QTest::newRow("home") << int(Qt::Key_Home) << qint64{0};
    QTest::newRow("end") << int(Qt::Key_End) << qint64{length};
    QTest::newRow("page down") << int(Qt::Key_PageDown) << qint64{600'000};
    QTest::newRow("page up") << int(Qt::Key_PageUp) << qint64{400'000};
}

void TestReplayBar::timeline_takesKeys()
{
    QFETCH(int, key);
    QFETCH(qint64, time);
    QSignalSpy times(m_bar.get(), &ReplayBar::timeChosen);
    m_bar->setMoment(momentAt(500'000));
    QTest::keyClick(part<QWidget>("replayTimeline"), static_cast<Qt::Key>(key));
    QCOMPARE(times.size(), 1);
    QCOMPARE(times[0][0].value<Timestamp>().msSinceEpoch - start, time);
}

void TestReplayBar::controls_tellWhatIsWanted()
{
    QSignalSpy played(m_bar.get(), &ReplayBar::playToggled);
    QSignalSpy back(m_bar.get(), &ReplayBar::stepBackwardClicked);
    QSignalSpy forward(m_bar.get(), &ReplayBar::stepForwardClicked);
    QSignalSpy question(m_bar.get(), &ReplayBar::nextQuestionClicked);
    QSignalSpy end(m_bar.get(), &ReplayBar::endClicked);
    QSignalSpy gaps(m_bar.get(), &ReplayBar::gapsShortenedChosen);
    QTest::mouseClick(part("replayPlay"), Qt::LeftButton);
    QTest::mouseClick(part<QToolButton>("replayStepBack"), Qt::LeftButton);
    QTest::mouseClick(part<QToolButton>("replayStepForward"), Qt::LeftButton);
    QTest::mouseClick(part("replayNextQuestion"), Qt::LeftButton);
    QTest::mouseClick(part("replayEnd"), Qt::LeftButton);
    QTest::mouseClick(part<QCheckBox>("replayGaps"), Qt::LeftButton);
    QTest::keyClick(part<QWidget>("replayTimeline"), Qt::Key_Left);
    QTest::keyClick(part<QWidget>("replayTimeline"), Qt::Key_Right);
    QCOMPARE(played.size(), 1);
    QCOMPARE(back.size(), 2);
    QCOMPARE(forward.size(), 2);
    QCOMPARE(question.size(), 1);
    QCOMPARE(end.size(), 1);
    QCOMPARE(gaps.size(), 1);
    QCOMPARE(gaps[0][0].toBool(), false);
}

void TestReplayBar::playButton_saysWhatItWillDo()
{
    QCOMPARE(part("replayPlay")->accessibleName(), QStringLiteral("Play"));
    m_bar->setMoment(momentAt(0, true));
    QCOMPARE(part("replayPlay")->accessibleName(), QStringLiteral("Pause"));
    QVERIFY(part("replayNextQuestion")->toolTip().contains(QStringLiteral("Ctrl+J")));
    QVERIFY(part<QWidget>("replayNextQuestionKeys")->isVisible());
}

void TestReplayBar::speedMenu_offersSpeeds()
{
    QSignalSpy speeds(m_bar.get(), &ReplayBar::speedChosen);
    QTest::mouseClick(part("replaySpeed"), Qt::LeftButton);
    auto* menu = part<QMenu>("replaySpeedMenu");
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().size(), 9);
    QVERIFY(menu->actions().at(1)->isChecked());
    menu->actions().constFirst()->trigger();
    menu->actions().constLast()->trigger();
    menu->close();
    QCOMPARE(speeds[0][0].toDouble(), 0.5);
    QCOMPARE(speeds[1][0].toDouble(), 1000.0);
}

void TestReplayBar::steps_endWithTheSession()
{
    ReplayState moment = momentAt(length);
    moment.row = moment.rows;
    m_bar->setMoment(moment);
    QVERIFY(!part<QToolButton>("replayStepForward")->isEnabled());
    QVERIFY(!part("replayEnd")->isEnabled());
    moment.row = 0;
    m_bar->setMoment(moment);
    QVERIFY(!part<QToolButton>("replayStepBack")->isEnabled());
    QVERIFY(part<QToolButton>("replayStepForward")->isEnabled());
}

void TestReplayBar::narrowBar_dropsTheLeastImportant()
{
    QVERIFY(part<QWidget>("replayPlace")->isVisible());
    m_bar->resize(560, 108);
    QCoreApplication::processEvents();
    QVERIFY(!part<QWidget>("replayPlace")->isVisible());
    QVERIFY(part("replayPlay")->isVisible());
    QVERIFY(m_bar->rect().contains(part("replayEnd")->geometry()));
    m_bar->resize(1029, 108);
    QCoreApplication::processEvents();
    QVERIFY(part<QWidget>("replayPlace")->isVisible());
    QVERIFY(!part("replayEnd")->text().isEmpty());
}

void TestReplayBar::anyLength_isDrawn_data()
{
    QTest::addColumn<qint64>("duration");
    QTest::newRow("no length") << qint64{0};
    QTest::newRow("a second") << qint64{1000};
    QTest::newRow("an hour") << qint64{3'600'000};
    QTest::newRow("three days") << qint64{3 * 86'400'000ll};
    QTest::newRow("two years") << qint64{2 * 366 * 86'400'000ll};
}

void TestReplayBar::anyLength_isDrawn()
{
    QFETCH(qint64, duration);
    const QImage before = part<QWidget>("replayTimeline")->grab().toImage();
    m_bar->setTimeline(exampleTimeline(duration));
    m_bar->setMoment(momentAt(duration / 2));
    QVERIFY(part<QWidget>("replayTimeline")->grab().toImage() != before);
    m_bar->setTimeline({});
    QVERIFY(part<QWidget>("replayTimeline")->grab().toImage() != before);
}

void TestReplayBar::head_isWholeAtBothEnds()
{
    auto* timeline = part<QWidget>("replayTimeline");
    const QRgb accent = m_theme->theme().color(theme::Color::Accent).rgb();
    for (const std::int64_t time : {std::int64_t{0}, length / 3, length}) {
        m_bar->setMoment(momentAt(time));
        const QImage image = timeline->grab().toImage();
        int broad = 0;
        int high = 0;
        for (int x = 0; x < image.width(); ++x) {
            broad += image.pixel(x, 11) == accent ? 1 : 0;
            high += image.pixel(x, 46) == accent ? 1 : 0;
        }
        QVERIFY2(broad >= 10 && high >= 1, qPrintable(QStringLiteral("%1 %2").arg(broad).arg(high)));
    }
}

void TestReplayBar::controls_stayInPlace()
{
    const auto* speed = part<QPushButton>("replaySpeed");
    std::set<int> places;
    for (const int row : {1, 9, 111, 888, 1000}) {
        m_bar->setMoment({{start}, row, 1000, true, 1.0, true});
        m_bar->layout()->activate();
        QCoreApplication::processEvents();
        places.insert(speed->x());
    }
    QCOMPARE(places.size(), std::size_t{1});
}

void TestReplayBar::unknownTimes_areNotTold()
{
    ReplayState moment = momentAt(length / 2);
    QVERIFY(part<QWidget>("replayClock")->isVisible());
    QVERIFY(!part<QWidget>("replayTimeline")->accessibleDescription().isEmpty());
    moment.areTimesKnown = false;
    m_bar->setMoment(moment);
    QVERIFY(!part<QWidget>("replayClock")->isVisible());
    QVERIFY(part<QWidget>("replayTimeline")->accessibleDescription().isEmpty());
}

void TestReplayBar::widgets_haveNames()
{
    QCOMPARE(test::namelessWidgets(*m_bar), QString());
    QVERIFY(!m_bar->accessibleName().isEmpty());
}

} // namespace tst_replay_bar

QUARTERDECK_WIDGETS_TEST(tst_replay_bar, TestReplayBar)
#include "tst_replay_bar.moc"
