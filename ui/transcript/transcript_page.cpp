#include "ui/transcript/transcript_page.h"

#include "ui/transcript/page_feed.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/row_presenter.h"

#include <QLoggingCategory>
#include <QWebEngineScript>
#include <nlohmann/json.hpp>

#include <algorithm>

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

} // namespace

TranscriptPage::TranscriptPage(std::shared_ptr<session::Library> library, RemoteImages& pictures, QObject* parent)
    : QObject(parent)
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
    connect(&m_texts, &RowChunker::part, &m_bridge, &TranscriptBridge::part);
    connect(&m_texts, &RowChunker::rows, &m_bridge, &TranscriptBridge::rows);
    connect(&m_texts, &RowChunker::changed, &m_bridge, &TranscriptBridge::changed);
    connect(&m_rows, &RowSource::requestFailed, &m_bridge, &TranscriptBridge::rowsFailed);
    connect(&m_rows, &RowSource::failed, this, &TranscriptPage::readFailed);
    connect(&m_rows, &RowSource::recovered, this, &TranscriptPage::readRecovered);
    connect(&m_drafts, &StreamingFeed::due, this, &TranscriptPage::sendDraft);
    connect(&m_diagrams, &DiagramRenderer::finished, this, &TranscriptPage::sendDiagram);
    m_profile.drawSvgBy(m_diagrams);
    connect(&m_pictures, &PageImages::ready, &m_bridge, &TranscriptBridge::pictureReady);
    connect(&m_pictures, &PageImages::choiceSaid, &m_bridge, &TranscriptBridge::pictureChoice);
    connect(&m_pictures, &PageImages::choiceRequested, this, &TranscriptPage::pictureChoiceRequested);
    connect(&m_pictures, &PageImages::opened, this, &TranscriptPage::remotePictureClicked);
    connect(&m_pictures, &PageImages::copyWanted, this, &TranscriptPage::remotePictureCopyRequested);
    connect(&m_pictures, &PageImages::saveRequested, this, &TranscriptPage::remotePictureSaveRequested);
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
        emit failed();
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
        emit m_bridge.setup(m_setup);
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
    emit m_bridge.team(m_sentTeam);
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
    emit m_bridge.openChannel(pageText({{"generation", generation},
                                        {"session", m_shown.session.str()},
                                        {"channel", m_shown.channel.str()},
                                        {"total", m_shown.total},
                                        {"seen", seenRows()},
                                        {"anchor", anchorJson(anchor, m_line)}}));
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
        emit m_bridge.extent(pageText({{"generation", generation()}, {"total", total}}));
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
        emit m_bridge.invalidateRows(pageText({{"generation", generation()}}));
}

void TranscriptPage::tryAgain()
{
    m_rows.tryAgain();
    if (m_isReady)
        emit m_bridge.tryAgain(pageText({{"generation", generation()}}));
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
        emit m_bridge.select(pageText({{"seq", seq.value}}));
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
    emit m_bridge.scrollTo(pageText({{"generation", generation()},
                                     {"ordinal", anchor.ordinal.value},
                                     {"align", wordFor(anchor.align)},
                                     {"flash", flash},
                                     {"part", part}}));
}

void TranscriptPage::fillIn(conversation::EventSeq question)
{
    if (m_isReady)
        emit m_bridge.fillIn(pageText({{"seq", question.value}}));
}

void TranscriptPage::perform(RowCommand deed, conversation::EventSeq row)
{
    m_gate.open();
    if (m_isReady)
        emit m_bridge.rowCommand(pageText({{"generation", generation()}, {"seq", row.value}, {"deed", wordFor(deed)}}));
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
        emit m_bridge.findStep(pageText({{"generation", generation()}, {"by", by}}));
    else
        emit foundBeyond(by); // nothing is in the page
}

void TranscriptPage::onFoundBeyond(int generation, int by)
{
    if (generation == this->generation())
        emit foundBeyond(by);
}

/// After a new page or a change of channel, its position is its own.
void TranscriptPage::sendSearch()
{
    emit m_bridge.search(pageText(searchJson(m_search, generation(), std::exchange(m_isPlaceToReveal, false))));
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
    emit m_bridge.draft(pageText(message));
}

void TranscriptPage::sendDiagram(const QString& key, const QString& resultJson)
{
    json result = json::parse(resultJson.toStdString(), nullptr, false);
    if (!result.is_object())
        result = {{"error", "?"}};
    result["key"] = key.toStdString();
    if (m_isReady)
        emit m_bridge.diagramReady(pageText(result));
}

void TranscriptPage::onReady()
{
    m_isReady = true;
    m_sentTeam.clear();
    m_loadLimit.stop();
    m_watch.start();
    if (!m_setup.isEmpty())
        emit m_bridge.setup(m_setup);
    if (!m_kept.isEmpty())
        emit m_bridge.kept(m_kept.json());
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

void TranscriptPage::onRowsRequested(int generation, int request, int first, int count)
{
    m_rows.request(generation, request, first, count);
}

void TranscriptPage::onVisibleRange(int generation, const VisibleRows& rows)
{
    if (generation != m_rows.generation())
        return;
    const std::optional<VisibleRows> before = std::exchange(m_visible, rows);
    if (!m_shown.asOf)
        m_seen.see(m_shown.session, m_shown.channel, rows.isAtEnd ? m_shown.total : rows.last.value + 1);
    emit rowsMoved(rows);
    if (!before || before->first != rows.first || before->last != rows.last || before->isAtEnd != rows.isAtEnd)
        emit visibleRangeChanged(rows.first, rows.last, rows.isAtEnd);
}

void TranscriptPage::onPainted(int generation)
{
    if (generation != m_rows.generation())
        return;
    m_paintedGeneration = generation;
    emit painted();
}

void TranscriptPage::onRowChosen(conversation::EventSeq seq) { emit rowChosen(seq); }

void TranscriptPage::onAnswer(const conversation::QuestionId& id, AnswerKind kind, const QString& value)
{
    emit questionAnswered(id, kind, value);
}

void TranscriptPage::followLink(const QString& address, const QString& shownText)
{
    if (const auto link = classifyLink(address, shownText))
        emit linkClicked(*link);
    else
        emit linkRefused(refusalOf(address));
}

void TranscriptPage::onDiagram(const QString& key, const QString& source) { m_diagrams.render(key, source); }

} // namespace quarterdeck::ui::transcript
