#include "write_session.h"

#include "model/conversation/attachments.h"
#include "model/conversation/channel.h"
#include "pictures.h"
#include "session_maker.h"

#include <QEventLoop>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::test {

using namespace session;

namespace {

constexpr std::size_t batchRecords = 8'000;
constexpr int writesAhead = 3;

/// Writes that are under way, and the first error among them. Completions come on this thread.
class Writes
{
public:
    template <typename T>
    [[nodiscard]] Done<T> track()
    {
        ++m_state->underWay;
        return [state = m_state](const Result<T>& result) {
            --state->underWay;
            if (!result && !state->error)
                state->error = result.error();
        };
    }
    /// Until at most this many are pending.
    void waitFor(int most)
    {
        QEventLoop loop;
        while (m_state->underWay > most)
            loop.processEvents(QEventLoop::WaitForMoreEvents);
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_state->error; }

private:
    struct State
    {
        int underWay = 0;
        std::optional<Error> error;
    };
    std::shared_ptr<State> m_state = std::make_shared<State>();
};

SessionId idOf(const SessionOrder& order)
{
    Random random(order.seed ^ (static_cast<std::uint64_t>(order.messages) << 20U));
    std::string id;
    while (id.size() < 32)
        id += "0123456789abcdef"[random.below(16)];
    return SessionId(id);
}

std::vector<conversation::MediaSource> storePictures(Library& library, Writes& writes, std::uint64_t seed)
{
    Random random(seed);
    std::vector<conversation::MediaSource> sources;
    for (Picture& picture : makePictures(random)) {
        conversation::MediaSource source;
        source.hash = conversation::attachmentHash(picture.bytes);
        source.mediaType = "image/png";
        source.name = picture.name;
        source.size = static_cast<std::int64_t>(picture.bytes.size());
        source.width = picture.width;
        source.height = picture.height;
        sources.push_back(std::move(source));
        library.putAttachment(std::move(picture.bytes), "image/png", picture.width, picture.height,
                              writes.track<AttachmentInfo>());
    }
    return sources;
}

/// Hands a session to the library batch by batch.
class SessionWriting
{
public:
    SessionWriting(Library& library, Writes& writes, SessionId id)
        : m_library(library)
        , m_writes(writes)
        , m_id(std::move(id))
    { }

    void write(std::vector<LogRecord> records, std::vector<ConversationState> snapshots, const ConversationState& state)
    {
        SessionSummary summary = summaryOf(m_id, state);
        summary.isComplete = false;
        auto done = m_writes.track<Nothing>();
        if (std::exchange(m_isCreated, true))
            m_library.append(std::move(summary), std::move(records), std::move(done));
        else
            m_library.createSession(std::move(summary), std::move(records), std::move(done));
        for (ConversationState& snapshot : snapshots)
            m_library.saveSnapshot(m_id, std::move(snapshot), m_writes.track<Nothing>());
    }
    void complete(const ConversationState& state)
    {
        m_library.saveSnapshot(m_id, state, m_writes.track<Nothing>()); // as a live session does when it closes
        m_library.completeSessions({m_id}, m_writes.track<Nothing>());
    }

private:
    Library& m_library;
    Writes& m_writes;
    SessionId m_id;
    bool m_isCreated = false;
};

} // namespace

Result<WrittenSession> writeSession(Library& library, const SessionOrder& order,
                                    const std::function<void(std::int64_t)>& progress)
{
    if (const auto reason = library.readOnlyReason())
        return tl::unexpected(*reason);
    Writes writes;
    SessionMaker maker(order.seed, order.messages, storePictures(library, writes, order.seed));
    const SessionId id = idOf(order);
    SessionWriting writing(library, writes, id);
    std::vector<LogRecord> held;
    for (bool goesOn = true; goesOn && !writes.error();) {
        goesOn = maker.goOn();
        std::vector<LogRecord> made = maker.takeRecords();
        std::move(made.begin(), made.end(), std::back_inserter(held));
        if (held.size() < batchRecords && goesOn)
            continue;
        writes.waitFor(writesAhead);
        writing.write(std::exchange(held, {}), maker.takeSnapshots(), maker.state());
        if (progress)
            progress(maker.state().messageCount());
    }
    writes.waitFor(0);
    if (!writes.error() && !maker.error())
        writing.complete(maker.state());
    writes.waitFor(0);
    if (const auto& error = writes.error() ? writes.error() : maker.error())
        return tl::unexpected(*error);
    return WrittenSession{id, maker.state().messageCount(), maker.state().lastSeq().value,
                          maker.state().rowCount(conversation::channel::everything)};
}

} // namespace quarterdeck::test
