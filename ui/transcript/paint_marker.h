#pragma once

#include <QColor>
#include <QObject>
#include <QTimer>
#include <functional>
#include <vector>

class QWebEngineView;

namespace quarterdeck::ui::transcript {

/// Tells when what a page has drawn is in the widget's pixels: the page's answer comes up to 20 ms too early. Waits for
/// visible pictures and diagrams, has a few pixels in a special colour drawn into the page's corner, waits until they
/// can be grabbed, has them removed, and waits until they are gone. Thread: ui.
class PaintMarker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaintMarker)
public:
    using Done = std::function<void(bool isPainted)>;
    static constexpr int limitMs = 10'000;

    /// `isPagePainted`: whether the page says that it has painted. `view` must outlive this.
    PaintMarker(QWebEngineView& view, std::function<bool()> isPagePainted, QObject* parent = nullptr);

    /// `done` is called once; several may wait.
    void whenPainted(Done done);

private:
    enum class Stage { Idle, PagePaints, MarkerComes, MarkerGoes };
    void look();
    void enter(Stage stage);
    void finish(bool isPainted);
    [[nodiscard]] QColor corner() const;

    QWebEngineView& m_view;
    std::function<bool()> m_isPagePainted;
    std::vector<Done> m_waiting;
    Stage m_stage = Stage::Idle;
    QColor m_color;
    int m_count = 0;
    QTimer m_poll;
    QTimer m_limit;
};

} // namespace quarterdeck::ui::transcript
