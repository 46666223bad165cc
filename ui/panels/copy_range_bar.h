#pragma once

#include "ui/present/copied_range.h"
#include "ui/theme/surface.h"

class QPushButton;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
}

/// A line below the channels while a range of messages is copied: asks for the last one, then shows the progress. Esc
/// or its button gives up. Hidden until opened. Thread: ui; the theme must outlive it.
class CopyRangeBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CopyRangeBar)

public:
    explicit CopyRangeBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setRange(const view::CopiedRange& range);
    void open();
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }

signals:
    void toEndRequested();
    /// By the person or by `close`.
    void closed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void resizeParts();
    void retranslate();

    theme::TextLabel* m_says;
    QPushButton* m_toEnd;
    QToolButton* m_close;
    view::CopiedRange m_range;
};

} // namespace quarterdeck::ui
