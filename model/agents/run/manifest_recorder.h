#pragma once

#include "model/agents/run/manifest.h"
#include "model/conversation/event.h"
#include "model/session/callback_guard.h"
#include "model/session/session.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <vector>

namespace quarterdeck::team {

/// Records a manifest when a run has ended and its team made or changed files since the last one: nobody acts and
/// nothing is left to do, or the run has finished, was stopped, or has played its rounds. The log alone tells what
/// there is to report, so after a restart it continues where it was, and writes once. If the person wants it, the files
/// are committed first. Thread: engine; the files are examined on a thread of its own.
class ManifestRecorder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ManifestRecorder)
public:
    /// `isActing`: somebody acts. `session` must outlive it.
    ManifestRecorder(session::Session& session, ChosenFolder folder, std::function<bool()> isActing,
                     QObject* parent = nullptr);
    ~ManifestRecorder() override;

    /// Nothing is to be written, as far as the log and who acts are known.
    [[nodiscard]] bool isSettled() const;
    /// Who acts, or the log, has changed.
    void look();

signals:
    void settled();

private:
    using Events = session::Result<std::vector<conversation::Event>>;

    void take(const std::vector<conversation::Event>& events);
    void readOn();
    void read();
    void takeRead(const Events& events);
    void write();
    void record(const Manifest& manifest);
    [[nodiscard]] bool isDue() const;
    [[nodiscard]] bool hasEnded() const;

    session::Session& m_session;
    ChosenFolder m_folder;
    std::function<bool()> m_isActing;
    ArtifactLog m_log; ///< for what came after the newest manifest, as long as that is enough
    QTimer m_rest;
    conversation::EventSeq m_triedUpTo; ///< if it could not be stored, it is not tried again before there is more
    bool m_isReading = false;
    bool m_isUnreadable = false;
    bool m_isWriting = false;
    session::CallbackGuard m_receiver{this};
    QThreadPool m_thread; ///< last, so that it ends first
};

} // namespace quarterdeck::team
