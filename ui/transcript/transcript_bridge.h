#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/role_look.h"
#include "ui/transcript/transcript_values.h"

#include <QByteArray>
#include <QLatin1StringView>
#include <QObject>
#include <QString>
#include <QVariantList>

#include <array>
#include <cstddef>
#include <utility>

namespace quarterdeck::ui::transcript {

/// What the page may tell the program, after TranscriptBridge has checked it. Not a QObject: the page cannot call what
/// it cannot see. Thread: ui.
class PageListener
{
public:
    virtual ~PageListener() = default;

    /// The generation that is open. The page may still show earlier rows; actions in those are dropped, since their
    /// numbers now mean other rows.
    [[nodiscard]] virtual int generation() const = 0;

    /// Whether the person did something in the page just now. What acts for them is dropped otherwise.
    [[nodiscard]] virtual bool isUserActing() const = 0;

    virtual void onReady() = 0;
    /// 0 <= first, 0 < count <= TranscriptBridge::maxRowsPerRequest
    virtual void onRowsRequested(int generation, int request, int first, int count) = 0;
    virtual void onVisibleRange(int generation, const VisibleRows& rows) = 0;
    /// The line at the view's upper edge, inside the row: in which of its parts, after how many characters, and by how
    /// many pixels its top is below the edge.
    virtual void onLineAtTop(int ordinal, const LineInRow& line) = 0;
    /// The edge cuts no row.
    virtual void onNoLineAtTop() = 0;
    virtual void onRail(const theme::RailLanes& rail) = 0;
    virtual void onPainted(int generation) = 0;
    /// The row is about to be drawn, or a later part of it; may repeat.
    virtual void onDrawing(conversation::EventSeq seq) = 0;
    /// A row that is shown as plain text is to be drawn after all.
    virtual void onDrawAgain(conversation::EventSeq seq) = 0;
    virtual void onRowChosen(conversation::EventSeq seq) = 0;
    /// To be given to a page that replaces this one.
    virtual void onKept(const QString& name, const QString& value) = 0;
    virtual void onAnswer(const conversation::QuestionId& id, AnswerKind kind, const QString& value) = 0;
    virtual void onLink(const QString& address, const QString& text) = 0;
    virtual void onImage(conversation::EventSeq seq, int index) = 0;
    virtual void onImageCopied(conversation::EventSeq seq, int index) = 0;
    virtual void onSave(conversation::EventSeq seq, const conversation::AttachmentHash& hash) = 0;
    virtual void onPicture(conversation::EventSeq seq, const QString& key, PictureAction wish) = 0;
    virtual void onCopy(const QString& text) = 0;
    virtual void onDiagram(const QString& key, const QString& source) = 0;
    /// Supposedly a PNG; nobody has examined it.
    virtual void onDiagramOpened(const QByteArray& png) = 0;
    /// by: 1 or -1
    virtual void onFoundBeyond(int generation, int by) = 0;
    /// 0 <= place <= count
    virtual void onFoundPlace(int ordinal, int place, int count) = 0;
    /// 0 <= first <= last
    virtual void onRangeCopied(int first, int last) = 0;
    virtual void onAction(RowAction action, conversation::EventSeq seq) = 0;
    virtual void onMenu(const MenuTarget& place) = 0;
};

/// All words by which the page says what is wanted. A call with any other is dropped.

template <typename Value, std::size_t count>
using BridgeWords = std::array<std::pair<QLatin1StringView, Value>, count>;

inline constexpr BridgeWords<AnswerKind, 9> answerKinds{{
    {QLatin1StringView("option"), AnswerKind::Option},
    {QLatin1StringView("words"), AnswerKind::OptionWithWords},
    {QLatin1StringView("text"), AnswerKind::Text},
    {QLatin1StringView("form"), AnswerKind::Form},
    {QLatin1StringView("attach"), AnswerKind::Attach},
    {QLatin1StringView("later"), AnswerKind::Later},
    {QLatin1StringView("decline"), AnswerKind::Decline},
    {QLatin1StringView("goto"), AnswerKind::GoTo},
    {QLatin1StringView("decide"), AnswerKind::Decide},
}};

inline constexpr BridgeWords<RowAction, 10> rowActions{{
    {QLatin1StringView("reply"), RowAction::Reply},
    {QLatin1StringView("raw"), RowAction::Raw},
    {QLatin1StringView("copyLink"), RowAction::CopyLink},
    {QLatin1StringView("copyFrom"), RowAction::CopyFrom},
    {QLatin1StringView("tryAgain"), RowAction::TryAgain},
    {QLatin1StringView("chooseConnection"), RowAction::ChooseConnection},
    {QLatin1StringView("openPrivateChannel"), RowAction::OpenPrivateChannel},
    {QLatin1StringView("sendTo"), RowAction::SendTo},
    {QLatin1StringView("keep"), RowAction::Keep},
    {QLatin1StringView("letGo"), RowAction::LetGo},
}};

inline constexpr BridgeWords<PictureAction, 8> pictureWishes{{
    {QLatin1StringView("shown"), PictureAction::Shown},
    {QLatin1StringView("once"), PictureAction::Once},
    {QLatin1StringView("always"), PictureAction::Always},
    {QLatin1StringView("never"), PictureAction::Never},
    {QLatin1StringView("ask"), PictureAction::Ask},
    {QLatin1StringView("open"), PictureAction::Open},
    {QLatin1StringView("copy"), PictureAction::Copy},
    {QLatin1StringView("save"), PictureAction::Save},
}};

inline constexpr BridgeWords<bool MenuTarget::*, 11> clickedParts{{
    {QLatin1StringView("field"), &MenuTarget::isField},
    {QLatin1StringView("selection"), &MenuTarget::hasSelection},
    {QLatin1StringView("message"), &MenuTarget::isMessage},
    {QLatin1StringView("text"), &MenuTarget::hasText},
    {QLatin1StringView("written"), &MenuTarget::isWritten},
    {QLatin1StringView("keepable"), &MenuTarget::isKeepable},
    {QLatin1StringView("kept"), &MenuTarget::isKept},
    {QLatin1StringView("reply"), &MenuTarget::isReplyable},
    {QLatin1StringView("savable"), &MenuTarget::isSavable},
    {QLatin1StringView("picture"), &MenuTarget::isPicture},
    {QLatin1StringView("copyable"), &MenuTarget::isCopyable},
}};

/// Everything that the page and the program can say to each other. The page sees every invokable and signal of this
/// object, so there is nothing else in it: values only, no object, no path, no command. Arguments are checked here; an
/// invalid call is dropped, and so is one that acts for the person while they do nothing in the page. Thread: ui.
class TranscriptBridge final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptBridge)
public:
    /// `listener` must outlive this.
    explicit TranscriptBridge(PageListener& listener, QObject* parent = nullptr);

    static constexpr int maxRowsPerRequest = 60;
    static constexpr qsizetype longestText = 1'000'000; ///< UTF-16 units of an answer or a copied text
    static constexpr qsizetype longestName = 500;       ///< of ids and keys
    static constexpr qsizetype longestAddress = 8'000;
    static constexpr qsizetype longestDiagram = 50'000;
    static constexpr qsizetype longestPicture = 24'000'000; ///< of a drawn diagram, in base64

    /// The page is loaded and wants setup, team and openChannel.
    Q_INVOKABLE void ready();
    Q_INVOKABLE void requestRows(int generation, int request, int first, int count);
    /// above, below: thousandths of the first and of the last row that are out of sight.
    Q_INVOKABLE void visibleRange(int generation, int first, int last, bool atEnd, int above, int below);
    /// The line at the upper edge of the view, inside a row; ordinal -1: no row is cut there. Given back when the page
    /// is loaded anew.
    Q_INVOKABLE void lineAtTop(int generation, int ordinal, int part, int characters, int below);
    /// The lanes of the rail from the left: their numbers (-1: the grey one) and their middles, at 100 % text.
    Q_INVOKABLE void rail(const QVariantList& lanes, const QVariantList& middles, double width);
    /// Two animation frames after the visible part of a channel or jump is in place.
    Q_INVOKABLE void painted(int generation);
    // What is done in a row bears its generation, and is dropped when another channel or moment is open by now.
    /// Just before a row is drawn for the first time: the last ones are what a page that hangs may hang on.
    Q_INVOKABLE void drawing(int generation, double seq);
    /// A row that is shown as it came, as the page hung while it was drawn: that may have been another's fault.
    Q_INVOKABLE void drawAgain(int generation, double seq);
    Q_INVOKABLE void choose(int generation, double seq);
    /// What the person opened, or typed and has not sent: a value, as JSON, under a name of the page's own. Given back
    /// when the page is loaded anew.
    Q_INVOKABLE void savePageState(const QString& name, const QString& value);
    /// kind: option, words (an option with words), text, form, attach, later, decline, goto, decide
    Q_INVOKABLE void answer(int generation, const QString& questionId, const QString& kind, const QString& value);
    Q_INVOKABLE void openLink(const QString& address, const QString& text);
    Q_INVOKABLE void openImage(int generation, double seq, int index);
    Q_INVOKABLE void copyImage(int generation, double seq, int index);
    /// What is attached to a message, by its hash: the person chooses the place.
    Q_INVOKABLE void saveMedia(int generation, double seq, const QString& hash);
    /// A picture that lies elsewhere, by the key that came with its row. wish: shown, once, always, never, ask, open,
    /// copy, save
    Q_INVOKABLE void picture(int generation, double seq, const QString& key, const QString& wish);
    Q_INVOKABLE void copyText(const QString& text);
    Q_INVOKABLE void renderDiagram(const QString& key, const QString& source);
    /// A diagram as it is drawn, as PNG in base64: to be looked at in the viewer.
    Q_INVOKABLE void openDiagram(const QString& png);
    /// name: reply, raw, copyLink, copyFrom, openPrivateChannel, sendTo, keep, letGo, tryAgain,
    /// chooseConnection
    Q_INVOKABLE void action(int generation, const QString& name, double seq);
    /// by: 1 or -1
    Q_INVOKABLE void foundBeyond(int generation, int by);
    /// Which place of the row stands out, from 1, and how many it has; 0 of 0: none is marked.
    Q_INVOKABLE void foundPlace(int generation, int ordinal, int place, int count);
    /// Rows from one to another, which are not all in the page.
    Q_INVOKABLE void copyRange(int generation, int first, int last);
    /// A menu is wanted at that point of the view, for what stands there; seq 0: in no row. parts: field, selection,
    /// message, text, written, keepable, kept, reply, savable, picture, copyable. The address is that of a link, or
    /// empty.
    Q_INVOKABLE void menu(int generation, double seq, int x, int y, const QVariantList& parts, const QString& address,
                          const QString& text);

signals:
    // To the page, one JSON text each. The shapes are those of contract.ts in the page's sources.
    void setup(const QString& json);
    /// All that was kept, before the first channel.
    void kept(const QString& json);
    void team(const QString& json);
    void openChannel(const QString& json);
    /// Not JSON: the next part of a long text, of which `rows` or `changed` brings the end. Empty: forget the parts.
    void part(const QString& text);
    void rows(const QString& json);
    void rowsFailed(const QString& json);
    void tryAgain(const QString& json);
    void invalidateRows(const QString& json);
    void extent(const QString& json);
    void changed(const QString& json);
    void draft(const QString& json);
    void select(const QString& json);
    void scrollTo(const QString& json);
    void fillIn(const QString& json);
    void search(const QString& json);
    void findStep(const QString& json);
    void diagramReady(const QString& json);
    void pictureReady(const QString& json);
    void pictureChoice(const QString& json);
    void rowCommand(const QString& json);

private:
    /// Not a row of before.
    [[nodiscard]] bool isOpen(int generation) const;
    /// The same, and the person did something in the page just now.
    [[nodiscard]] bool isPersons(int generation) const;

    PageListener& m_listener;
};

} // namespace quarterdeck::ui::transcript
