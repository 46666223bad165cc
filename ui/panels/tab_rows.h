#pragma once

#include <QWidget>
#include <array>
#include <vector>

class QAbstractButton;
class QHBoxLayout;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Tabs side by side as far as there is room, the others below. Thread: ui; the theme must outlive it.
class TabRows final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabRows)

public:
    explicit TabRows(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void addTab(QAbstractButton* tab);
    /// Their texts, or which of them are shown, have changed.
    void arrange();

    /// A panel may be narrower than all of them side by side.
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QWidget::minimumSizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const theme::ThemeController& m_theme;
    QVBoxLayout* m_column;
    std::array<QHBoxLayout*, 2> m_rows{};
    std::vector<QAbstractButton*> m_tabs; ///< children of this
};

} // namespace quarterdeck::ui
