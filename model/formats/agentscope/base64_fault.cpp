#include "model/formats/agentscope/base64_fault.h"

#include <algorithm>

namespace quarterdeck::formats::agentscope {

namespace {

bool isOfAlphabet(char one)
{
    return (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z') || (one >= '0' && one <= '9') || one == '+'
        || one == '/';
}

/// How many characters count: unknown ones are skipped, and nothing is read after padding that closes a group of four.
std::size_t countedIn(std::string_view text, bool& isClosed)
{
    std::size_t count = 0;
    std::size_t padding = 0;
    for (const char one : text) {
        if (one == '=') {
            const std::size_t inGroup = count % 4;
            isClosed = inGroup >= 2 && inGroup + ++padding >= 4;
            if (isClosed) {
                break;
            }
        } else if (isOfAlphabet(one)) {
            padding = 0;
            ++count;
        }
    }
    return count;
}

} // namespace

std::optional<PythonError> base64Fault(std::string_view text)
{
    if (std::any_of(text.begin(), text.end(), [](char one) { return one < 0; })) {
        return PythonError{"ValueError", "string argument should contain only ASCII characters"};
    }
    bool isClosed = false;
    const std::size_t count = countedIn(text, isClosed);
    if (isClosed || count % 4 == 0) {
        return std::nullopt;
    }
    if (count % 4 == 1) {
        return PythonError{"Error",
                           "Invalid base64-encoded string: number of data characters (" + std::to_string(count)
                               + ") cannot be 1 more than a multiple of 4"};
    }
    return PythonError{"Error", "Incorrect padding"};
}

} // namespace quarterdeck::formats::agentscope
