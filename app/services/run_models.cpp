#include "app/services/run_models.h"

#include "app/services/keys.h"
#include "app/services/language.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/chat_providers.h"
#include "model/session/post.h"
#include "model/session/private_memory.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using team::ModelConnection;

Error errorOf(ErrorCode code, const QString& sentence) { return {code, sentence.toStdString(), {}}; }

/// As people write it, with or without a trailing slash.
QString plainAddress(QString address)
{
    while (address.endsWith(u'/'))
        address.chop(1);
    return address.toLower();
}

QString namesOf(const std::vector<ModelConnection>& connections)
{
    QStringList names;
    for (const ModelConnection& one : connections)
        names << QString::fromStdString(one.name);
    return names.join(QStringLiteral(", "));
}

/// A stored connection with that address is the person's own, with its key and limits, and the window uses it when it
/// continues the session.
Result<std::string> chooseAddress(const CommandLine& line, RunModels& models)
{
    ModelConnection made = team::serverAt(line.baseUrl.toStdString(), line.keyVariable.toStdString());
    if (auto problem = team::problemOf(made))
        return tl::unexpected(std::move(*problem));
    const auto same = std::ranges::find_if(models.connections, [&](const ModelConnection& one) {
        return one.keySource != team::KeySource::ThisRun // which the window alone knows
            && plainAddress(QString::fromStdString(one.address)) == plainAddress(line.baseUrl);
    });
    if (line.keyVariable.isEmpty() && same != models.connections.end())
        return same->id;
    models.connections.push_back(made);
    models.server = std::move(made);
    return models.server->id;
}

Result<std::string> chooseName(const QString& name, const std::vector<ModelConnection>& connections)
{
    const auto found = std::ranges::find_if(connections, [&](const ModelConnection& one) {
        return one.id == name.toStdString() || QString::fromStdString(one.name).compare(name, Qt::CaseInsensitive) == 0;
    });
    if (found != connections.end())
        return found->id;
    return tl::unexpected(errorOf(
        ErrorCode::NotFound,
        connections.empty() ? cliText(QT_TRANSLATE_NOOP(
            "CommandLine",
            "There are no model connections. Add one in the window under File ▸ Model connections, or use --base-url."))
                            : cliText(
                                  QT_TRANSLATE_NOOP("CommandLine", "There is no model connection “%1”. Available: %2."))
                                  .arg(name, namesOf(connections))));
}

bool namesConnection(const team::TeamDefinition& team)
{
    return !team.model.connection.empty() || std::ranges::all_of(team.roles, [](const team::RoleDefinition& role) {
        return !role.model.connection.empty();
    });
}

void useModel(team::ModelChoice& choice, const std::string& connection, const QString& model)
{
    if (!connection.empty())
        choice.connection = connection;
    if (!model.isEmpty())
        choice.model = model.toStdString();
}

bool lacksModel(const team::TeamDefinition& team)
{
    return team.model.model.empty() && std::ranges::any_of(team.roles, [](const team::RoleDefinition& role) {
               return !role.isRemote && role.model.model.empty();
           });
}

/// The first model that the server listed.
std::string usualModelOf(const RunModels& models, const std::string& connection)
{
    const auto found = std::ranges::find(models.connections, connection, &ModelConnection::id);
    return found == models.connections.end() || found->models.empty() ? std::string() : found->models.front();
}

} // namespace

Result<RunModels> runModelsOf(const CommandLine& line, const ConnectionStore& store)
{
    auto stored = store.connections();
    if (!stored)
        return tl::unexpected(stored.error());
    const auto changes = store.prices();
    if (!changes)
        return tl::unexpected(changes.error());
    RunModels models{std::move(*stored), {}, team::PriceTable::builtIn().changedBy(*changes), {}};
    Result<std::string> chosen;
    if (!line.baseUrl.isEmpty())
        chosen = chooseAddress(line, models);
    else if (!line.connection.isEmpty())
        chosen = chooseName(line.connection, models.connections);
    if (!chosen)
        return tl::unexpected(chosen.error());
    models.chosen = *chosen;
    return models;
}

Result<void> useCommandLine(const CommandLine& line, const RunModels& models, team::TeamDefinition& team)
{
    std::string chosen = models.chosen;
    if (chosen.empty() && !namesConnection(team)) {
        if (models.connections.size() != 1)
            return tl::unexpected(errorOf(
                ErrorCode::BadInput,
                models.connections.empty()
                    ? cliText(
                        QT_TRANSLATE_NOOP("CommandLine", "“run” needs --base-url with the address of a model server."))
                    : cliText(QT_TRANSLATE_NOOP("CommandLine",
                                                "“run” needs --connection with one of these: %1; or --base-url."))
                          .arg(namesOf(models.connections))));
        chosen = models.connections.front().id;
    }
    useModel(team.model, chosen, line.model);
    if (team.model.model.empty())
        team.model.model = usualModelOf(models, team.model.connection);
    for (auto& [action, choice] : team.models)
        useModel(choice, chosen, line.model);
    for (team::RoleDefinition& role : team.roles) {
        if (!role.model.model.empty() || !role.model.connection.empty())
            useModel(role.model, chosen, line.model);
        for (auto& [action, choice] : role.models)
            useModel(choice, chosen, line.model);
    }
    if (lacksModel(team))
        return tl::unexpected(
            errorOf(ErrorCode::BadInput,
                    cliText(QT_TRANSLATE_NOOP("CommandLine",
                                              "“run” needs --model with the name of a model: the team has none."))));
    if (line.budget)
        team.budget = line.budget;
    if (line.rounds)
        team.rounds = *line.rounds;
    return {};
}

namespace {

std::shared_ptr<team::ChatProviders> open(std::vector<ModelConnection> connections, const team::PriceTable& prices,
                                          std::shared_ptr<KeyManager> keeper,
                                          const std::shared_ptr<session::Library>& library, QObject* context)
{
    team::ProviderEnvironment environment;
    environment.readKey = [keeper = std::move(keeper)](const ModelConnection& asked, const auto& done) {
        keeper->read(asked, done);
    };
    // A weak pointer, so that whatever ends late with the event loop does not keep the library open.
    environment.readAttachment = [weak = std::weak_ptr(library), context](const conversation::AttachmentHash& hash,
                                                                          const auto& done) {
        const auto open = weak.lock();
        if (!open) {
            done(tl::make_unexpected(Error{ErrorCode::Cancelled, {}, {}}));
            return;
        }
        open->readAttachment(hash, [context, done](session::Result<std::string> bytes) {
            session::post(context, [done, bytes = std::move(bytes)] { done(bytes); });
        });
    };
    auto providers = std::make_shared<team::ChatProviders>(std::move(environment));
    providers->setConnections(std::move(connections));
    providers->setPrices(prices);
    return providers;
}

/// The models that came with a run take precedence over the program's.
class KeyedModels final : public team::ServerModels
{
public:
    KeyedModels(std::shared_ptr<team::ChatProviders> given, std::shared_ptr<team::ModelSource> otherwise)
        : m_given(given)
        , m_models(std::move(given))
        , m_otherwise(std::move(otherwise))
    { }
    Result<std::shared_ptr<team::ChatProvider>> providerOf(const team::ModelChoice& choice) override
    {
        return isGiven(choice.connection) ? m_models.providerOf(choice) : m_otherwise->providerOf(choice);
    }
    Result<std::shared_ptr<team::ChatProvider>> providerAt(const ModelConnection& server,
                                                           const std::string& model) override
    {
        if (isGiven(server.id))
            return m_models.providerOf({server.id, model});
        auto* const reaching = dynamic_cast<team::ServerModels*>(m_otherwise.get());
        return reaching != nullptr ? reaching->providerAt(server, model) : m_otherwise->providerOf({server.id, model});
    }

private:
    [[nodiscard]] bool isGiven(const std::string& connection) const
    {
        return std::ranges::any_of(m_given->connections(), [&](const ModelConnection& one) {
            return one.id == connection || one.name == connection;
        });
    }

    std::shared_ptr<team::ChatProviders> m_given;
    team::ConnectionModels m_models;
    std::shared_ptr<team::ModelSource> m_otherwise;
};

} // namespace

std::shared_ptr<team::ModelSource> openModels(RunModels models, std::unique_ptr<KeyStore> keys,
                                              const std::shared_ptr<session::Library>& library, QObject* context)
{
    return std::make_shared<team::ConnectionModels>(open(
        std::move(models.connections), models.prices, std::make_shared<KeyManager>(std::move(keys)), library, context));
}

std::vector<KeyedConnection> ownModelsOf(const RunModels& models)
{
    std::vector<KeyedConnection> own;
    for (const ModelConnection& one : models.connections) {
        auto keyed = withLocalKey(one);
        if (keyed)
            own.push_back(std::move(*keyed));
        else if (models.server && one.id == models.server->id)
            own.push_back({one, {}});
    }
    return own;
}

std::optional<KeyedConnection> withLocalKey(const ModelConnection& connection)
{
    if (connection.keySource != team::KeySource::Environment)
        return std::nullopt;
    const std::string key = qEnvironmentVariable(connection.keyVariable.c_str()).toStdString();
    if (key.empty())
        return std::nullopt;
    session::keepMemoryPrivate();
    KeyedConnection keyed{connection, key};
    keyed.connection.keySource = team::KeySource::ThisRun;
    return keyed;
}

std::shared_ptr<team::ModelSource> openKeyedModels(const std::vector<KeyedConnection>& models,
                                                   const team::PriceTable& prices,
                                                   std::shared_ptr<team::ModelSource> otherwise,
                                                   const std::shared_ptr<session::Library>& library, QObject* context)
{
    if (models.empty())
        return nullptr;
    auto keeper = std::make_shared<KeyManager>(nullptr); // none of them is in a store
    std::vector<ModelConnection> connections;
    for (const KeyedConnection& one : models) {
        keeper->keep(one.connection, one.key, [](const Result<void>&) {});
        connections.push_back(one.connection);
    }
    return std::make_shared<KeyedModels>(open(std::move(connections), prices, std::move(keeper), library, context),
                                         std::move(otherwise));
}

} // namespace quarterdeck::app
