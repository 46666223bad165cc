#include "model/gateway/http/body_budget.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

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

} // namespace quarterdeck::gateway
