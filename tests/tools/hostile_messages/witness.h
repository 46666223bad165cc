#pragma once

#include "tests/support/canary.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <QUrl>

class QWebEnginePage;

namespace quarterdeck::hostile {

/// Sees what a page asks of the world: requests, other places, other programs; whether its process ended; and how long
/// the ui thread was away. Nothing that it sees is let through. One at a time. Thread: ui.
class Witness final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Witness)
public:
    Witness(QWebEnginePage& page, const test::Canary* canary, QObject* parent = nullptr);
    ~Witness() override;

    /// Whether a request that a page of ours makes is seen at all. Takes a page's time.
    [[nodiscard]] static bool seesRequests();

    void reset();

    [[nodiscard]] int calls() const { return m_canary == nullptr ? 0 : m_canary->calls - m_callsBefore; }
    /// By any page of the program, also the one that draws diagrams.
    [[nodiscard]] int blocked() const;
    [[nodiscard]] int navigations() const { return m_navigations; }
    [[nodiscard]] int deaths() const { return m_deaths; } ///< of the page's process, also where it was killed
    [[nodiscard]] const QStringList& opened() const { return m_opened; } ///< addresses handed to the desktop
    [[nodiscard]] qint64 longestGapMs() const { return m_longestGapMs; }
    /// What was being done when the ui thread was away longest.
    [[nodiscard]] const QString& longestStep() const { return m_longestStep; }
    /// What is done from now on.
    void begin(const QString& step) { m_step = step; }

public slots:
    void open(const QUrl& url) { m_opened << url.toString(); }

private:
    void beat();

    const test::Canary* m_canary;
    int m_callsBefore = 0;
    int m_blockedBefore = 0;
    int m_navigations = 0;
    int m_deaths = 0;
    QStringList m_opened;
    QTimer m_beat;
    QElapsedTimer m_sinceBeat;
    qint64 m_longestGapMs = 0;
    QString m_step;
    QString m_longestStep;
};

} // namespace quarterdeck::hostile
