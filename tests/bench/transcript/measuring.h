#pragma once

#include "app/desktop/application.h"
#include "page_probe.h"
#include "ui/transcript/transcript_view.h"
#include "watched_application.h"

#include <QString>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace quarterdeck::bench {

/// What to measure of one session.
struct MeasuringOrder
{
    QString library;
    conversation::SessionId session;
    int jumps = 0;    ///< to random rows; 0 = only the opening is measured
    int scrolled = 0; ///< messages, down and up again
    int streamSeconds = 0;
    friend bool operator==(const MeasuringOrder&, const MeasuringOrder&) = default;
};

/// One program with its window over one library: opens the session, and does with it what a person does, only faster.
/// A process measures once, so that one length does not find the memory of the other.
class Measuring
{
public:
    Measuring(WatchedApplication& application, MeasuringOrder order);

    /// Figures in milliseconds, counts and bytes; `error` where something did not come about.
    [[nodiscard]] nlohmann::json run();

private:
    [[nodiscard]] bool start();
    [[nodiscard]] bool open();
    [[nodiscard]] bool jump();
    [[nodiscard]] std::int64_t farRow();
    [[nodiscard]] bool jumpTo(std::int64_t ordinal, double& paintedMs, double& filledMs);
    [[nodiscard]] bool scroll();
    /// By wheel events without a rest, until `isThere`; false if the view stops before.
    [[nodiscard]] bool wheelUntil(int delta, const std::function<bool()>& isThere);
    void sendWheel(int delta);
    [[nodiscard]] bool stream();
    void weigh();

    WatchedApplication& m_application;
    MeasuringOrder m_order;
    std::unique_ptr<app::Application> m_program;
    ui::transcript::TranscriptView* m_view = nullptr;
    std::unique_ptr<PageProbe> m_probe;
    std::int64_t m_first = -1; ///< what is in sight
    std::int64_t m_last = -1;
    int m_painted = 0; ///< times
    int m_events = 0;  ///< of the wheel
    nlohmann::json m_figures;
    std::mt19937_64 m_random{1};
};

} // namespace quarterdeck::bench
