#include "measuring.h"

#include "model/session/post.h"
#include "processes.h"
#include "streaming.h"
#include "tests/support/wait.h"
#include "ui/transcript/transcript_page.h"

#include <QElapsedTimer>
#include <QWebEngineView>
#include <QWheelEvent>
#include <algorithm>
#include <chrono>

namespace quarterdeck::bench {

using ui::transcript::Align;
using ui::transcript::TranscriptPage;
using ui::transcript::TranscriptView;

namespace {

constexpr int limitMs = 60'000;
constexpr int wheelPx = 600;
constexpr int wheelPauseMs = 16;
/// How long the view may stand still under a wheel before it counts as stuck.
constexpr int stuckMs = 10'000;

double nowMs()
{
    using namespace std::chrono;
    return duration<double, std::milli>(system_clock::now().time_since_epoch()).count();
}

double part(std::vector<double> values, int percent)
{
    std::ranges::sort(values);
    return values[std::min(values.size() - 1, values.size() * static_cast<std::size_t>(percent) / 100)];
}

} // namespace

Measuring::Measuring(WatchedApplication& application, MeasuringOrder order)
    : m_application(application)
    , m_order(std::move(order))
{ }

nlohmann::json Measuring::run()
{
    const auto failed = [this](const char* what) {
        m_figures["error"] = what;
        return m_figures;
    };
    if (!start())
        return failed("the window did not come up");
    if (!open())
        return failed("the session was not painted");
    if (m_order.jumps > 0 && !jump())
        return failed("a jump did not arrive");
    if (m_order.scrolled > 0 && !scroll())
        return failed("the wheel did not get to where it should");
    if (m_order.streamSeconds > 0 && !stream())
        return failed("the replies were not shown");
    weigh();
    return m_figures;
}

bool Measuring::start()
{
    app::LaunchOptions options;
    options.library = m_order.library;
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    options.areSamplesOffered = false;
    m_program = app::Application::start(m_application, options);
    m_program->window().resize(1440, 900); // the screen of `offscreen` is smaller
    bool isListed = false;
    QObject::connect(&m_program->workspace(), &ui::MainController::sessionsListed, &m_program->window(),
                     [&](int count) { isListed = isListed || count > 0; });
    m_view = m_program->window().findChild<TranscriptView*>();
    QObject::connect(&m_view->page(), &TranscriptPage::painted, m_view, [this] { ++m_painted; });
    QObject::connect(&m_view->page(), &TranscriptPage::visibleRangeChanged, m_view,
                     [this](conversation::Ordinal first, conversation::Ordinal last, bool) {
                         m_first = first.value;
                         m_last = last.value;
                     });
    m_probe = std::make_unique<PageProbe>(*m_view->webView().page());
    return m_probe->attach() && test::waitFor([&] { return isListed; }, limitMs);
}

bool Measuring::open()
{
    QElapsedTimer clock;
    clock.start();
    m_program->workspace().openSession(m_order.session);
    if (!test::waitFor([&] { return m_painted > 0; }, limitMs))
        return false;
    m_figures["open_ms"] = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    return m_probe->waitUntilQuiet().has_value()
        && test::waitFor([&] { return m_last == m_view->page().shown().total - 1; }, limitMs);
}

bool Measuring::jump()
{
    std::vector<double> painted(static_cast<std::size_t>(m_order.jumps));
    std::vector<double> filled(painted.size());
    const qint64 process = m_view->webView().page()->renderProcessPid();
    const double before = processorMsOf(process);
    m_probe->start();
    m_application.startWatch();
    for (std::size_t i = 0; i < painted.size(); ++i) {
        if (!jumpTo(farRow(), painted[i], filled[i]))
            return false;
    }
    const PageProbe::Figures page = m_probe->figures();
    m_figures["jump"] = {{"painted_p50_ms", part(painted, 50)},
                         {"painted_p95_ms", part(painted, 95)},
                         {"filled_p50_ms", part(filled, 50)},
                         {"filled_p95_ms", part(filled, 95)},
                         {"page_ms_per_row", (processorMsOf(process) - before) / std::max(1, page.made)},
                         {"mounted", page.mostMounted},
                         {"long_tasks", page.longTasks},
                         {"longest_task_ms", page.longestTaskMs}};
    return true;
}

/// A random one that is not in the page yet, as hardly any is in a long session: the short one jumps as far.
std::int64_t Measuring::farRow()
{
    constexpr int mostTries = 100;
    constexpr std::int64_t inThePage = 150;
    const auto rows = static_cast<std::uint64_t>(m_view->page().shown().total);
    std::int64_t row = 0;
    for (int tries = 0; tries < mostTries; ++tries) {
        row = static_cast<std::int64_t>(m_random() % rows);
        if (row < m_first - inThePage || row > m_last + inThePage)
            break;
    }
    return row;
}

bool Measuring::jumpTo(std::int64_t ordinal, double& paintedMs, double& filledMs)
{
    const int before = m_painted;
    const double start = nowMs();
    m_view->page().scrollTo({{ordinal}, Align::Start}, false);
    if (!test::waitFor([&] { return m_painted > before; }, limitMs))
        return false;
    paintedMs = nowMs() - start;
    const auto lastChange = m_probe->waitUntilQuiet();
    filledMs = lastChange ? std::max(*lastChange - start, paintedMs) : 0;
    return lastChange && test::waitFor([&] { return m_first <= ordinal && ordinal <= m_last; }, limitMs);
}

bool Measuring::scroll()
{
    const std::int64_t total = m_view->page().shown().total;
    const std::int64_t way = std::min<std::int64_t>(m_order.scrolled, total * 9 / 10);
    const std::int64_t from = (total - way) / 2;
    double ignored = 0;
    if (!jumpTo(from, ignored, ignored))
        return false;
    m_probe->start();
    m_application.startWatch();
    const qint64 page = m_view->webView().page()->renderProcessPid();
    const double before = processorMsOf(page);
    QElapsedTimer clock;
    clock.start();
    const bool isDown = wheelUntil(-wheelPx, [&] { return m_first >= from + way; });
    const std::int64_t lowest = m_first;
    const bool isUp = isDown && wheelUntil(wheelPx, [&] { return m_first <= from; });
    const PageProbe::Figures seen = m_probe->figures();
    const double seconds = static_cast<double>(clock.elapsed()) / 1000.0;
    m_figures["scroll"] = {{"wanted", way},
                           {"down", lowest - from},
                           {"up", lowest - m_first},
                           {"wheel_events", m_events},
                           {"messages_per_second", static_cast<double>(2 * way) / seconds},
                           {"page_ms_per_message", (processorMsOf(page) - before) / static_cast<double>(2 * way)},
                           {"ui_longest_task_ms", m_application.longestTaskMs()},
                           {"ui_busy", m_application.busyShare()},
                           {"long_tasks", seen.longTasks},
                           {"longest_task_ms", seen.longestTaskMs},
                           {"frames_per_second", seen.frames / seconds},
                           {"mounted", seen.mostMounted}};
    return isDown && isUp;
}

bool Measuring::wheelUntil(int delta, const std::function<bool()>& isThere)
{
    std::int64_t reached = m_first;
    QElapsedTimer moved;
    moved.start();
    QTimer wheel;
    wheel.setTimerType(Qt::PreciseTimer);
    QObject::connect(&wheel, &QTimer::timeout, &wheel, [&] { sendWheel(delta); });
    wheel.start(wheelPauseMs);
    constexpr int forEver = 3'600'000;
    (void)test::waitFor(
        [&] {
            if (m_first != reached) {
                reached = m_first;
                moved.restart();
            }
            return isThere() || moved.elapsed() > stuckMs;
        },
        forEver);
    return isThere();
}

void Measuring::sendWheel(int delta)
{
    QWidget* target = m_view->webView().focusProxy();
    const QPointF at(target->width() / 2.0, target->height() / 2.0);
    QWheelEvent event(at, target->mapToGlobal(at), {0, delta}, {0, delta}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(target, &event);
    ++m_events;
}

bool Measuring::stream()
{
    const std::int64_t last = m_view->page().shown().total - 1;
    m_view->page().scrollTo({{last}, Align::End}, false);
    if (!m_probe->waitUntilQuiet() || !test::waitFor([&] { return m_last == last; }, limitMs))
        return false;
    m_probe->start();
    m_application.startWatch();
    Streaming* streaming = Streaming::start(m_program->engine(), m_order.session);
    QElapsedTimer clock;
    clock.start();
    (void)test::waitFor([&] { return clock.hasExpired(qint64{m_order.streamSeconds} * 1000); }, limitMs * 10);
    const double busy = m_application.busyShare();
    const double longest = m_application.longestTaskMs();
    const double seconds = static_cast<double>(clock.elapsed()) / 1000.0;
    const PageProbe::Figures page = m_probe->figures();
    m_figures["stream"] = {{"replies", page.drafts},
                           {"mounted", page.mostMounted},
                           {"tokens_per_second", streaming->tokens() / seconds},
                           {"ui_busy", busy},
                           {"ui_longest_task_ms", longest},
                           {"long_tasks", page.longTasks},
                           {"longest_task_ms", page.longestTaskMs},
                           {"frames_per_second", page.frames / seconds}};
    session::post(streaming, [streaming] { streaming->finish(); });
    return page.drafts == Streaming::replies && test::waitFor([&] { return m_probe->figures().drafts == 0; }, limitMs);
}

/// After a rest, during which unneeded things may be released.
void Measuring::weigh()
{
    constexpr int restMs = 2'000;
    (void)test::waitFor([] { return false; }, restMs);
    m_figures["resident_bytes"] = residentBytesOfAll();
}

} // namespace quarterdeck::bench
