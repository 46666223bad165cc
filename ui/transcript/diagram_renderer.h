#pragma once

#include "transcript/page_profile.h"
#include "transcript/work_limit.h"

#include <QObject>
#include <QTimer>
#include <deque>
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
/// loaded with the first diagram and released after a while without any. Thread: ui.
class DiagramRenderer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiagramRenderer)
public:
    static constexpr int limitMs = 2'000;
    static constexpr int warmUpLimitMs = 15'000;
    static constexpr int idleMs = 60'000;
    static constexpr std::size_t mostKept = 100;

    /// `limit`: how long each drawing may work, in ms.
    explicit DiagramRenderer(QObject* parent = nullptr, int limit = limitMs);
    ~DiagramRenderer() override;

    /// The page's argument: JSON {"theme", "font"}. Applies to later requests.
    void setTheme(const QString& themeJson) { m_theme = themeJson; }
    /// `finished` follows once, with the same key.
    void render(const QString& key, const QString& source);
    /// Drops pending ones; the current one is completed.
    void dropWaiting() { m_waiting.clear(); }

    [[nodiscard]] qint64 processId() const; ///< 0 = none

signals:
    /// JSON {"svg", "width", "height"} or {"error"}.
    void finished(const QString& key, const QString& resultJson);

private:
    struct Task
    {
        QString key;
        QString source;
        QString theme;
        [[nodiscard]] QString cacheKey() const { return theme + QLatin1Char('\n') + source; }
    };
    using Kept = std::list<std::pair<QString, QString>>; ///< cache key and result, newest first

    void next();
    void load();
    void processEnded();
    void start();
    void draw(const QString& source, int limit);
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
    WorkLimit m_limit;
    QTimer m_idle;
    Kept m_kept;
    std::set<QString> m_tookTooLong; ///< cache keys
};

} // namespace quarterdeck::ui::transcript
