#include "ui/panels/new_results_bar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace quarterdeck::ui {

NewResultsBar::NewResultsBar(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, theme::Color::BgWindow, Qt::TopEdge, parent)
    , m_show(theme::makeButton(theme, QStringLiteral("sessions.foundNews"), {}, theme::ButtonKind::Link,
                               theme::Icon::None, theme::ButtonSize::Small, this))
{
    m_show->setAutoDefault(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 3, 8, 2);
    row->addStretch(1);
    row->addWidget(m_show);
    row->addStretch(1);
    connect(m_show, &QPushButton::clicked, this, &NewResultsBar::wanted);
    retranslate();
    setVisible(false);
}

void NewResultsBar::setCount(int count, bool hasMore)
{
    m_count = count;
    m_hasMore = hasMore;
    retranslate();
    setVisible(count > 0);
}

void NewResultsBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void NewResultsBar::retranslate()
{
    const QString words = m_hasMore ? tr("Show %n or more new result(s)", nullptr, m_count)
                                    : tr("Show %n new result(s)", nullptr, m_count);
    theme::setButtonText(controller(), *m_show, m_count == 0 ? QString() : words);
    m_show->setAccessibleName(words);
}

} // namespace quarterdeck::ui
