#include "ui/transcript/rendering.h"

#include <QByteArrayList>
#include <QByteArrayView>
#include <QDir>
#include <QImage>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPixmap>
#include <QWebEngineScript>
#include <QWebEngineUrlScheme>
#include <QWebEngineView>
#include <qtwebenginecoreglobal.h>

#include <algorithm>
#include <array>
#include <utility>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace quarterdeck::ui::transcript {

/// Whether GL is backed by a device: there is a render node, and GL names no software renderer. Needs a
/// QGuiApplication. Takes some 50 ms if there is a render node, otherwise nothing. Thread: ui.
[[nodiscard]] bool hasGpu();

/// Whether a GL_RENDERER computes on the processor.
[[nodiscard]] bool isSoftwareRenderer(QByteArrayView renderer);

namespace {

bool hasRenderNode()
{
#ifdef Q_OS_LINUX
    return !QDir(QStringLiteral("/dev/dri")).entryList({QStringLiteral("renderD*")}, QDir::System).isEmpty();
#else
    return true;
#endif
}

QByteArray rendererName()
{
    QOpenGLContext context;
    QOffscreenSurface surface;
    surface.create();
    if (!surface.isValid() || !context.create() || !context.makeCurrent(&surface))
        return {};
    const GLubyte* name = context.functions()->glGetString(GL_RENDERER);
    const QByteArray copy(reinterpret_cast<const char*>(name));
    context.doneCurrent();
    return copy;
}

} // namespace

bool isSoftwareRenderer(QByteArrayView renderer)
{
    if (renderer.isEmpty())
        return true; // no GL at all
    constexpr std::array<const char*, 5> names{"llvmpipe", "softpipe", "swiftshader", "swrast", "software rasterizer"};
    const QByteArray lower = renderer.toByteArray().toLower();
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return lower.contains(name); });
}

bool hasGpu() { return hasRenderNode() && !isSoftwareRenderer(rendererName()); }

void registerTranscriptScheme()
{
    QWebEngineUrlScheme scheme(QByteArrayLiteral("app"));
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled);
    QWebEngineUrlScheme::registerScheme(scheme);
}

namespace {

/// Chromium takes one stroke before a switch for two, and reads on behind its name.
QByteArray nameOf(QByteArray one)
{
    const bool isSwitch = one.startsWith('-');
    while (one.startsWith('-'))
        one.remove(0, 1);
    return isSwitch ? one.split('=').constFirst() : QByteArray();
}

} // namespace

QByteArray withoutRemoteControl(const QByteArray& switches)
{
    QByteArrayList kept;
    for (const QByteArray& one : switches.simplified().split(' ')) {
        const QByteArray name = nameOf(one);
        const bool isControl = name.startsWith("remote-") || name == "auto-open-devtools-for-tabs"
            || name == "disable-web-security" || name == "renderer-cmd-prefix";
        if (!isControl)
            kept << one;
    }
    return kept.join(' ');
}

bool isSandboxOff(const QByteArray& switches, bool isDisabled, bool isRoot)
{
    if (isRoot)
        return false;
    const QByteArrayList off{"no-sandbox", "single-process", "disable-seccomp-filter-sandbox",
                             "disable-namespace-sandbox", "allow-no-sandbox-job"};
    return isDisabled || std::ranges::any_of(switches.simplified().split(' '), [&](const QByteArray& one) {
               return off.contains(nameOf(one));
           });
}

bool isSandboxOff()
{
#ifdef Q_OS_UNIX
    const bool isRoot = geteuid() == 0;
#else
    const bool isRoot = false;
#endif
    return isSandboxOff(qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"), qEnvironmentVariableIsSet("QTWEBENGINE_DISABLE_SANDBOX"),
                        isRoot);
}

QString webEngineVersion()
{
    const QString version = QString::fromLatin1(qWebEngineChromiumVersion());
#if QT_VERSION >= QT_VERSION_CHECK(6, 3, 0)
    return version + QStringLiteral(", security patches up to ")
        + QString::fromLatin1(qWebEngineChromiumSecurityPatchVersion());
#else
    return version;
#endif
}

void prepareRendering()
{
    // Whoever can start this program with an environment of their own should still not speak through its pages.
    qunsetenv("QTWEBENGINE_REMOTE_DEBUGGING");
    QByteArray flags = withoutRemoteControl(qgetenv("QTWEBENGINE_CHROMIUM_FLAGS"));
    // Most ways into Chromium lead through the compiler of its scripts (ui/README.md has what was measured).
    if (!flags.contains("--js-flags"))
        flags += " --js-flags=--jitless";
    if (!hasGpu()) {
        if (!qEnvironmentVariableIsSet("QT_QUICK_BACKEND"))
            qputenv("QT_QUICK_BACKEND", "software");
        if (!flags.contains("--disable-gpu"))
            flags += " --disable-gpu";
    }
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags.trimmed());
}

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
