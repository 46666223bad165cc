#include "transcript/place_json.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::ui::transcript {

const char* wordFor(Align align)
{
    switch (align) {
    case Align::Start:
        return "start";
    case Align::Center:
        return "center";
    case Align::End:
        break;
    }
    return "end";
}

nlohmann::json anchorJson(const Anchor& anchor, const std::optional<LineAtTop>& line)
{
    nlohmann::json value{{"ordinal", anchor.ordinal.value}, {"align", wordFor(anchor.align)}};
    if (line && anchor.align == Align::Start && line->ordinal == anchor.ordinal.value)
        value["line"] = {{"part", line->line.part}, {"characters", line->line.characters}, {"below", line->line.below}};
    return value;
}

} // namespace quarterdeck::ui::transcript
