#pragma once

#include <QDBusConnection>
#include <QObject>

namespace quarterdeck::ui {

/// Whether the body of a notification is read as markup: where it is not, escapes would be seen. Asks the bus of the
/// desktop without waiting. Until it knows better it is, since then nothing in a text can become an element.
/// Thread: ui.
class NotificationMarkup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NotificationMarkup)
public:
    explicit NotificationMarkup(const QDBusConnection& bus, QObject* parent = nullptr);

    /// Again, for the next one: the desktop's server may be another by then.
    void ask();
    [[nodiscard]] bool isRead() const { return m_isServerAsked && m_hasMarkup; }
    /// `body`, which is markup without any element, as the desktop wants it.
    [[nodiscard]] QString written(const QString& body) const;

signals:
    /// Once for each question, of which `ask` has two.
    void answered();

private:
    QDBusConnection m_bus;
    bool m_isServerAsked = true; ///< otherwise Qt shows notifications itself, as plain text
    bool m_hasMarkup = true;     ///< of the server
};

} // namespace quarterdeck::ui
