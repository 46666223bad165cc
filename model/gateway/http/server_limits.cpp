#include "model/gateway/http/server_limits.h"

#include "model/gateway/http/http_message.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

namespace {

constexpr std::uint64_t servers = 2; // traces have one of their own
constexpr std::uint64_t forOthers = 512;

} // namespace

std::size_t connectionsWithin(std::uint64_t openFiles, std::size_t wanted)
{
    const std::uint64_t left = openFiles > 2 * forOthers ? openFiles - forOthers : openFiles / 2;
    return std::min(wanted, static_cast<std::size_t>(std::max<std::uint64_t>(left / servers, 1)));
}

std::size_t roomForConnections(std::size_t wanted)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    const rlim_t needed = servers * wanted + forOthers;
    if (limit.rlim_cur < needed && limit.rlim_cur < limit.rlim_max) {
        rlimit raised = limit;
        raised.rlim_cur = std::min(needed, limit.rlim_max);
        if (::setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    return connectionsWithin(limit.rlim_cur, wanted);
}

BodyBudget::Ticket BodyBudget::begin()
{
    m_bodies.emplace(++m_last, Body());
    return m_last;
}

void BodyBudget::add(Ticket ticket, std::size_t bytes)
{
    m_bodies.at(ticket).bytes += bytes;
    m_bytes += bytes;
}

bool BodyBudget::admits(Ticket ticket) const
{
    return m_bytes < m_most || (m_whole == 0 && m_bodies.begin()->first == ticket);
}

void BodyBudget::wait(Ticket ticket, std::function<void()> then) { m_bodies.at(ticket).then = std::move(then); }

bool BodyBudget::isWaitedFor() const
{
    return std::any_of(m_bodies.begin(), m_bodies.end(), [](const auto& one) { return one.second.then != nullptr; });
}

void BodyBudget::setWhole(Ticket ticket)
{
    m_bodies.at(ticket).isWhole = true;
    ++m_whole;
}

void BodyBudget::release(Ticket ticket)
{
    const auto found = m_bodies.find(ticket);
    if (found == m_bodies.end())
        return;
    m_bytes -= found->second.bytes;
    m_whole -= std::size_t{found->second.isWhole};
    m_bodies.erase(found);
    wake();
}

void BodyBudget::wake()
{
    std::vector<std::function<void()>> calls; // which may come back here
    for (auto& [ticket, body] : m_bodies)
        if (body.then && admits(ticket))
            calls.push_back(std::exchange(body.then, nullptr));
    for (const auto& call : calls)
        call();
}

BodyParser::~BodyParser()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isEnding = true;
    }
    m_threads.clear();
    m_threads.waitForDone();
}

void BodyParser::take(std::size_t bytes, const std::function<std::string()>& order, std::function<void()> read)
{
    {
        const std::scoped_lock lock(m_mutex);
        const bool isSmall = bytes <= smallBody;
        std::string name = isSmall && m_waiting.empty() ? std::string() : order();
        if (!isSmall && name.empty())
            name = '\n' + std::to_string(++m_unordered); // no order that is named so
        if (!isSmall || m_waiting.contains(name)) {
            auto& waiting = m_waiting[name];
            waiting.push_back(std::move(read));
            if (waiting.size() == 1)
                start(name);
            return;
        }
    }
    read();
}

void BodyParser::start(const std::string& order)
{
    m_threads.start([this, order] { readNext(order); });
}

/// A single one, so that bodies of other orders get their turn in between.
void BodyParser::readNext(const std::string& order)
{
    std::function<void()> read;
    {
        const std::scoped_lock lock(m_mutex);
        read = std::exchange(m_waiting.at(order).front(), nullptr);
    }
    read();
    read = nullptr; // with the body
    const std::scoped_lock lock(m_mutex);
    auto& waiting = m_waiting.at(order);
    waiting.pop_front();
    if (waiting.empty())
        m_waiting.erase(order);
    else if (!m_isEnding)
        start(order);
}

} // namespace quarterdeck::gateway
