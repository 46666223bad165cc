#pragma once

#include "ui/theme/rail_geometry.h"
#include "ui/transcript/line_in_row.h"
#include "ui/transcript/menu_target.h"
#include "ui/transcript/row_action.h"

#include "model/conversation/ids.h"
#include "ui/transcript/visible_rows.h"

#include <QByteArray>
#include <QString>

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

} // namespace quarterdeck::ui::transcript
