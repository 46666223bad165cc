#include "report.h"

#include <cmath>
#include <cstdio>
#include <optional>

namespace quarterdeck::bench {

namespace {

using nlohmann::json;

constexpr double mostRatio = 1.25;
constexpr double mostMounted = 150;
constexpr double mostMoreMb = 50;
constexpr double mostBusyPercent = 30;
/// Of those that 20 replies write in a second: missing ones must not make the ui thread look idle.
constexpr double fewestTokens = 900;

struct Line
{
    const char* what;
    const char* place; ///< in the figures
    const char* unit;
    const char* aim; ///< of the longer session; empty = none
    double factor = 1;
};

constexpr Line lines[] = {
    {"open, to the last message painted (median)", "/open_ms", "ms", ""},
    {"jump, to the visible part painted, p50", "/jump/painted_p50_ms", "ms", ""},
    {"jump, to the visible part painted, p95", "/jump/painted_p95_ms", "ms", "50"},
    {"jump, to the whole window filled, p50", "/jump/filled_p50_ms", "ms", ""},
    {"jump, to the whole window filled, p95", "/jump/filled_p95_ms", "ms", "300"},
    {"jumps, processor time of the page a row made", "/jump/page_ms_per_row", "ms", ""},
    {"jumps, page tasks over 50 ms", "/jump/long_tasks", "", "0"},
    {"jumps, longest of these", "/jump/longest_task_ms", "ms", "50"},
    {"jumps, most rows mounted", "/jump/mounted", "", "150"},
    {"wheel, messages down", "/scroll/down", "", ""},
    {"wheel, messages up", "/scroll/up", "", ""},
    {"wheel, messages a second", "/scroll/messages_per_second", "", ""},
    {"wheel, processor time of the page a message", "/scroll/page_ms_per_message", "ms", ""},
    {"wheel, longest task of the ui thread", "/scroll/ui_longest_task_ms", "ms", "16"},
    {"wheel, ui thread busy", "/scroll/ui_busy", "%", "", 100},
    {"wheel, page tasks over 50 ms", "/scroll/long_tasks", "", "0"},
    {"wheel, longest of these", "/scroll/longest_task_ms", "ms", "50"},
    {"wheel, frames a second", "/scroll/frames_per_second", "", ""},
    {"wheel, most rows mounted", "/scroll/mounted", "", "150"},
    {"20 replies, tokens a second", "/stream/tokens_per_second", "", "1000"},
    {"20 replies, ui thread busy", "/stream/ui_busy", "%", "30", 100},
    {"20 replies, most rows and replies mounted", "/stream/mounted", "", "150"},
    {"20 replies, longest task of the ui thread", "/stream/ui_longest_task_ms", "ms", ""},
    {"20 replies, page tasks over 50 ms", "/stream/long_tasks", "", ""},
    {"20 replies, frames a second", "/stream/frames_per_second", "", ""},
    {"resident memory, session open (median)", "/opened_bytes", "MB", "", 1e-6},
    // The page's collector has its own times: this one moves by a hundred MB from run to run.
    {"resident memory after all that", "/resident_bytes", "MB", "", 1e-6},
};

std::optional<double> valueAt(const json& figures, const char* place)
{
    const json::json_pointer pointer(place);
    return figures.contains(pointer) ? std::optional(figures.at(pointer).get<double>()) : std::nullopt;
}

void printValue(const std::optional<double>& value, double factor)
{
    if (value)
        std::printf(" %11.1f", *value * factor);
    else
        std::printf(" %11s", "-");
}

void printLine(const Line& line, const Results& results)
{
    std::printf("%-46s", line.what);
    const auto shorter = valueAt(results.shorter, line.place);
    const auto longer = valueAt(results.longer, line.place);
    printValue(shorter, line.factor);
    printValue(longer, line.factor);
    std::printf(" %-3s %6s\n", line.unit, line.aim);
}

/// One thing that decides.
bool check(const char* what, const std::optional<double>& value, double most, bool decides)
{
    if (!value)
        return true; // it was not asked for
    const bool isOk = *value <= most;
    std::printf("%-58s %8.2f, at most %.2f: %s\n", what, *value, most, isOk ? "ok" : "over");
    return isOk || !decides;
}

std::optional<double> ratio(const Results& results, const char* place)
{
    const auto shorter = valueAt(results.shorter, place);
    const auto longer = valueAt(results.longer, place);
    return shorter && longer && *shorter > 0 ? std::optional(*longer / *shorter) : std::nullopt;
}

bool checkCounts(const char* name, const json& figures)
{
    bool isOk = true;
    for (const char* place : {"/jump/mounted", "/scroll/mounted", "/stream/mounted"})
        isOk = check((std::string(name) + ", " + (place + 1) + " rows").c_str(), valueAt(figures, place), mostMounted,
                     true)
            && isOk;
    if (const auto wanted = valueAt(figures, "/scroll/wanted"))
        for (const char* place : {"/scroll/down", "/scroll/up"})
            isOk = check((std::string(name) + ", " + (place + 1) + ", messages that are missing").c_str(),
                         std::max(0.0, *wanted - valueAt(figures, place).value_or(0)), 0, true)
                && isOk;
    if (const auto tokens = valueAt(figures, "/stream/tokens_per_second"))
        isOk = check((std::string(name) + ", tokens a second that are missing").c_str(),
                     std::max(0.0, fewestTokens - *tokens), 0, true)
            && isOk;
    return isOk;
}

/// Milliseconds are aims; a share of the time is a ratio.
bool checkBusy(const char* name, const json& figures, bool decides)
{
    const auto share = valueAt(figures, "/stream/ui_busy");
    const auto percent = share ? std::optional(*share * 100) : std::nullopt;
    return check((std::string(name) + ", ui thread busy while 20 replies run, %").c_str(), percent, mostBusyPercent,
                 decides);
}

} // namespace

bool report(const Results& results, bool countsOnly)
{
    std::printf("%-46s %11s %11s %-3s %6s\n", "", "shorter", "longer", "", "aim");
    for (const Line& line : lines)
        printLine(line, results);
    bool isOk = true;
    for (const auto& [what, place] :
         {std::pair{"ratio of opening", "/open_ms"}, std::pair{"ratio of jumps, painted, p50", "/jump/painted_p50_ms"},
          std::pair{"ratio of jumps, painted, p95", "/jump/painted_p95_ms"},
          // Random rows of two sessions are not the same: this is what one of them costs, whatever is in it.
          std::pair{"ratio of the page's work a row", "/jump/page_ms_per_row"}})
        isOk = check(what, ratio(results, place), mostRatio, !countsOnly) && isOk;
    const auto shorter = valueAt(results.shorter, "/opened_bytes");
    const auto longer = valueAt(results.longer, "/opened_bytes");
    if (shorter && longer)
        isOk =
            check("more memory for the longer when it is open, MB", (*longer - *shorter) / 1e6, mostMoreMb, !countsOnly)
            && isOk;
    for (const auto& [name, figures] : {std::pair{"shorter", &results.shorter}, std::pair{"longer", &results.longer}})
        isOk = checkBusy(name, *figures, !countsOnly) && isOk;
    isOk = checkCounts("shorter", results.shorter) && isOk;
    return checkCounts("longer", results.longer) && isOk;
}

} // namespace quarterdeck::bench
