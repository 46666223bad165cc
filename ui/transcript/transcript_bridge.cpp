#include "ui/transcript/transcript_bridge.h"

#include "ui/transcript/page_calls_json.h"

#include <cstddef>
#include <type_traits>
#include <variant>

namespace quarterdeck::ui::transcript {

namespace {

static_assert(limits::mostLanes == theme::RailLanes::most);

template <typename Call>
std::optional<PageCall> readAs(const QString& fields)
{
    CallFields from(fields);
    Call call;
    read(from, call);
    return from.areGood() ? std::optional<PageCall>(std::move(call)) : std::nullopt;
}

/// The call of that name, if it is one of these.
template <typename... Calls>
std::optional<PageCall> readOneOf(std::type_identity<std::variant<Calls...>>, const QString& name,
                                  const QString& fields)
{
    std::optional<PageCall> found;
    (void)((name == Calls::wireName && (found = readAs<Calls>(fields), true)) || ...);
    return found;
}

template <typename Call>
concept HasGeneration = requires(const Call& call)
{
    call.generation;
};

} // namespace

bool isOpen(const PageCall& call, int generation)
{
    return std::visit(
        [generation]<typename Call>(const Call& one) {
            if constexpr (HasGeneration<Call>)
                return one.generation == generation;
            else
                return true;
        },
        call);
}

std::optional<theme::RailLanes> railOf(const calls::Rail& told)
{
    if (told.lanes.size() != told.middles.size())
        return std::nullopt;
    theme::RailLanes rail{{}, told.width};
    int lastLane = 0;
    double lastMiddle = 0;
    for (std::size_t index = 0; index < told.lanes.size(); ++index) {
        const int lane = told.lanes[index];
        const double middle = told.middles[index];
        const bool isInPlace = index > 0 ? lane > lastLane : lane == 0; // the person's is the first
        const bool isOthers = lane == theme::RailLanes::others && index > 0 && index + 1 == told.lanes.size();
        if (!(middle > lastMiddle && middle <= told.width) || !(isOthers || isInPlace))
            return std::nullopt;
        lastLane = lane;
        lastMiddle = middle;
        rail.lanes.push_back({lane, middle});
    }
    return rail;
}

TranscriptBridge::TranscriptBridge(PageListener& listener, QObject* parent) : QObject(parent), m_listener(listener) { }

void TranscriptBridge::send(const PageMessage& message)
{
    std::visit([this](const auto& one) { emit this->message(QString(one.wireName), textOf(one)); }, message);
}

void TranscriptBridge::call(const QString& name, const QString& fields)
{
    if (fields.size() > limits::longestCall)
        return;
    const auto call = readOneOf(std::type_identity<PageCall>(), name, fields);
    if (!call || !isOpen(*call, m_listener.generation()))
        return;
    const bool isAct = std::visit([](const auto& one) { return one.isAct; }, *call);
    if (!isAct || m_listener.isUserActing())
        m_listener.take(*call);
}

} // namespace quarterdeck::ui::transcript
