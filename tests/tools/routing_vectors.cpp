/// Replays routing scenarios (format: tests/data/routing/README.md) through the model in Fidelity::Mgx.
/// Usage: routing_vectors FILE.jsonl [--hold]. With --hold the person holds everything, and lets each message go as it
/// is: nothing else may follow from it. Prints each failing id with the first difference, then `N passed, M failed`;
/// returns 0 only if some passed and none failed, 2 when the file cannot be read.

#include "tests/tools/routing_vectors/scenario.h"

#include <fstream>
#include <iostream>

namespace {

using Json = nlohmann::json;

/// What may differ from run to run of the original, or is not compared at all.
void levelExpectation(Json& expected, const Json& actual)
{
    for (std::size_t i = 0; i < expected.at("steps").size() && i < actual.at("steps").size(); ++i) {
        Json& step = expected["steps"][i];
        step.erase("error_text");
        const auto alternatives = step.find("direct_chat_roles_alternatives");
        if (alternatives == step.end()) {
            continue;
        }
        const Json& got = actual["steps"][i]["direct_chat_roles"];
        if (std::find(alternatives->begin(), alternatives->end(), got) != alternatives->end()) {
            step["direct_chat_roles"] = got;
        }
        step.erase("direct_chat_roles_alternatives");
    }
}

/// Operations that return nothing have no such key in the expectation.
void levelReturn(const Json& expected, Json& actual)
{
    for (std::size_t i = 0; i < expected.at("steps").size() && i < actual.at("steps").size(); ++i) {
        if (!expected["steps"][i].contains("returned") && actual["steps"][i].value("returned", Json()).is_null()) {
            actual["steps"][i].erase("returned");
        }
    }
}

std::string firstDifference(const Json& expected, const Json& actual)
{
    const Json patch = Json::diff(actual, expected);
    if (patch.empty()) {
        return {};
    }
    const std::string path = patch.front().at("path").get<std::string>();
    const auto at = [&](const Json& whole) {
        const Json::json_pointer pointer(path);
        return whole.contains(pointer) ? whole.at(pointer).dump() : std::string("nothing");
    };
    return path + ": expected " + at(expected) + ", got " + at(actual);
}

std::string whatFails(const Json& line, bool isHeld)
{
    try {
        Json expected = line.at("expected");
        Json actual = Scenario(line.at("scenario"), isHeld).play();
        levelExpectation(expected, actual);
        levelReturn(expected, actual);
        return firstDifference(expected, actual);
    } catch (const std::exception& error) {
        return std::string("cannot be played: ") + error.what();
    }
}

struct Count
{
    int passed = 0;
    int failed = 0;
};

void playLine(const std::string& text, int number, bool isHeld, Count& count)
{
    const Json line = Json::parse(text, nullptr, false);
    const bool isScenario = line.is_object();
    const std::string failure =
        isScenario ? whatFails(line, isHeld) : "line " + std::to_string(number) + " is no JSON object";
    if (failure.empty()) {
        ++count.passed;
        return;
    }
    ++count.failed;
    const std::string id = isScenario && line.contains("id") ? line.at("id").dump() : "?";
    std::cout << id << ": " << failure << '\n';
}

} // namespace

int main(int argc, char** argv)
{
    const bool isHeld = argc == 3 && std::string_view(argv[2]) == "--hold";
    if (argc != (isHeld ? 3 : 2)) {
        std::cerr << "Usage: routing_vectors FILE.jsonl [--hold]\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    if (!file) {
        std::cerr << "Cannot read " << argv[1] << '\n';
        return 2;
    }
    Count count;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (!line.empty()) {
            playLine(line, number, isHeld, count);
        }
    }
    std::cout << count.passed << " passed, " << count.failed << " failed\n";
    return count.failed == 0 && count.passed > 0 ? 0 : 1;
}
