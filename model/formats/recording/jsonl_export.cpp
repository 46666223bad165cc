#include "model/formats/recording/jsonl_export.h"

#include "model/conversation/json/event_json.h"
#include "model/formats/json/json_text.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

std::string jsonlHeaderLine(const JsonlHeader& header)
{
    nlohmann::json line = {{"format", "quarterdeck"}, {"version", jsonlVersion}, {"events", header.events}};
    if (!header.session.empty()) {
        line["session"] = header.session;
    }
    if (!header.attachmentsFolder.empty()) {
        line["attachments"] = header.attachmentsFolder;
    }
    return plainTextOfJson(line) + '\n';
}

std::string jsonlEventLine(const conversation::Event& event)
{
    return plainTextOfJson(conversation::toJson(event)) + '\n';
}

} // namespace quarterdeck::formats
