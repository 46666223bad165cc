#pragma once

#include <QByteArray>
#include <QColor>
#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <vector>

class QWebEngineView;

namespace quarterdeck::ui::transcript {

/// Registers the scheme `app` with the web engine. Once per process, before any QApplication.
void registerTranscriptScheme();

/// Chooses how pages are painted: in software if there is no GPU, since a software scene graph leaves the ui thread
/// free and an emulated GL does not. Call it after QApplication is made and before the first page; the environment
/// takes precedence, except that nobody debugs our pages from elsewhere.
void prepareRendering();

/// Chromium's switches without those through which another program could look into our pages or steer them.
[[nodiscard]] QByteArray withoutRemoteControl(const QByteArray& switches);
/// Whether pages run without their sandbox although this process may have one: by the environment, and not as root, for
/// whom Chromium has none.
[[nodiscard]] bool isSandboxOff(const QByteArray& switches, bool isDisabled, bool isRoot);
[[nodiscard]] bool isSandboxOff();
/// For reports: the version of Chromium in Qt WebEngine, and up to which one security patches were taken over.
[[nodiscard]] QString webEngineVersion();

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
