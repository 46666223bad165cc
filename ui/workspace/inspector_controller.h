#pragma once

#include "session/receiver.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/shell/dock.h"
#include "ui/workspace/viewed_session.h"
#include "workspace/seen_finder.h"
#include "workspace/trace_finder.h"

#include <QObject>
#include <optional>

namespace quarterdeck::ui {

/// Shows the chosen row in the inspector. Thread: ui.
class InspectorController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorController)
public:
    InspectorController(InspectorPanel& panel, Dock& dock, ViewedSession& viewed, QObject* parent = nullptr);

    void choose(conversation::EventSeq seq);
    void clear();
    [[nodiscard]] std::optional<conversation::EventSeq> chosen() const { return m_chosen; }
    /// The raw form of the chosen message.
    void showRaw(conversation::EventSeq seq);
    /// Says it anew: the state, the replay's moment or the language is another.
    void refresh();

signals:
    void chosenChanged(quarterdeck::conversation::EventSeq seq); ///< 0 = nothing
    /// The person wants to see that message where it stands.
    void messageWanted(quarterdeck::conversation::EventSeq seq);

private:
    struct MadeForm
    {
        conversation::EventSeq seq; ///< 0 = none
        std::string format;
        QString text;
    };
    /// The raw form of the chosen one, in a format other than ours.
    [[nodiscard]] const QString& rawAs(const std::string& format);
    void readFirst();

    InspectorPanel& m_panel;
    Dock& m_dock;
    ViewedSession& m_viewed;
    std::optional<conversation::EventSeq> m_chosen;
    std::optional<session::Event> m_event; ///< the chosen one, once it is read
    std::optional<session::Event> m_first; ///< of the session, once it is read
    MadeForm m_made;
    InspectorView m_shown;
    TraceFinder m_trace;
    SeenFinder m_seen;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
