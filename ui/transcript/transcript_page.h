#pragma once

#include "model/session/session.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/page_feed.h"
#include "ui/transcript/page_images.h"
#include "ui/transcript/page_profile.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/row_source.h"
#include "ui/transcript/transcript_bridge.h"
#include "ui/transcript/transcript_view.h"

#include <QElapsedTimer>
#include <QWebChannel>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::ui::transcript {

/// How far channels have been read: how many of their rows have been in sight, or are above one that was. Whoever
/// returns to a place in one is told how many came since. Thread: ui.
class ReadProgress
{
public:
    static constexpr std::size_t most = 500;

    /// In a channel that was not opened before, nothing is news.
    std::int64_t opened(const conversation::SessionId& session, const conversation::ChannelKey& channel,
                        std::int64_t total)
    {
        if (m_seen.size() >= most && m_seen.count({session, channel}) == 0)
            m_seen.clear();
        return m_seen.emplace(Key{session, channel}, total).first->second;
    }
    void see(const conversation::SessionId& session, const conversation::ChannelKey& channel, std::int64_t rows)
    {
        std::int64_t& seen = m_seen[{session, channel}];
        seen = std::max(seen, rows);
    }

private:
    using Key = std::pair<conversation::SessionId, conversation::ChannelKey>;
    std::map<Key, std::int64_t> m_seen;
};

/// The page behind the view: what it shows, what it is told, and how it comes back after a crash. No widgets.
/// Thread: ui.
class TranscriptPage final : public QObject, private PageListener
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptPage)
public:
    /// `pictures` must outlive this.
    TranscriptPage(std::shared_ptr<session::Library> library, RemoteImages& pictures, QObject* parent = nullptr);
    ~TranscriptPage() override;

    [[nodiscard]] IsolatedPage& webPage() { return m_webPage; }
    [[nodiscard]] PageProfile& profile() { return m_profile; }
    [[nodiscard]] InputGate& inputGate() { return m_gate; }
    [[nodiscard]] DiagramRenderer& diagrams() { return m_diagrams; }

    /// Loads the page, or reloads it at the same place.
    void load();
    /// `setup` of the page's contract, and the theme argument of the page for diagrams.
    void setUp(const QString& setupJson, const QString& diagramTheme);
    /// Sends the team and the rows anew, at the same place: their sentences are now in another language.
    void resendAll();
    void setPresentation(const Presentation& presentation);
    [[nodiscard]] const Presentation& presentation() const { return m_rows.presentation(); }

    void openChannel(const ChannelView& view);
    void setExtent(std::int64_t total);
    /// Retries what could not be read, without waiting.
    void tryAgain();
    void refreshRows(const std::vector<conversation::EventSeq>& seqs);
    void setMoment(conversation::EventSeq asOf, std::int64_t total);
    void showDraft(const session::StreamingMessage& draft) { m_drafts.put(draft); }
    void select(conversation::EventSeq seq);
    /// `part`: how much of the row's height is above the view, with Align::Start.
    void scrollTo(const Anchor& anchor, bool flash, double part = 0);
    /// Opens the form of an open question the next time the view has gone there.
    void fillIn(conversation::EventSeq question);
    void find(const Search& search);
    void findStep(int by);
    void setPictureChoice(RemoteImagePolicy choice) { m_pictures.setChoice(choice); }
    void perform(RowCommand deed, conversation::EventSeq row);
    /// `linkClicked` or `linkRefused` follows.
    void followLink(const QString& address, const QString& text);

    [[nodiscard]] const ChannelView& shown() const { return m_shown; }
    [[nodiscard]] int generation() const override { return m_rows.generation(); }
    /// Inside a row cut by the view's upper edge: a reloaded page comes back to this line.
    [[nodiscard]] std::optional<LineInRow> lineAtTop() const
    {
        return m_line ? std::optional(m_line->line) : std::nullopt;
    }
    /// What is being looked at, to be opened again later; empty: nothing is in sight yet.
    [[nodiscard]] std::optional<ScrollPosition> place() const;
    /// The visible part of what was opened last is on the screen.
    [[nodiscard]] bool isPainted() const { return m_isReady && m_paintedGeneration == m_rows.generation(); }

signals:
    void painted();
    /// Another channel, or more rows in it.
    void extentChanged();
    void visibleRangeChanged(conversation::Ordinal first, conversation::Ordinal last, bool isAtEnd);
    /// Also if the same rows have moved.
    void rowsMoved(const VisibleRows& rows);
    void railChanged(const theme::RailLanes& rail);
    void rowChosen(conversation::EventSeq seq);
    void questionAnswered(const conversation::QuestionId& id, AnswerKind kind, const QString& value);
    void linkClicked(const LinkQuestion& link);
    void linkRefused(const QString& sentence);
    void pictureChoiceRequested(quarterdeck::ui::RemoteImagePolicy choice);
    void remotePictureClicked(const QString& key);
    void remotePictureCopyRequested(const QString& key);
    void remotePictureSaveRequested(const QString& key);
    void imageClicked(conversation::EventSeq seq, int index);
    void imageCopyRequested(conversation::EventSeq seq, int index);
    void saveRequested(conversation::EventSeq seq, const conversation::AttachmentHash& hash);
    void diagramClicked(const QByteArray& png);
    void copyRequested(const QString& text);
    void actionRequested(RowAction action, conversation::EventSeq seq);
    void menuRequested(const MenuTarget& place);
    void foundBeyond(int by);
    void placeFound(conversation::Ordinal row, int place, int count);
    void rangeCopyRequested(conversation::Ordinal first, conversation::Ordinal last);
    void readFailed(const session::Error& error);
    void readRecovered();
    /// Crashed or hung too often; `load` tries again.
    void failed();

private:
    [[nodiscard]] bool isUserActing() const override { return m_gate.isOpen(); }
    void onReady() override;
    void onRowsRequested(int generation, int request, int first, int count) override;
    void onVisibleRange(int generation, const VisibleRows& rows) override;
    void onLineAtTop(int ordinal, const LineInRow& line) override { m_line = LineAtTop{ordinal, line}; }
    void onNoLineAtTop() override { m_line.reset(); }
    void onRail(const theme::RailLanes& rail) override { emit railChanged(rail); }
    void onPainted(int generation) override;
    void onDrawing(conversation::EventSeq seq) override { m_unproven.add(seq); }
    void onDrawAgain(conversation::EventSeq seq) override { m_rows.drawAgain(seq); }
    void onRowChosen(conversation::EventSeq seq) override;
    void onKept(const QString& name, const QString& value) override { m_kept.keep(name, value); }
    void onAnswer(const conversation::QuestionId& id, AnswerKind kind, const QString& value) override;
    void onLink(const QString& address, const QString& text) override { followLink(address, text); }
    void onImage(conversation::EventSeq seq, int index) override { emit imageClicked(seq, index); }
    void onImageCopied(conversation::EventSeq seq, int index) override { emit imageCopyRequested(seq, index); }
    void onSave(conversation::EventSeq seq, const conversation::AttachmentHash& hash) override
    {
        emit saveRequested(seq, hash);
    }
    void onPicture(conversation::EventSeq seq, const QString& key, PictureAction wish) override
    {
        m_pictures.take(m_rows.place(), seq, key, wish);
    }
    void onCopy(const QString& text) override { emit copyRequested(text); }
    void onDiagram(const QString& key, const QString& source) override;
    void onDiagramOpened(const QByteArray& png) override { emit diagramClicked(png); }
    void onFoundBeyond(int generation, int by) override;
    void onFoundPlace(int ordinal, int place, int count) override { emit placeFound({ordinal}, place, count); }
    void onRangeCopied(int first, int last) override { emit rangeCopyRequested({first}, {last}); }
    void onAction(RowAction action, conversation::EventSeq seq) override { emit actionRequested(action, seq); }
    void onMenu(const MenuTarget& place) override { emit menuRequested(place); }

    /// If the page has a different one.
    void sendTeam();
    void sendChannel(const Anchor& anchor);
    void sendSearch();
    void sendDraft(const session::StreamingMessage& draft);
    void sendDiagram(const QString& key, const QString& resultJson);
    void refreshAll();
    void connectRecovery();
    void recover();
    void suspectRows();
    void open();
    [[nodiscard]] Anchor lastPlace() const;
    [[nodiscard]] std::int64_t seenRows();

    PageProfile m_profile; ///< before its page: destroyed after it
    IsolatedPage m_webPage;
    QWebChannel m_channel;
    TranscriptBridge m_bridge{*this};
    RowSource m_rows;
    RowChunker m_texts;
    PageImages m_pictures;
    DiagramRenderer m_diagrams;
    StreamingFeed m_drafts;
    StreamingDiff m_streamingDiff;
    PageWatchdog m_watch{m_webPage, this};
    InputGate m_gate{m_webPage, this};
    ScriptTimeLimit m_loadLimit;
    ReloadLimiter m_budget;
    CrashSuspects m_unproven;
    QElapsedTimer m_clock;

    bool m_isReady = false;
    QString m_setup;
    QString m_sentTeam; ///< to the page loaded now
    ChannelView m_shown;
    bool m_hasChannel = false;
    conversation::EventSeq m_selected;
    Search m_search;
    bool m_isPlaceToReveal = false; ///< the highlighted match of `m_search`; once
    int m_paintedGeneration = 0;
    std::optional<VisibleRows> m_visible; ///< of the current generation
    /// Kept if the same place is opened again.
    std::optional<LineAtTop> m_line;
    PageState m_kept;
    ReadProgress m_seen; ///< of channels as they are now
};

} // namespace quarterdeck::ui::transcript
