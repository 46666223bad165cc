#pragma once

#include "ui/panels/composer.h"

#include <QFrame>

class QKeyEvent;

namespace quarterdeck::ui {

/// The completion above the composer: members and what naming each would do now. The text keeps the keyboard focus, and
/// keys are passed on.
class CompletionPopup final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CompletionPopup)
public:
    explicit CompletionPopup(const theme::ThemeController& theme, QWidget* parent);
    ~CompletionPopup() override;

    /// Hidden if there are no rows. Stays inside its parent; if the rows do not fit, it scrolls with the selection.
    void showRows(std::vector<CompletionRow> rows, int memberCount, const QPoint& bottomLeft);
    /// Takes Up, Down, Tab, Enter and Escape while it is open.
    bool handleKey(QKeyEvent& event);

    /// The name, as after an @, of the row that Enter would take; empty while it is hidden.
    [[nodiscard]] QString currentAddress() const;

signals:
    void currentChanged(); ///< also to none
    void chosen(const quarterdeck::ui::CompletionRow& row);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    void retranslate();
    [[nodiscard]] int shownCount() const;
    [[nodiscard]] QRect rowRect(int row) const;
    [[nodiscard]] int rowAt(const QPoint& position) const;
    void paintRow(QPainter& painter, int row) const;
    double paintEffect(QPainter& painter, const QRectF& box, const CompletionRow& item) const;
    [[nodiscard]] double nameColumn() const;
    void paintHint(QPainter& painter) const;
    void setCurrent(int row);

    const theme::ThemeController& m_theme;
    std::vector<CompletionRow> m_rows;
    int m_memberCount = 0;
    int m_current = 0;
    int m_first = 0; ///< the topmost row shown
};

} // namespace quarterdeck::ui
