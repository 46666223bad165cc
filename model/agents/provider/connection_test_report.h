#pragma once

#include "model/conversation/error.h"
#include "model/conversation/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// What a test of a connection found.
struct ConnectionTestReport
{
    enum class Answer { Unknown, Yes, No };
    std::vector<std::string> models; ///< in the server's order, at most 2,000
    std::int64_t roundTripMs = 0;    ///< for the list of models
    std::string model;               ///< the one the rest was tested with; empty = none
    Answer streams = Answer::Unknown;
    Answer callsTools = Answer::Unknown;
    Answer seesImages = Answer::Unknown;
    std::optional<conversation::Usage> usage = {}; ///< of the test
    std::optional<conversation::Error> error = {}; ///< what did not work; the above was found before
};

} // namespace quarterdeck::team
