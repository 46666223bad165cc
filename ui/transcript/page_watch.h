#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QWebEnginePage;

namespace quarterdeck::ui::transcript {

/// Asks a page now and then whether it still answers. Thread: ui.
class PageWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageWatch)
public:
    static constexpr int intervalMs = 1'000;
    static constexpr int patienceMs = 5'000;

    /// `page` must outlive this.
    explicit PageWatch(QWebEnginePage& page, QObject* parent = nullptr);

    void start();
    void stop();

signals:
    void answered();
    /// No answer for `patienceMs`; the watch has stopped.
    void hung();

private:
    void ask();

    QWebEnginePage& m_page;
    QTimer m_timer;
    QElapsedTimer m_asked; ///< valid while an answer is outstanding
    int m_round = 0;       ///< answers to an earlier page are none
};

} // namespace quarterdeck::ui::transcript
