#pragma once

#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>

class QMenu;
class QWheelEvent;

namespace quarterdeck::ui {

/// The menu for what is under a right click in the transcript, or at the menu key: a typed answer, a selection, a link,
/// a picture, a message. Thread: ui.
class TranscriptMenu final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptMenu)
public:
    /// Both must outlive this.
    TranscriptMenu(transcript::TranscriptView& view, const ActionRegistry& actions, QObject* parent = nullptr);

    /// Deleted when it is closed.
    void show(const transcript::MenuTarget& place);

signals:
    void actionRequested(quarterdeck::ui::transcript::RowAction action, quarterdeck::conversation::EventSeq row);
    /// A hold rule for messages like this one.
    void holdRuleRequested(quarterdeck::conversation::EventSeq seq);
    void inspectorRequested(quarterdeck::conversation::EventSeq row);

private:
    void addEditing(QMenu& menu, bool hasSelection);
    void addSelection(QMenu& menu);
    void addLink(QMenu& menu, const QString& address, const QString& text);
    void addMedium(QMenu& menu, const transcript::MenuTarget& place);
    void addMessage(QMenu& menu, const transcript::MenuTarget& place);
    void addKeeping(QMenu& menu, const transcript::MenuTarget& place);
    void addRow(QMenu& menu, conversation::EventSeq row);

    transcript::TranscriptView& m_view;
    const ActionRegistry& m_actions;
};

/// With Ctrl, the wheel over the transcript makes all text larger or smaller, as the keys for that do. Thread: ui.
class TextSizeWheel final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TextSizeWheel)
public:
    /// Both must outlive this.
    TextSizeWheel(transcript::TranscriptView& view, const ActionRegistry& actions, QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void turn(const QWheelEvent& event);

    const ActionRegistry& m_actions;
    int m_turned = 0; ///< eighths of a degree since the last change: a touch pad turns by a few of them
};

} // namespace quarterdeck::ui
