#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/prompt_lookup.h"
#include "ui/controllers/trace_lookup.h"
#include "ui/panels/inspector_panel.h"
#include "ui/shell/dock.h"

#include <QObject>
#include <optional>

namespace quarterdeck::ui {

/// Shows the selected row in the inspector. Thread: ui.
class InspectorController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorController)
public:
    InspectorController(InspectorPanel& panel, Dock& dock, CurrentSession& viewed, QObject* parent = nullptr);

    void choose(conversation::EventSeq seq);
    void clear();
    [[nodiscard]] std::optional<conversation::EventSeq> chosen() const { return m_chosen; }
    /// The raw form of the selected message.
    void showRaw(conversation::EventSeq seq);
    /// Shows everything anew: the state, the replay's moment or the language has changed.
    void refresh();

signals:
    void chosenChanged(quarterdeck::conversation::EventSeq seq); ///< 0 = nothing
    /// The person wants to see that message in its place.
    void messageRequested(quarterdeck::conversation::EventSeq seq);

private:
    struct MadeForm
    {
        conversation::EventSeq seq; ///< 0 = none
        std::string format;
        QString text;
    };
    /// The raw form of the selected one, in a foreign format.
    [[nodiscard]] const QString& rawAs(const std::string& format);
    void readFirst();

    InspectorPanel& m_panel;
    Dock& m_dock;
    CurrentSession& m_viewed;
    std::optional<conversation::EventSeq> m_chosen;
    std::optional<session::Event> m_event; ///< the selected one, once it is read
    std::optional<session::Event> m_first; ///< of the session, once it is read
    MadeForm m_made;
    InspectorState m_shown;
    TraceLookup m_trace;
    PromptLookup m_seen;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
