#include "ui/controllers/inspector_controller.h"

#include "model/formats/export/message_form.h"
#include "ui/present/present.h"

namespace quarterdeck::ui {

namespace {

using Events = session::Result<std::vector<session::Event>>;

}

InspectorController::InspectorController(InspectorPanel& panel, Dock& dock, CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_dock(dock)
    , m_viewed(viewed)
    , m_trace(viewed)
    , m_seen(viewed)
{
    connect(&m_trace, &TraceLookup::found, this, &InspectorController::refresh);
    connect(&m_seen, &PromptLookup::changed, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::pageChosen, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::rawFormatChosen, this, &InspectorController::refresh);
    connect(&panel, &InspectorPanel::messageRequested, this, &InspectorController::messageRequested);
    connect(&panel, &InspectorPanel::titleChanged, this,
            [this](const QString& title) { m_dock.title().setSubtitle(title); });
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        m_first.reset();
        m_made = {};
        clear();
    });
    connect(&viewed, &CurrentSession::stateChanged, this, &InspectorController::refresh);
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
    readFirst();
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1,
                                  m_receiver.wrap<Events>([this, seq](Events events) {
                                      if (!events || events->empty() || events->front().seq != seq || m_chosen != seq)
                                          return;
                                      m_event = std::move(events->front());
                                      refresh();
                                  }));
}

/// It tells where the session came from.
void InspectorController::readFirst()
{
    if (m_first)
        return;
    m_viewed.library().readEvents(m_viewed.id(), {0}, 1,
                                  m_receiver.wrap<Events>([this, session = m_viewed.id()](Events events) {
                                      if (!events || events->empty() || m_viewed.isEmpty() || m_viewed.id() != session)
                                          return;
                                      m_first = std::move(events->front());
                                      refresh();
                                  }));
}

/// Done once: a busy session changes many times a second, but its old messages do not.
const QString& InspectorController::rawAs(const std::string& format)
{
    const formats::ExportFormat* wanted = formats::exportFormat(format);
    const bool isMade = m_made.seq == m_event->seq && m_made.format == format;
    if (!isMade && wanted != nullptr && m_first)
        m_made = {m_event->seq, format,
                  QString::fromStdString(formats::messageForm(*wanted, *m_first, *m_event, *m_viewed.state()))};
    else if (!isMade)
        m_made = {};
    return m_made.text;
}

void InspectorController::refresh()
{
    const auto moment = m_viewed.asOf();
    if (m_chosen && moment && *moment < *m_chosen) {
        clear(); // the clock stands before it
        return;
    }
    InspectorState view;
    if (m_event && m_viewed.state()) {
        m_trace.find(m_event->seq);
        view = present::inspector(*m_event, *m_viewed.state(), m_viewed.members(), m_viewed.isReplaying());
        const std::string format = m_panel.rawFormat();
        if (m_panel.page() == InspectorPanel::Page::Raw && !format.empty())
            view.raw = rawAs(format);
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
