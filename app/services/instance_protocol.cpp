#include "app/services/instance_protocol.h"

#include "app/services/import_report.h"

#include <nlohmann/json.hpp>

#include <array>
#include <exception>
#include <utility>

namespace quarterdeck::app {

using nlohmann::json;
using transfer::DuplicatePolicy;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json textsOf(const QStringList& texts)
{
    json array = json::array();
    for (const QString& text : texts)
        array.push_back(text.toStdString());
    return array;
}

constexpr std::array<std::pair<DuplicatePolicy, const char*>, 3> policies{{{DuplicatePolicy::LeaveAlone, "leave"},
                                                                           {DuplicatePolicy::Update, "update"},
                                                                           {DuplicatePolicy::ImportAnew, "anew"}}};

const char* wordFor(DuplicatePolicy ifKnown)
{
    for (const auto& [policy, word] : policies)
        if (policy == ifKnown)
            return word;
    return "leave";
}

/// What follows throws if a member is missing or of another kind; see `read`.
QString textIn(const json& object, const char* name)
{
    return QString::fromStdString(object.at(name).get<std::string>());
}

QStringList textsIn(const json& object, const char* name)
{
    QStringList texts;
    for (const json& text : object.at(name))
        texts << QString::fromStdString(text.get<std::string>());
    return texts;
}

quint16 portIn(const json& object)
{
    const auto port = object.at("port").get<std::int64_t>();
    if (port < 0 || port > UINT16_MAX)
        throw std::out_of_range("port");
    return static_cast<quint16>(port);
}

DuplicatePolicy policyIn(const json& object)
{
    const auto word = object.value("if_known", std::string("leave"));
    for (const auto& [policy, name] : policies)
        if (word == name)
            return policy;
    throw std::invalid_argument("if_known");
}

ImportFiles importIn(const json& object)
{
    ImportFiles request{textsIn(object, "files"), policyIn(object)};
    if (request.files.isEmpty())
        throw std::invalid_argument("files");
    return request;
}

ShowWindow windowIn(const json& object)
{
    return {object.contains("files") ? textsIn(object, "files") : QStringList(), object.value("demo", false)};
}

/// `from` reads an object, and may throw.
template <typename Value, typename From>
std::optional<Value> read(const std::string& text, From&& from)
{
    try {
        const json object = json::parse(text);
        return object.is_object() ? std::optional<Value>(from(object)) : std::nullopt;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

struct Event
{
    const char* name;
    json data;
};

struct EventWriter
{
    Event operator()(const RequestAccepted& accepted) const
    {
        return {"accepted", {{"id", accepted.id.toStdString()}}};
    }
    Event operator()(const RequestRejected& rejected) const
    {
        return {"rejected", {{"sentence", rejected.sentence.toStdString()}}};
    }
    Event operator()(const BusyImporting& busy) const { return {"importing", {{"file", busy.file.toStdString()}}}; }
    Event operator()(const ImportProgress& progress) const { return {"progress", toJson(progress)}; }
    Event operator()(const ImportReport& report) const { return {"report", toJson(report)}; }
    Event operator()(const RunBegun& begun) const
    {
        return {"begun", {{"session", begun.session.toStdString()}, {"since", begun.since}}};
    }
    Event operator()(const RunProgress& progress) const { return {"line", {{"text", progress.line.toStdString()}}}; }
    Event operator()(const AnswerRequested& wanted) const
    {
        return {"question", {{"id", wanted.question.toStdString()}}};
    }
    Event operator()(const RunEnded& ended) const
    {
        return {"ended", json::parse(ended.outcome.toStdString(), nullptr, false)};
    }
    Event operator()(const GatewayListening& listening) const { return {"listening", {{"port", listening.port}}}; }
    Event operator()(const LibraryClosing&) const { return {"leaving", json::object()}; }
    Event operator()(const LibraryReleased& released) const
    {
        return {"released", {{"port", released.port}, {"studio", released.studio.toStdString()}}};
    }
};

/// Throws if it is none.
InstanceMessage messageIn(const std::string& event, const json& data)
{
    if (event == "accepted")
        return RequestAccepted{textIn(data, "id")};
    if (event == "rejected")
        return RequestRejected{textIn(data, "sentence")};
    if (event == "importing")
        return BusyImporting{textIn(data, "file")};
    if (event == "progress")
        return importProgressFrom(data).value();
    if (event == "report")
        return importReportFrom(data).value();
    if (event == "begun")
        return RunBegun{textIn(data, "session"), data.at("since").get<qint64>()};
    if (event == "line")
        return RunProgress{textIn(data, "text")};
    if (event == "question")
        return AnswerRequested{textIn(data, "id")};
    if (event == "ended")
        return RunEnded{QString::fromStdString(dumped(data))};
    if (event == "listening")
        return GatewayListening{portIn(data)};
    if (event == "leaving")
        return LibraryClosing{};
    if (event == "released")
        return LibraryReleased{portIn(data), textIn(data, "studio")};
    throw std::invalid_argument("event");
}

struct PathOf
{
    const char* operator()(const ShowWindow&) const { return "/v1/show"; }
    const char* operator()(const ImportFiles&) const { return "/v1/imports"; }
    const char* operator()(const RunTeam&) const { return "/v1/runs"; }
    const char* operator()(const ServeAgents&) const { return "/v1/gateway"; }
};

struct BodyOf
{
    std::string operator()(const ShowWindow& window) const
    {
        return dumped({{"files", textsOf(window.files)}, {"demo", window.isDemo}});
    }
    std::string operator()(const ImportFiles& import) const
    {
        return dumped({{"files", textsOf(import.files)}, {"if_known", wordFor(import.ifKnown)}});
    }
    std::string operator()(const RunTeam& run) const { return run.request.toStdString(); }
    std::string operator()(const ServeAgents&) const { return "{}"; }
};

} // namespace

const char* pathOf(const InstanceRequest& request) { return std::visit(PathOf{}, request); }

std::string bodyOf(const InstanceRequest& request) { return std::visit(BodyOf{}, request); }

std::optional<InstanceRequest> instanceRequestFrom(std::string_view path, const std::string& body)
{
    if (path == pathOf(ShowWindow{}))
        return read<InstanceRequest>(body, &windowIn);
    if (path == pathOf(ImportFiles{}))
        return read<InstanceRequest>(body, &importIn);
    if (path == pathOf(RunTeam{}))
        return RunTeam{QString::fromStdString(body)};
    if (path == pathOf(ServeAgents{}))
        return read<InstanceRequest>(body, [](const json&) { return ServeAgents{}; });
    return std::nullopt;
}

std::string eventOf(const InstanceMessage& message)
{
    const Event event = std::visit(EventWriter{}, message);
    return std::string("event: ") + event.name + "\ndata: " + dumped(event.data) + "\n\n";
}

std::optional<InstanceMessage> instanceMessageFrom(const std::string& event, const std::string& data)
{
    return read<InstanceMessage>(data, [&](const json& object) { return messageIn(event, object); });
}

std::string bodyOf(const RunAnswer& answer)
{
    return dumped({{"question", answer.question.toStdString()}, {"answer", answer.text ? json(*answer.text) : json()}});
}

std::optional<RunAnswer> runAnswerFrom(const std::string& body)
{
    return read<RunAnswer>(body, [](const json& object) {
        const json& answer = object.at("answer");
        return RunAnswer{textIn(object, "question"),
                         answer.is_null() ? std::nullopt : std::optional(answer.get<std::string>())};
    });
}

} // namespace quarterdeck::app
