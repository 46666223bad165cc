#include "ui/controllers/notification_markup.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace quarterdeck::ui {

namespace {

/// Qt hands notifications to the desktop's server only if the tray is the bus's as well (QDBusTrayIcon).
QDBusMessage traysQuestion()
{
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.kde.StatusNotifierWatcher"), QStringLiteral("/StatusNotifierWatcher"),
        QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
    question << QStringLiteral("org.kde.StatusNotifierWatcher") << QStringLiteral("IsStatusNotifierHostRegistered");
    question.setAutoStartService(false);
    return question;
}

QDBusMessage serversQuestion()
{
    return QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("GetCapabilities"));
}

} // namespace

NotificationMarkup::NotificationMarkup(const QDBusConnection& bus, QObject* parent)
    : QObject(parent)
    , m_bus(bus)
    , m_isServerAsked(bus.isConnected())
{
    ask();
}

void NotificationMarkup::ask()
{
    if (!m_bus.isConnected())
        return;
    auto* tray = new QDBusPendingCallWatcher(m_bus.asyncCall(traysQuestion()), this);
    connect(tray, &QDBusPendingCallWatcher::finished, this, [this, tray] {
        const QDBusPendingReply<QDBusVariant> reply = *tray;
        m_isServerAsked = !reply.isError() && reply.value().variant().toBool();
        tray->deleteLater();
        emit answered();
    });
    auto* server = new QDBusPendingCallWatcher(m_bus.asyncCall(serversQuestion()), this);
    connect(server, &QDBusPendingCallWatcher::finished, this, [this, server] {
        const QDBusPendingReply<QStringList> reply = *server;
        // One that does not answer may be another by the time it is told something.
        m_hasMarkup = reply.isError() || reply.value().contains(QLatin1StringView("body-markup"));
        server->deleteLater();
        emit answered();
    });
}

QString NotificationMarkup::written(const QString& body) const
{
    if (isRead())
        return body;
    QString plain = body;
    plain.replace(QLatin1StringView("&lt;"), QLatin1StringView("<"));
    plain.replace(QLatin1StringView("&gt;"), QLatin1StringView(">"));
    plain.replace(QLatin1StringView("&quot;"), QLatin1StringView("\""));
    return plain.replace(QLatin1StringView("&amp;"), QLatin1StringView("&"));
}

} // namespace quarterdeck::ui
