#pragma once

#include "model/session/session.h"
#include "ui/transcript/transcript_values.h"

#include <QObject>
#include <QQueue>
#include <QString>
#include <QTimer>
#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::ui::transcript {

/// Rows on their way to the page: the channel escapes every character on the ui thread, so a long text goes in pieces,
/// one per turn of the event loop. Later messages wait. Thread: ui.
class RowChunker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowChunker)
public:
    /// UTF-16 units sent at once: some milliseconds.
    static constexpr qsizetype longestPiece = 200'000;

    explicit RowChunker(QObject* parent = nullptr);

    void sendRows(const QString& json) { send({Kind::Rows, json}); }
    void sendChanged(const QString& json) { send({Kind::Changed, json}); }
    /// Nobody waits for them any more: another channel is opened, or the page is new.
    void forget();

signals:
    /// The next part of the text whose end `rows` or `changed` will bring; empty: what came so far is void.
    void part(const QString& text);
    void rows(const QString& end);
    void changed(const QString& end);

private:
    enum class Kind { Rows, Changed };
    struct Text
    {
        Kind kind = Kind::Rows;
        QString json;
    };
    void send(Text text);
    void sendNext();

    QQueue<Text> m_waiting;
    qsizetype m_sent = 0; ///< of the first
    QTimer m_turn;
};

/// What the page has been told of running replies, so that it is told only what is new: long ones change fifty times a
/// second. Pure.
class StreamingDiff
{
public:
    /// How many bytes of a reply's beginning are sent. The page shows fewer, and says so.
    static constexpr std::size_t longest = 800'000;

    /// The page is new, or shows another channel.
    void clear() { m_texts.clear(); }
    /// The page's `draft`, without its writer and the generation. A draft that is no longer here (`isHere`) leaves the
    /// page at once, a finished one when its message is there.
    [[nodiscard]] nlohmann::json tell(const session::StreamingMessage& draft, bool isHere);

private:
    std::map<std::string, std::string> m_texts; ///< by draft id: what the page has of them
};

/// Running replies on their way to the page: changes of one within a frame are merged. Thread: ui.
class StreamingFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StreamingFeed)
public:
    static constexpr int frameMs = 16;

    explicit StreamingFeed(QObject* parent = nullptr);

    void put(const session::StreamingMessage& draft);
    /// Sends all running ones again: the page is new.
    void sendAll();
    void clear();

signals:
    void due(const quarterdeck::session::StreamingMessage& draft);

private:
    void flush();

    std::map<std::string, session::StreamingMessage> m_drafts;
    std::set<std::string> m_changed;
    QTimer m_frame;
};

/// The line at the view's upper edge, if that cuts a row.
struct LineAtTop
{
    std::int64_t ordinal = 0; ///< the row's
    LineInRow line;
};

/// The line is included if it is in the row at the upper edge.
[[nodiscard]] ScrollPosition scrollPosition(const Anchor& anchor, const std::optional<LineAtTop>& line);
/// `anchor` of the page's contract; with the line, if it is in the row at the upper edge.
[[nodiscard]] nlohmann::json anchorJson(const Anchor& anchor, const std::optional<LineAtTop>& line);

/// `Search` of the page's contract. `isToReveal`: its place in the selected row should be scrolled into view.
[[nodiscard]] nlohmann::json searchJson(const Search& search, int generation, bool isToReveal);

} // namespace quarterdeck::ui::transcript
