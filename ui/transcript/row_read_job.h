#pragma once

#include "model/session/library.h"
#include "ui/transcript/row_presenter.h"
#include "ui/transcript/row_source.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui::transcript {

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
