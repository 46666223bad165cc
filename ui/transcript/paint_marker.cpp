#include "ui/transcript/paint_marker.h"

#include <QImage>
#include <QPixmap>
#include <QWebEngineScript>
#include <QWebEngineView>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

constexpr int paintPollMs = 8;
constexpr int picturesMs = 4000; ///< how long pictures and diagrams in sight are waited for

/// Calls are numbered, so that a marker still waiting for pictures does not appear too late.
QString showScript(const QColor& color)
{
    return QStringLiteral(R"js((async () => {
  const call = globalThis.quarterdeckPaintMarker = (globalThis.quarterdeckPaintMarker ?? 0) + 1;
  const until = performance.now() + %1;
  const inSight = (selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const place = element.getBoundingClientRect();
    return place.height > 0 && place.bottom > 0 && place.top < innerHeight;
  });
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const pictures = () => Promise.all(inSight('img').map((picture) => picture.decode().catch(() => {})));
  do await Promise.race([pictures(), new Promise((done) => setTimeout(done, %1))]).then(frame);
  while (inSight('.diagram .waiting').length > 0 && performance.now() < until);
  if (call !== globalThis.quarterdeckPaintMarker) return;
  const box = document.createElement('div');
  box.id = 'quarterdeck-paint-marker';
  box.setAttribute('aria-hidden', 'true');
  box.style.cssText = 'position:fixed;left:0;top:0;width:6px;height:6px;z-index:2147483647;background:%2';
  document.documentElement.append(box);
})())js")
        .arg(QString::number(picturesMs), color.name());
}

QString hideScript()
{
    return QStringLiteral("globalThis.quarterdeckPaintMarker = (globalThis.quarterdeckPaintMarker ?? 0) + 1;"
                          "for (const box of document.querySelectorAll('html > #quarterdeck-paint-marker')) "
                          "box.remove();");
}

bool isAlike(const QColor& a, const QColor& b)
{
    constexpr int tolerance = 6; // colour management
    return std::abs(a.red() - b.red()) <= tolerance && std::abs(a.green() - b.green()) <= tolerance
        && std::abs(a.blue() - b.blue()) <= tolerance;
}

} // namespace

PaintMarker::PaintMarker(QWebEngineView& view, std::function<bool()> isPagePainted, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_isPagePainted(std::move(isPagePainted))
{
    m_poll.setInterval(paintPollMs);
    m_limit.setSingleShot(true);
    m_limit.setInterval(limitMs);
    connect(&m_poll, &QTimer::timeout, this, &PaintMarker::look);
    connect(&m_limit, &QTimer::timeout, this, [this] { finish(false); });
}

void PaintMarker::whenPainted(Done done)
{
    m_waiting.push_back(std::move(done));
    // The request concerns what is there now, so a marker already under way would be too early.
    enter(Stage::PagePaints);
    m_poll.start();
    m_limit.start();
}

void PaintMarker::enter(Stage stage)
{
    m_stage = stage;
    if (stage == Stage::Idle)
        return;
    m_view.page()->runJavaScript(hideScript(), QWebEngineScript::ApplicationWorld);
    if (stage != Stage::MarkerComes)
        return;
    ++m_count;
    m_color = QColor::fromHsv(290 + m_count % 2 * 20, 255, 180 + m_count % 60);
    m_view.page()->runJavaScript(showScript(m_color), QWebEngineScript::ApplicationWorld);
}

void PaintMarker::look()
{
    switch (m_stage) {
    case Stage::Idle:
        break;
    case Stage::PagePaints:
        if (m_isPagePainted())
            enter(Stage::MarkerComes);
        break;
    case Stage::MarkerComes:
        if (isAlike(corner(), m_color))
            enter(Stage::MarkerGoes);
        break;
    case Stage::MarkerGoes:
        if (!isAlike(corner(), m_color))
            finish(true);
        break;
    }
}

void PaintMarker::finish(bool isPainted)
{
    enter(Stage::Idle);
    m_poll.stop();
    m_limit.stop();
    for (const Done& done : std::exchange(m_waiting, {}))
        done(isPainted);
}

QColor PaintMarker::corner() const
{
    const QImage image = m_view.grab(QRect(2, 2, 2, 2)).toImage();
    return image.isNull() ? QColor() : image.pixelColor(0, 0);
}

} // namespace quarterdeck::ui::transcript
