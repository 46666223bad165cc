#include "ui/dialogs/recovery_report_dialog.h"

#include "ui/dialogs/recovered_row_delegate.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QVBoxLayout>

#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int sessionRowHeight = 28;
constexpr qsizetype longestTitle = 500; ///< what a damaged file holds for one may be anything

} // namespace

RecoveryReportDialog::RecoveryReportDialog(const theme::ThemeController& theme, view::RecoveryReport report,
                                           QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_report(std::move(report))
    , m_summary(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_list(new QListWidget(this))
    , m_kept(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_copy(theme::makeDialogButton(theme, "recoveryReport.copy", this))
    , m_close(theme::makeDialogButton(theme, "recoveryReport.close", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("recoveryReport"));
    m_summary->setObjectName(QStringLiteral("recoveryReport.summary"));
    m_kept->setObjectName(QStringLiteral("recoveryReport.kept"));
    m_list->setObjectName(QStringLiteral("recoveryReport.list"));
    m_list->setMinimumHeight(theme.theme().px(260));
    m_list->setItemDelegate(new RecoveredRowDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true); // there may be thousands
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (QLabel* label : {m_summary, m_kept})
        label->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(m_summary);
    column->addWidget(m_list, 1);
    column->addWidget(m_kept);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    column->addLayout(buttons);
    setMinimumWidth(theme.theme().px(620));
    m_close->setDefault(true);

    connect(m_copy, &QPushButton::clicked, this, &RecoveryReportDialog::copy);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    fill();
    retranslate();
}

void RecoveryReportDialog::fill()
{
    m_summary->setText(m_report.summary);
    m_kept->setText(m_report.kept);
    m_kept->setVisible(!m_report.kept.isEmpty());
    for (const view::RecoveredRow& row : m_report.rows) {
        const QString title = wording::visibleText(row.title, longestTitle).simplified();
        auto* item = new QListWidgetItem(title + u'\n' + row.what, m_list);
        item->setData(RecoveredRowDelegate::fateRole, static_cast<int>(row.fate));
        item->setToolTip(theme::plainToolTip(item->text()));
        item->setSizeHint({0, m_theme.theme().px(sessionRowHeight)});
    }
}

void RecoveryReportDialog::copy()
{
    QGuiApplication::clipboard()->setText(m_report.text);
    m_isCopied = true;
    retranslate();
}

void RecoveryReportDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RecoveryReportDialog::retranslate()
{
    setWindowTitle(tr("What was recovered"));
    setAccessibleName(windowTitle());
    m_list->setAccessibleName(tr("Sessions in the damaged library"));
    theme::setButtonText(m_theme, *m_copy, m_isCopied ? tr("Copied") : tr("Copy"));
    m_copy->setAccessibleName(m_isCopied ? tr("Copied") : tr("Copy the report"));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}

} // namespace quarterdeck::ui
