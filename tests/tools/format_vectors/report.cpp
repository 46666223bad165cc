#include "report.h"

#include <iostream>

namespace quarterdeck::vectors {

using nlohmann::json;

void Report::add(const std::string& id, const std::string& failure)
{
    if (failure.empty()) {
        ++m_passed;
        return;
    }
    ++m_failed;
    std::cout << id << ": " << failure << '\n';
}

int Report::close() const
{
    std::cout << m_passed << " passed, " << m_failed << " failed\n";
    return m_failed == 0 && m_passed > 0 ? 0 : 1;
}

std::string firstDifference(const json& expected, const json& actual)
{
    const json patch = json::diff(actual, expected);
    if (patch.empty()) {
        return {};
    }
    const json::json_pointer pointer(patch.front().at("path").get<std::string>());
    const auto at = [&](const json& whole) {
        return whole.contains(pointer) ? whole.at(pointer).dump(-1, ' ', false, json::error_handler_t::replace)
                                       : std::string("nothing");
    };
    return pointer.to_string() + ": expected " + at(expected) + ", got " + at(actual);
}

} // namespace quarterdeck::vectors
