#pragma once

#include <QStyledItemDelegate>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The parts of a team in a list: the whole, and its members with their avatars. A part with a mistake has a mark,
/// which its accessible text puts into words. Thread: ui; `theme` must outlive it.
class PartDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PartDelegate)

public:
    /// Beside DisplayRole. A row without initials is the team itself.
    enum DataRole { ProfileRole = Qt::UserRole, InitialsRole, HueRole, LeaderRole, WrongRole };

    PartDelegate(const theme::ThemeController& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) { }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
