#include "page_probe.h"

#include "tests/support/wait.h"

#include <QJsonDocument>
#include <QVariant>
#include <QWebEngineScript>
#include <memory>

namespace quarterdeck::bench {

namespace {

constexpr int probeLimitMs = 30'000;

/// Nothing runs in the page's own world: this runs beside the page's script, in its world.
const QString probeScript = QStringLiteral(R"js((() => {
  const list = document.querySelector('.list');
  const replies = list.querySelector('.drafts');
  const probe = { lastChange: 0, mostMounted: 0, made: 0, longTasks: 0, longestTask: 0, frames: 0 };
  const count = () => {
    const mounted = list.querySelectorAll(':scope > .entry').length + replies.childElementCount;
    probe.mostMounted = Math.max(probe.mostMounted, mounted);
  };
  new MutationObserver((changes) => {
    probe.lastChange = performance.now();
    for (const change of changes) probe.made += change.addedNodes.length;
    count();
  }).observe(list, { childList: true });
  new MutationObserver(count).observe(replies, { childList: true });
  new PerformanceObserver((tasks) => {
    for (const task of tasks.getEntries()) {
      probe.longTasks += 1;
      probe.longestTask = Math.max(probe.longestTask, task.duration);
    }
  }).observe({ entryTypes: ['longtask'] });
  const frame = () => {
    probe.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  probe.start = () => {
    Object.assign(probe, { mostMounted: 0, made: 0, longTasks: 0, longestTask: 0, frames: 0 });
    count();
  };
  probe.tell = () => JSON.stringify({
    ...probe,
    changedAt: performance.timeOrigin + probe.lastChange,
    quiet: document.querySelector('.list .waiting') ? 0 : performance.now() - probe.lastChange, // a diagram is drawn
    drafts: replies.querySelectorAll(':scope > .entry').length,
  });
  globalThis.transcriptProbe = probe;
})())js");

} // namespace

QVariant PageProbe::eval(const QString& script)
{
    // The answer may come after this has given up.
    auto value = std::make_shared<std::optional<QVariant>>();
    m_page.runJavaScript(script, QWebEngineScript::ApplicationWorld,
                         [value](const QVariant& result) { *value = result; });
    return test::waitFor([&] { return value->has_value(); }, probeLimitMs) ? **value : QVariant();
}

bool PageProbe::attach()
{
    const QString isMade = QStringLiteral("document.querySelector('.page .list') !== null");
    const bool isThere = test::waitFor([&] { return eval(isMade).toBool(); }, probeLimitMs);
    (void)eval(probeScript);
    return isThere;
}

void PageProbe::start() { (void)eval(QStringLiteral("transcriptProbe.start()")); }

PageProbe::Figures PageProbe::figures()
{
    const QByteArray text = eval(QStringLiteral("transcriptProbe.tell()")).toString().toUtf8();
    const QJsonObject told = QJsonDocument::fromJson(text).object();
    Figures figures;
    figures.lastChangeMs = told[QStringLiteral("changedAt")].toDouble();
    figures.quietMs = told[QStringLiteral("quiet")].toDouble();
    figures.mostMounted = told[QStringLiteral("mostMounted")].toInt();
    figures.made = told[QStringLiteral("made")].toInt();
    figures.longTasks = told[QStringLiteral("longTasks")].toInt();
    figures.longestTaskMs = told[QStringLiteral("longestTask")].toDouble();
    figures.frames = told[QStringLiteral("frames")].toInt();
    figures.drafts = told[QStringLiteral("drafts")].toInt();
    return figures;
}

std::optional<double> PageProbe::waitUntilQuiet(double quietMs)
{
    Figures now;
    const auto isQuiet = [&] {
        now = figures();
        return now.quietMs >= quietMs;
    };
    return test::waitFor(isQuiet, probeLimitMs) ? std::optional(now.lastChangeMs) : std::nullopt;
}

} // namespace quarterdeck::bench
