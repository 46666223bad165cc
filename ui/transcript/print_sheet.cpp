#include "ui/transcript/print_sheet.h"

#include "ui/transcript/page_recovery.h"
#include "ui/transcript/row_presenter.h"
#include "ui/transcript/setup_json.h"

#include <QJsonDocument>
#include <QLoggingCategory>
#include <QWebEngineScript>
#include <QWebEngineSettings>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

namespace quarterdeck::ui::transcript {

namespace {

using nlohmann::json;

Q_LOGGING_CATEGORY(logPrint, "quarterdeck.ui.print")

/// Relative to the screen: 14 px become 9 points.
constexpr double paperScale = 0.86;

QString sheetText(const json& value)
{
    return QString::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// Paper is light, whatever the window is.
theme::Theme paperLook(const theme::Theme& look)
{
    theme::Theme::Options options = look.options();
    options.scheme = theme::Scheme::Light;
    options.highContrast = false;
    options.textScale = paperScale;
    return theme::Theme(options);
}

QString setupOf(const PrintRequest& request, const theme::Theme& paper)
{
    QJsonObject setup = setupObject(paper, request.language, request.presentation.isReplay, theme::RailMode::All);
    setup.insert(QStringLiteral("print"),
                 QJsonObject{{QStringLiteral("title"), request.title},
                             {QStringLiteral("channel"), request.channelName},
                             {QStringLiteral("first"), static_cast<qint64>(request.first.value)},
                             {QStringLiteral("last"), static_cast<qint64>(request.last.value)}});
    return QString::fromUtf8(QJsonDocument(setup).toJson(QJsonDocument::Compact));
}

} // namespace

PrintSheet::PrintSheet(std::shared_ptr<session::Library> library, const theme::Theme& look, PrintRequest request)
    : m_request(std::move(request))
    , m_profile(library)
    , m_webPage(m_profile, QUrl(QStringLiteral("app://transcript/index.html")),
                {QStringLiteral(":/qtwebchannel/qwebchannel.js"), QStringLiteral(":/web/transcript.js")})
    , m_rows(std::move(library))
{
    m_clock.start();
    const theme::Theme paper = paperLook(look);
    m_setup = setupOf(m_request, paper);
    m_diagrams.setTheme(diagramThemeJson(paper));
    m_rows.setPresentation(m_request.presentation);
    // Backgrounds distinguish avatars, private passages and questions.
    m_webPage.settings()->setAttribute(QWebEngineSettings::PrintElementBackgrounds, true);
    m_channel.registerObject(QStringLiteral("bridge"), &m_bridge);
    m_webPage.setWebChannel(&m_channel, QWebEngineScript::ApplicationWorld);
    connectParts();
}

PrintSheet::~PrintSheet()
{
    // The page emits signals while it is destroyed, when nobody is left to receive them.
    m_webPage.disconnect(this);
    m_webPage.setWebChannel(nullptr, QWebEngineScript::ApplicationWorld);
}

void PrintSheet::connectParts()
{
    connect(&m_rows, &RowSource::rowsRead, this, [this](const QString& json) { m_bridge.send(messages::Rows{json}); });
    connect(&m_rows, &RowSource::failed, this, &PrintSheet::fail);
    connect(&m_diagrams, &DiagramRenderer::finished, this, &PrintSheet::sendDiagram);
    m_profile.drawSvgBy(m_diagrams);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        qCWarning(logPrint) << "the printed page was not ready in time";
        recover();
    });
    connect(&m_webPage, &QWebEnginePage::renderProcessTerminated, this,
            [this](QWebEnginePage::RenderProcessTerminationStatus status, int code) {
                qCWarning(logPrint) << "the printed page's process ended:" << status << code;
                if (status == QWebEnginePage::CrashedTerminationStatus)
                    m_isNearer = m_rows.showPlain(m_unproven.take()); // as in TranscriptPage
                recover();
            });
    connect(&m_watch, &PageWatchdog::answered, this, [this] { m_unproven.pageAnswered(); });
    connect(&m_watch, &PageWatchdog::hung, this, [this] {
        qCWarning(logPrint) << "the printed page does not answer";
        m_isNearer = m_rows.showPlain(m_unproven.take());
        endRenderProcess(m_webPage.renderProcessPid());
    });
}

void PrintSheet::load()
{
    m_drawn = 0;
    m_lastDrawn = {};
    m_unproven.clear();
    m_patience.start();
    m_webPage.open();
}

void PrintSheet::recover()
{
    m_watch.stop();
    m_patience.stop();
    m_diagrams.dropWaiting();
    // Each further row that is set as text brings the end nearer, however many there are.
    const bool isNearer = std::exchange(m_isNearer, false);
    if (!isNearer && m_budget.left(m_clock.elapsed()) == 1)
        m_rows.showPlain(m_unproven.takeDrawn()); // it is tried for the last time
    if ((isNearer || m_budget.spend(m_clock.elapsed())) && !m_isOver)
        QMetaObject::invokeMethod(this, &PrintSheet::load, Qt::QueuedConnection); // not from within the page's signal
    else
        fail({conversation::ErrorCode::Io,
              tr("The pages could not be laid out: the engine stopped.").toStdString(),
              {}});
}

void PrintSheet::fail(const session::Error& error)
{
    m_watch.stop();
    m_patience.stop();
    m_isOver = true;
    emit failed(error);
}

void PrintSheet::take(const PageCall& call)
{
    std::visit([this](const auto& one) { on(one); }, call);
}

void PrintSheet::on(const calls::Ready&)
{
    m_watch.start();
    m_patience.start();
    const int generation = m_rows.open({m_request.session, m_request.channel, m_request.asOf});
    m_bridge.send(messages::Setup{m_setup});
    m_bridge.send(messages::Team{sheetText(RowPresenter(m_rows.presentation()).team())});
    m_bridge.send(
        messages::OpenChannel{sheetText({{"generation", generation},
                                         {"session", m_request.session.str()},
                                         {"channel", m_request.channel.str()},
                                         {"total", m_request.total},
                                         {"anchor", {{"ordinal", m_request.first.value}, {"align", "start"}}}})});
}

void PrintSheet::on(const calls::RequestRows& call)
{
    m_patience.start();
    m_rows.request(call.generation, call.request, call.first, call.count);
}

void PrintSheet::on(const calls::Drawing& call)
{
    m_patience.start();
    m_unproven.add(call.seq);
    // A row that was drawn may have more to follow.
    if (m_lastDrawn < call.seq) {
        m_lastDrawn = call.seq;
        emit drawn(++m_drawn);
    }
}

void PrintSheet::on(const calls::RenderDiagram& call)
{
    m_patience.start();
    m_diagrams.render(call.key, call.source);
}

void PrintSheet::sendDiagram(const QString& key, const QString& resultJson)
{
    m_patience.start();
    json result = json::parse(resultJson.toStdString(), nullptr, false);
    if (!result.is_object())
        result = {{"error", "?"}};
    result["key"] = key.toStdString();
    m_bridge.send(messages::DiagramReady{sheetText(result)});
}

void PrintSheet::on(const calls::Painted&)
{
    if (m_isOver)
        return;
    // Paginating many rows blocks the page for longer than a row may.
    m_watch.stop();
    m_patience.stop();
    m_isOver = true;
    emit ready();
}

} // namespace quarterdeck::ui::transcript
