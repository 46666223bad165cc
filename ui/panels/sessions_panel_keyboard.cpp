#include "ui/panels/sessions_panel.h"

#include "ui/panels/session_delegate.h"

#include "ui/panels/session_list_model.h"
#include "ui/theme/search_field.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QListView>

// Where the focus is in the list, and what its keys do.
namespace quarterdeck::ui {

bool SessionsPanel::eventFilter(QObject* watched, QEvent* event)
{
    // A note is as tall as it needs to be.
    if (watched == m_list->viewport() && event->type() == QEvent::Resize && !m_model->found().note.isEmpty())
        QMetaObject::invokeMethod(m_list, &QListView::doItemsLayout, Qt::QueuedConnection);
    if (watched == m_list && event->type() == QEvent::KeyPress && takeListKey(*static_cast<QKeyEvent*>(event)))
        return true;
    // From the keyboard it goes to the list, from the mouse to its viewport.
    if (event->type() == QEvent::ContextMenu && (watched == m_list || watched == m_list->viewport())) {
        askForMenu(*static_cast<QContextMenuEvent*>(event));
        return true;
    }
    if (watched == m_search && event->type() == QEvent::KeyPress && takeFieldKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return Surface::eventFilter(watched, event);
}

bool SessionsPanel::takeListKey(const QKeyEvent& event)
{
    const QString session = sessionAt(m_list->currentIndex());
    const bool isForRow = event.key() == Qt::Key_F2 || event.key() == Qt::Key_Delete;
    if (isForRow && !session.isEmpty())
        m_stoodOn = session;
    if (event.matches(QKeySequence::Undo))
        emit undoRequested();
    else if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        enter(m_list->currentIndex());
    else if (event.key() == Qt::Key_F2 && !session.isEmpty())
        emit renameRequested(session);
    else if (event.key() == Qt::Key_Delete && !session.isEmpty())
        emit archiveRequested(session);
    else
        return false;
    return true;
}

void SessionsPanel::askForMenu(const QContextMenuEvent& event)
{
    if (event.reason() == QContextMenuEvent::Mouse) {
        const QModelIndex index = m_list->indexAt(m_list->viewport()->mapFromGlobal(event.globalPos()));
        emit menuRequested(sessionAt(index), event.globalPos());
        return;
    }
    const QModelIndex index = m_list->currentIndex();
    const QRect row = m_list->visualRect(index);
    emit menuRequested(sessionAt(index), m_list->viewport()->mapToGlobal(row.bottomLeft()));
}

QString SessionsPanel::sessionAt(const QModelIndex& index) const
{
    const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
    const bool isSession = index.isValid() && kind == SessionListModel::Kind::Session;
    return isSession ? index.data(SessionListModel::RowRole).value<view::SessionRow>().id : QString();
}

/// Down leads from the field into the results, Enter to the first one.
bool SessionsPanel::takeFieldKey(int key)
{
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (key != Qt::Key_Down && !(isEnter && !m_search->text().trimmed().isEmpty()))
        return false;
    QModelIndex first;
    for (int row = 0; row < m_model->rowCount() && !first.isValid(); ++row) {
        const QModelIndex index = m_model->index(row);
        const auto kind = static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
        const bool isFound = kind != SessionListModel::Kind::NeedsYou || m_search->text().trimmed().isEmpty();
        if (isFound && index.flags().testFlag(Qt::ItemIsEnabled))
            first = index;
    }
    if (first.isValid()) {
        m_list->setFocus(Qt::TabFocusReason);
        stand(first);
        if (isEnter)
            enter(first);
    }
    return true;
}

void SessionsPanel::enter(const QModelIndex& index)
{
    choose(index);
    if (!sessionAt(index).isEmpty())
        emit readingRequested();
}

void SessionsPanel::setCurrentSession(const QString& id)
{
    m_model->setCurrent(id);
    m_delegate->setClicked({});
    // Somebody who is moving through the results stays there.
    if (m_model->found().isAsked && m_list->currentIndex().isValid())
        return;
    highlightSession(id);
}

void SessionsPanel::highlightSession(const QString& id)
{
    if (const QModelIndex at = m_model->indexOf(id); at.isValid()) {
        stand(at);
        m_list->scrollTo(at);
    }
    m_stoodOn = id;
}

void SessionsPanel::stand(const QModelIndex& index)
{
    m_list->setCurrentIndex(index);
    m_stoodOn = sessionAt(index); // also where the index was there before
}

/// A session that returns to the list gets the focus back.
void SessionsPanel::standAgain()
{
    if (m_stoodOn.isEmpty() || sessionAt(m_list->currentIndex()) == m_stoodOn)
        return;
    if (const QModelIndex at = m_model->indexOf(m_stoodOn); at.isValid())
        m_list->setCurrentIndex(at);
}

void SessionsPanel::tellNotOpened()
{
    m_delegate->setClicked({});
    m_list->viewport()->update();
}

} // namespace quarterdeck::ui
