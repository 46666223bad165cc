#pragma once

#include "ui/panels/composer.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

#include <vector>

namespace quarterdeck::ui {

/// Recipients as chips, clickable as one button (opens the menu of members).
class ChipButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChipButton)
public:
    explicit ChipButton(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setChips(std::vector<theme::ChipStyle> chips);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::ThemeController& m_theme;
    std::vector<theme::ChipStyle> m_chips;
};

/// The rail left of the composer: every lane, and dashed the arrow that the message will make.
class ComposerRail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerRail)
public:
    explicit ComposerRail(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setHues(std::vector<int> hues); ///< the members', in lane order; the person's lane is added
    /// The lanes of the page's rail. None, until it has told: those of the first members.
    void setLanes(const theme::RailLanes& lanes);
    void showRoute(const ComposerPreview& view);
    /// As wide as the page's.
    [[nodiscard]] int wantedWidth() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// A member's lane among those shown; null if it has none.
    [[nodiscard]] const theme::RailLanes::Lane* laneOf(int member) const;
    [[nodiscard]] double middleOf(const theme::RailLanes::Lane& lane) const;
    [[nodiscard]] QColor laneColor(int lane) const;
    [[nodiscard]] std::vector<double> middlesOf(const std::vector<int>& members) const; ///< of those with a lane
    void chooseLanes();
    void paintLanes(QPainter& painter) const;
    void paintRoute(QPainter& painter) const;
    void paintLine(QPainter& painter, const QColor& color, double start, double middle) const;
    void paintHeads(QPainter& painter, const QColor& color, double middle) const;

    const theme::ThemeController& m_theme;
    std::vector<int> m_hues;
    theme::RailLanes m_told;  ///< by the page
    theme::RailLanes m_lanes; ///< drawn
    ComposerPreview m_view;
};

} // namespace quarterdeck::ui
