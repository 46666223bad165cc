#include "model/conversation/decide/decide.h"
#include "model/formats/session_reader.h"
#include "write_out.h"

#include <cstdint>
#include <functional>

using namespace quarterdeck;
using namespace quarterdeck::formats;

namespace {

/// Takes in what a reader finds, as an import does.
class Importing final : public SessionSink
{
public:
    explicit Importing(std::size_t choice) : m_choice(choice) { }

    void beginSession(SessionStarted settings, std::vector<Role> team, Timestamp at) override
    {
        beginLog();
        decide(conversation::StartSession{std::move(settings)}, at);
        for (Role& role : team) {
            decide(conversation::HireRole{std::move(role)}, at);
        }
    }
    void acceptRole(Role role, Timestamp at) override { decide(conversation::HireRole{std::move(role)}, at); }
    void acceptMessage(RecordedMessage message) override
    {
        const Timestamp at = message.record.message.timestamp;
        decide(std::move(message.record), at);
    }
    void beginLog() override
    {
        m_state = {};
        m_events.clear();
    }
    void acceptEvent(Event event) override { take({std::move(event)}); }
    void acceptAttachment(RecordedAttachment) override { }
    void endSession() override
    {
        if (m_events.size() < 200 && !m_isStopped) {
            fuzz::writeOut(m_events, m_choice);
        }
    }
    void reportProblem(ImportProblem) override { }
    [[nodiscard]] bool isStopped() const override { return m_isStopped; }

private:
    void decide(const conversation::Intent& intent, Timestamp at)
    {
        int number = 0;
        const auto decision =
            conversation::decide(m_state, intent, {at, 0, [&] { return std::to_string(++number); }, {}});
        m_isStopped = m_isStopped || decision.error;
        take(decision.events);
    }
    void take(const std::vector<Event>& events)
    {
        for (const Event& event : events) {
            m_state.apply(event);
            m_events.push_back(event);
        }
    }

    std::size_t m_choice; ///< of what it is written in
    conversation::ConversationState m_state;
    std::vector<Event> m_events;
    bool m_isStopped = false;
};

} // namespace

/// Any bytes as a file to import, of whatever kind they seem to be; what comes in is written out in one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const ReaderRegistry readers = ReaderRegistry::standard();
    ReadLimits limits;
    limits.maxValuesPerRecord = 10'000;
    limits.maxRoles = 16;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    Importing sink(std::hash<std::string>()(bytes));
    MemorySource source("x", bytes, {1'700'000'000'000});
    (void)readers.read(source, sink, limits);
    return 0;
}
