#include "workspace/inspector_controller.h"

#include "ui/present/present.h"

namespace quarterdeck::ui {

InspectorController::InspectorController(InspectorPanel& panel, Dock& dock, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_dock(dock)
    , m_viewed(viewed)
    , m_trace(viewed)
    , m_seen(viewed)
{
    connect(&m_trace, &TraceFinder::found, this, &InspectorController::refresh);
    connect(&m_seen, &SeenFinder::changed, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::pageChosen, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::messageWanted, this, &InspectorController::messageWanted);
    connect(&panel, &InspectorPanel::titleChanged, this,
            [this](const QString& title) { m_dock.title().setSubtitle(title); });
    connect(&viewed, &ViewedSession::sessionChanged, this, &InspectorController::clear);
    connect(&viewed, &ViewedSession::stateChanged, this, &InspectorController::refresh);
}

void InspectorController::clear()
{
    m_chosen.reset();
    m_event.reset();
    m_trace.clear();
    m_seen.clear();
    refresh();
    emit chosenChanged({});
}

void InspectorController::choose(conversation::EventSeq seq)
{
    if (m_viewed.isEmpty())
        return;
    m_chosen = seq;
    emit chosenChanged(seq);
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1, m_receiver.on<Events>([this, seq](Events events) {
        if (!events || events->empty() || events->front().seq != seq || m_chosen != seq)
            return;
        m_event = std::move(events->front());
        refresh();
    }));
}

void InspectorController::refresh()
{
    const auto moment = m_viewed.asOf();
    if (m_chosen && moment && *moment < *m_chosen) {
        clear(); // the clock stands before it
        return;
    }
    InspectorView view;
    if (m_event && m_viewed.state()) {
        m_trace.find(m_event->seq);
        view = present::inspector(*m_event, *m_viewed.state(), m_viewed.members(), m_viewed.isReplaying());
        present::addTrace(view, m_trace.spans(), *m_event);
        m_seen.find(*m_event, m_panel.page() == InspectorPanel::Page::Prompt);
        view.seen.isOffered = m_seen.isOffered();
        view.seen.isRead = m_seen.isRead();
        present::addSeen(view, m_seen.found().prompt.get(), m_viewed.members());
        view.seen.text = m_seen.found().text;
        view.seen.json = m_seen.found().json;
    }
    if (view == m_shown)
        return; // a busy session changes many times a second, and its old messages do not
    m_shown = view;
    m_panel.setView(std::move(view));
}

void InspectorController::showRaw(conversation::EventSeq seq)
{
    choose(seq);
    m_panel.showPage(InspectorPanel::Page::Raw);
}

} // namespace quarterdeck::ui
