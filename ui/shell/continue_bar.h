#pragma once

#include "ui/theme/surface.h"

class QAction;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
}

/// In the composer's place below a recording whose team can go on: says why nobody can be written to, and leads to what
/// can be done. Thread: ui; theme and action must outlive it.
class ContinueBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContinueBar)

public:
    ContinueBar(const theme::ThemeController& theme, QAction& action, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void resizeParts();
    void retranslate();

    QAction& m_action;
    theme::TextLabel* m_says;
    QPushButton* m_continue;
};

} // namespace quarterdeck::ui
