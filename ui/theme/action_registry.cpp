#include "ui/theme/action_registry.h"

#include "ui/theme/theme_controller.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QHash>

namespace quarterdeck::ui {

namespace {

constexpr std::size_t indexOf(ActionId id) { return static_cast<std::size_t>(id); }

const ActionDescription& describe(ActionId id) { return actionDescriptions()[indexOf(id)]; }

bool canMeet(ActionScope a, ActionScope b) { return a == b || a == ActionScope::Window || b == ActionScope::Window; }

} // namespace

ActionRegistry::ActionRegistry(const theme::ThemeController& theme, QObject* parent) : QObject(parent)
{
    QHash<QString, QActionGroup*> groups;
    m_isAvailable.fill(true);
    for (const ActionDescription& description : actionDescriptions()) {
        auto* action = new QAction(this);
        action->setObjectName(QString::fromLatin1(description.name));
        action->setCheckable(description.isCheckable);
        action->setShortcut(defaultShortcut(description.id));
        action->setShortcutContext(Qt::WindowShortcut);
        action->setMenuRole(description.id == ActionId::AppQuit ? QAction::QuitRole : QAction::NoRole);
        action->setIcon(theme::themedIcon(theme, description.icon));
        action->setIconVisibleInMenu(!description.isCheckable); // there its check mark stands
        if (description.group != nullptr) {
            QActionGroup*& group = groups[QString::fromLatin1(description.group)];
            if (group == nullptr)
                group = new QActionGroup(this);
            group->addAction(action);
        }
        m_actions[indexOf(description.id)] = action;
    }
    retranslate();
    // Translators are installed on the application, which notifies its windows only; the registry is none.
    QCoreApplication::instance()->installEventFilter(this);
}

QAction& ActionRegistry::action(ActionId id) const { return *m_actions[indexOf(id)]; }

QList<QAction*> ActionRegistry::all() const { return {m_actions.begin(), m_actions.end()}; }

std::optional<ActionId> ActionRegistry::idOf(const QString& name)
{
    for (const ActionDescription& description : actionDescriptions()) {
        if (name == QLatin1StringView(description.name))
            return description.id;
    }
    return std::nullopt;
}

QString ActionRegistry::nameOf(ActionId id) { return QString::fromLatin1(describe(id).name); }

QKeySequence ActionRegistry::defaultShortcut(ActionId id) const
{
    return QKeySequence::fromString(QString::fromLatin1(describe(id).keys), QKeySequence::PortableText);
}

QKeySequence ActionRegistry::shortcut(ActionId id) const { return action(id).shortcut(); }

std::optional<ActionId> ActionRegistry::conflict(ActionId id, const QKeySequence& keys) const
{
    if (keys.isEmpty())
        return std::nullopt;
    for (const ActionDescription& other : actionDescriptions()) {
        if (other.id != id && canMeet(other.scope, describe(id).scope) && shortcut(other.id) == keys)
            return other.id;
    }
    return std::nullopt;
}

bool ActionRegistry::setShortcut(ActionId id, const QKeySequence& keys)
{
    if (conflict(id, keys))
        return false;
    if (shortcut(id) == keys)
        return true;
    action(id).setShortcut(keys);
    emit shortcutChanged(id);
    return true;
}

void ActionRegistry::resetShortcut(ActionId id) { setShortcut(id, defaultShortcut(id)); }

QMap<QString, QString> ActionRegistry::differences() const
{
    QMap<QString, QString> result;
    for (const ActionDescription& description : actionDescriptions()) {
        if (shortcut(description.id) != defaultShortcut(description.id))
            result.insert(nameOf(description.id), shortcut(description.id).toString(QKeySequence::PortableText));
    }
    return result;
}

QStringList ActionRegistry::applyDifferences(const QMap<QString, QString>& differences)
{
    QStringList refused;
    // First free all keys that change, since two actions may have swapped theirs.
    for (auto it = differences.begin(); it != differences.end(); ++it) {
        if (const auto id = idOf(it.key()))
            action(*id).setShortcut({});
    }
    for (auto it = differences.begin(); it != differences.end(); ++it) {
        const auto id = idOf(it.key());
        const auto keys = QKeySequence::fromString(it.value(), QKeySequence::PortableText);
        if (!id || !setShortcut(*id, keys)) {
            refused.append(it.key());
            if (id)
                resetShortcut(*id);
        }
    }
    return refused;
}

void ActionRegistry::setScopeEnabled(ActionScope scope, bool on)
{
    m_isScopeOn[static_cast<std::size_t>(scope)] = on;
    for (const ActionDescription& description : actionDescriptions()) {
        if (description.scope == scope)
            refreshEnabled(description.id);
    }
}

bool ActionRegistry::isScopeEnabled(ActionScope scope) const { return m_isScopeOn[static_cast<std::size_t>(scope)]; }

void ActionRegistry::setAvailable(ActionId id, bool on)
{
    m_isAvailable[indexOf(id)] = on;
    refreshEnabled(id);
}

void ActionRegistry::refreshEnabled(ActionId id)
{
    action(id).setEnabled(m_isAvailable[indexOf(id)] && isScopeEnabled(describe(id).scope));
}

bool ActionRegistry::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && watched == QCoreApplication::instance())
        retranslate();
    return QObject::eventFilter(watched, event);
}

void ActionRegistry::retranslate()
{
    for (const ActionDescription& description : actionDescriptions())
        action(description.id).setText(QCoreApplication::translate("ActionRegistry", description.text));
}

} // namespace quarterdeck::ui
