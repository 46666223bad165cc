#include "ui/dialogs/restore_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;

BackupRowDelegate::BackupRowDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

void BackupRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row(option.rect);
    const bool isDamaged = index.data(damagedRole).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    theme::paintRowBackground(*painter, look, row, option.state.testFlag(QStyle::State_Selected),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(Measure::R2));
    const QRectF sign(row.left() + look.px(8), row.top(), look.px(16), row.height());
    theme::paintIcon(*painter, isDamaged ? Icon::TriangleAlert : Icon::History, sign, look.px(16),
                     look.color(isDamaged ? Color::StatusFailed : Color::Text3));
    paintTwoLines(*painter, look, row, row.left() + look.px(34), index.data().toString());
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
    painter->restore();
}

using theme::ButtonKind;
using theme::TextRole;

namespace {

constexpr int restoreRowHeight = 44; ///< two lines and some air

} // namespace

RestoreDialog::RestoreDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_list(new QListWidget(this))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_make(theme::makeDialogButton(theme, "restore.make", this))
    , m_report(theme::makeDialogButton(theme, "restore.report", this))
    , m_cancel(theme::makeDialogButton(theme, "restore.cancel", this))
    , m_restore(theme::makeDialogButton(theme, "restore.restore", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("restore"));
    m_list->setObjectName(QStringLiteral("restore.list"));
    m_list->setMinimumHeight(theme.theme().px(220));
    m_list->setItemDelegate(new BackupRowDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_state->setObjectName(QStringLiteral("restore.state"));
    for (QLabel* label : {m_explanation, m_state})
        label->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(m_explanation);
    column->addWidget(m_list, 1);
    column->addWidget(m_state);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_make);
    buttons->addWidget(m_report);
    m_report->hide();
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_restore);
    column->addLayout(buttons);
    setMinimumWidth(theme.theme().px(560));

    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] { refresh(); });
    connect(m_list, &QListWidget::itemActivated, this, &RestoreDialog::restore);
    connect(m_restore, &QPushButton::clicked, this, &RestoreDialog::restore);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_report, &QPushButton::clicked, this, &RestoreDialog::showReport);
    connect(m_make, &QPushButton::clicked, this, [this] {
        setMaking();
        emit backupRequested();
    });
    retranslate();
}

void RestoreDialog::hideMaking()
{
    m_canMake = false;
    m_make->hide();
    refresh();
}

void RestoreDialog::offerReport() { m_report->show(); }

void RestoreDialog::setBackups(view::BackupRows backups)
{
    m_backups = std::move(backups);
    m_isMaking = false;
    m_list->clear();
    for (const view::BackupRow& backup : *m_backups) {
        auto* item = new QListWidgetItem(backup.when + u'\n' + backup.what, m_list);
        item->setData(BackupRowDelegate::damagedRole, backup.isDamaged);
        item->setSizeHint({0, m_theme.theme().px(restoreRowHeight)});
        if (backup.hasReport)
            m_report->show();
    }
    choose();
    refresh();
}

/// A damaged copy is never preselected, nor what a recovery left if an older copy is complete.
void RestoreDialog::choose()
{
    const auto isRestored = [](const view::BackupRow& row) { return !row.isNewer && !row.isDamaged; };
    const auto isBeforeLoss = [&](const view::BackupRow& row) {
        return isRestored(row) && !row.isAfterLoss && !row.isInPart;
    };
    auto first = std::ranges::find_if(*m_backups, isRestored);
    if (std::ranges::any_of(*m_backups, &view::BackupRow::isAfterLoss)) {
        const auto before = std::ranges::find_if(*m_backups, isBeforeLoss);
        first = before != m_backups->end() ? before : first;
    }
    if (first != m_backups->end())
        m_list->setCurrentRow(static_cast<int>(first - m_backups->begin()));
}

/// The selected entry need not have one; then the latest is meant.
void RestoreDialog::showReport()
{
    const view::BackupRow* file = chosen();
    emit reportRequested(file != nullptr && file->hasReport ? file->path : QString());
}

void RestoreDialog::setMaking()
{
    m_isMaking = true;
    m_failure.clear();
    refresh();
}

void RestoreDialog::setFailure(const QString& sentence)
{
    m_isMaking = false;
    m_failure = sentence;
    refresh();
}

void RestoreDialog::restore()
{
    const view::BackupRow* backup = chosen();
    if (backup == nullptr || backup->isNewer || m_isMaking)
        return;
    emit restoreChosen(backup->path);
    accept();
}

/// Not the current row: a list that gets the focus makes its first row current.
const view::BackupRow* RestoreDialog::chosen() const
{
    const QList<QListWidgetItem*> items = m_list->selectedItems();
    return m_backups && !items.empty() ? &m_backups->at(static_cast<std::size_t>(m_list->row(items.front()))) : nullptr;
}

void RestoreDialog::refresh()
{
    const bool isNewer = chosen() != nullptr && chosen()->isNewer;
    m_restore->setEnabled(!m_isMaking && chosen() != nullptr && !isNewer);
    m_make->setEnabled(m_backups && !m_isMaking);
    const bool isDamaged = chosen() != nullptr && chosen()->isDamaged;
    const bool isAfterLoss = chosen() != nullptr && chosen()->isAfterLoss;
    m_state->setText(m_isMaking      ? tr("A backup is being made and checked…")
                         : isDamaged ? tr("This file is damaged. Whatever can be recovered from it replaces the "
                                          "library; the file itself is kept.")
                         : isNewer   ? tr("This backup was made by a newer version of Quarterdeck, and this version "
                                            "could not write to it. Update Quarterdeck to restore it.")
                         : !m_failure.isEmpty() ? m_failure
                         : isAfterLoss ? tr("This backup was made after a recovery and lacks what was lost. A backup "
                                            "from before the damage may still have it.")
                         : !m_backups  ? tr("Reading the backups…")
                         : !m_backups->empty() ? QString()
                         : m_canMake
                         ? tr("There is no backup yet. The first one is made a few minutes after Quarterdeck starts.")
                         : tr("There are no backups."));
    m_state->setVisible(!m_state->text().isEmpty());
    // For a damaged copy this does something else.
    theme::setButtonText(m_theme, *m_restore, isDamaged ? tr("Recover") : tr("Restore"));
    m_restore->setAccessibleName(m_restore->text());
}

void RestoreDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RestoreDialog::retranslate()
{
    setWindowTitle(tr("Restore a backup"));
    setAccessibleName(windowTitle());
    m_explanation->setText(tr("The library goes back to how it was then. The current one is kept beside it. The window "
                              "closes for a moment, and runs stop."));
    m_list->setAccessibleName(tr("Backups"));
    theme::setButtonText(m_theme, *m_make, tr("Back up now"));
    m_make->setAccessibleName(tr("Make a backup now"));
    theme::setButtonText(m_theme, *m_report, tr("Show report…"));
    m_report->setAccessibleName(tr("Show what was recovered"));
    theme::setButtonText(m_theme, *m_cancel, tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    refresh();
}

} // namespace quarterdeck::ui
