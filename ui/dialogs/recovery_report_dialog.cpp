#include "ui/dialogs/recovery_report_dialog.h"

#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
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
using theme::TextRole;
using Fate = view::RecoveredRow::Fate;

namespace {

struct Sign
{
    Icon icon;
    Color color;
};

Sign signOf(Fate fate)
{
    switch (fate) {
    case Fate::Nothing:
        return {Icon::OctagonX, Color::StatusFailed};
    case Fate::InPart:
        return {Icon::TriangleAlert, Color::StatusFailed};
    case Fate::Whole:
        break;
    }
    return {Icon::Check, Color::Text3};
}

} // namespace

RecoveredRowDelegate::RecoveredRowDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

void RecoveredRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row(option.rect);
    const auto fate = static_cast<Fate>(index.data(fateRole).toInt());
    const QString text = index.data().toString();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    theme::paintRowBackground(*painter, look, row, option.state.testFlag(QStyle::State_Selected),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(Measure::R2));
    const Sign sign = signOf(fate);
    theme::paintIcon(*painter, sign.icon, QRectF(row.left() + look.px(8), row.top(), look.px(16), row.height()),
                     look.px(16), look.color(sign.color));
    QRectF line = row.adjusted(look.px(34), 0, -look.px(8), 0);
    constexpr double mostOfLine = 0.7;
    const QFont meta = look.font(TextRole::Meta);
    const QString what = text.section(u'\n', 1);
    QRectF end = line;
    end.setLeft(line.right() - std::min(theme::textWidth(meta, what) + 1, line.width() * mostOfLine));
    theme::paintText(*painter, end, what, meta, look.color(fate == Fate::Whole ? Color::Text2 : Color::Text1),
                     Qt::AlignRight | Qt::AlignVCenter);
    line.setRight(end.left() - look.px(12));
    theme::paintText(*painter, line, text.section(u'\n', 0, 0), look.font(TextRole::Ui, QFont::Medium),
                     look.color(Color::Text1));
    if (option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
    painter->restore();
}

using theme::ButtonKind;

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
