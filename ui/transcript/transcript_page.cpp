#include "ui/transcript/transcript_page.h"

#include "ui/transcript/page_feed.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/row_presenter.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLoggingCategory>
#include <QWebEngineScript>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <type_traits>

namespace quarterdeck::ui::transcript {

namespace {

using nlohmann::json;

Q_LOGGING_CATEGORY(logTranscript, "quarterdeck.ui.transcript")

/// From requesting the page to its first message, which takes 70 ms.
constexpr int loadLimitMs = 10'000;

QString pageText(const json& value)
{
    return QString::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

template <typename Call>
MenuTarget menuTarget(const Call& call)
{
    MenuTarget place{{call.x, call.y}, {}, call.address, call.text, {call.parts.begin(), call.parts.end()}};
    if constexpr (std::is_same_v<Call, calls::RowMenu>)
        place.row = call.seq;
    return place;
}

} // namespace

TranscriptPage::TranscriptPage(std::shared_ptr<session::Library> library, RemoteImages& pictures, QObject* parent)
    : QObject(parent)
    , m_library(library)
    , m_profile(library, &pictures)
    , m_webPage(m_profile, QUrl(QStringLiteral("app://transcript/index.html")),
                {QStringLiteral(":/qtwebchannel/qwebchannel.js"), QStringLiteral(":/web/transcript.js")})
    , m_rows(library)
    , m_pictures(std::move(library), pictures)
{
    m_clock.start();
    m_channel.registerObject(QStringLiteral("bridge"), &m_bridge);
    m_webPage.setWebChannel(&m_channel, QWebEngineScript::ApplicationWorld);
    connect(&m_rows, &RowSource::rowsRead, &m_texts, &RowChunker::sendRows);
    connect(&m_rows, &RowSource::rowsChanged, &m_texts, &RowChunker::sendChanged);
    connect(&m_texts, &RowChunker::part, this, [this](const QString& text) { m_bridge.send(messages::Part{text}); });
    connect(&m_texts, &RowChunker::rows, this, [this](const QString& end) { m_bridge.send(messages::Rows{end}); });
    connect(&m_texts, &RowChunker::changed, this,
            [this](const QString& end) { m_bridge.send(messages::Changed{end}); });
    connect(&m_rows, &RowSource::requestFailed, this, [this](int request) {
        m_bridge.send(messages::RowsFailed{generation(), request});
    });
    connect(&m_rows, &RowSource::failed, this, &TranscriptPage::readFailed, Qt::QueuedConnection);
    connect(&m_rows, &RowSource::recovered, this, &TranscriptPage::readRecovered, Qt::QueuedConnection);
    connect(&m_drafts, &StreamingFeed::due, this, &TranscriptPage::sendDraft);
    connect(&m_diagrams, &DiagramRenderer::finished, this, &TranscriptPage::sendDiagram);
    m_profile.drawSvgBy(m_diagrams);
    connect(&m_pictures, &PageImages::told, &m_bridge, &TranscriptBridge::send);
    connect(&m_pictures, &PageImages::requested, this, &TranscriptPage::remotePictureRequested, Qt::QueuedConnection);
    connectRecovery();
}

TranscriptPage::~TranscriptPage()
{
    // The page emits signals while it is destroyed, when nobody is left to receive them.
    m_webPage.disconnect(this);
    m_webPage.setWebChannel(nullptr, QWebEngineScript::ApplicationWorld);
}

void TranscriptPage::connectRecovery()
{
    // Not through loadFinished(false), which also reports a load that the next one replaced.
    connect(&m_loadLimit, &ScriptTimeLimit::reached, this, [this] {
        qCWarning(logTranscript) << "the page was not ready in time";
        recover();
    });
    connect(&m_webPage, &QWebEnginePage::renderProcessTerminated, this,
            [this](QWebEnginePage::RenderProcessTerminationStatus status, int code) {
                qCWarning(logTranscript) << "the page's process ended:" << status << code;
                // A row may also crash the page through the memory it takes; being killed can happen at any row.
                if (status == QWebEnginePage::CrashedTerminationStatus)
                    m_rows.showPlain(m_unproven.take());
                recover();
            });
    connect(&m_watch, &PageWatchdog::answered, this, [this] { m_unproven.pageAnswered(); });
    connect(&m_watch, &PageWatchdog::hung, this, [this] {
        qCWarning(logTranscript) << "the page does not answer";
        suspectRows();
        endRenderProcess(m_webPage.renderProcessPid());
    });
}

/// A page that came back unchanged would end the same way. If it hung while it was at no row, that may have been chance
/// once.
void TranscriptPage::suspectRows()
{
    const bool isFirst = m_budget.left(m_clock.elapsed()) == ReloadLimiter::mostReloads;
    std::vector<conversation::EventSeq> rows = m_unproven.take();
    m_rows.showPlain(rows.empty() && !isFirst ? m_unproven.takeDrawn() : rows);
}

void TranscriptPage::recover()
{
    m_isReady = false;
    m_watch.stop();
    m_loadLimit.stop();
    m_diagrams.dropWaiting();
    if (m_budget.left(m_clock.elapsed()) == 1)
        m_rows.showPlain(m_unproven.takeDrawn()); // it is brought back for the last time
    m_unproven.clear();
    if (!m_budget.spend(m_clock.elapsed())) {
        later([this] { emit failed(); });
        return;
    }
    // Not inside the page's own signal.
    QMetaObject::invokeMethod(this, &TranscriptPage::open, Qt::QueuedConnection);
}

void TranscriptPage::open()
{
    m_texts.forget();
    m_loadLimit.start(m_webPage, loadLimitMs);
    m_webPage.open();
}

void TranscriptPage::load()
{
    m_isReady = false;
    m_watch.stop();
    m_budget.reset();
    open();
}

void TranscriptPage::setUp(const QString& setupJson, const QString& diagramTheme)
{
    m_setup = setupJson;
    m_diagrams.setTheme(diagramTheme);
    if (m_isReady)
        m_bridge.send(messages::Setup{m_setup});
}

void TranscriptPage::setPresentation(const Presentation& presentation)
{
    const Presentation before = m_rows.presentation();
    if (presentation == before)
        return;
    m_rows.setPresentation(presentation);
    if (!m_isReady)
        return;
    sendTeam();
    // Rows still have the previous lanes, hues and buttons.
    refreshAll();
}

void TranscriptPage::sendTeam()
{
    QString team = pageText(m_rows.presenter().team());
    if (team == m_sentTeam)
        return;
    m_sentTeam = std::move(team);
    m_bridge.send(messages::Team{m_sentTeam});
}

void TranscriptPage::openChannel(const ChannelView& view)
{
    if (view.session != m_shown.session) {
        m_drafts.clear();
        m_unproven.clear();
        m_diagrams.dropWaiting(); // else many slow ones of a session would keep those of the next one waiting
    }
    if (view.session != m_shown.session || view.channel != m_shown.channel)
        m_search.current.reset(); // another row there
    m_shown = view;
    m_hasChannel = true;
    m_visible.reset();
    m_line.reset();
    if (view.anchor && view.line)
        m_line = LineAtTop{view.anchor->ordinal.value, *view.line};
    sendChannel(lastPlace());
    emit extentChanged();
}

Anchor TranscriptPage::lastPlace() const
{
    if (m_visible && !m_visible->isAtEnd)
        return {m_visible->first, Align::Start};
    if (!m_visible && m_shown.anchor)
        return *m_shown.anchor;
    return {{std::max<std::int64_t>(0, m_shown.total - 1)}, Align::End};
}

std::optional<ScrollPosition> TranscriptPage::place() const
{
    if (!m_visible)
        return std::nullopt;
    return m_visible->isAtEnd ? ScrollPosition() : scrollPosition(lastPlace(), m_line);
}

void TranscriptPage::sendChannel(const Anchor& anchor)
{
    const int generation = m_rows.open({m_shown.session, m_shown.channel, m_shown.asOf});
    m_texts.forget();
    m_visible.reset();
    const bool isEnd = anchor.align == Align::End && anchor.ordinal.value >= m_shown.total - 1;
    m_shown.anchor = isEnd ? std::nullopt : std::optional(anchor); // the end moves on
    if (!m_isReady)
        return;
    m_bridge.send(messages::OpenChannel{pageText({{"generation", generation},
                                                  {"session", m_shown.session.str()},
                                                  {"channel", m_shown.channel.str()},
                                                  {"total", m_shown.total},
                                                  {"seen", seenRows()},
                                                  {"anchor", anchorJson(anchor, m_line)}})});
    m_streamingDiff.clear();
    sendSearch();
    m_drafts.sendAll();
}

/// A moment of the past has no news.
std::int64_t TranscriptPage::seenRows()
{
    return m_shown.asOf ? m_shown.total : m_seen.opened(m_shown.session, m_shown.channel, m_shown.total);
}

void TranscriptPage::setExtent(std::int64_t total)
{
    if (!m_hasChannel || total <= m_shown.total)
        return;
    m_shown.total = total;
    if (m_isReady)
        m_bridge.send(messages::Extent{generation(), total});
    emit extentChanged();
}

void TranscriptPage::refreshRows(const std::vector<conversation::EventSeq>& seqs)
{
    if (!m_hasChannel || !m_isReady)
        return;
    if (seqs.size() <= RowSource::maxRefreshed)
        m_rows.refresh(seqs);
    else
        refreshAll();
}

/// The page then requests again what it has.
void TranscriptPage::refreshAll()
{
    if (m_hasChannel && m_isReady)
        m_bridge.send(messages::InvalidateRows{generation()});
}

void TranscriptPage::tryAgain()
{
    m_rows.tryAgain();
    if (m_isReady)
        m_bridge.send(messages::TryAgain{generation()});
}

void TranscriptPage::setMoment(conversation::EventSeq asOf, std::int64_t total)
{
    if (!m_hasChannel)
        return;
    const bool isForward = m_shown.asOf && *m_shown.asOf <= asOf && m_shown.total <= total;
    m_shown.asOf = asOf;
    if (!isForward) {
        m_shown.total = total;
        m_shown.anchor.reset();
        m_visible.reset();
        m_line.reset();
        sendChannel(lastPlace());
        emit extentChanged();
        return;
    }
    m_rows.setAsOf(asOf);
    refreshAll();
    setExtent(total);
}

void TranscriptPage::select(conversation::EventSeq seq)
{
    m_selected = seq;
    if (m_isReady)
        m_bridge.send(messages::Select{seq});
}

void TranscriptPage::scrollTo(const Anchor& anchor, bool flash, double part)
{
    if (!m_hasChannel)
        return;
    if (!m_isReady) {
        m_shown.anchor = anchor;
        m_visible.reset();
        m_line.reset();
        return;
    }
    m_bridge.send(messages::ScrollTo{generation(), anchor.ordinal, anchor.align, flash, part});
}

void TranscriptPage::scrollToEvent(conversation::EventSeq seq, Align align, bool flash)
{
    const auto scroll = m_receiver.wrap<conversation::Ordinal>(
        [this, align, flash, generation = generation()](conversation::Ordinal ordinal) {
            if (generation == this->generation())
                scrollTo({ordinal, align}, flash);
        });
    m_library->ordinalOf(m_shown.session, m_shown.channel, seq,
                         [scroll](const session::Result<conversation::Ordinal>& ordinal) {
                             if (ordinal)
                                 scroll(*ordinal);
                         });
}

void TranscriptPage::fillIn(conversation::EventSeq question)
{
    if (m_isReady)
        m_bridge.send(messages::FillIn{question});
}

void TranscriptPage::perform(RowCommand deed, conversation::EventSeq row)
{
    m_gate.open();
    if (m_isReady)
        m_bridge.send(messages::RowCommand{generation(), row, deed});
}

void TranscriptPage::find(const Search& search)
{
    if (search == m_search)
        return;
    m_isPlaceToReveal = search.current && search.current != m_search.current;
    m_search = search;
    if (m_isReady && m_hasChannel)
        sendSearch();
}

void TranscriptPage::findStep(int by)
{
    if (m_isReady && m_hasChannel)
        m_bridge.send(messages::FindStep{generation(), by});
    else
        pass(calls::FoundBeyond{generation(), by}); // nothing is in the page
}

/// After a new page or a change of channel, its position is its own.
void TranscriptPage::sendSearch()
{
    const bool isToReveal = std::exchange(m_isPlaceToReveal, false);
    m_bridge.send(messages::Search{pageText(searchJson(m_search, generation(), isToReveal))});
}

void TranscriptPage::sendDraft(const session::StreamingMessage& draft)
{
    // Nobody writes at a moment of the past; running replies are sent when the live channel is opened.
    if (!m_isReady || !m_hasChannel || m_shown.asOf)
        return;
    // A draft that has left this channel (its role was spoken to in private meanwhile) goes like a finished one.
    const auto& channels = draft.channels;
    const bool isHere = std::find(channels.begin(), channels.end(), m_shown.channel) != channels.end();
    json message = m_rows.presenter().draftHead(draft);
    message.update(m_streamingDiff.tell(draft, isHere));
    message["generation"] = generation();
    m_bridge.send(messages::Draft{pageText(message)});
}

void TranscriptPage::sendDiagram(const QString& key, const QString& resultJson)
{
    json result = json::parse(resultJson.toStdString(), nullptr, false);
    if (!result.is_object())
        result = {{"error", "?"}};
    result["key"] = key.toStdString();
    if (m_isReady)
        m_bridge.send(messages::DiagramReady{pageText(result)});
}

void TranscriptPage::take(const PageCall& call)
{
    std::visit([this](const auto& one) { on(one); }, call);
}

void TranscriptPage::on(const calls::Ready&)
{
    m_isReady = true;
    m_sentTeam.clear();
    m_loadLimit.stop();
    m_watch.start();
    if (!m_setup.isEmpty())
        m_bridge.send(messages::Setup{m_setup});
    if (!m_kept.isEmpty())
        m_bridge.send(messages::Kept{m_kept.json()});
    m_pictures.sayChoice();
    resendAll();
}

void TranscriptPage::resendAll()
{
    if (!m_isReady)
        return;
    sendTeam();
    if (m_hasChannel)
        sendChannel(lastPlace());
    if (m_selected.value > 0)
        select(m_selected);
}

void TranscriptPage::on(const calls::RequestRows& call)
{
    m_rows.request(call.generation, call.request, call.first, call.count);
}

void TranscriptPage::on(const calls::VisibleRange& call)
{
    constexpr double whole = 1000;
    const auto part = [](int thousandths) { return std::clamp(thousandths / whole, 0.0, 1.0); };
    const VisibleRows rows{call.first, call.last, call.atEnd, part(call.above), part(call.below)};
    const std::optional<VisibleRows> before = std::exchange(m_visible, rows);
    if (!m_shown.asOf)
        m_seen.see(m_shown.session, m_shown.channel, rows.isAtEnd ? m_shown.total : rows.last.value + 1);
    emit rowsMoved(rows);
    if (!before || before->first != rows.first || before->last != rows.last || before->isAtEnd != rows.isAtEnd)
        later([this, rows] { emit visibleRangeChanged(rows.first, rows.last, rows.isAtEnd); });
}

void TranscriptPage::on(const calls::LineAtTop& call)
{
    m_line = LineAtTop{call.ordinal.value, {call.part, call.characters, call.below}};
}

void TranscriptPage::on(const calls::Rail& call)
{
    if (const auto rail = railOf(call))
        later([this, rail = *rail] { emit railChanged(rail); });
}

void TranscriptPage::on(const calls::Painted& call)
{
    m_paintedGeneration = call.generation;
    later([this] { emit painted(); });
}

void TranscriptPage::on(const calls::CopyText& call) { QGuiApplication::clipboard()->setText(call.text); }

void TranscriptPage::on(const calls::Menu& call)
{
    later([this, place = menuTarget(call)] { emit menuRequested(place); });
}

void TranscriptPage::on(const calls::RowMenu& call)
{
    later([this, place = menuTarget(call), generation = call.generation] {
        if (generation == this->generation())
            emit menuRequested(place);
    });
}

void TranscriptPage::pass(const PageCall& call)
{
    later([this, call] {
        if (isOpen(call, generation()))
            emit called(call);
    });
}

void TranscriptPage::followLink(const QString& address, const QString& shownText)
{
    if (const auto link = classifyLink(address, shownText))
        later([this, link = *link] { emit linkClicked(link); });
    else
        later([this, why = refusalOf(address)] { emit linkRefused(why); });
}

} // namespace quarterdeck::ui::transcript
