#include "ui/panels/copy_range_bar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QShortcut>

namespace quarterdeck::ui {

using theme::ButtonSize;
using theme::Color;

CopyRangeBar::CopyRangeBar(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_says(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_toEnd(theme::makeButton(theme, QStringLiteral("range.toEnd"), {}, theme::ButtonKind::Normal, theme::Icon::None,
                                ButtonSize::Small, this))
    , m_close(theme::makeIconButton(theme, QStringLiteral("range.close"), {}, theme::Icon::X, ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("rangeBar"));
    m_says->setObjectName(QStringLiteral("range.says"));
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_says);
    row->addWidget(m_toEnd);
    row->addStretch(1);
    row->addWidget(m_close);
    connect(m_toEnd, &QPushButton::clicked, this, &CopyRangeBar::toEndRequested);
    connect(m_close, &QToolButton::clicked, this, &CopyRangeBar::close);
    // The transcript may have the focus; shortcuts of hidden widgets are inactive.
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    connect(escape, &QShortcut::activated, this, &CopyRangeBar::close);
    connect(escape, &QShortcut::activatedAmbiguously, this, &CopyRangeBar::close); // the page's, which leaves a replay
    connect(&theme, &theme::ThemeController::changed, this, &CopyRangeBar::resizeParts);
    resizeParts();
    retranslate();
    hide();
}

void CopyRangeBar::resizeParts()
{
    layout()->setContentsMargins(theme().px(14), theme().px(4), theme().px(14), theme().px(5));
    layout()->setSpacing(theme().px(10));
}

void CopyRangeBar::open() { show(); }

void CopyRangeBar::close()
{
    if (!isOpen())
        return;
    hide();
    emit closed();
}

void CopyRangeBar::setRange(const view::CopiedRange& range)
{
    const QLocale locale;
    m_range = range;
    const bool isAsking = range.count == 0;
    m_toEnd->setVisible(isAsking);
    m_says->setText(isAsking ? tr("Copying from row %1: click the last row").arg(locale.toString(range.first))
                             : tr("Copying: %1 of %2").arg(locale.toString(range.read), locale.toString(range.count)));
}

void CopyRangeBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void CopyRangeBar::retranslate()
{
    setAccessibleName(tr("Copy several messages"));
    theme::setButtonText(controller(), *m_toEnd, tr("To the end"));
    m_close->setAccessibleName(tr("Cancel"));
    m_close->setToolTip(theme::toolTipWithShortcut(tr("Cancel"), QKeySequence(Qt::Key_Escape)));
    setRange(m_range);
}

} // namespace quarterdeck::ui
