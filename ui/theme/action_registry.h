#pragma once

#include "ui/theme/action_id.h"

#include <QAction>
#include <QMap>
#include <QObject>

#include <array>
#include <optional>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Owns one QAction for each ActionId: text in the current language, icon, shortcut. Menus, buttons and the integrator
/// all take their actions from here; the window adds all() to itself so that the shortcuts work. Lives on the ui
/// thread; `theme` must outlive it.
class ActionRegistry final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ActionRegistry)

public:
    explicit ActionRegistry(const theme::ThemeController& theme, QObject* parent = nullptr);

    QAction& action(ActionId id) const;
    QAction& operator[](ActionId id) const { return action(id); }
    QList<QAction*> all() const;

    static std::optional<ActionId> idOf(const QString& name);
    static QString nameOf(ActionId id);

    QKeySequence defaultShortcut(ActionId id) const;
    QKeySequence shortcut(ActionId id) const;
    /// Which other action has `keys` where `id` would need them; none = free.
    std::optional<ActionId> conflict(ActionId id, const QKeySequence& keys) const;
    /// False, and nothing changes, when another action has the keys.
    bool setShortcut(ActionId id, const QKeySequence& keys);
    void resetShortcut(ActionId id);

    /// Only what differs from the defaults, by stable name; "" stands for a shortcut that was removed.
    QMap<QString, QString> differences() const;
    /// Unknown names and conflicting keys are skipped and returned, so that the caller can report them.
    QStringList applyDifferences(const QMap<QString, QString>& differences);

    /// Turns a whole scope on or off without changing the state of its actions.
    void setScopeEnabled(ActionScope scope, bool on);
    bool isScopeEnabled(ActionScope scope) const;
    /// Whether the action may be used while its scope is on. (QAction::setEnabled alone would be lost with the scope.)
    void setAvailable(ActionId id, bool on);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void shortcutChanged(quarterdeck::ui::ActionId id);

private:
    void retranslate();
    void refreshEnabled(ActionId id);

    static constexpr std::size_t count = static_cast<std::size_t>(ActionId::Count);
    std::array<QAction*, count> m_actions{};
    std::array<bool, count> m_isAvailable{};
    std::array<bool, 3> m_isScopeOn{true, true, true};
};

} // namespace quarterdeck::ui
