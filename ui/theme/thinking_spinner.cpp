#include "ui/theme/thinking_spinner.h"

#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QStyle>

#include <chrono>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

// Twelve steps a second are smooth enough for an arc of 14 px and cost little.
constexpr std::chrono::milliseconds step{80};

} // namespace

ThinkingSpinner::ThinkingSpinner(const ThemeController& theme, QObject* parent) : QObject(parent), m_theme(theme)
{
    m_timer.setInterval(step);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        const double part = static_cast<double>(step.count()) / m_theme.theme().motion(Motion::TBreathe);
        m_turn = std::fmod(m_turn + part, 1.0);
        emit turned(m_turn);
    });
}

void ThinkingSpinner::setRunning(bool on)
{
    const bool mayMove = QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
    if (on && mayMove && !m_timer.isActive())
        m_timer.start();
    else if (!on || !mayMove)
        m_timer.stop();
}

} // namespace quarterdeck::ui::theme
