#pragma once

#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>

class QMenu;

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

} // namespace quarterdeck::ui
