#include "model/agents/script/script.h"

#include "model/agents/script/script_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

Error problem(const std::string& path, const std::string& where, const std::string& what)
{
    const QString sentence = QCoreApplication::translate("quarterdeck::team", "“%1” cannot be played (%2): %3")
                                 .arg(QFileInfo(QString::fromStdString(path)).fileName(), QString::fromStdString(where),
                                      QString::fromStdString(what));
    return {ErrorCode::BadInput, sentence.toStdString(), path};
}

Result<std::string> readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(problem(path.toStdString(), "file", file.errorString().toStdString()));
    return file.readAll().toStdString();
}

Result<void> readImages(const std::string& path, Script& script)
{
    const QString folder = QFileInfo(QString::fromStdString(path)).path();
    for (auto& [name, image] : script.images) {
        Result<std::string> bytes = readFile(folder + u'/' + QString::fromStdString(name));
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        image.bytes = std::move(*bytes);
    }
    return {};
}

Result<Script> parse(const std::string& path, const std::string& text, const std::string& language)
{
    std::string where = "file";
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        ScriptReader reader(json, language);
        try {
            Script script = reader.read();
            checkScript(script, where);
            return script;
        } catch (const nlohmann::json::exception& error) {
            return tl::make_unexpected(problem(path, reader.where(), error.what()));
        } catch (const ScriptProblem& error) {
            return tl::make_unexpected(problem(path, where == "file" ? reader.where() : where, error.what()));
        }
    } catch (const nlohmann::json::exception& error) {
        return tl::make_unexpected(problem(path, where, error.what()));
    }
}

/// The session's log names the script it plays, so that it continues with the same one after a restart.
void nameScript(const std::string& path, const std::string& language, Script& script)
{
    script.settings.details = conversation::JsonValue({{"script", path}, {"language", language}});
    for (const conversation::Role& role : script.team) {
        if (role.kind == conversation::RoleKind::TeamLeader) {
            script.settings.routing.leader = role.name;
            script.settings.routing.leaderProfile = role.profile;
        }
    }
}

} // namespace

const ScriptStep* Script::step(std::string_view id) const
{
    const auto found = std::ranges::find(steps, id, &ScriptStep::id);
    return found == steps.end() ? nullptr : &*found;
}

Result<Script> loadScript(const std::string& path, const std::string& language)
{
    const Result<std::string> text = readFile(QString::fromStdString(path));
    if (!text)
        return tl::make_unexpected(text.error());
    Result<Script> script = parse(path, *text, language);
    if (!script)
        return script;
    if (const Result<void> images = readImages(path, *script); !images)
        return tl::make_unexpected(images.error());
    nameScript(path, language, *script);
    return script;
}

} // namespace quarterdeck::team
