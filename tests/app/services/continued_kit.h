#pragma once

#include "app/services/continuable_recording.h"
#include "model/session/session.h"
#include "model/transfer/export_job.h"
#include "model/transfer/import/import_job.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/wait.h"

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace quarterdeck::test {

using namespace conversation;
using nlohmann::json;
using transfer::ContinuationJob;
using transfer::ContinuationReport;
using transfer::ContinuationRequest;

inline constexpr const char* idea = "Write a snake";

inline json message(const std::string& id, const std::string& from, const std::set<std::string>& to,
                    const std::string& text)
{
    return {{"id", id},
            {"content", text},
            {"role", from.empty() ? "user" : "assistant"},
            {"cause_by", "metagpt.actions.di.run_command.RunCommand"},
            {"sent_from", from},
            {"send_to", to},
            {"metadata", json::object()}};
}

inline json role(const std::string& path, const json& memory)
{
    return {{"profile", "Of " + path},
            {"goal", "Get it done"},
            {"constraints", ""},
            {"addresses", {path}},
            {"rc", {{"memory", {{"storage", memory}}}, {"watch", json::array()}}},
            {"latest_observed_msg", nullptr},
            {"__module_class_name", path}};
}

/// The leader passes the idea on to an engineer, who answers.
inline json savedTeam()
{
    const json history{message("1", "", {"<all>", "Mike"}, idea),
                       message("2", "Mike", {"<all>", "Alex"}, "Please make it, Alex."),
                       message("3", "Alex", {"<all>", "Mike"}, "It crawls.")};
    return {{"env",
             {{"desc", ""},
              {"roles",
               {{"Mike", role("metagpt.roles.di.team_leader.TeamLeader", history)},
                {"Alex", role("metagpt.roles.engineer.Engineer", history)}}},
              {"history", {{"storage", history}}}}},
            {"idea", idea},
            {"investment", 10.0}};
}

/// A library, and teams on scripted models that take over from recordings in it.
struct ContinuedKit
{
    QTemporaryDir folder;
    ModelTeamKit team{EngineKit::Where::File};

    EngineKit& engine() { return team.kit; }
    session::Library& library() { return engine().library(); }

    SessionId importFile(const QString& path)
    {
        transfer::ImportRequest request;
        request.files.push_back({path.toStdString(), {}});
        transfer::ImportJob job(engine().sharedLibrary(), std::move(request));
        std::optional<transfer::ImportReport> report;
        QObject::connect(&job, &transfer::ImportJob::finished, &job, [&](const auto& told) { report = told; });
        job.start();
        const bool isDone = waitFor([&] { return report.has_value(); });
        return isDone && report->files.size() == 1 && report->files[0].sessions.size() == 1
            ? report->files[0].sessions[0].id
            : SessionId();
    }
    SessionId import(const json& saved)
    {
        QFile file(folder.filePath(QStringLiteral("team.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray::fromStdString(saved.dump())) <= 0)
            return {};
        file.close();
        return importFile(file.fileName());
    }
    session::Result<app::ContinuableRecording> read(const SessionId& id)
    {
        return readNow<app::ContinuableRecording>(
            [&](auto done) { app::readContinuableRecording(library(), id, std::move(done)); });
    }
    /// Each member speaks through a model of its own name.
    ContinuationRequest requestOf(const SessionId& recording)
    {
        auto recorded = read(recording);
        if (!recorded)
            qFatal("%s", recorded.error().sentence.c_str());
        team::TeamDefinition wanted = recorded->team;
        wanted.retries = 0;
        for (team::RoleDefinition& one : wanted.roles)
            one.model = {"test", one.name.str()};
        return app::continuationRequest(*recorded, wanted, QStringLiteral("A snake"), SessionId(session::newId()));
    }
    ContinuationReport copy(ContinuationRequest request)
    {
        ContinuationJob job(engine().sharedLibrary(), std::move(request));
        std::optional<ContinuationReport> report;
        QObject::connect(&job, &ContinuationJob::finished, &job, [&](const auto& told) { report = told; });
        job.start();
        return waitFor([&] { return report.has_value(); }) ? *report : ContinuationReport();
    }
    SessionId continued(const SessionId& recording)
    {
        const ContinuationRequest request = requestOf(recording);
        return copy(request).error ? SessionId() : request.session;
    }
    session::Session* goOn(const SessionId& id, const std::string& words)
    {
        session::Session* live = nullptr;
        team.teams->runAgain(
            id, 0, words, [&](const session::Result<session::Session*>& opened) { live = opened.value_or(nullptr); });
        return waitFor([&] { return live != nullptr && isQuiet(live, *team.teams); }) ? live : nullptr;
    }
    std::vector<SessionId> sessions()
    {
        const auto listed =
            readNow<std::vector<session::SessionSummary>>([&](auto done) { library().listSessions(std::move(done)); });
        std::vector<SessionId> ids;
        for (const session::SessionSummary& one : listed.value_or(std::vector<session::SessionSummary>()))
            ids.push_back(one.id);
        return ids;
    }
    std::string exported(const SessionId& id, const std::string& format)
    {
        std::string text;
        transfer::ExportRequest request;
        request.session = id;
        request.format = format;
        request.write = [&](std::string_view piece) {
            text += piece;
            return true;
        };
        transfer::ExportJob job(engine().sharedLibrary(), std::move(request));
        std::optional<transfer::ExportReport> report;
        QObject::connect(&job, &transfer::ExportJob::finished, &job, [&](const auto& told) { report = told; });
        job.start();
        return waitFor([&] { return report.has_value(); }) && !report->error ? text : std::string();
    }
};

inline std::vector<Event> messagesIn(const std::vector<Event>& log)
{
    std::vector<Event> found;
    std::ranges::copy_if(log, std::back_inserter(found),
                         [](const Event& event) { return std::holds_alternative<MessagePublished>(event.body); });
    return found;
}

inline const MessagePublished& publishedIn(const Event& event) { return std::get<MessagePublished>(event.body); }

} // namespace quarterdeck::test
