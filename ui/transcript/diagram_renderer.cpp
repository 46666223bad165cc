#include "ui/transcript/diagram_renderer.h"

#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_recovery.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QWebEngineScript>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

constexpr int pollMs = 15;
constexpr int loadLimitMs = 15'000;
constexpr std::size_t mostTookTooLong = 100; ///< with their whole sources
/// The drawing page produces less; this is parsed on the ui thread on its way to the transcript.
constexpr qsizetype longestResult = 2'500'000;

/// Texts as arguments of a JavaScript call: JSON, which may contain U+2028 and U+2029 nowadays.
QString callArguments(const QStringList& texts)
{
    const QByteArray array = QJsonDocument(QJsonArray::fromStringList(texts)).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(array).mid(1).chopped(1);
}

QString errorJson(const QString& sentence)
{
    return QString::fromUtf8(
        QJsonDocument(QJsonObject{{QStringLiteral("error"), sentence}}).toJson(QJsonDocument::Compact));
}

QByteArray pngIn(const QString& resultJson)
{
    const QJsonObject result = QJsonDocument::fromJson(resultJson.toUtf8()).object();
    return QByteArray::fromBase64(result.value(QLatin1StringView("png")).toString().toLatin1());
}

} // namespace

QString DiagramRenderer::Task::cacheKey() const { return isSvg() ? key : theme + QLatin1Char('\n') + source; }

DiagramRenderer::DiagramRenderer(QObject* parent, int limit) : QObject(parent), m_drawingLimit(limit)
{
    m_poll.setInterval(pollMs);
    m_idle.setSingleShot(true);
    m_idle.setInterval(idleMs);
    connect(&m_poll, &QTimer::timeout, this, &DiagramRenderer::poll);
    connect(&m_limit, &ScriptTimeLimit::reached, this, &DiagramRenderer::recover);
    connect(&m_idle, &QTimer::timeout, this, [this] {
        m_isLoaded = false;
        m_page.reset();
    });
}

DiagramRenderer::~DiagramRenderer() = default;

qint64 DiagramRenderer::processId() const { return m_page ? m_page->renderProcessPid() : 0; }

void DiagramRenderer::render(const QString& key, const QString& source)
{
    m_waiting.push_back({key, source, m_theme});
    if (!m_current)
        next();
}

void DiagramRenderer::draw(const QObject& asker, const QByteArray& svg, Drawn done)
{
    const QByteArray hash = QCryptographicHash::hash(svg, QCryptographicHash::Sha256).toHex();
    m_waiting.push_back({QString::fromLatin1(hash), QString::fromUtf8(svg), {}, std::move(done), &asker});
    if (!m_current)
        next();
}

void DiagramRenderer::dropWaiting()
{
    for (const Task& task : std::exchange(m_waiting, {})) {
        if (task.isSvg() && !task.isForgotten())
            task.done({});
    }
}

void DiagramRenderer::next()
{
    while (!m_waiting.empty() && m_waiting.front().isForgotten())
        m_waiting.pop_front();
    if (m_waiting.empty()) {
        m_idle.start();
        return;
    }
    m_idle.stop();
    m_current = std::move(m_waiting.front());
    m_waiting.pop_front();
    const QString cacheKey = m_current->cacheKey();
    const auto found =
        std::find_if(m_kept.begin(), m_kept.end(), [&](const auto& one) { return one.first == cacheKey; });
    if (found != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, found);
        // Queued, so that no caller hears of it before `render` returns.
        QMetaObject::invokeMethod(
            this,
            [this, run = m_run, result = found->second] {
                if (m_run == run && m_current)
                    finish(result);
            },
            Qt::QueuedConnection);
    } else if (m_isLoaded) {
        start();
    } else {
        load();
    }
}

void DiagramRenderer::load()
{
    m_isWarm = false;
    if (!m_page) {
        if (!m_profile)
            m_profile = std::make_unique<PageProfile>(nullptr);
        m_page = std::make_unique<IsolatedPage>(*m_profile, QUrl(QStringLiteral("app://diagram/index.html")),
                                                QStringList{QStringLiteral(":/web/diagram.js")});
        connect(m_page.get(), &IsolatedPage::opened, this, [this] {
            m_isLoaded = true;
            if (m_current && !m_poll.isActive())
                start();
        });
        connect(m_page.get(), &QWebEnginePage::renderProcessTerminated, this, &DiagramRenderer::processEnded);
    }
    m_limit.start(*m_page, loadLimitMs);
    m_page->open();
}

void DiagramRenderer::processEnded()
{
    m_isLoaded = false;
    if (!m_current)
        return;
    // Queued: what follows loads the page, which must not happen inside its own signal.
    QMetaObject::invokeMethod(
        this,
        [this, run = m_run] {
            if (m_run == run && m_current)
                fail(tr("The drawing stopped unexpectedly."));
        },
        Qt::QueuedConnection);
}

void DiagramRenderer::start()
{
    if (m_current->isSvg())
        run(QStringLiteral("rasterise"), m_current->source, m_drawingLimit);
    else if (m_isWarm)
        run(QStringLiteral("render"), m_current->source, m_drawingLimit);
    else
        run(QStringLiteral("render"), QStringLiteral("graph TD\n  A[a] --> B[b]"), warmUpLimitMs);
}

void DiagramRenderer::run(const QString& call, const QString& source, int limit)
{
    ++m_run;
    m_limit.start(*m_page, limit);
    m_poll.start();
    // One after the other, since the source may contain what looks like a place for the next.
    m_page->runJavaScript(QStringLiteral("quarterdeckDiagram.") + call + u'('
                              + callArguments({QString::number(m_run), source, m_current->theme}) + u')',
                          QWebEngineScript::ApplicationWorld);
}

void DiagramRenderer::poll()
{
    m_page->runJavaScript(
        QStringLiteral("quarterdeckDiagram.result(%1)").arg(callArguments({QString::number(m_run)})),
        QWebEngineScript::ApplicationWorld, [renderer = QPointer(this), run = m_run](const QVariant& result) {
            if (renderer && renderer->m_run == run && renderer->m_current && !result.toString().isEmpty())
                renderer->take(result.toString());
        });
}

void DiagramRenderer::take(const QString& resultJson)
{
    if (!m_current->isSvg() && !std::exchange(m_isWarm, true)) {
        start();
        return;
    }
    const QString result = resultJson.size() <= longestResult ? resultJson : errorJson(tr("The drawing is too large."));
    // The engine keeps pictures that are shown.
    if (!m_current->isSvg() || pngIn(result).isEmpty())
        keep(m_current->cacheKey(), result);
    finish(result);
}

void DiagramRenderer::recover()
{
    // Deleting a page whose script never ends takes long; ending its process does not.
    const bool wasDrawing = std::exchange(m_isLoaded, false) && (m_isWarm || m_current->isSvg());
    const QString sentence =
        wasDrawing ? tr("Drawing it took too long.") : tr("The page for drawings could not be loaded.");
    if (m_tookTooLong.size() >= mostTookTooLong)
        m_tookTooLong.clear();
    if (wasDrawing && !m_tookTooLong.insert(m_current->cacheKey()).second)
        keep(m_current->cacheKey(), errorJson(sentence));
    disconnect(m_page.get(), nullptr, this, nullptr);
    endRenderProcess(m_page->renderProcessPid());
    m_page.reset();
    fail(sentence);
}

void DiagramRenderer::fail(const QString& sentence) { finish(errorJson(sentence)); }

void DiagramRenderer::finish(const QString& resultJson)
{
    ++m_run;
    m_poll.stop();
    m_limit.stop();
    const Task task = *m_current;
    m_current.reset();
    if (!task.isSvg())
        emit finished(task.key, resultJson);
    else if (!task.isForgotten())
        task.done(pngIn(resultJson));
    if (!m_current)
        next();
}

void DiagramRenderer::keep(const QString& cacheKey, const QString& result)
{
    m_kept.remove_if([&](const auto& one) { return one.first == cacheKey; });
    m_kept.emplace_front(cacheKey, result);
    if (m_kept.size() > mostKept)
        m_kept.pop_back();
}

} // namespace quarterdeck::ui::transcript
