#pragma once

#include "model/conversation/ids.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <utility>
#include <vector>

class QWebEnginePage;

namespace quarterdeck::ui::transcript {

/// Ends a page's process at once, when its script does not return; QWebEnginePage::renderProcessTerminated follows.
/// Does nothing without a process (pid 0).
void endRenderProcess(std::int64_t pid);

/// The processor time, in ms, used so far by the thread of a page's scripts and layout, the first of its process. Empty
/// if the process has ended, or the system does not tell.
[[nodiscard]] std::optional<std::int64_t> workedMs(std::int64_t pid);

/// Limits how long a page may work at something. What counts is the processor time of its script thread: on a busy
/// machine, or while its process is stopped, a page that does nothing wrong is not ended. A page that waits for
/// something that never comes uses no time, so elapsed time is limited as well, and alone if the process's time is
/// unknown. Thread: ui.
class ScriptTimeLimit final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScriptTimeLimit)
public:
    /// How many times that limit may pass in elapsed time.
    static constexpr int patience = 6;
    /// How many times before there is a process at all.
    static constexpr int patienceForProcess = 2;

    explicit ScriptTimeLimit(QObject* parent = nullptr);

    /// From now on, rather than from an earlier start. The page may get another process meanwhile, or its first.
    void start(const QWebEnginePage& page, int milliseconds);
    void stop() { m_timer.stop(); }
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

signals:
    /// Once for each start that is not stopped.
    void reached();

private:
    void look();
    [[nodiscard]] std::int64_t leftMs() const;

    QTimer m_timer;
    QElapsedTimer m_since;
    QPointer<const QWebEnginePage> m_page;
    int m_limitMs = 0;
    std::int64_t m_process = 0;  ///< at the start; 0 = none
    std::int64_t m_workedMs = 0; ///< by then
};

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

/// The rows that the page has, and those which it has begun to draw, at least in part, without proving that it survives
/// them. Pure.
class CrashSuspects
{
public:
    /// As many as are drawn between two layouts: the one at fault need not be the last.
    static constexpr std::size_t most = 12;
    /// As many as the page has at once.
    static constexpr std::size_t mostDrawn = 150;

    void add(conversation::EventSeq seq)
    {
        putLast(m_fresh, seq, most);
        putLast(m_drawn, seq, mostDrawn);
    }
    /// What was drawn before this answer may be laid out after it, so it takes two answers to prove a row.
    void pageAnswered() { m_older = std::exchange(m_fresh, {}); }
    /// The page is reloaded, or has others.
    void clear() { *this = {}; }
    /// The last ones, in the order of drawing; afterwards there are none.
    [[nodiscard]] std::vector<conversation::EventSeq> take()
    {
        std::vector<conversation::EventSeq> rows = std::exchange(m_older, {});
        for (const conversation::EventSeq seq : std::exchange(m_fresh, {}))
            putLast(rows, seq, most);
        return rows;
    }
    /// Everything that the page has, if nobody can tell which it is: the last ones drawn. Afterwards there are none.
    [[nodiscard]] std::vector<conversation::EventSeq> takeDrawn()
    {
        const CrashSuspects all = std::exchange(*this, {});
        return all.m_drawn;
    }

private:
    using Rows = std::vector<conversation::EventSeq>;

    /// Each once.
    static void putLast(Rows& rows, conversation::EventSeq seq, std::size_t size)
    {
        rows.erase(std::remove(rows.begin(), rows.end(), seq), rows.end());
        rows.push_back(seq);
        if (rows.size() > size)
            rows.erase(rows.begin());
    }

    Rows m_older;
    Rows m_fresh;
    Rows m_drawn;
};

/// How often a crashing page may be brought back automatically. Pure.
class ReloadLimiter
{
public:
    static constexpr std::size_t mostReloads = 3;
    static constexpr std::int64_t windowMs = 60'000;

    /// Whether it may be reloaded now; if so this reload is counted. `nowMs`: any monotonic clock.
    [[nodiscard]] bool spend(std::int64_t nowMs)
    {
        if (left(nowMs) == 0)
            return false;
        m_reloads.push_back(nowMs);
        return true;
    }
    /// How often it may be reloaded now.
    [[nodiscard]] std::size_t left(std::int64_t nowMs)
    {
        while (!m_reloads.empty() && nowMs - m_reloads.front() >= windowMs)
            m_reloads.pop_front();
        return mostReloads - m_reloads.size();
    }
    void reset() { m_reloads.clear(); }

private:
    std::deque<std::int64_t> m_reloads;
};

/// What a page asks to be kept for its successor, should it crash: values by name, which nobody here reads. The oldest
/// are dropped. Thread: ui.
class PageState
{
public:
    static constexpr std::size_t most = 500;
    static constexpr qsizetype mostText = 2'000'000; ///< UTF-16 units of all together

    void keep(const QString& name, const QString& value)
    {
        std::erase_if(m_values, [&](const auto& one) { return one.first == name; });
        m_values.emplace_back(name, value);
        while (m_values.size() > most || textOf() > mostText)
            m_values.pop_front();
    }

    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }

    /// `kept` of the page's contract.
    [[nodiscard]] QString json() const
    {
        QJsonObject values;
        for (const auto& [name, value] : m_values)
            values.insert(name, value);
        return QString::fromUtf8(
            QJsonDocument(QJsonObject{{QStringLiteral("values"), values}}).toJson(QJsonDocument::Compact));
    }

private:
    [[nodiscard]] qsizetype textOf() const
    {
        qsizetype sum = 0;
        for (const auto& [name, value] : m_values)
            sum += name.size() + value.size();
        return sum;
    }

    std::list<std::pair<QString, QString>> m_values;
};

} // namespace quarterdeck::ui::transcript
