#include "app/services/import_report.h"

#include "model/formats/formats_read.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::app {

using nlohmann::json;
using transfer::DuplicateSession;
using transfer::FileReport;
using transfer::ImportedSession;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

using What = DuplicateSession::What;

const char* wordFor(What what) { return what == What::Same ? "same" : what == What::Grown ? "grown" : "differs"; }

/// An unknown word is read as the harmless one.
What whatFrom(const std::string& word)
{
    return word == "grown" ? What::Grown : word == "differs" ? What::Differs : What::Same;
}

json toJson(const DuplicateSession& known)
{
    return {{"id", known.id.str()},
            {"title", known.title},
            {"what", wordFor(known.what)},
            {"is_archived", known.isArchived},
            {"is_updated", known.isUpdated},
            {"old_messages", known.oldMessages},
            {"new_messages", known.newMessages}};
}

json toJson(const FileReport& file)
{
    json sessions = json::array();
    for (const ImportedSession& one : file.sessions)
        sessions.push_back({{"id", one.id.str()}, {"title", one.title}, {"messages", one.messages}});
    json problems = json::array();
    for (const formats::ImportProblem& problem : file.problems)
        problems.push_back({{"place", problem.place}, {"sentence", problem.sentence}});
    json known = json::array();
    for (const DuplicateSession& one : file.known)
        known.push_back(toJson(one));
    json report = {{"file", file.path},    {"kind", file.kind},
                   {"sessions", sessions}, {"messages", file.messages},
                   {"problems", problems}, {"problem_count", file.problemCount},
                   {"known", known},       {"left_out", file.leftOut}};
    report["experimental"] = !file.error && formats::isExperimental(file.kind);
    report["error"] = file.error ? json(file.error->sentence) : json();
    return report;
}

/// What follows throws if a member is missing or of another kind; see `read`.
std::string textIn(const json& object, const char* name) { return object.at(name).get<std::string>(); }
std::int64_t numberIn(const json& object, const char* name) { return object.at(name).get<std::int64_t>(); }

DuplicateSession knownFrom(const json& object)
{
    DuplicateSession known;
    known.id = session::SessionId(textIn(object, "id"));
    known.title = textIn(object, "title");
    known.what = whatFrom(textIn(object, "what"));
    known.isArchived = object.at("is_archived").get<bool>();
    known.isUpdated = object.at("is_updated").get<bool>();
    known.oldMessages = numberIn(object, "old_messages");
    known.newMessages = numberIn(object, "new_messages");
    return known;
}

FileReport fileFrom(const json& object)
{
    FileReport file;
    file.path = textIn(object, "file");
    file.kind = textIn(object, "kind");
    for (const json& one : object.at("sessions"))
        file.sessions.push_back(
            {session::SessionId(textIn(one, "id")), textIn(one, "title"), numberIn(one, "messages")});
    file.messages = numberIn(object, "messages");
    for (const json& one : object.at("problems"))
        file.problems.push_back({file.path, textIn(one, "place"), textIn(one, "sentence")});
    file.problemCount = numberIn(object, "problem_count");
    for (const json& one : object.at("known"))
        file.known.push_back(knownFrom(one));
    file.leftOut = textIn(object, "left_out");
    if (const json& error = object.at("error"); !error.is_null())
        file.error = session::Error{conversation::ErrorCode::BadInput, error.get<std::string>(), {}};
    return file;
}

ImportReport reportFrom(const json& object)
{
    ImportReport report;
    for (const json& file : object.at("files"))
        report.files.push_back(fileFrom(file));
    report.isCancelled = object.at("cancelled").get<bool>();
    report.passedOver = numberIn(object, "passed_over");
    report.passedOverFirst = object.at("passed_over_first").get<std::vector<std::string>>();
    report.notBegun = object.at("not_begun").get<std::vector<std::string>>();
    return report;
}

template <typename Value, typename From>
std::optional<Value> read(const json& value, From&& from)
{
    try {
        return from(value);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

} // namespace

json toJson(const ImportReport& report)
{
    json files = json::array();
    for (const FileReport& file : report.files)
        files.push_back(toJson(file));
    return {{"files", std::move(files)},
            {"cancelled", report.isCancelled},
            {"passed_over", report.passedOver},
            {"passed_over_first", report.passedOverFirst},
            {"not_begun", report.notBegun}};
}

json toJson(const ImportProgress& progress)
{
    return {{"file", progress.path},       {"number", progress.file},         {"files", progress.files},
            {"bytes", progress.bytesRead}, {"of_bytes", progress.bytesTotal}, {"messages", progress.messages}};
}

std::optional<ImportReport> importReportFrom(const json& report) { return read<ImportReport>(report, &reportFrom); }

std::optional<ImportProgress> importProgressFrom(const json& progress)
{
    return read<ImportProgress>(progress, [](const json& object) {
        return ImportProgress{textIn(object, "file"),
                              object.at("number").get<std::int32_t>(),
                              object.at("files").get<std::int32_t>(),
                              numberIn(object, "bytes"),
                              numberIn(object, "of_bytes"),
                              numberIn(object, "messages")};
    });
}

} // namespace quarterdeck::app
