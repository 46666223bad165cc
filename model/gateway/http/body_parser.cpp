#include "model/gateway/http/body_parser.h"

#include "model/gateway/http/http_message.h"

#include <utility>

namespace quarterdeck::gateway {

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
