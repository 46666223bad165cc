#pragma once

#include "app/services/continuable_recording.h"
#include "model/session/callback_guard.h"
#include "model/session/library.h"
#include "ui/present/notice.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <chrono>
#include <functional>
#include <memory>

namespace quarterdeck::app {

/// Lets teams of recordings go on in sessions of their own: what takes a while shows its progress, and can be
/// cancelled. Thread: ui.
class ContinuationController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContinuationController)
public:
    /// `marks`: of this installation, for the new sessions. `patience`: what takes no longer is reported only if it
    /// fails.
    explicit ContinuationController(std::shared_ptr<session::Library> library, QObject* parent = nullptr,
                                    std::chrono::milliseconds patience = std::chrono::milliseconds{500},
                                    std::shared_ptr<const team::TeamMarks> marks = {});
    ~ContinuationController() override = default;

    using Read = std::function<void(session::Result<ContinuableRecording>)>;
    void read(const conversation::SessionId& recording, Read done);
    /// `team` as the person wants it to run. `idea`: what it is to do next; may be empty. `made` follows, or a notice.
    void start(const ContinuableRecording& recorded, const team::TeamDefinition& team, const QString& title,
               const QString& idea);
    /// Cancels what this notice shows.
    void cancel(const QString& notice);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);
    /// The session is there, with the history, and nobody acts in it yet.
    void made(const quarterdeck::conversation::SessionId& session, int rounds, const QString& idea);

private:
    void follow(transfer::ContinuationJob& job, const QString& notice, const QString& title);
    void tellProgress(const QString& notice, const QString& title, const QString& howFar);

    std::shared_ptr<session::Library> m_library;
    std::chrono::milliseconds m_patience;
    std::shared_ptr<const team::TeamMarks> m_marks;
    int m_notices = 0;
    QHash<QString, transfer::ContinuationJob*> m_running; ///< by the notice
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
