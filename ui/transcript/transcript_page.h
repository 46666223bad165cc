#pragma once

#include "model/session/session.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/link_check.h"
#include "ui/transcript/page_feed.h"
#include "ui/transcript/page_images.h"
#include "ui/transcript/page_profile.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/row_source.h"
#include "ui/transcript/transcript_bridge.h"
#include "ui/transcript/transcript_values.h"

#include <QElapsedTimer>
#include <QMetaObject>
#include <QWebChannel>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

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

/// The page in the view: what it shows, what it is told, what it has said, and how it comes back after a crash. It
/// reads the rows that it shows by itself, and never holds more than a window of them. No widgets. Thread: ui.
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
    /// TranscriptView's is the one to call.
    void setPresentation(const Presentation& presentation);
    [[nodiscard]] const Presentation& presentation() const { return m_rows.presentation(); }

    /// Without a session: shows nothing.
    void openChannel(const ChannelView& view);
    /// Rows were appended to the channel. The page follows the end only if it was there.
    void setExtent(std::int64_t total);
    /// Retries now what could not be read.
    void tryAgain();
    /// Rows that look different now; those that are not in the channel are ignored.
    void refreshRows(const std::vector<conversation::EventSeq>& seqs);
    /// Replay: the same channel at another moment.
    void setMoment(conversation::EventSeq asOf, std::int64_t total);
    /// A running reply, after the last row; several within a frame become one.
    void showDraft(const session::StreamingMessage& draft) { m_drafts.put(draft); }
    /// Marks the row that the inspector shows.
    void select(conversation::EventSeq seq);
    /// `part`: how much of the row's height is above the view, with Align::Start.
    void scrollTo(const Anchor& anchor, bool flash, double part = 0);
    /// The same for an event, wherever it is in the channel; nothing if it is not a row there.
    void scrollToEvent(conversation::EventSeq seq, Align align, bool flash);
    /// After the next scroll, shows the form of an open question.
    void fillIn(conversation::EventSeq question);
    /// Marks this in all rows. If its row is in sight, brings a match there into view; otherwise use `scrollTo`.
    void find(const Search& search);
    /// To the next (1) or previous (-1) match in the selected row; otherwise calls::FoundBeyond follows.
    void findStep(int by);
    /// For the session shown: whether remote pictures are loaded. Ask, until it is set.
    void setPictureChoice(RemoteImagePolicy choice) { m_pictures.setChoice(choice); }
    /// Does with a row what was chosen in its menu.
    void perform(RowCommand deed, conversation::EventSeq row);
    /// As if it was clicked: `linkClicked` or `linkRefused` follows.
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

    /// `take` gets each call of this kind, as `called` does, as long as `context` is there.
    template <typename Call, typename Take>
    void onCall(QObject* context, Take take)
    {
        connect(this, &TranscriptPage::called, context, [take = std::move(take)](const PageCall& call) {
            if (const auto* one = std::get_if<Call>(&call))
                take(*one);
        });
    }

signals:
    /// Another channel, or more rows in it.
    void extentChanged();
    /// Also if the same rows have moved.
    void rowsMoved(const VisibleRows& rows);

    // All others are queued: a listener may run an event loop of its own.
    /// What the page has said and does not concern it alone. If another channel was opened meanwhile, a call about rows
    /// is dropped: they are no longer the ones meant.
    void called(const quarterdeck::ui::transcript::PageCall& call);
    /// The visible part of a channel or a jump is on the screen.
    void painted();
    void visibleRangeChanged(quarterdeck::conversation::Ordinal first, quarterdeck::conversation::Ordinal last,
                             bool isAtEnd);
    /// Which members have a lane, or where lanes are, has changed. Without lanes there is no rail.
    void railChanged(const quarterdeck::ui::theme::RailLanes& rail);
    /// By a right click or the menu key.
    void menuRequested(const quarterdeck::ui::transcript::MenuTarget& place);
    /// Ask the person if there are reasons to, otherwise call openLinkSafely.
    void linkClicked(const quarterdeck::ui::transcript::LinkQuestion& link);
    /// It must not be opened at all; `sentence` says why.
    void linkRefused(const QString& sentence);
    /// A remote picture that was loaded, to be opened, copied or saved.
    void remotePictureRequested(const QString& key, quarterdeck::ui::transcript::PictureAction wish);
    /// Rows could not be read; it tries again after a while.
    void readFailed(const quarterdeck::session::Error& error);
    /// They have been read since.
    void readRecovered();
    /// Crashed or hung too often in a minute; `load` tries again.
    void failed();

private:
    [[nodiscard]] bool isUserActing() const override { return m_gate.isOpen(); }
    void take(const PageCall& call) override;
    void on(const calls::Ready&);
    void on(const calls::RequestRows& call);
    void on(const calls::VisibleRange& call);
    void on(const calls::LineAtTop& call);
    void on(const calls::NoLineAtTop&) { m_line.reset(); }
    void on(const calls::Rail& call);
    void on(const calls::Painted& call);
    void on(const calls::Drawing& call) { m_unproven.add(call.seq); }
    void on(const calls::DrawAgain& call) { m_rows.drawAgain(call.seq); }
    void on(const calls::SavePageState& call) { m_kept.keep(call.name, call.value); }
    void on(const calls::PictureInSight& call) { m_pictures.show(m_rows.place(), call); }
    void on(const calls::RenderDiagram& call) { m_diagrams.render(call.key, call.source); }
    void on(const calls::OpenLink& call) { followLink(call.address, call.text); }
    void on(const calls::UsePicture& call) { m_pictures.use(m_rows.place(), call); }
    void on(const calls::CopyText& call);
    void on(const calls::Menu& call);
    void on(const calls::RowMenu& call);
    /// Any other is for the window.
    template <typename Call>
    void on(const Call& call)
    {
        pass(call);
    }
    void pass(const PageCall& call);
    /// Not within the page's call, to which the page could be given no answer until its listeners return.
    template <typename Emit>
    void later(Emit tell)
    {
        QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
    }

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

    std::shared_ptr<session::Library> m_library;
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
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
