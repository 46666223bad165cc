#include "ui/controllers/clean_up_controller.h"

#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/theme/form_parts.h"

#include <QCoreApplication>
#include <QHash>

#include <utility>

namespace quarterdeck::ui {

namespace {

struct Removal
{
    Q_DECLARE_TR_FUNCTIONS(Removal)
};

QString withQuestions(const QString& gone, int questions)
{
    if (questions == 0)
        return gone;
    return gone + u'\n' + Removal::tr("%n open question(s) go too: whoever asked gets no answer.", nullptr, questions);
}

QString withBackups(const QString& gone, int weeks)
{
    if (weeks == 0)
        return gone;
    return gone + u'\n'
        + Removal::tr("Backups still contain them: daily and weekly ones for about %n week(s); those made by hand or "
                      "before an update, and libraries that were set aside, for as long as they are kept.",
                      nullptr, weeks);
}

} // namespace

QString removalOfOne(std::int64_t messages, int questions, int backupWeeks)
{
    const QString gone = Removal::tr("Its %n message(s), with the attachments that only it uses, will be deleted from "
                                     "the library. This cannot be undone.",
                                     nullptr, static_cast<int>(messages));
    return withBackups(withQuestions(gone, questions), backupWeeks);
}

QString removalOfMany(int sessions, int questions, int backupWeeks)
{
    const QString gone = Removal::tr("%n session(s), with the attachments that only they use, will be deleted from the "
                                     "library. This cannot be undone.",
                                     nullptr, sessions);
    return withBackups(withQuestions(gone, questions), backupWeeks);
}

QString openQuestionsWarning(const session::SessionSummary& session)
{
    const int questions = openQuestionsIn(session);
    return questions == 0 ? QString()
                          : Removal::tr("%n question(s) in it stay open, under “Needs you”.", nullptr, questions);
}

int openQuestionsIn(const session::SessionSummary& session)
{
    const bool isImportedSession = session.kind == conversation::SessionKind::Imported;
    return isImportedSession ? 0 : static_cast<int>(session.openQuestions.size());
}

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
        m.notices.post({QStringLiteral("cleanUp"), view::NoticeTone::Danger, failure, {}, {}});
    }
    if (m_deleted > 0)
        m.notices.post({QStringLiteral("cleanedUp"),
                        view::NoticeTone::Plain,
                        tr("%n session(s) deleted.", nullptr, m_deleted),
                        {},
                        {},
                        true});
}

} // namespace quarterdeck::ui
