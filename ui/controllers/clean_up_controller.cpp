#include "ui/controllers/clean_up_controller.h"

#include "ui/controllers/removal_text.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/theme/warning_box.h"

#include <QHash>
#include <utility>

namespace quarterdeck::ui {

CleanUpController::CleanUpController(const Dependencies& parts, QObject* parent) : QObject(parent), m(parts) { }

void CleanUpController::open()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    m_dialog = new CleanUpDialog(m.theme, &m.window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &CleanUpDialog::removalRequested, this, &CleanUpController::ask);
    connect(m_dialog, &CleanUpDialog::stopRequested, this, [this] { m_left.clear(); });
    connect(&m.hub, &HubProxy::sessionsChanged, m_dialog, [this] {
        if (m_wanted == 0)
            readSizes();
    });
    if (m_wanted > 0)
        m_dialog->setProgress(m_deleted, m_wanted);
    readSizes();
    m_dialog->open();
}

void CleanUpController::readSizes()
{
    using Sizes = session::Result<std::vector<session::SessionSize>>;
    m.library.readSizes(m_receiver.wrap<Sizes>([this](const Sizes& sizes) {
        if (m_dialog && sizes)
            show(*sizes);
        else if (m_dialog)
            m_dialog->endProgress(wording::text(sizes.error().sentence));
    }));
}

void CleanUpController::show(const std::vector<session::SessionSize>& sizes)
{
    QHash<QString, session::SessionSize> taken;
    for (const session::SessionSize& size : sizes)
        taken.insert(QString::fromStdString(size.id.str()), size);
    view::ArchivedRows rows;
    for (const session::SessionSummary& session : m.hub.sessions()) {
        if (!session.labels.archivedAt)
            continue;
        const QString id = QString::fromStdString(session.id.str());
        const session::SessionSize size = taken.value(id);
        rows.push_back({id, present::titleOf(session.title, session.isScripted), *session.labels.archivedAt,
                        size.events + size.attachments, static_cast<int>(session.messageCount), size.attachments,
                        size.shared});
    }
    m_dialog->setSessions(std::move(rows));
}

void CleanUpController::ask(const QStringList& sessions)
{
    const auto count = static_cast<int>(sessions.size());
    int questions = 0;
    for (const QString& id : sessions)
        if (const auto* session = m.hub.find(conversation::SessionId(id.toStdString())); session != nullptr)
            questions += openQuestionsIn(*session);
    const auto [box, removal] =
        theme::makeWarningBox(m.theme, QStringLiteral("cleanUp.removal"),
                              {tr("Delete for good"), tr("Delete %n session(s)?", nullptr, count),
                               removalOfMany(count, questions, m_backupWeeks), tr("Delete")},
                              m_dialog);
    connect(removal, &QPushButton::clicked, this, [this, sessions] { begin(sessions); });
    box->open();
}

void CleanUpController::begin(const QStringList& sessions)
{
    m_left = sessions;
    m_wanted = static_cast<int>(sessions.size());
    m_deleted = 0;
    removeNext();
}

/// The hub refuses what was taken out of the archive meanwhile.
void CleanUpController::removeNext()
{
    if (m_left.isEmpty())
        return end({});
    if (m_dialog)
        m_dialog->setProgress(m_deleted, m_wanted);
    const conversation::SessionId id(m_left.takeFirst().toStdString());
    m.hub.remove(id, [self = QPointer(this), id](const session::Result<session::Nothing>& gone) {
        if (self.isNull())
            return;
        if (!gone)
            return self->end(wording::text(gone.error().sentence));
        ++self->m_deleted;
        if (self->m.viewed.id() == id)
            self->m.viewed.clear();
        self->removeNext();
    });
}

void CleanUpController::end(const QString& failure)
{
    m_left.clear();
    m_wanted = 0;
    if (m_dialog) {
        m_dialog->endProgress(failure);
        readSizes();
    } else if (!failure.isEmpty()) {
        emit noticeRaised({QStringLiteral("cleanUp"), view::NoticeTone::Danger, failure, {}, {}});
    }
    if (m_deleted > 0)
        emit noticeRaised({QStringLiteral("cleanedUp"),
                           view::NoticeTone::Plain,
                           tr("%n session(s) deleted.", nullptr, m_deleted),
                           {},
                           {},
                           true});
}

} // namespace quarterdeck::ui
