#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/present/members.h"
#include "ui/transcript/row_presenter.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui::transcript {

/// Where rows come from: a channel of a session, now or as it was at a moment.
struct RowQuery
{
    conversation::SessionId session;
    conversation::ChannelKey channel;
    std::optional<conversation::EventSeq> asOf;
    friend bool operator==(const RowQuery&, const RowQuery&) = default;
};

/// Reads rows from the library and has them presented on the reader thread; the ui thread gets finished JSON. Answers
/// to an older generation are dropped. A row may take more than one read, so answers may arrive out of order: rows to
/// be presented again are therefore read one range after the other, each as of the newest moment, and the page's own
/// requests are repeated if something changed meanwhile. Thread: ui.
class RowSource final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowSource)
public:
    explicit RowSource(std::shared_ptr<session::Library> library, QObject* parent = nullptr);
    ~RowSource() override;

    void setPresentation(Presentation presentation);
    [[nodiscard]] const Presentation& presentation() const;
    [[nodiscard]] const RowPresenter& presenter() const { return *m_presenter; }
    /// From now on these are shown as they are in the log, because the page could not draw them, until another session
    /// is opened. Returns whether any of them was not yet.
    bool showPlain(const std::vector<conversation::EventSeq>& seqs);
    /// One of them is shown normally again; `rowsChanged` follows for it.
    void drawAgain(conversation::EventSeq seq);

    /// From now on everything is asked and answered for this place; returns the new generation.
    int open(RowQuery place);
    /// The same channel at another moment: no new generation. Refresh rows that then look different.
    void setAsOf(std::optional<conversation::EventSeq> asOf);
    [[nodiscard]] const RowQuery& place() const { return m_place; }
    [[nodiscard]] int generation() const { return m_generation; }

    /// `rowsRead`, or `requestFailed` and `failed` follow. An older generation is ignored.
    void request(int generation, int request, int first, int count);
    /// Presents these rows again; `rowsChanged` follows for those in the channel. What cannot be read is retried after
    /// a growing pause; others do not wait for it.
    void refresh(const std::vector<conversation::EventSeq>& seqs);
    /// Without that pause.
    void tryAgain();

    /// How many rows one call of `refresh` looks up; beyond it, refresh everything that the page has.
    static constexpr std::size_t maxRefreshed = 60;

signals:
    void rowsRead(const QString& json);    ///< `rows` of the page's contract
    void rowsChanged(const QString& json); ///< `changed` of the page's contract
    void requestFailed(int request);       ///< the page's number for it
    void failed(const quarterdeck::session::Error& error);
    /// The library answers again: something requested after the last failure was read, and no row to be presented again
    /// is still waiting. (What the page requested in vain it requests again itself, if it still wants it.)
    void recovered();

private:
    struct Range
    {
        std::int64_t first = 0;
        int count = 0;
        friend bool operator==(const Range&, const Range&) = default;
    };
    /// The result from the reader thread: JSON for the page.
    struct Answer
    {
        int generation = 0;
        Range range;
        int change = 0; ///< the value of `m_change` when it was requested
        int asked = 0;  ///< this reading's number
        session::Result<QString> text;
        int request = 0; ///< the page's number for it
    };
    void takeRows(const Answer& answer);
    void takeChanged(const Answer& answer);
    /// `rowsChanged` follows for these rows.
    void want(Range range);
    void readNext();
    void readUnread();
    void postpone(Range range);
    void noteFailure(const session::Error& error);
    void noteSuccess(int asked);

    std::shared_ptr<session::Library> m_library;
    std::shared_ptr<const RowPresenter> m_presenter;
    RowQuery m_place;
    int m_generation = 0;
    int m_change = 0;                       ///< grows whenever rows may have begun to look different
    std::deque<Range> m_wanted;             ///< to be presented again, each once
    bool m_isRefreshing = false;            ///< one of them is being read
    std::deque<Range> m_postponed;          ///< those that could not be
    QTimer m_pause;                         ///< before they are tried again
    int m_pauses = 0;                       ///< consecutive ones, until all have been read
    int m_asked = 0;                        ///< readings so far
    std::optional<int> m_askedUntilFailure; ///< of them, when the last one failed; none once that is over
    session::CallbackGuard m_receiver{this};
};

/// One read of rows on the library's reader thread: the rows, then what single rows need in addition (how an open
/// question ended later, how long a private chat took), then their JSON. Keeps itself alive until it has answered,
/// once.
class RowReadJob final : public std::enable_shared_from_this<RowReadJob>
{
public:
    using Done = std::function<void(session::Result<std::int64_t> total, const nlohmann::json& rows)>;

    RowReadJob(std::shared_ptr<session::Library> library, std::shared_ptr<const RowPresenter> presenter, RowQuery place,
               Done done);

    /// Thread: any. `done` runs on the reader thread.
    void start(conversation::Ordinal first, std::int32_t count);

private:
    void takeRows(session::Result<session::Rows> rows);
    void completeFrom(std::size_t index);
    void readLaterEnd(std::size_t index);
    void readPrivateChat(std::size_t index, const conversation::MessagePublished& last);
    /// For the chat that ends at `place.last`: reads back `most` rows, and further if the start is not among them.
    struct ChatPlace
    {
        std::size_t index = 0; ///< the row's
        conversation::ChannelKey channel;
        conversation::DirectChatId chat;
        conversation::Ordinal last;
    };
    void readBack(const ChatPlace& place, std::int32_t most);
    void finish();

    std::shared_ptr<session::Library> m_library;
    std::shared_ptr<const RowPresenter> m_presenter;
    RowQuery m_place;
    Done m_done;
    session::Rows m_rows;
    std::vector<RowExtras> m_extras;
};

} // namespace quarterdeck::ui::transcript
