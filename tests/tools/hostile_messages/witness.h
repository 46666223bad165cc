#pragma once

#include "support/canary.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <QUrl>

class QWebEnginePage;

namespace quarterdeck::hostile {

/// Sees what a page asks of the world: requests, other places, other programs; and how long the ui thread was away.
/// Nothing that it sees is let through. Thread: ui.
class Witness final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Witness)
public:
    Witness(QWebEnginePage& page, const test::Canary* canary, QObject* parent = nullptr);
    ~Witness() override;

    void reset();

    [[nodiscard]] int calls() const { return m_canary == nullptr ? 0 : m_canary->calls - m_callsBefore; }
    [[nodiscard]] int blocked() const { return m_blocked; }
    [[nodiscard]] int navigations() const { return m_navigations; }
    [[nodiscard]] const QStringList& opened() const { return m_opened; } ///< addresses handed to the desktop
    [[nodiscard]] qint64 longestGapMs() const { return m_longestGapMs; }

public slots:
    void open(const QUrl& url) { m_opened << url.toString(); }

private:
    const test::Canary* m_canary;
    int m_callsBefore = 0;
    int m_blocked = 0;
    int m_navigations = 0;
    QStringList m_opened;
    QTimer m_beat;
    QElapsedTimer m_sinceBeat;
    qint64 m_longestGapMs = 0;
};

} // namespace quarterdeck::hostile
