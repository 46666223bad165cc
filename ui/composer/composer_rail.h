#pragma once

#include "ui/composer/composer.h"

namespace quarterdeck::ui {

/// The rail left of the composer: every lane, and dashed the arrow that the message will make.
class ComposerRail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerRail)
public:
    explicit ComposerRail(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setHues(std::vector<int> hues); ///< of the members, in lane order; the person's lane is added
    void showRoute(const SendView& view);
    /// As wide as the page makes its rail for as many lanes.
    [[nodiscard]] int wantedWidth() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int laneCount() const; ///< drawn, the person's and the last grey one included
    [[nodiscard]] double laneX(int lane) const;
    [[nodiscard]] QColor laneColor(int lane) const;
    [[nodiscard]] std::vector<int> drawn(std::vector<int> lanes) const; ///< without those that there are not
    void paintLanes(QPainter& painter) const;
    void paintRoute(QPainter& painter) const;
    void paintLine(QPainter& painter, const QColor& color, double middle) const;
    void paintHeads(QPainter& painter, const QColor& color, double middle) const;

    const theme::ThemeController& m_theme;
    std::vector<int> m_hues;
    SendView m_view;
};

} // namespace quarterdeck::ui
