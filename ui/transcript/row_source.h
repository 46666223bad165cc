#pragma once

#include "session/library.h"
#include "session/receiver.h"
#include "ui/transcript/presentation.h"

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui::transcript {

class RowPresenter;

/// Where rows come from: a channel of a session, now or as it was at a moment.
struct RowPlace
{
    conversation::SessionId session;
    conversation::ChannelKey channel;
    std::optional<conversation::EventSeq> asOf;
    friend bool operator==(const RowPlace&, const RowPlace&) = default;
};

/// Reads rows from the library and has them presented on the reader thread; the ui thread gets finished JSON. Answers
/// to an older generation are dropped. Thread: ui.
class RowSource final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RowSource)
public:
    explicit RowSource(std::shared_ptr<session::Library> library, QObject* parent = nullptr);
    ~RowSource() override;

    void setPresentation(Presentation presentation);
    [[nodiscard]] const Presentation& presentation() const;

    /// From here on everything is asked and answered for this place; the new generation is returned.
    int open(RowPlace place);
    /// The same channel at another moment: no new generation, answers on their way stay good enough.
    void setAsOf(std::optional<conversation::EventSeq> asOf) { m_place.asOf = asOf; }
    [[nodiscard]] const RowPlace& place() const { return m_place; }
    [[nodiscard]] int generation() const { return m_generation; }

    /// `rowsRead` or `failed` follows. An older generation is ignored.
    void request(int generation, int request, int first, int count);
    /// Presents these rows again; `rowsChanged` follows for those that stand in the channel.
    void refresh(const std::vector<conversation::EventSeq>& seqs);
    void refresh(int first, int count);

    /// Rows that are looked up by one call of `refresh`; beyond it, refresh what is in sight.
    static constexpr std::size_t maxRefreshed = 60;

signals:
    void rowsRead(const QString& json);    ///< `rows` of the page's contract
    void rowsChanged(const QString& json); ///< `changed` of the page's contract
    void failed(const quarterdeck::session::Error& error);

private:
    /// What comes back from the reader thread.
    struct Answer
    {
        int generation = 0;
        QString rows; ///< JSON; at most one of these two is filled
        QString changed;
        std::optional<session::Error> error;
    };
    void take(const Answer& answer);
    /// Reads these rows and answers with `changed`.
    void readChanged(conversation::Ordinal first, int count);

    std::shared_ptr<session::Library> m_library;
    std::shared_ptr<const RowPresenter> m_presenter;
    RowPlace m_place;
    int m_generation = 0;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
