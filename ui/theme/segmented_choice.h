#pragma once

#include "ui/theme/icons.h"

#include <QList>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;

namespace quarterdeck::ui::theme {

class ThemeController;

/// One of a few, side by side in one frame. Arrow keys move between them. Thread: ui; the theme must outlive it.
class SegmentedChoice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SegmentedChoice)

public:
    explicit SegmentedChoice(const ThemeController& theme, QWidget* parent = nullptr);

    /// New names, in the same order; `objectNames` are for tests. The first is selected.
    void setChoices(const QStringList& objectNames, const QStringList& names);
    /// In another language.
    void setNames(const QStringList& names);
    /// In their order; they replace the names where there is little room.
    void setIcons(const QList<Icon>& icons);
    void setNarrow(bool on);
    void setCurrent(int index);
    [[nodiscard]] int current() const;

signals:
    /// By the person.
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void dress();

    const ThemeController& m_theme;
    QHBoxLayout* m_row;
    QButtonGroup* m_group;
    bool m_isNarrow = false;
};

} // namespace quarterdeck::ui::theme
