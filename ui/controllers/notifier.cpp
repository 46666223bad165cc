#include "ui/controllers/notifier.h"

#include "ui/present/present.h"
#include "ui/present/questions.h"
#include "ui/present/routing_text.h"

#include <QApplication>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <utility>

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

namespace {

constexpr qsizetype longestText = 200;
constexpr int mostMarks = 10; ///< on one character

/// Variation selectors, which belong to the character before them.
bool isVariation(char32_t c) { return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef); }

/// Letters and marks according to Unicode, but invisible.
bool isDrawnAsNothing(char32_t c)
{
    constexpr std::array<char32_t, 11> fillers{0x34f,  0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
                                               0x180c, 0x180d, 0x2800, 0x3164, 0xffa0};
    return std::find(fillers.begin(), fillers.end(), c) != fillers.end();
}

bool isSeen(char32_t c)
{
    return QChar::isPrint(c) && !QChar::isSpace(c) && !QChar::isSurrogate(c) && !isDrawnAsNothing(c);
}

/// A notification is plain desktop text: no markup, no control or direction characters from an agent, nothing invisible
/// or stacked, and not long. Any run of blanks becomes a single one, or the question might be pushed out of what is
/// shown.
QString plain(const std::string& text)
{
    QString result;
    const QString all = wording::text(text);
    int marks = 0; // in a row
    for (qsizetype at = 0; at < all.size() && result.size() < longestText;) {
        const bool isPair = all[at].isHighSurrogate() && at + 1 < all.size() && all[at + 1].isLowSurrogate();
        const char32_t c = isPair ? QChar::surrogateToUcs4(all[at], all[at + 1]) : all[at].unicode();
        const QStringView written = QStringView(all).mid(at, isPair ? 2 : 1);
        at += written.size();
        marks = QChar::isMark(c) ? marks + 1 : 0;
        if (isVariation(c) || marks > mostMarks)
            continue;
        if (isSeen(c))
            result += written;
        else if (!result.isEmpty() && !result.endsWith(u' '))
            result += u' ';
    }
    return result.trimmed();
}

/// Most desktops render the body as markup; what the others get has no escapes (NotificationMarkup).
QString plainBody(const std::string& text) { return plain(text).toHtmlEscaped(); }

/// Titles are shown literally, so escapes would be visible. A desktop that expects markup finds none.
QString plainTitle(const std::string& text)
{
    return plain(text).replace(u'<', QChar(0x2039)).replace(u'>', QChar(0x203a));
}

conversation::Timestamp now() { return {QDateTime::currentMSecsSinceEpoch()}; }

/// Something is expected to happen in it, not by the person.
bool isAwaited(const session::SessionSummary& session)
{
    return session.kind != conversation::SessionKind::Imported && session.areTimesKnown
        && session.runState == conversation::RunState::Running && session.openQuestions.empty()
        && session::runAlertOf(session).news == session::RunAlertKind::None && !session::isMemberPaused(session);
}

} // namespace

Notifier::Notifier(HubProxy& hub, QWidget& window, QObject* parent, Clock clock)
    : QObject(parent)
    , m_hub(hub)
    , m_window(window)
    , m_clock(clock ? std::move(clock) : &now)
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, &Notifier::lookForSilence);
    connect(&hub, &HubProxy::sessionsChanged, this, &Notifier::look);
    QTimer::singleShot(0, this, &Notifier::prepareTray);
}

Notifier::~Notifier() = default;

/// What is to be known of it should be known before it is needed.
void Notifier::prepareTray()
{
    if (!m_markup && QSystemTrayIcon::isSystemTrayAvailable())
        m_markup = std::make_unique<NotificationMarkup>(QDBusConnection::sessionBus());
}

void Notifier::setStallMinutes(int minutes)
{
    m_stallMinutes = minutes;
    lookForSilence();
}

QString Notifier::titleOf(const session::SessionSummary& session, const conversation::Question& question)
{
    const QString asker = plainTitle(question.asker.str());
    return session.isScripted ? tr("%1 asks you (scripted demo)").arg(asker) : tr("%1 asks you").arg(asker);
}

QString Notifier::textOf(const conversation::Question& question)
{
    const present::QuestionText text = present::questionText(question.text);
    // If nothing but a diff is shown, that is what the question is about.
    for (const QString& part : {text.words, text.after, text.diff})
        if (const QString shown = plainBody(part.toStdString()); !shown.isEmpty())
            return shown;
    return {};
}

void Notifier::look()
{
    if (!m_hub.isListed())
        return;
    for (std::size_t i = 0; i < m_hub.sessions().size(); ++i) {
        const session::SessionSummary& session = m_hub.sessions()[i];
        const bool isKnown = m_hub.unchanged()[i] && !m_isFirstLook;
        if (isKnown || session.kind == conversation::SessionKind::Imported)
            continue;
        for (const conversation::OpenQuestion& open : session.openQuestions)
            if (m_known.insert(open.question.id).second && !m_isFirstLook) {
                emit questionCame(open.question.id);
                announce(session.id, titleOf(session, open.question), textOf(open.question),
                         QSystemTrayIcon::Information);
            }
        lookAt(session);
    }
    m_isFirstLook = false;
    lookForSilence();
}

/// A run that ended with a question was announced with that.
void Notifier::lookAt(const session::SessionSummary& session)
{
    const session::RunAlert standing = session::runAlertOf(session);
    const auto [seen, isNew] =
        m_seen.try_emplace(session.id, Seen{standing.news, m_isFirstLook ? session.lastSeq : conversation::EventSeq{}});
    const bool isNews = std::exchange(seen->second.news, standing.news) != standing.news;
    const bool isFirstHeld = std::exchange(seen->second.held, session.held) == 0 && session.held > 0;
    if (isNew)
        return;
    if (isFirstHeld)
        tellHeld(session);
    if (isNews && session.openQuestions.empty())
        tellNews(session, standing);
}

void Notifier::tellHeld(const session::SessionSummary& session)
{
    announce(session.id, tr("A message from %1 is held and waits for you").arg(plainTitle(session.heldFrom)),
             nameOf(session), QSystemTrayIcon::Information);
}

void Notifier::tellNews(const session::SessionSummary& session, const session::RunAlert& standing)
{
    using session::RunAlertKind;
    QString title;
    switch (standing.news) {
    case RunAlertKind::None:
    case RunAlertKind::Held: // told when it was held
        return;
    case RunAlertKind::Paused:
        title = tr("The run is paused");
        break;
    case RunAlertKind::Finished:
        title = tr("The run has finished");
        break;
    case RunAlertKind::NothingToDo:
        title = tr("The team has nothing more to do");
        break;
    case RunAlertKind::Failed:
        title =
            standing.who.empty() ? tr("The run is paused") : tr("%1 could not continue").arg(plainTitle(standing.who));
        break;
    }
    const bool isBad = standing.news == RunAlertKind::Failed;
    announce(session.id, title, nameOf(session), isBad ? QSystemTrayIcon::Warning : QSystemTrayIcon::Information);
}

/// Only where something happened since the program started: a run left days ago is not news.
void Notifier::lookForSilence()
{
    m_silence.stop();
    const qint64 longest = qint64{60'000} * m_stallMinutes;
    qint64 next = longest;
    for (const session::SessionSummary& session : m_hub.sessions()) {
        if (longest == 0 || !isAwaited(session))
            continue;
        const auto seen = m_seen.find(session.id);
        if (seen == m_seen.end() || session.lastSeq <= seen->second.first || session.lastSeq <= seen->second.stalled)
            continue;
        const qint64 left = longest - (m_clock().msSinceEpoch - session.lastActivity.msSinceEpoch);
        if (left > 0) {
            next = std::min(next, left);
            continue;
        }
        seen->second.stalled = session.lastSeq;
        announce(session.id, tr("Nothing has happened for %n minute(s)", nullptr, m_stallMinutes), nameOf(session),
                 QSystemTrayIcon::Warning);
    }
    if (longest > 0)
        m_silence.start(static_cast<int>(std::max<qint64>(next, 1)));
}

QString Notifier::nameOf(const session::SessionSummary& session)
{
    return plainBody(present::titleOf(session.title, session.isScripted).toStdString());
}

void Notifier::tell(const conversation::SessionId& session, const std::string& program, const std::string& text,
                    QSystemTrayIcon::MessageIcon icon)
{
    //: What a notification of the desktop begins with; %1 is a program, such as Claude Code
    const QString title = icon == QSystemTrayIcon::Critical ? tr("Error from %1")
        //: What a notification of the desktop begins with; %1 is a program, such as Claude Code
        : icon == QSystemTrayIcon::Warning ? tr("Warning from %1")
                                           //: What a notification of the desktop begins with; %1 is a program
                                           : tr("Message from %1");
    announce(session, title.arg(plainTitle(program)), plainBody(text), icon);
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
    prepareTray();
    if (!m_markup || !QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_tray) {
        m_tray = std::make_unique<QSystemTrayIcon>(QApplication::windowIcon());
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, &Notifier::openAnnounced);
    }
    m_tray->show();
    m_tray->showMessage(title, m_markup->written(text), icon);
    m_markup->ask();
}

} // namespace quarterdeck::ui
