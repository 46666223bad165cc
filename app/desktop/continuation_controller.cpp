#include "app/desktop/continuation_controller.h"

#include "app/services/qt_text.h"
#include "model/session/log_records.h"

#include <QElapsedTimer>
#include <QLocale>
#include <QTimer>
#include <utility>

namespace quarterdeck::app {

using conversation::SessionId;
using session::Result;
using transfer::ContinuationJob;
using transfer::ContinuationReport;
using ui::view::NoticeTone;

ContinuationController::ContinuationController(std::shared_ptr<session::Library> library, QObject* parent,
                                               std::chrono::milliseconds patience,
                                               std::shared_ptr<const team::TeamMarks> marks)
    : QObject(parent)
    , m_library(std::move(library))
    , m_patience(patience)
    , m_marks(std::move(marks))
{ }

void ContinuationController::read(const SessionId& recording, Read done)
{
    readContinuableRecording(*m_library, recording, m_receiver.wrap<Result<ContinuableRecording>>(std::move(done)));
}

void ContinuationController::start(const ContinuableRecording& recorded, const team::TeamDefinition& team,
                                   const QString& title, const QString& idea)
{
    const SessionId id(session::newId());
    auto* job = new ContinuationJob(m_library, continuationRequest(recorded, team, title, id, {}, m_marks.get()), this);
    connect(job, &ContinuationJob::finished, this, [this, id, team, idea](const ContinuationReport& report) {
        if (!report.error)
            emit made(id, team.rounds, idea);
    });
    follow(*job, QStringLiteral("continuation.%1").arg(++m_notices), title);
    job->start();
}

void ContinuationController::follow(ContinuationJob& job, const QString& notice, const QString& title)
{
    m_running.insert(notice, &job);
    auto* patience = new QTimer(&job);
    patience->setSingleShot(true);
    const auto isShown = std::make_shared<bool>(false);
    connect(patience, &QTimer::timeout, this, [this, notice, title, isShown] {
        *isShown = true;
        tellProgress(notice, title, {});
    });
    patience->start(m_patience);
    connect(&job, &ContinuationJob::progressed, this,
            [this, isShown, notice, title, last = QElapsedTimer()](qint64 events, qint64 total) mutable {
                constexpr qint64 pauseMs = 300; // nobody reads faster
                if (!*isShown || (last.isValid() && last.elapsed() < pauseMs))
                    return;
                last.start();
                const QLocale locale;
                tellProgress(notice, title,
                             tr("%1 of %2 events.").arg(locale.toString(events), locale.toString(total)));
            });
    connect(&job, &ContinuationJob::finished, this,
            [this, &job, isShown, notice, title](const ContinuationReport& report) {
                m_running.remove(notice);
                job.deleteLater();
                if (report.error)
                    emit noticeRaised({notice,
                                       report.isCancelled ? NoticeTone::Plain : NoticeTone::Danger,
                                       text(report.error->sentence),
                                       tr("Nothing was saved."),
                                       {},
                                       report.isCancelled});
                else if (*isShown)
                    emit noticeRaised(
                        {notice, NoticeTone::Plain, tr("The team of “%1” is continuing.").arg(title), {}, {}, true});
            });
}

void ContinuationController::tellProgress(const QString& notice, const QString& title, const QString& howFar)
{
    ui::view::Notice told{notice, NoticeTone::Plain, tr("Copying the history of “%1”…").arg(title), howFar,
                          tr("Cancel")};
    told.isUpdate = !howFar.isEmpty();
    emit noticeRaised(told);
}

void ContinuationController::cancel(const QString& notice)
{
    if (ContinuationJob* running = m_running.value(notice))
        running->cancel();
}

} // namespace quarterdeck::app
