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
            if (m_known.insert(open.question.id).second && !m_isFirstLook) {
                emit questionCame(open.question.id);
                announce(session.id, titleOf(session, open.question), textOf(open.question),
                         QSystemTrayIcon::Information);
            }
    }
    m_isFirstLook = false;
}

void Notifier::tell(const conversation::SessionId& session, const std::string& program, const std::string& text,
                    QSystemTrayIcon::MessageIcon icon)
{
    //: What a notification of the desktop begins with; %1 is a program, such as Claude Code
    announce(session, tr("%1 tells you").arg(plain(program)), plain(text), icon);
}

void Notifier::openAnnounced() { emit sessionChosen(m_announced); }

void Notifier::announce(const conversation::SessionId& session, const QString& title, const QString& text,
                        QSystemTrayIcon::MessageIcon icon)
{
    if (m_window.isActiveWindow() || m_muted.contains(QString::fromStdString(session.str())))
        return;
    QApplication::alert(&m_window);
    m_announced = session;
    emit announced(title, text);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(QApplication::windowIcon());
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, &Notifier::openAnnounced);
    }
    m_tray->show();
    m_tray->showMessage(title, text, icon);
}

} // namespace quarterdeck::ui
