#pragma once

#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>

class QWheelEvent;

namespace quarterdeck::ui {

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
