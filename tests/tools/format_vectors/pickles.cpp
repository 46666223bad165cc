#include "model/formats/metagpt/pickled_message.h"
#include "runners.h"
#include "vector_files.h"

namespace quarterdeck::vectors {

using nlohmann::json;

namespace {

json toJson(const conversation::Message& message)
{
    json sendTo = json::array();
    for (const auto& address : message.sendTo) {
        sendTo.push_back(address.str());
    }
    json written{{"id", message.id.str()},
                 {"content", conversation::textOf(message)},
                 {"role", message.role},
                 {"cause_by", message.causeBy.str()},
                 {"sent_from", message.sentFrom.str()},
                 {"send_to", sendTo},
                 {"metadata", message.metadata.json()},
                 {"instruct_content", nullptr}};
    if (message.instructContent) {
        written["instruct_content"] = message.instructContent->schema.json();
        written["instruct_content"]["value"] = message.instructContent->value.json();
    }
    return written;
}

std::string faultOfPickle(const json& vector, const std::string& bytes)
{
    const auto read = formats::metagpt::readPickledMessage(bytes);
    const bool isAccepted = vector.at("verdict") == "accept";
    if (read.has_value() != isAccepted) {
        return "/verdict: expected " + vector.at("verdict").dump() + ", got "
            + (read ? "\"accept\"" : read.error().detail);
    }
    if (!read) {
        return {};
    }
    json expected{{"class", vector.at("class")}, {"message", vector.at("message")}};
    if (json& sendTo = expected["message"]["send_to"]; sendTo.is_array()) {
        std::sort(sendTo.begin(), sendTo.end()); // a set
    }
    return firstDifference(expected, {{"class", read->className}, {"message", toJson(read->message)}});
}

} // namespace

bool runPickles(const std::filesystem::path& folder, Report& report)
{
    const auto expected = jsonOf(folder / "expected.json");
    if (!expected || !expected->is_object()) {
        return false;
    }
    for (const auto& [file, vector] : expected->items()) {
        const auto bytes = bytesOf(folder / file);
        report.add(file, bytes ? faultOfPickle(vector, *bytes) : "the file cannot be read");
    }
    return true;
}

} // namespace quarterdeck::vectors
