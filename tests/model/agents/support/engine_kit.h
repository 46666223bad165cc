#pragma once

#include "model/session/session_hub.h"

#include <QObject>
#include <QTemporaryDir>
#include <functional>
#include <future>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

/// A library, a hub and the five usual roles on the test's own thread, which plays the engine. The library is a file if
/// the test closes and reopens it, otherwise it is in memory.
class EngineKit
{
public:
    using Event = quarterdeck::conversation::Event;
    using SessionId = quarterdeck::conversation::SessionId;
    using Session = quarterdeck::session::Session;
    using Wrap =
        std::function<std::shared_ptr<quarterdeck::session::Library>(std::shared_ptr<quarterdeck::session::Library>)>;

    enum class Where { Memory, File };
    explicit EngineKit(Where where = Where::Memory, const Wrap& wrap = {});
    ~EngineKit();
    Q_DISABLE_COPY_MOVE(EngineKit)

    /// Closes hub and library, as at the program's end, and opens them again (File only).
    void reopen();
    /// A new hub on the same library: live sessions are gone.
    void restartHub();
    [[nodiscard]] quarterdeck::session::SessionHub& hub() { return *m_hub; }
    [[nodiscard]] quarterdeck::session::Library& library() { return *m_library; }
    [[nodiscard]] const std::shared_ptr<quarterdeck::session::Library>& sharedLibrary() const { return m_library; }

    /// A session with the five roles; null on failure.
    Session* create(bool isPublic = false);
    Session* create(quarterdeck::conversation::SessionStarted settings,
                    std::vector<quarterdeck::conversation::Role> team);
    Session* open(const SessionId& id);
    /// Submits and waits until it is durable or refused.
    quarterdeck::conversation::Decision submit(Session& session, quarterdeck::conversation::Intent intent);
    /// The person to the leader, or to one role (directly).
    quarterdeck::conversation::Decision tell(Session& session, const std::string& role, const std::string& text,
                                             bool isPrivate = false);
    [[nodiscard]] std::vector<Event> log(const SessionId& id);
    [[nodiscard]] std::vector<Event> inbox(const SessionId& id, const std::string& role);
    [[nodiscard]] std::vector<Event> rows(const SessionId& id, const quarterdeck::conversation::ChannelKey& channel);

private:
    void openLibrary();

    Where m_where;
    Wrap m_wrap;
    QTemporaryDir m_folder;
    QObject m_context;
    std::shared_ptr<quarterdeck::session::Library> m_library;
    std::unique_ptr<quarterdeck::session::SessionHub> m_hub;
};

/// Waits for an answer of the reader thread.
template <typename T>
[[nodiscard]] quarterdeck::conversation::Result<T>
readNow(const std::function<void(quarterdeck::session::Done<T>)>& start)
{
    auto promise = std::make_shared<std::promise<quarterdeck::conversation::Result<T>>>();
    auto future = promise->get_future();
    start([promise](quarterdeck::conversation::Result<T> result) { promise->set_value(std::move(result)); });
    return future.get();
}

[[nodiscard]] std::vector<quarterdeck::conversation::Role> usualTeam();
/// The state after these events.
[[nodiscard]] quarterdeck::conversation::ConversationState
foldOf(const std::vector<quarterdeck::conversation::Event>& events);
/// Texts of the messages among them, in order.
[[nodiscard]] std::vector<std::string> textsOf(const std::vector<quarterdeck::conversation::Event>& events);
template <typename Body>
[[nodiscard]] std::vector<Body> bodiesOf(const std::vector<quarterdeck::conversation::Event>& events)
{
    std::vector<Body> bodies;
    for (const quarterdeck::conversation::Event& event : events)
        if (const auto* body = std::get_if<Body>(&event.body))
            bodies.push_back(*body);
    return bodies;
}
