#include "transcript/page_watch.h"

#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>

namespace quarterdeck::ui::transcript {

PageWatch::PageWatch(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page)
{
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, &PageWatch::ask);
}

void PageWatch::start()
{
    ++m_round;
    m_asked.invalidate();
    m_timer.start();
}

void PageWatch::stop()
{
    ++m_round;
    m_asked.invalidate();
    m_timer.stop();
}

void PageWatch::ask()
{
    if (m_asked.isValid()) {
        if (m_asked.elapsed() >= patienceMs) {
            stop();
            emit hung();
        }
        return;
    }
    m_asked.start();
    m_page.runJavaScript(QStringLiteral("0"), QWebEngineScript::ApplicationWorld,
                         [watch = QPointer(this), round = m_round](const QVariant&) {
                             if (!watch || watch->m_round != round)
                                 return;
                             watch->m_asked.invalidate();
                             emit watch->answered();
                         });
}

} // namespace quarterdeck::ui::transcript
