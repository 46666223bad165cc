#pragma once

#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/panels/inspector_panel.h"
#include "ui/shell/dock.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

/// Reads the spans recorded around an event. Most sessions have none, and nothing is read. Thread: ui.
class TraceLookup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceLookup)
public:
    explicit TraceLookup(CurrentSession& viewed, QObject* parent = nullptr);

    /// Reads anew, unless it is the same event and no span came since. `found` follows if the result has changed.
    void find(conversation::EventSeq seq);
    void clear();
    [[nodiscard]] const std::vector<conversation::Span>& spans() const { return m_spans; }

signals:
    void found();

private:
    void readAround(std::int64_t before);
    void take(const session::Rows& rows);

    CurrentSession& m_viewed;
    conversation::EventSeq m_seq;
    std::int64_t m_recorded = 0; ///< events with spans, when it was last read
    std::int64_t m_readings = 0; ///< answers to an earlier one are dropped
    std::vector<conversation::Span> m_spans;
    session::CallbackGuard m_receiver{this};
};

/// One read, on the library's reader thread, of what the model behind a message was given. Keeps itself alive until it
/// has answered, once.
class PromptReadJob final : public std::enable_shared_from_this<PromptReadJob>
{
public:
    struct Wanted
    {
        session::SessionId session;
        std::shared_ptr<const conversation::ConversationState> state; ///< for the names of members
        session::Event event;                                         ///< the message
        conversation::RoleName role;                                  ///< who said it
        team::TeamDefinition team;
    };
    struct Found
    {
        std::shared_ptr<const team::RebuiltPrompt> prompt; ///< null = no model was called, or it cannot be read
        QString text;
        QString json;
    };
    using Done = std::function<void(Found)>;

    PromptReadJob(std::shared_ptr<session::Library> library, Wanted wanted, Done done);

    /// Thread: any. `done` runs on the reader thread.
    void start();

private:
    void takeCount(const session::Result<session::Rows>& rows);
    void readOn();
    void takePiece(const session::Result<session::Rows>& rows);
    void finish();

    std::shared_ptr<session::Library> m_library;
    Wanted m_wanted;
    Done m_done;
    session::RowsRequest m_request; ///< for the inbox as it was then
    std::unique_ptr<team::PromptRebuilder> m_search;
};

/// Knows whether one of this program's agents said a message, and reads on demand what its model was given: once, since
/// a message does not change. Thread: ui.
class PromptLookup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PromptLookup)
public:
    explicit PromptLookup(CurrentSession& viewed, QObject* parent = nullptr);

    /// `isWanted`: somebody looks at what the model was given. `changed` follows when it is known; the same event again
    /// asks for nothing.
    void find(const session::Event& event, bool isWanted);
    void clear();
    /// An agent of this program said it, so there may be something to read.
    [[nodiscard]] bool isOffered() const { return m_role && m_team; }
    [[nodiscard]] bool isRead() const { return m_isRead; }
    /// Without a prompt if there is none, or it is not read yet.
    [[nodiscard]] const PromptReadJob::Found& found() const { return m_found; }

signals:
    void changed();

private:
    void findTeam();
    void takeTeam(const session::Result<std::vector<session::Event>>& first);
    void readIfWanted();

    CurrentSession& m_viewed;
    std::optional<session::Event> m_event;
    std::optional<conversation::RoleName> m_role; ///< who said it
    std::optional<team::TeamDefinition> m_team;   ///< of `m_teamOf`; empty = its agents are not this program's
    std::optional<session::SessionId> m_teamOf;   ///< the one whose start was read
    bool m_isWanted = false;
    bool m_isReading = false;
    bool m_isRead = false;
    std::int64_t m_readings = 0; ///< answers to an earlier one are dropped
    PromptReadJob::Found m_found;
    session::CallbackGuard m_receiver{this};
};

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
