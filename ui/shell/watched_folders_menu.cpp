#include "ui/shell/watched_folders_menu.h"

#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"

#include <QDir>
#include <QEvent>

namespace quarterdeck::ui {

WatchedFoldersMenu::WatchedFoldersMenu(const ActionRegistry& actions, QWidget* parent) : QMenu(parent)
{
    setObjectName(QStringLiteral("menu.watch"));
    addAction(&actions[ActionId::FolderWatch]);
    addSeparator();
    retranslate();
}

void WatchedFoldersMenu::setFolders(const QStringList& folders)
{
    for (QAction* entry : std::as_const(m_entries))
        delete entry;
    m_entries.clear();
    for (const QString& folder : folders) {
        QAction* entry = addAction(theme::withoutShortcut(QDir::toNativeSeparators(folder)));
        entry->setCheckable(true);
        entry->setChecked(true);
        // The entry goes with the folder, but not while it is emitting.
        connect(
            entry, &QAction::triggered, this, [this, folder] { emit unwatched(folder); }, Qt::QueuedConnection);
        m_entries.append(entry);
    }
}

void WatchedFoldersMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void WatchedFoldersMenu::retranslate()
{
    setTitle(tr("&Watched folders"));
    setAccessibleName(tr("Watched folders"));
}

} // namespace quarterdeck::ui
