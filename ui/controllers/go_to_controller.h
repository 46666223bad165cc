#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/find_bars.h"
#include "ui/present/names_and_links.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QDateTime>
#include <QObject>
#include <cstdint>

namespace quarterdeck::ui {

/// Goes to a row of the current channel: by number, or to the first from a time on; or to the message of a link.
/// Thread: ui.
class GoToController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GoToController)
public:
    GoToController(GoToBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                   CurrentSession& viewed, const ActionRegistry& actions, QObject* parent = nullptr);

signals:
    /// A link to a message was typed, in this session or another, which may not exist.
    void linkFollowed(const quarterdeck::conversation::SessionId& session, quarterdeck::conversation::EventSeq message);

private:
    void begin();
    void read();
    [[nodiscard]] view::GoToTarget place() const;
    void go();
    void goToMoment(const QDateTime& moment);
    void goToRow(std::int64_t row);
    void followLink(const wording::MessageLink& link);

    GoToBar& m_bar;
    transcript::TranscriptView& m_view;
    TranscriptController& m_transcript;
    CurrentSession& m_viewed;
    std::int64_t m_firstInSight = 0;
    QDateTime m_timeInSight; ///< of that row when the bar was opened; null = not read yet
    int m_wanted = 0;        ///< counts openings and jumps: answers to an earlier one are dropped
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
