#include "ui/transcript/page_watchdog.h"

#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>

namespace quarterdeck::ui::transcript {

PageWatchdog::PageWatchdog(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page)
{
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, &PageWatchdog::ask);
    connect(&m_limit, &ScriptTimeLimit::reached, this, [this] {
        stop();
        emit hung();
    });
}

void PageWatchdog::start()
{
    ++m_round;
    m_limit.stop();
    m_timer.start();
}

void PageWatchdog::stop()
{
    ++m_round;
    m_limit.stop();
    m_timer.stop();
}

void PageWatchdog::ask()
{
    if (m_limit.isRunning())
        return;
    m_limit.start(m_page, limitMs);
    m_page.runJavaScript(QStringLiteral("0"), QWebEngineScript::ApplicationWorld,
                         [watch = QPointer(this), round = m_round](const QVariant&) {
                             if (!watch || watch->m_round != round)
                                 return;
                             watch->m_limit.stop();
                             emit watch->answered();
                         });
}

} // namespace quarterdeck::ui::transcript
