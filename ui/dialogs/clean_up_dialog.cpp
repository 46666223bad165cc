#include "ui/dialogs/clean_up_dialog.h"

#include "ui/present/quantities.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int cleanUpRowHeight = 44; ///< two lines and some air
constexpr int idRole = Qt::UserRole;

} // namespace

CleanUpDialog::CleanUpDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_order(new theme::SegmentedChoice(theme, this))
    , m_all(theme::makeDialogButton(theme, "cleanUp.all", this))
    , m_list(new QListWidget(this))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "cleanUp.cancel", this))
    , m_delete(theme::makeDialogButton(theme, "cleanUp.delete", this))
{
    setObjectName(QStringLiteral("cleanUp"));
    m_list->setObjectName(QStringLiteral("cleanUp.list"));
    m_list->setMinimumHeight(theme.theme().px(260));
    m_list->setItemDelegate(new CheckRowDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_state->setObjectName(QStringLiteral("cleanUp.state"));
    for (QLabel* label : {m_explanation, m_state})
        label->setWordWrap(true);
    m_order->setChoices({QStringLiteral("cleanUp.oldest"), QStringLiteral("cleanUp.largest")}, {{}, {}});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(m_explanation);
    auto* head = new QHBoxLayout;
    head->addWidget(m_order);
    head->addStretch(1);
    head->addWidget(m_all);
    column->addLayout(head);
    column->addWidget(m_list, 1);
    column->addWidget(m_state);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_delete);
    column->addLayout(buttons);
    setMinimumWidth(theme.theme().px(500));

    connect(m_order, &theme::SegmentedChoice::chosen, this, &CleanUpDialog::fill);
    connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) { take(*item); });
    connect(m_all, &QPushButton::clicked, this, &CleanUpDialog::chooseAll);
    connect(m_delete, &QPushButton::clicked, this,
            [this] { emit removalRequested(QStringList(m_chosen.begin(), m_chosen.end())); });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_deleting > 0)
            emit stopRequested();
        else
            reject();
    });
    retranslate();
}

void CleanUpDialog::setSessions(view::ArchivedRows sessions)
{
    m_sessions = std::move(sessions);
    QSet<QString> still;
    for (const view::ArchivedRow& session : *m_sessions)
        if (m_chosen.contains(session.id))
            still.insert(session.id);
    m_chosen = still;
    fill();
}

void CleanUpDialog::setProgress(int deleted, int of)
{
    m_deleted = deleted;
    m_deleting = of;
    m_failure.clear();
    refresh();
}

void CleanUpDialog::endProgress(const QString& failure)
{
    m_deleting = 0;
    m_failure = failure;
    refresh();
}

void CleanUpDialog::fill()
{
    if (m_sessions) {
        const bool isByAge = m_order->current() == 0;
        std::ranges::stable_sort(*m_sessions, [isByAge](const view::ArchivedRow& one, const view::ArchivedRow& other) {
            return isByAge ? one.archivedAt < other.archivedAt : one.bytes > other.bytes;
        });
        const QSignalBlocker silence(m_list);
        m_list->clear();
        for (const view::ArchivedRow& session : *m_sessions)
            addRow(session);
    }
    refresh();
}

void CleanUpDialog::addRow(const view::ArchivedRow& session)
{
    const QString day = wording::dayInList(session.archivedAt, {QDateTime::currentMSecsSinceEpoch()});
    const QString size = wording::bytes(session.bytes);
    const QStringList facts{
        tr("archived %1").arg(day), tr("%n message(s)", nullptr, session.messages),
        session.attachments > 0 ? tr("%1 (attachments: %2)").arg(size, wording::bytes(session.attachments)) : size};
    auto* item = new QListWidgetItem(session.title + u'\n' + facts.join(QStringLiteral(" · ")), m_list);
    item->setToolTip(theme::plainToolTip(item->text())); // its end may have no room
    item->setData(idRole, session.id);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
    item->setCheckState(m_chosen.contains(session.id) ? Qt::Checked : Qt::Unchecked);
    item->setSizeHint({0, m_theme.theme().px(cleanUpRowHeight)});
}

void CleanUpDialog::take(const QListWidgetItem& item)
{
    const QString id = item.data(idRole).toString();
    if (item.checkState() == Qt::Checked)
        m_chosen.insert(id);
    else
        m_chosen.remove(id);
    m_failure.clear();
    refresh();
}

/// Or none, if all are chosen.
void CleanUpDialog::chooseAll()
{
    const bool areAll = m_chosen.size() == static_cast<qsizetype>(m_sessions->size());
    m_chosen.clear();
    if (!areAll)
        for (const view::ArchivedRow& session : *m_sessions)
            m_chosen.insert(session.id);
    fill();
}

QString CleanUpDialog::stateWords() const
{
    if (m_deleting > 0)
        return tr("%1 of %2 deleted…").arg(m_deleted).arg(m_deleting);
    if (!m_failure.isEmpty())
        return m_failure;
    if (!m_sessions)
        return tr("Reading the sizes…");
    if (m_sessions->empty())
        return tr("The archive is empty.");
    return m_chosen.isEmpty() ? takenWords() : freedWords();
}

QString CleanUpDialog::takenWords() const
{
    qint64 all = 0;
    qint64 attachments = 0;
    for (const view::ArchivedRow& session : *m_sessions) {
        all += session.bytes;
        attachments += session.attachments;
    }
    const QString taken = wording::bytes(all);
    return attachments == 0 ? tr("Nothing is selected. The archive takes up about %1.").arg(taken)
                            : tr("Nothing is selected. The archive takes up about %1 (attachments: %2).")
                                  .arg(taken, wording::bytes(attachments));
}

/// A fork shares the attachments of its origin, which only go when both do.
QString CleanUpDialog::freedWords() const
{
    qint64 freed = 0;
    qint64 shared = 0;
    for (const view::ArchivedRow& session : *m_sessions) {
        if (!m_chosen.contains(session.id))
            continue;
        freed += session.bytes - session.shared;
        shared += session.shared;
    }
    const auto count = static_cast<int>(m_chosen.size());
    const QString words =
        tr("%n session(s) selected; deleting frees about %1.", nullptr, count).arg(wording::bytes(freed));
    return shared == 0
        ? words
        : words + u' ' + tr("Attachments that other sessions also use are kept: %1.").arg(wording::bytes(shared));
}

void CleanUpDialog::refresh()
{
    const bool isIdle = m_sessions && m_deleting == 0;
    m_list->setEnabled(isIdle);
    m_order->setEnabled(isIdle);
    m_all->setEnabled(isIdle && !m_sessions->empty());
    m_delete->setEnabled(isIdle && !m_chosen.isEmpty());
    m_state->setText(stateWords());
    const bool areAll =
        m_sessions && !m_sessions->empty() && m_chosen.size() == static_cast<qsizetype>(m_sessions->size());
    theme::setButtonText(m_theme, *m_all, areAll ? tr("Select none") : tr("Select all"));
    m_all->setAccessibleName(m_all->text());
    theme::setButtonText(m_theme, *m_cancel, m_deleting > 0 ? tr("Stop") : tr("Close"));
    m_cancel->setAccessibleName(m_cancel->text());
}

void CleanUpDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void CleanUpDialog::retranslate()
{
    setWindowTitle(tr("Clean up"));
    setAccessibleName(windowTitle());
    m_explanation->setText(
        tr("Archived sessions can be deleted for good, along with the attachments only they use. Nothing is selected "
           "automatically, however old it is. Attachments that no session uses are removed at the next start."));
    m_order->setNames({tr("Oldest first"), tr("Largest first")});
    m_order->setAccessibleName(tr("Order"));
    m_list->setAccessibleName(tr("Archived sessions"));
    theme::setButtonText(m_theme, *m_delete, tr("Delete…"));
    m_delete->setAccessibleName(tr("Delete…"));
    fill();
}

} // namespace quarterdeck::ui
