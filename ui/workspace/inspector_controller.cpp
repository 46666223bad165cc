#include "workspace/inspector_controller.h"

#include "ui/present/present.h"

namespace quarterdeck::ui {

InspectorController::InspectorController(InspectorPanel& panel, Dock& dock, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_dock(dock)
    , m_viewed(viewed)
{
    connect(&panel, &InspectorPanel::titleChanged, this,
            [this](const QString& title) { m_dock.title().setSubtitle(title); });
    connect(&viewed, &ViewedSession::sessionChanged, this, &InspectorController::clear);
}

void InspectorController::clear()
{
    m_chosen.reset();
    m_panel.setView({});
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
        if (events && !events->empty() && events->front().seq == seq && m_chosen == seq)
            show(events->front());
    }));
}

void InspectorController::show(const session::Event& event)
{
    if (m_viewed.state())
        m_panel.setView(present::inspector(event, *m_viewed.state(), m_viewed.members(), m_viewed.isReplaying()));
}

void InspectorController::showRaw(conversation::EventSeq seq)
{
    choose(seq);
    m_panel.showPage(InspectorPanel::Page::Raw);
}

} // namespace quarterdeck::ui
