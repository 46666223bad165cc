#include "report.h"

#include <algorithm>
#include <iostream>

namespace quarterdeck::vectors {

using nlohmann::json;

namespace {

/// Where long texts differ, in which nobody would find it.
std::string placeOf(const std::string& expected, const std::string& actual)
{
    constexpr std::size_t shortText = 80;
    constexpr std::size_t around = 30;
    if (std::min(expected.size(), actual.size()) < shortText) {
        return {};
    }
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(expected, actual).in1 - expected.begin());
    const auto part = [&](const std::string& whole) {
        return whole.substr(at - std::min(at, around), std::min(at, around) + around);
    };
    return "\n    from byte " + std::to_string(at) + " on: expected …" + part(expected) + "…, got …" + part(actual)
        + "…";
}

} // namespace

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
    return pointer.to_string() + ": expected " + at(expected) + ", got " + at(actual)
        + placeOf(at(expected), at(actual));
}

} // namespace quarterdeck::vectors
