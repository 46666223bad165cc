#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::vectors {

/// Counts the vectors, and prints each that fails with the first difference.
class Report
{
public:
    /// `failure` is empty for a vector that passed.
    void add(const std::string& id, const std::string& failure);
    /// The closing line. The result is the program's: 0 only if some passed and none failed.
    [[nodiscard]] int close() const;

private:
    int m_passed = 0;
    int m_failed = 0;
};

/// Where two values first differ, as a JSON pointer with both sides; empty if they are equal.
[[nodiscard]] std::string firstDifference(const nlohmann::json& expected, const nlohmann::json& actual);

} // namespace quarterdeck::vectors
