#include "workspace/notifier.h"

#include "present/question_text.h"
#include "ui/wording/routing_words.h"

#include <QApplication>

namespace quarterdeck::ui {

namespace {

/// A notification is text of the desktop: no markup, no control or direction characters of an agent's making, and not
/// long.
QString plain(const std::string& text)
{
    QString result;
    for (const QChar c : wording::text(text).left(200))
        result += c.isPrint() || c.isHighSurrogate() || c.isLowSurrogate() ? c : QChar(u' ');
    return result.toHtmlEscaped();
}

} // namespace

Notifier::Notifier(HubClient& hub, QWidget& window, QObject* parent) : QObject(parent), m_hub(hub), m_window(window)
{
    connect(&hub, &HubClient::sessionsChanged, this, &Notifier::look);
}

QString Notifier::titleOf(const session::SessionSummary& session, const conversation::Question& question)
{
    const QString asker = plain(question.asker.str());
    return session.isScripted ? tr("%1 asks you (scripted demo)").arg(asker) : tr("%1 asks you").arg(asker);
}

QString Notifier::textOf(const conversation::Question& question)
{
    return plain(present::questionText(QString::fromStdString(question.text)).words.toStdString());
}

void Notifier::look()
{
    if (!m_hub.isListed())
        return;
    for (const session::SessionSummary& session : m_hub.sessions()) {
        if (session.kind == conversation::SessionKind::Imported)
            continue;
        for (const conversation::OpenQuestion& open : session.openQuestions)
            if (m_known.insert(open.question.id).second && !m_isFirstLook)
                announce(session, open.question);
    }
    m_isFirstLook = false;
}

void Notifier::announce(const session::SessionSummary& session, const conversation::Question& question)
{
    emit questionCame(question.id);
    if (m_window.isActiveWindow())
        return;
    QApplication::alert(&m_window);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(QApplication::windowIcon());
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, [this] { emit sessionChosen(m_announced); });
    }
    m_announced = session.id;
    m_tray->show();
    m_tray->showMessage(titleOf(session, question), textOf(question), QSystemTrayIcon::Information);
}

} // namespace quarterdeck::ui
