#include "app/services/model_servers.h"

#include "model/agents/provider/chat_providers.h"
#include "model/session/post.h"
#include "model/session/private_memory.h"

#include <QPointer>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using conversation::Result;
using team::ConnectionTestReport;
using team::ModelConnection;

namespace {

struct Tested
{
    int test = 0;
    ConnectionTestReport report;
};

QCoro::Task<void> tellReport(QCoro::Task<ConnectionTestReport> task, int test, std::function<void(Tested)> tell)
{
    ConnectionTestReport report = co_await task;
    Tested tested{test, std::move(report)};
    tell(std::move(tested));
}

} // namespace

/// Lives on the engine thread.
class ModelServersOnEngine final : public QObject
{
public:
    explicit ModelServersOnEngine(team::ProviderEnvironment environment)
        : providers(std::make_shared<team::ChatProviders>(std::move(environment)))
    { }

    void test(ModelConnection connection, std::string key, std::string model, int number,
              std::function<void(Tested)> tell)
    {
        cancelTest();
        m_test = std::make_shared<team::CancelToken>();
        tellReport(providers->test(std::move(connection), std::move(key), std::move(model), m_test), number,
                   std::move(tell));
    }
    void cancelTest()
    {
        if (const auto test = std::exchange(m_test, {}))
            test->cancel();
    }

    const std::shared_ptr<team::ChatProviders> providers;

private:
    std::shared_ptr<team::CancelToken> m_test;
};

ModelServers::ModelServers(Engine& engine, ConnectionStore store, std::unique_ptr<KeyStore> keys, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_store(std::move(store))
    , m_keys(std::move(keys))
{
    load();
    const auto ask = m_receiver.wrap<KeyQuestion>(
        [this](const KeyQuestion& question) { m_keys.read(question.connection, question.answer); });
    m_engine.addPart([&](session::SessionHub&) {
        team::ProviderEnvironment environment;
        QObject* context = m_engine.context();
        environment.readKey = [ask, context](const ModelConnection& connection, KeyStore::Read answer) {
            const auto answerThere = [context, answer](Result<std::string> key) {
                session::post(context, [answer, key = std::move(key)] { answer(key); });
            };
            ask({connection, answerThere});
        };
        environment.readAttachment = [library = m_engine.library()](const conversation::AttachmentHash& hash,
                                                                    session::Done<std::string> done) {
            library->readAttachment(hash, std::move(done));
        };
        m_part = new ModelServersOnEngine(std::move(environment));
        return m_part;
    });
    hand();
}

ModelServers::~ModelServers() { cancelTest(); }

std::shared_ptr<team::ChatProviders> ModelServers::providers() const { return m_part->providers; }

team::PriceTable ModelServers::prices() const { return team::PriceTable::builtIn().changedBy(m_changes); }

void ModelServers::load()
{
    const auto note = [this](const conversation::Error& error) {
        m_problem += (m_problem.empty() ? "" : "\n") + error.sentence;
    };
    if (auto connections = m_store.connections())
        m_connections = std::move(*connections);
    else
        note(connections.error());
    if (auto changes = m_store.prices())
        m_changes = std::move(*changes);
    else
        note(changes.error());
}

/// Hands them to the engine thread.
void ModelServers::hand()
{
    session::post(m_part, [part = m_part, connections = m_connections, prices = prices()] {
        part->providers->setConnections(connections);
        part->providers->setPrices(prices);
    });
}

void ModelServers::save(std::vector<ModelConnection> connections, const TypedKeys& keys, Saved saved)
{
    for (const ModelConnection& connection : connections)
        if (auto problem = team::problemOf(connection))
            return saved(tl::unexpected(std::move(*problem)));
    TypedKeys known;
    std::ranges::copy_if(keys, std::inserter(known, known.end()), [&](const auto& key) {
        return !key.second.empty()
            && std::ranges::find(connections, key.first, &ModelConnection::id) != connections.end();
    });
    Saved then = [this, connections, saved](const Result<void>& kept) {
        if (kept)
            takeConnections(connections, saved);
        else
            saved(kept);
    };
    keepKeys(connections, std::move(known), std::move(then));
}

/// One after the other, so that a locked keyring prompts only once.
void ModelServers::keepKeys(const std::vector<ModelConnection>& connections, TypedKeys keys, Saved saved)
{
    if (keys.empty())
        return saved({});
    const auto [id, key] = *keys.begin();
    keys.erase(keys.begin());
    const ModelConnection connection = *std::ranges::find(connections, id, &ModelConnection::id);
    const auto next = [self = QPointer<ModelServers>(this), connections, keys = std::move(keys),
                       saved = std::move(saved), name = id](const Result<void>& kept) {
        if (!self)
            return;
        if (!kept)
            return saved(kept);
        session::post(self->m_part, [part = self->m_part, name] { part->providers->forgetKey(name); });
        self->keepKeys(connections, keys, saved);
    };
    m_keys.keep(connection, key, next);
}

void ModelServers::takeConnections(std::vector<ModelConnection> connections, const Saved& saved)
{
    if (auto written = m_store.save(connections); !written)
        return saved(written);
    for (const ModelConnection& old : m_connections) {
        const auto now = std::ranges::find(connections, old.id, &ModelConnection::id);
        if (now == connections.end() || now->keySource != old.keySource)
            m_keys.forget(old);
    }
    m_connections = std::move(connections);
    hand();
    saved({});
    emit connectionsChanged();
}

Result<void> ModelServers::savePrices(const team::PriceTable& changes)
{
    auto written = m_store.savePrices(changes);
    if (written) {
        m_changes = changes;
        hand();
        emit pricesChanged();
    }
    return written;
}

void ModelServers::test(const ModelConnection& connection, const std::string& key, const std::string& model)
{
    if (!key.empty())
        session::keepMemoryPrivate();
    const int number = ++m_test;
    const auto tell = m_receiver.wrap<Tested>([this](const Tested& done) {
        if (done.test == m_test)
            emit tested(done.report);
    });
    session::post(m_part, [part = m_part, connection, key, model, number, tell] {
        part->test(connection, key, model, number, tell);
    });
}

void ModelServers::cancelTest()
{
    ++m_test;
    session::post(m_part, [part = m_part] { part->cancelTest(); });
}

} // namespace quarterdeck::app
