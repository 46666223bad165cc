#pragma once

#include "ui/transcript/script_time_limit.h"

#include <QObject>
#include <QTimer>

class QWebEnginePage;

namespace quarterdeck::ui::transcript {

/// Asks a page now and then whether it still answers. Thread: ui.
class PageWatchdog final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageWatchdog)
public:
    static constexpr int intervalMs = 1'000;
    static constexpr int limitMs = 5'000;

    /// `page` must outlive this.
    explicit PageWatchdog(QWebEnginePage& page, QObject* parent = nullptr);

    void start();
    void stop();

signals:
    void answered();
    /// The page has worked for `limitMs` without an answer; the watch has stopped.
    void hung();

private:
    void ask();

    QWebEnginePage& m_page;
    QTimer m_timer;
    ScriptTimeLimit m_limit; ///< runs while an answer is outstanding
    int m_round = 0;         ///< answers to an earlier page do not count
};

} // namespace quarterdeck::ui::transcript
