#pragma once

#include <QMenu>

#include <QStringList>

namespace quarterdeck::ui {

class ActionRegistry;

/// The watched folders, and the way to watch another. Lives on the ui thread.
class WatchedFoldersMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedFoldersMenu)

public:
    WatchedFoldersMenu(const ActionRegistry& actions, QWidget* parent);

    /// Each is a checked entry.
    void setFolders(const QStringList& folders);

signals:
    /// The person unchecked it.
    void unwatched(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QList<QAction*> m_entries;
};

} // namespace quarterdeck::ui
