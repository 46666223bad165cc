#pragma once

#include <QMenu>

#include <QStringList>

namespace quarterdeck::ui {

class ActionRegistry;

/// Which folders are watched, and the way to watch another. Lives on the ui thread.
class WatchMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchMenu)

public:
    WatchMenu(const ActionRegistry& actions, QWidget* parent);

    /// Each is an entry with a mark.
    void setFolders(const QStringList& folders);

signals:
    /// The person took the mark away.
    void unwatched(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QList<QAction*> m_entries;
};

} // namespace quarterdeck::ui
