#include "ui/controllers/labels_controller.h"

#include "ui/controllers/clean_up_controller.h"
#include "ui/dialogs/session_dialog.h"
#include "ui/panels/session_list_model.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"
#include "ui/theme/form_parts.h"

#include <QActionGroup>
#include <QDateTime>
#include <QMenu>
#include <QPointer>
#include <QPushButton>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace quarterdeck::ui {

namespace {

const QString labelsNoticeId = QStringLiteral("labels");
const QString failureId = QStringLiteral("labelsFailed");
constexpr std::chrono::seconds growthPause{3};
/// How many sessions' choices are remembered.
constexpr qsizetype mostMuted = 1000;

QString nameOf(const session::SessionSummary& session) { return present::titleOf(session.title, session.isScripted); }

QAction* add(QMenu& menu, const char* objectName, const QString& text, const QKeySequence& key = {})
{
    QAction* action = menu.addAction(text);
    action->setObjectName(QString::fromLatin1(objectName));
    action->setShortcut(key); // shown only: the list takes the keys itself
    return action;
}

} // namespace

LabelsController::LabelsController(const Dependencies& parts, QObject* parent) : QObject(parent), m(parts)
{
    connect(&m.panel, &SessionsPanel::menuRequested, this, &LabelsController::showMenu);
    connect(&m.panel, &SessionsPanel::undoRequested, this, &LabelsController::undo);
    connect(&m.panel, &SessionsPanel::renameRequested, this, [this](const QString& id) { edit(Id(id.toStdString())); });
    connect(&m.panel, &SessionsPanel::archiveRequested, this, [this](const QString& id) {
        const session::SessionSummary* session = find(id);
        if (session != nullptr && !session->labels.archivedAt)
            archive(session->id, true);
    });
    connect(&m.hub, &HubProxy::sessionsChanged, this, [this] {
        if (m.panel.model().order() == view::SessionOrder::Size && !m_growing.isActive())
            m_growing.start();
        forgetGranted();
        std::erase_if(m_changes, [this](const Change& change) { return m.hub.find(change.session) == nullptr; });
    });
    connect(&m.hub, &HubProxy::writingChanged, this, [this](const std::optional<session::Error>& trouble) {
        if (!trouble)
            m.notices.withdraw(failureId);
    });
    m_growing.setSingleShot(true);
    m_growing.setInterval(growthPause);
    connect(&m_growing, &QTimer::timeout, this, &LabelsController::readSizes);
}

const session::SessionSummary* LabelsController::find(const QString& id) const
{
    return m.hub.find(Id(id.toStdString()));
}

void LabelsController::showMenu(const QString& id, const QPoint& at)
{
    auto* menu = new QMenu(&m.panel);
    menu->setObjectName(QStringLiteral("sessions.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const session::SessionSummary* session = find(id)) {
        if (!m.library.isReadOnly())
            addSessionActions(*menu, *session);
        if (session->kind != conversation::SessionKind::Imported)
            addMuting(*menu, id);
        emit sessionMenuOpened(*menu, session->id);
        menu->addSeparator();
    }
    addListActions(*menu);
    menu->popup(at);
}

void LabelsController::addSessionActions(QMenu& menu, const session::SessionSummary& session)
{
    const Id id = session.id;
    connect(add(menu, "sessions.edit", tr("&Name, tags and note…"), Qt::Key_F2), &QAction::triggered, this,
            [this, id] { edit(id); });
    if (session.labels.archivedAt) {
        connect(add(menu, "sessions.unarchive", tr("M&ove out of archive")), &QAction::triggered, this,
                [this, id] { archive(id, false); });
        connect(add(menu, "sessions.remove", tr("&Delete for good…")), &QAction::triggered, this,
                [this, id] { askBeforeRemoval(id); });
    } else {
        const bool isPinned = session.labels.isPinned;
        connect(add(menu, "sessions.pin", isPinned ? tr("Un&pin") : tr("&Pin to the top")), &QAction::triggered, this,
                [this, id, isPinned] { pin(id, !isPinned); });
        connect(add(menu, "sessions.archive", tr("&Archive"), Qt::Key_Delete), &QAction::triggered, this,
                [this, id] { archive(id, true); });
    }
    if (!m_changes.empty())
        connect(add(menu, "sessions.undo", tr("&Undo"), QKeySequence::Undo), &QAction::triggered, this,
                &LabelsController::undo);
}

/// Its questions and notices still appear where they are.
void LabelsController::addMuting(QMenu& menu, const QString& id)
{
    QAction* action = add(menu, "sessions.mute", tr("&Mute its notifications"));
    action->setCheckable(true);
    action->setChecked(m_muted.contains(id));
    connect(action, &QAction::triggered, this, [this, id](bool isMuted) {
        m_muted.removeAll(id);
        if (isMuted)
            m_muted.append(id);
        if (m_muted.size() > mostMuted)
            m_muted.removeFirst();
        emit mutedChanged(m_muted);
    });
}

void LabelsController::addListActions(QMenu& menu)
{
    auto* group = new QActionGroup(&menu);
    const auto addOrder = [&](const char* name, const QString& text, view::SessionOrder order) {
        QAction* action = add(menu, name, text);
        action->setCheckable(true);
        action->setChecked(m.panel.model().order() == order);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, order] {
            setOrder(order);
            emit listChanged();
        });
    };
    addOrder("sessions.byActivity", tr("Sort by &latest activity"), view::SessionOrder::Activity);
    addOrder("sessions.byTitle", tr("Sort by &title"), view::SessionOrder::Title);
    addOrder("sessions.byStart", tr("Sort by &start time"), view::SessionOrder::Start);
    addOrder("sessions.bySize", tr("Sort by si&ze"), view::SessionOrder::Size);
    menu.addSeparator();
    QAction* archived = add(menu, "sessions.showArchive", tr("Show the ar&chive"));
    archived->setCheckable(true);
    archived->setChecked(m.panel.model().isArchiveShown());
    connect(archived, &QAction::triggered, this, [this](bool isShown) {
        setArchiveShown(isShown);
        if (isShown && !m.panel.goToArchive())
            m.notices.post({labelsNoticeId, view::NoticeTone::Plain, tr("The archive is empty."), {}, {}, true});
        emit listChanged();
    });
}

void LabelsController::setOrder(view::SessionOrder order)
{
    m.panel.model().setOrder(order);
    if (order == view::SessionOrder::Size)
        readSizes();
}

void LabelsController::setArchiveShown(bool isShown) { m.panel.setArchiveShown(isShown); }

void LabelsController::readSizes()
{
    using Sizes = session::Result<std::vector<session::SessionSize>>;
    m.library.readSizes(m_receiver.wrap<Sizes>([this](const Sizes& sizes) {
        if (!sizes) {
            tellFailure(tr("The sizes of the sessions could not be read."), sizes.error());
            return;
        }
        m_sizes.clear();
        for (const session::SessionSize& size : *sizes)
            m_sizes.insert(QString::fromStdString(size.id.str()), size.events + size.attachments);
        m.panel.model().setSizes(m_sizes);
        emit sizesRead();
    }));
}

void LabelsController::edit(const Id& id)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr || m.library.isReadOnly())
        return;
    auto* dialog = new SessionDialog(m.theme, m.panel.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QStringList tags;
    for (const std::string& tag : session->labels.tags)
        tags.append(QString::fromStdString(tag));
    const bool isNamed = !session->labels.title.empty();
    const QString shown = QString::fromStdString(session->title);
    const SessionDialog::Labels before{isNamed ? shown : QString(), tags.join(QStringLiteral(", ")),
                                       QString::fromStdString(session->labels.note)};
    dialog->setLabels(before, isNamed ? QString() : shown);
    dialog->setFacts([this, id] { return factsOf(id); });
    connect(this, &LabelsController::sizesRead, dialog, &SessionDialog::refreshFacts);
    connect(dialog, &SessionDialog::saveRequested, this, [this, dialog, id] { keepTyped(id, *dialog); });
    readSizes();
    dialog->open();
}

/// The dialog closes once this is stored, so that nothing typed is lost.
void LabelsController::keepTyped(const Id& id, SessionDialog& dialog)
{
    const session::SessionSummary* now = m.hub.find(id);
    if (now == nullptr) {
        dialog.refuse(tr("This session no longer exists."));
        return;
    }
    const SessionDialog::Labels typed = dialog.labels();
    session::SessionLabels labels = wantedLabels(*now);
    labels.title = typed.title.toStdString();
    labels.tags = session::tagsOf(typed.tags.toStdString());
    labels.note = typed.note.toStdString();
    const bool isNameAlone = labels.tags == now->labels.tags && labels.note == now->labels.note;
    const QString name = nameOf(*now);
    const QString failed = (isNameAlone ? tr("“%1” was not renamed.") : tr("“%1” was not changed.")).arg(name);
    keep(id, std::move(labels), {tr("“%1” was changed.").arg(name), failed},
         [open = QPointer(&dialog), failed](bool isKept) {
             if (open.isNull())
                 return;
             if (isKept)
                 open->accept();
             else
                 open->refuse(
                     tr("%1 What you typed is still here. Save it again once the problem is solved.").arg(failed));
         });
}

QString LabelsController::factsOf(const Id& id) const
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr)
        return {};
    QStringList facts{tr("%n message(s)", nullptr, static_cast<int>(session->messageCount))};
    if (session->areTimesKnown)
        facts.append(tr("started %1")
                         .arg(wording::dayOfYear(session->startedAt) + u' ' + wording::clockTime(session->startedAt)));
    if (const auto size = m_sizes.find(QString::fromStdString(id.str())); size != m_sizes.end())
        facts.append(tr("%1 on disk").arg(wording::bytes(*size)));
    return facts.join(QStringLiteral(" · "));
}

void LabelsController::pin(const Id& id, bool isPinned)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr)
        return;
    session::SessionLabels labels = wantedLabels(*session);
    labels.isPinned = isPinned;
    keep(id, std::move(labels),
         {(isPinned ? tr("“%1” is pinned to the top.") : tr("“%1” is no longer pinned.")).arg(nameOf(*session)),
          (isPinned ? tr("“%1” was not pinned.") : tr("“%1” is still pinned.")).arg(nameOf(*session))});
}

void LabelsController::archive(const Id& id, bool isArchived)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr)
        return;
    session::SessionLabels labels = wantedLabels(*session);
    labels.archivedAt.reset();
    if (isArchived)
        labels.archivedAt = conversation::Timestamp{QDateTime::currentMSecsSinceEpoch()};
    keep(id, std::move(labels),
         {(isArchived ? tr("“%1” was archived.") : tr("“%1” was moved out of the archive.")).arg(nameOf(*session)),
          (isArchived ? tr("“%1” was not archived.") : tr("“%1” is still archived.")).arg(nameOf(*session)),
          isArchived ? openQuestionsWarning(*session) : QString()});
}

void LabelsController::keep(const Id& id, session::SessionLabels labels, const Outcomes& outcomes,
                            const std::function<void(bool isKept)>& then)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr || wantedLabels(*session) == labels) {
        if (then)
            then(session != nullptr);
        return;
    }
    send(
        id, labels,
        [this, change = Change{id, wantedLabels(*session)}, outcomes, then](bool isKept) {
            if (isKept) {
                m_changes.push_back(change);
                m.notices.post({labelsNoticeId,
                                view::NoticeTone::Plain,
                                outcomes.done,
                                outcomes.meaning,
                                {tr("Undo"), [this] { undo(); }},
                                true});
            }
            if (then)
                then(isKept);
        },
        outcomes.failed);
}

void LabelsController::undo()
{
    if (m_changes.empty())
        return;
    const Change change = m_changes.back();
    m_changes.pop_back();
    m.panel.highlightSession(QString::fromStdString(change.session.str()));
    send(
        change.session, change.before,
        [this, change, place = m_changes.size()](bool isUndone) {
            if (isUndone)
                m.notices.post({labelsNoticeId, view::NoticeTone::Plain, tr("The change was undone."), {}, {}, true});
            else if (m.hub.find(change.session) != nullptr) // it can be undone when the trouble is over
                m_changes.insert(m_changes.begin() + static_cast<std::ptrdiff_t>(std::min(place, m_changes.size())),
                                 change);
        },
        tr("The change was not undone."));
}

const session::SessionLabels& LabelsController::wantedLabels(const session::SessionSummary& session) const
{
    const auto wish = m_wishes.find(session.id);
    return wish != m_wishes.end() ? wish->second.labels : session.labels;
}

void LabelsController::send(const Id& id, const session::SessionLabels& labels, std::function<void(bool isKept)> done,
                            const QString& failed)
{
    Wish& wish = m_wishes[id];
    wish.labels = labels;
    ++wish.underWay;
    m.hub.setLabels(
        id, labels,
        [self = QPointer(this), id, done = std::move(done), failed](const session::Result<session::Nothing>& kept) {
            if (self.isNull())
                return;
            if (const auto asked = self->m_wishes.find(id); asked != self->m_wishes.end())
                --asked->second.underWay;
            if (kept) {
                self->m.notices.withdraw(failureId);
            } else {
                self->m_wishes.erase(id);
                self->tellFailure(failed, kept.error());
            }
            done(kept.has_value());
        });
}

/// Those that the list shows by now.
void LabelsController::forgetGranted()
{
    std::erase_if(m_wishes, [this](const auto& entry) {
        const auto& [id, wish] = entry;
        const session::SessionSummary* session = m.hub.find(id);
        return session == nullptr || (wish.underWay == 0 && session->labels == wish.labels);
    });
}

void LabelsController::askBeforeRemoval(const Id& id)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr)
        return;
    const auto [box, removal] = theme::makeWarningBox(
        m.theme, QStringLiteral("sessions.removal"),
        {tr("Delete for good"), tr("Delete “%1” for good?").arg(nameOf(*session)),
         removalOfOne(session->messageCount, openQuestionsIn(*session), m_backupWeeks), tr("Delete")},
        m.panel.window());
    removal->setObjectName(QStringLiteral("sessions.removeNow"));
    connect(removal, &QPushButton::clicked, this, [this, id] { remove(id); });
    box->open();
}

void LabelsController::remove(const Id& id)
{
    const session::SessionSummary* session = m.hub.find(id);
    if (session == nullptr)
        return;
    m.hub.remove(id,
                 [self = QPointer(this), id, name = nameOf(*session)](const session::Result<session::Nothing>& gone) {
                     if (self.isNull())
                         return;
                     if (!gone) {
                         self->tellFailure(LabelsController::tr("“%1” was not deleted.").arg(name), gone.error());
                         return;
                     }
                     self->m.notices.withdraw(failureId);
                     if (self->m.viewed.id() == id)
                         self->m.viewed.clear();
                     self->m.notices.post({labelsNoticeId,
                                           view::NoticeTone::Plain,
                                           LabelsController::tr("“%1” was deleted.").arg(name),
                                           {},
                                           {},
                                           true});
                 });
}

/// That nothing at all can be stored is reported once, for the whole library.
void LabelsController::tellFailure(const QString& what, const session::Error& error)
{
    using conversation::ErrorCode;
    const bool isSaid = error.code == ErrorCode::DiskFull || error.code == ErrorCode::Io
        || error.code == ErrorCode::ReadOnly || error.code == ErrorCode::Locked;
    m.notices.post({failureId, view::NoticeTone::Danger, what, isSaid ? QString() : wording::text(error.sentence), {}});
}

} // namespace quarterdeck::ui
