#include "ui/panels/tab_rows.h"

#include "ui/theme/theme_controller.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr double rowInset = 10;
constexpr double beneath = 8;
constexpr int spacing = 2;
} // namespace

TabRows::TabRows(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
{
    m_column->setSpacing(spacing);
    for (QHBoxLayout*& row : m_rows) {
        row = new QHBoxLayout;
        row->setSpacing(spacing);
        row->addStretch(1);
        m_column->addLayout(row);
    }
}

void TabRows::addTab(QAbstractButton* tab)
{
    m_tabs.push_back(tab);
    arrange();
}

void TabRows::arrange()
{
    const theme::Theme& look = m_theme.theme();
    m_column->setContentsMargins(look.px(rowInset), 0, look.px(rowInset), look.px(beneath));
    const int room = width() - 2 * look.px(rowInset);
    int used = 0;
    std::size_t row = 0;
    for (QAbstractButton* tab : m_tabs) {
        for (QHBoxLayout* one : m_rows)
            one->removeWidget(tab);
        const int wide = tab->isHidden() ? 0 : std::max(tab->minimumWidth(), tab->sizeHint().width()) + spacing;
        if (used + wide > room && row + 1 < m_rows.size()) {
            ++row;
            used = 0;
        }
        used += wide;
        m_rows[row]->insertWidget(m_rows[row]->count() - 1, tab);
    }
}

void TabRows::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace quarterdeck::ui
