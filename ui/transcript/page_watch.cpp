#include "ui/transcript/page_watch.h"

#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>

namespace quarterdeck::ui::transcript {

PageWatch::PageWatch(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page)
{
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, &PageWatch::ask);
    connect(&m_limit, &WorkLimit::reached, this, [this] {
        stop();
        emit hung();
    });
}

void PageWatch::start()
{
    ++m_round;
    m_limit.stop();
    m_timer.start();
}

void PageWatch::stop()
{
    ++m_round;
    m_limit.stop();
    m_timer.stop();
}

void PageWatch::ask()
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
