#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/role_look.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace quarterdeck::ui::view {

/// A number in large type, and its meaning.
struct CostFigure
{
    QString value;   ///< "$0.42"
    QString meaning; ///< "of $3.00, 14 %"
    bool operator==(const CostFigure&) const = default;
};

/// What one member used of one model, or all of them.
struct CostLine
{
    QString name;
    theme::AvatarStyle avatar;
    QString model;
    std::int64_t prompt = 0;
    std::int64_t completion = 0;
    std::int64_t cached = 0;
    std::int64_t reasoning = 0;
    std::optional<double> dollars = {}; ///< none = no known price
    double share = 0;                   ///< of all money, or of all tokens if no money is known; 0 to 1
    bool operator==(const CostLine&) const = default;
};

/// One call of a model.
struct CostCall
{
    conversation::EventSeq seq; ///< its message's; 0 = it produced none
    QString name;
    theme::AvatarStyle avatar;
    QString time; ///< empty if the recording has none
    QString action;
    std::int64_t prompt = 0;
    std::int64_t completion = 0;
    std::optional<double> dollars = {};
    bool operator==(const CostCall&) const = default;
};

/// Sums over time, by member. All series have a value for each of `times`.
struct CostCurve
{
    struct Series
    {
        QString name;
        int hue = 0;
        std::vector<double> dollars;
        std::vector<double> tokens;
        bool operator==(const Series&) const = default;
    };
    struct Round
    {
        std::int64_t time = 0;
        int number = 0;
        bool operator==(const Round&) const = default;
    };
    std::vector<std::int64_t> times; ///< ms since the epoch, ascending; the last one is the moment shown
    std::vector<Series> series;
    std::vector<Round> rounds;
    std::optional<double> budget = {}; ///< dollars
    bool operator==(const CostCurve&) const = default;
};

/// What a session has cost at the moment shown.
struct Cost
{
    std::vector<CostFigure> figures;
    CostCurve curve; ///< without times if the recording has none
    std::vector<CostLine> lines;
    CostLine total;
    std::vector<CostCall> largest;
    bool isMoneyKnown = false; ///< of any call
    bool isReading = false;    ///< there is more to come

    [[nodiscard]] bool isEmpty() const { return lines.empty(); }
    bool operator==(const Cost&) const = default;
};

} // namespace quarterdeck::ui::view
