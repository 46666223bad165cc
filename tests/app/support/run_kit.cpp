#include "run_kit.h"

#include "app/services/await.h"
#include "app/services/model_servers.h"
#include "storage/open_library.h"

#include <QFile>
#include <QStandardPaths>
#include <QtGlobal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace quarterdeck::test {

model_server::Script scriptOf(const char* text)
{
    std::string problem;
    const auto read = model_server::scriptOf(nlohmann::json::parse(text), problem);
    if (!read)
        qFatal("%s", problem.c_str());
    return *read;
}

void RunKit::begin()
{
    QStandardPaths::setTestModeEnabled(true);
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_RUNTIME_DIR", m_folder->path().toUtf8()); // else Qt warns, on standard output here
    m_server = std::make_unique<model_server::ModelServer>(scriptOf(script));
    if (!m_server->listen())
        qFatal("no port for a test's server");
    qputenv("QUARTERDECK_TEST_KEY", "secret");
    store({});
}

app::CommandLine RunKit::lineFor(const QString& team) const
{
    app::CommandLine line;
    line.command = app::Command::RunTeam;
    line.files = {team};
    line.library = m_folder->filePath(QStringLiteral("library.db"));
    line.idea = QStringLiteral("How many?");
    line.baseUrl = m_server->address();
    line.keyVariable = QStringLiteral("QUARTERDECK_TEST_KEY");
    line.isJson = true;
    return line;
}

int RunKit::run(const app::CommandLine& line)
{
    app::Console console(line.isJson);
    return console.finish(app::runTeam(line, console));
}

QString RunKit::write(const char* name, const QByteArray& bytes) const
{
    QFile file(m_folder->filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("no place for a test's file");
    return file.fileName();
}

std::shared_ptr<session::Library> RunKit::library() const
{
    return storage::openLibrary(m_folder->filePath(QStringLiteral("library.db")).toStdString(),
                                const_cast<QObject*>(&m_completions))
        .value();
}

ConversationState RunKit::state() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    return app::await<ConversationState>(
               [&](auto done) { opened->readState(all->front().id, std::nullopt, std::move(done)); })
        .value();
}

std::string RunKit::started() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    const auto events = app::await<std::vector<Event>>(
        [&](auto done) { opened->readEvents(all->front().id, {0}, 1, std::move(done)); });
    return std::get<SessionStarted>(events->front().body).details.json().dump();
}

team::ModelConnection RunKit::storedConnection(const char* name) const
{
    team::ModelConnection connection = team::newConnection(team::Service::Other);
    connection.name = name;
    const bool isThere = connection.name == "Mine";
    connection.address = isThere ? m_server->address().toStdString() : "http://localhost:9";
    connection.keySource = team::KeySource::Environment;
    connection.keyVariable = "QUARTERDECK_TEST_KEY";
    connection.models = {"known", "another"};
    return connection;
}

void RunKit::store(const std::vector<team::ModelConnection>& connections)
{
    if (!app::ConnectionStore(app::ConnectionStore::defaultFolder()).save(connections))
        qFatal("no place for a test's connections");
}

QStringList RunKit::spoken() const
{
    const auto opened = library();
    const auto all =
        app::await<std::vector<session::SessionSummary>>([&](auto done) { opened->listSessions(std::move(done)); });
    const auto events = app::await<std::vector<Event>>(
        [&](auto done) { opened->readEvents(all->front().id, {0}, 10'000, std::move(done)); });
    QStringList lines;
    for (const Event& event : *events) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr && published->route.rule != RoutingRule::ToSelf)
            lines << QString::fromStdString(published->message.sentFrom.str() + ": " + textOf(published->message));
    }
    return lines;
}

QByteArray RunKit::redirected(int descriptor, const std::function<void()>& act) const
{
    QFile written(m_folder->filePath(QStringLiteral("written.txt")));
    if (!written.open(QIODevice::ReadWrite | QIODevice::Truncate))
        qFatal("no place for a test's file");
    (void)std::fflush(nullptr);
    const int kept = ::dup(descriptor);
    ::dup2(written.handle(), descriptor);
    act();
    (void)std::fflush(nullptr);
    ::dup2(kept, descriptor);
    ::close(kept);
    written.seek(0);
    return written.readAll();
}

QByteArray RunKit::errorsOf(const std::function<void()>& act) const { return redirected(STDERR_FILENO, act); }

nlohmann::json RunKit::printedBy(const app::CommandLine& line)
{
    int code = 0;
    const QByteArray printed = redirected(STDOUT_FILENO, [&] { code = run(line); });
    nlohmann::json told = nlohmann::json::parse(printed.toStdString(), nullptr, false);
    told["code"] = code;
    return told;
}

} // namespace quarterdeck::test
