#pragma once

#include "ui/theme/rail_geometry.h"
#include "ui/transcript/clicked_place.h"
#include "ui/transcript/line_in_row.h"
#include "ui/transcript/row_action.h"

#include "conversation/ids.h"
#include "transcript/rows_in_sight.h"

#include <QByteArray>
#include <QString>

namespace quarterdeck::ui::transcript {

/// What the page may tell the program, after TranscriptBridge has checked it. No QObject: what the page cannot see it
/// cannot raise. Thread: ui.
class PageListener
{
public:
    virtual ~PageListener() = default;

    /// Of what is open now. The page may still show rows of before; what is done in one of those is told to nobody,
    /// since their numbers mean other rows now.
    [[nodiscard]] virtual int generation() const = 0;

    virtual void onReady() = 0;
    /// 0 <= first, 0 < count <= TranscriptBridge::maxRowsPerRequest
    virtual void onRowsRequested(int generation, int request, int first, int count) = 0;
    virtual void onVisibleRange(int generation, const RowsInSight& rows) = 0;
    /// The line at the upper edge of the view, inside the row: in which of its parts, behind how many characters, and
    /// by how many pixels its top is below the edge.
    virtual void onLineAtTop(int ordinal, const LineInRow& line) = 0;
    /// No row is cut by the edge.
    virtual void onNoLineAtTop() = 0;
    virtual void onRail(const theme::RailLanes& rail) = 0;
    virtual void onPainted(int generation) = 0;
    /// The row is about to be drawn, or something of it that comes later; not only once.
    virtual void onDrawing(conversation::EventSeq seq) = 0;
    /// A row that is shown as it came is to be drawn all the same.
    virtual void onDrawAgain(conversation::EventSeq seq) = 0;
    virtual void onRowChosen(conversation::EventSeq seq) = 0;
    /// To be given to a page that comes after this one.
    virtual void onKept(const QString& name, const QString& value) = 0;
    virtual void onAnswer(const conversation::QuestionId& id, AnswerKind kind, const QString& value) = 0;
    virtual void onLink(const QString& address, const QString& text) = 0;
    virtual void onImage(conversation::EventSeq seq, int index) = 0;
    virtual void onImageCopied(conversation::EventSeq seq, int index) = 0;
    virtual void onSave(conversation::EventSeq seq, const conversation::AttachmentHash& hash) = 0;
    virtual void onPicture(conversation::EventSeq seq, const QString& key, PictureWish wish) = 0;
    virtual void onCopy(const QString& text) = 0;
    virtual void onDiagram(const QString& key, const QString& source) = 0;
    /// What is said to be a PNG; nobody has looked at it.
    virtual void onDiagramOpened(const QByteArray& png) = 0;
    /// by: 1 or -1
    virtual void onFoundBeyond(int generation, int by) = 0;
    /// 0 <= place <= count
    virtual void onFoundPlace(int ordinal, int place, int count) = 0;
    /// 0 <= first <= last
    virtual void onRangeCopied(int first, int last) = 0;
    virtual void onAction(RowAction action, conversation::EventSeq seq) = 0;
    virtual void onMenu(const ClickedPlace& place) = 0;
};

} // namespace quarterdeck::ui::transcript
