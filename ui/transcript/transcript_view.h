#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "model/session/search.h"
#include "model/session/session.h"
#include "ui/images/remote_images.h"
#include "ui/present/members.h"
#include "ui/theme/role_look.h"
#include "ui/transcript/link_check.h"
#include "ui/transcript/transcript_values.h"

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWebEngineView;

namespace quarterdeck::ui::theme {
class ThemeController;
}

namespace quarterdeck::ui::transcript {

class PaintMarker;
class ScrollMap;
class TranscriptPage;

enum class Align { Start, Center, End };
struct Anchor
{
    conversation::Ordinal ordinal;
    Align align = Align::End;
    friend bool operator==(const Anchor&, const Anchor&) = default;
};

/// What somebody looked at in a channel.
struct ScrollPosition
{
    std::optional<Anchor> anchor;  ///< empty = the end, wherever that is then
    std::optional<LineInRow> line; ///< in the anchor's row, where the view's upper edge cuts it
    friend bool operator==(const ScrollPosition&, const ScrollPosition&) = default;
};

/// What is marked in the rows because a person searches for it.
struct Search
{
    std::vector<session::SearchPhrase> phrases;   ///< empty = nothing is searched for
    std::optional<conversation::Ordinal> current; ///< the highlighted row, its folded parts opened
    bool isFromEnd = false;                       ///< its last match is highlighted first
    /// Marked only in these rows; without phrases, as whole rows. Empty = wherever the words occur.
    std::optional<std::vector<conversation::Ordinal>> rows = {};
    friend bool operator==(const Search&, const Search&) = default;
};

/// What is shown: a channel of a session, now or at a past moment.
struct ChannelView
{
    conversation::SessionId session;
    conversation::ChannelKey channel;
    std::int64_t total = 0;                     ///< rows in it (at that moment)
    std::optional<conversation::EventSeq> asOf; ///< replay: the moment; empty = live
    std::optional<Anchor> anchor;               ///< empty = the end
    std::optional<LineInRow> line = {};         ///< in the anchor's row, at the upper edge
    friend bool operator==(const ChannelView&, const ChannelView&) = default;
};

/// The transcript: the page, and the scroll map to its right. It reads the rows that it shows by itself, and never
/// holds more than the page's window of them. A page that crashed or hung comes back at the same place. Before making
/// the first one: registerTranscriptScheme (before QApplication) and prepareRendering. Thread: ui.
class TranscriptView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptView)
public:
    /// `theme` must outlive this; its changes are followed. Starts to load the page.
    TranscriptView(std::shared_ptr<session::Library> library, const theme::ThemeController& theme,
                   QWidget* parent = nullptr);
    ~TranscriptView() override;

    /// "en" or "zh_CN": for dates. The words follow the installed translators (LanguageChange).
    void setLanguage(const QString& language);
    [[nodiscard]] const QString& language() const { return m_language; }
    /// The team and the state of its questions. Call it before opening the channel that it belongs to, and on each
    /// change.
    void setPresentation(const Presentation& presentation);

    void openChannel(const ChannelView& view);
    /// Shows nothing.
    void clear();
    /// Rows were appended to the channel. The page follows the end only if it was there.
    void setExtent(std::int64_t total);
    /// Rows that look different now; those that are not in the channel are ignored.
    void refreshRows(const std::vector<conversation::EventSeq>& seqs);
    /// Replay: the same channel at another moment.
    void setMoment(conversation::EventSeq asOf, std::int64_t total);
    /// A running reply, after the last row; several within a frame become one.
    void showDraft(const session::StreamingMessage& draft);
    /// Marks the row that the inspector shows.
    void select(conversation::EventSeq seq);
    void scrollTo(const Anchor& anchor, bool flash);
    /// The same for an event, wherever it is in the channel; nothing if it is not a row there.
    void scrollToEvent(conversation::EventSeq seq, Align align, bool flash);
    /// After the next scroll, shows the form of an open question.
    void fillIn(conversation::EventSeq question);
    /// Marks this in all rows. If its row is in sight, brings a match there into view; otherwise use `scrollTo`.
    void find(const Search& search);
    /// To the next (1) or previous (-1) match in the selected row; otherwise `foundBeyond` follows.
    void findStep(int by);
    /// For the session shown: whether remote pictures are loaded. Ask, until it is set.
    void setPictureChoice(RemoteImagePolicy choice);
    /// Does with a row what was chosen in its menu.
    void perform(RowCommand deed, conversation::EventSeq row);
    void edit(EditCommand what);
    /// As if it was clicked: `linkClicked` or `linkRefused` follows.
    void followLink(const QString& address, const QString& text);
    /// Those that were loaded.
    [[nodiscard]] RemoteImages& pictures() const { return *m_pictures; }
    /// Search matches rather than read marks: replaces all marks.
    void setMarks(std::vector<ScrollMark> marks);

    /// Calls back once what the page painted last is on the screen, so that a grabbed picture shows it; with false if
    /// that did not happen within 10 s. `done` may grab the program's windows.
    void whenPainted(std::function<void(bool isPainted)> done);
    /// Retries now what could not be read.
    void tryAgain();
    /// Reloads the page after `pageFailed`.
    void reload();

    [[nodiscard]] const ChannelView& shown() const;
    /// What is looked at there; empty: nothing is in sight yet.
    [[nodiscard]] std::optional<ScrollPosition> place() const;
    /// For tests and the keyboard focus; owned by this.
    [[nodiscard]] QWebEngineView& webView() const { return *m_view; }

signals:
    // All are queued: a listener may run an event loop of its own.
    /// The visible part of a channel or a jump is on the screen.
    void painted();
    /// A row was clicked: for the inspector.
    void rowChosen(quarterdeck::conversation::EventSeq seq);
    void questionAnswered(const quarterdeck::conversation::QuestionId& id, quarterdeck::ui::transcript::AnswerKind kind,
                          const QString& value);
    void actionRequested(quarterdeck::ui::transcript::RowAction action, quarterdeck::conversation::EventSeq seq);
    /// By a right click or the menu key.
    void menuRequested(const quarterdeck::ui::transcript::MenuTarget& place);
    /// Ask the person if there are reasons to, otherwise call openLinkSafely.
    void linkClicked(const quarterdeck::ui::transcript::LinkQuestion& link);
    /// It must not be opened at all; `sentence` says why.
    void linkRefused(const QString& sentence);
    /// The person chose it for the session shown: set it, and remember it.
    void pictureChoiceRequested(quarterdeck::ui::RemoteImagePolicy choice);
    /// A remote picture that was loaded.
    void remotePictureClicked(const QString& key);
    void remotePictureCopyRequested(const QString& key);
    void remotePictureSaveRequested(const QString& key);
    /// `index` counts the pictures in the row's message.
    void imageClicked(quarterdeck::conversation::EventSeq seq, int index);
    /// The same, for the clipboard.
    void imageCopyRequested(quarterdeck::conversation::EventSeq seq, int index);
    /// A message's attachment is to be saved.
    void saveRequested(quarterdeck::conversation::EventSeq seq, const quarterdeck::conversation::AttachmentHash& hash);
    /// As drawn, a PNG.
    void diagramClicked(const QByteArray& png);
    void visibleRangeChanged(quarterdeck::conversation::Ordinal first, quarterdeck::conversation::Ordinal last,
                             bool isAtEnd);
    /// Which members have a lane, or where lanes are, has changed. Without lanes there is no rail.
    void railChanged(const quarterdeck::ui::theme::RailLanes& rail);
    /// The selected row has no further match in this direction, or is not in the page.
    void foundBeyond(int by);
    /// Which match in the selected row is highlighted, from 1, and how many it has; 0 of 0 if none is marked.
    void placeFound(quarterdeck::conversation::Ordinal row, int place, int count);
    /// The selection reaches from one row to another, and beyond the page's rows: copy these.
    void rangeCopyRequested(quarterdeck::conversation::Ordinal first, quarterdeck::conversation::Ordinal last);
    /// Rows could not be read; it tries again after a while.
    void readFailed(const quarterdeck::session::Error& error);
    /// They have been read since.
    void readRecovered();
    /// The page crashed or hung too often in a minute: offer `reload`.
    void pageFailed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectPage();
    template <typename... Args>
    void passOfRow(void (TranscriptPage::*from)(Args...), void (TranscriptView::*to)(Args...));
    void connectMap();
    void restyle();
    void fitRail();
    void retranslate();

    const theme::ThemeController& m_theme;
    std::shared_ptr<session::Library> m_library;
    RemoteImages* m_pictures;
    TranscriptPage* m_page;
    QWebEngineView* m_view;
    ScrollMap* m_map;
    PaintMarker* m_marker;
    QString m_language = QStringLiteral("en");
    theme::RailMode m_rail = theme::RailMode::All;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
