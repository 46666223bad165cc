#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/prompt_read_job.h"

#include <QObject>
#include <optional>

namespace quarterdeck::ui {

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

} // namespace quarterdeck::ui
