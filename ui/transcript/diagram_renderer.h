#pragma once

#include "ui/transcript/page_profile.h"
#include "ui/transcript/page_recovery.h"

#include <QByteArray>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>

namespace quarterdeck::ui::transcript {

class IsolatedPage;

/// Draws mermaid diagrams, one at a time, in a hidden page with a process of its own: what takes longer than 2 s is
/// killed there, unnoticed by the transcript. A process's first drawing, which compiles the library, is one of our own
/// and may take longer. Caches what the page made of a source, a drawing or what is wrong with it; failures around it
/// (a process that ended, a busy machine) may succeed the next time, but nothing gets a third attempt. The page is
/// loaded with the first diagram and released after a while without any. SVG that others made is drawn there as well,
/// and comes back as pixels: such a text can ask for any amount of work, and a reader of it within this process would
/// have all that this process has. Thread: ui.
class DiagramRenderer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiagramRenderer)
public:
    static constexpr int limitMs = 2'000;
    static constexpr int warmUpLimitMs = 15'000;
    static constexpr int idleMs = 60'000;
    static constexpr std::size_t mostKept = 100;

    using Drawn = std::function<void(const QByteArray& png)>;

    /// `limit`: how long each drawing may work, in ms.
    explicit DiagramRenderer(QObject* parent = nullptr, int limit = limitMs);
    ~DiagramRenderer() override;

    /// The page's argument: JSON {"theme", "font"}. Applies to later requests.
    void setTheme(const QString& themeJson) { m_theme = themeJson; }
    /// `finished` follows once, with the same key.
    void render(const QString& key, const QString& source);
    /// `done` follows once, later, with a PNG of the SVG on white, or with nothing; or never, if `asker` is gone.
    void draw(const QObject& asker, const QByteArray& svg, Drawn done);
    /// Drops pending ones, of which drawings become nothing; the current one is completed.
    void dropWaiting();

    [[nodiscard]] qint64 processId() const; ///< 0 = none

signals:
    /// JSON {"svg", "width", "height"} or {"error"}.
    void finished(const QString& key, const QString& resultJson);

private:
    struct Task
    {
        QString key; ///< of an SVG its hash
        QString source;
        QString theme;
        Drawn done = {}; ///< of an SVG
        QPointer<const QObject> asker = {};
        [[nodiscard]] bool isSvg() const { return static_cast<bool>(done); }
        [[nodiscard]] bool isForgotten() const { return isSvg() && asker.isNull(); }
        [[nodiscard]] QString cacheKey() const;
    };
    using Kept = std::list<std::pair<QString, QString>>; ///< cache key and result, newest first

    void next();
    void load();
    void processEnded();
    void start();
    void run(const QString& call, const QString& source, int limit);
    void take(const QString& resultJson);
    void poll();
    void finish(const QString& resultJson);
    void fail(const QString& sentence);
    void recover();
    void keep(const QString& cacheKey, const QString& result);

    std::unique_ptr<PageProfile> m_profile; ///< made with the first page: one that ends unused can end the program
    std::unique_ptr<IsolatedPage> m_page;   ///< after the profile: destroyed before it
    bool m_isLoaded = false;
    bool m_isWarm = false; ///< the page has drawn our test
    QString m_theme = QStringLiteral("light");
    std::deque<Task> m_waiting;
    std::optional<Task> m_current;
    int m_drawingLimit;
    int m_run = 0; ///< identifies the drawing to the page; answers to older ones are dropped
    QTimer m_poll;
    ScriptTimeLimit m_limit;
    QTimer m_idle;
    Kept m_kept;
    std::set<QString> m_tookTooLong; ///< cache keys
};

} // namespace quarterdeck::ui::transcript
