#include "ui/transcript/place_json.h"

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

const char* wordFor(RowCommand deed)
{
    switch (deed) {
    case RowCommand::CopyMarkdown:
        return "copyMarkdown";
    case RowCommand::CopyPlain:
        return "copyPlain";
    case RowCommand::Save:
        return "save";
    case RowCommand::OpenPicture:
        return "openPicture";
    case RowCommand::CopyPicture:
        return "copyPicture";
    case RowCommand::ToggleWritten:
        break;
    }
    return "written";
}

ScrollPosition scrollPosition(const Anchor& anchor, const std::optional<LineAtTop>& line)
{
    const bool isOfIt = line && anchor.align == Align::Start && line->ordinal == anchor.ordinal.value;
    return {anchor, isOfIt ? std::optional(line->line) : std::nullopt};
}

nlohmann::json anchorJson(const Anchor& anchor, const std::optional<LineAtTop>& line)
{
    nlohmann::json value{{"ordinal", anchor.ordinal.value}, {"align", wordFor(anchor.align)}};
    if (const auto kept = scrollPosition(anchor, line).line)
        value["line"] = {{"part", kept->part}, {"characters", kept->characters}, {"below", kept->below}};
    return value;
}

} // namespace quarterdeck::ui::transcript
