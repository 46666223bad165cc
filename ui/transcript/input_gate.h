#pragma once

#include <QElapsedTimer>
#include <QObject>

class QWebEnginePage;
class QWidget;

namespace quarterdeck::ui::transcript {

/// Whether a page may act for the person: only just after they did something in it, so that a page whose process was
/// taken over cannot answer, open or copy by itself. Real events of the window system count; nothing in the page can
/// make one. Thread: ui.
class InputGate final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputGate)
public:
    /// How long the page may act after it has seen the event.
    static constexpr int openMs = 1'000;
    /// How long it may take to see it. A page that is busy says nothing meanwhile, neither good nor bad.
    static constexpr int latestMs = 5'000;

    /// `page` must outlive this.
    explicit InputGate(QWebEnginePage& page, QObject* parent = nullptr);

    /// Follows the events of the widget that shows the page; of each one that it gets.
    void watch(QWidget& widget);
    /// The person chose something for the page elsewhere in the window, such as in a menu.
    void open();
    [[nodiscard]] bool isOpen() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWebEnginePage& m_page;
    QElapsedTimer m_happened; ///< invalid: nothing was done yet
    QElapsedTimer m_seen;     ///< invalid: the page has not seen it
    int m_event = 0;          ///< answers about an earlier one do not count
};

} // namespace quarterdeck::ui::transcript
