#include "app/services/keys.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>
#include <sys/prctl.h>
#include <sys/resource.h>

namespace tst_key_manager {

using namespace quarterdeck;
using namespace quarterdeck::team;
using app::KeyManager;
using app::KeyStore;
using conversation::ErrorCode;
using conversation::Result;
using quarterdeck::test::waitFor;

/// Where keys are.
class TestKeyManager final : public QObject
{
    Q_OBJECT
private slots:
    void firstKeyMakesMemoryPrivate(); // before any other: that cannot be undone
    void keyIsWhereItsConnectionWantsIt_data();
    void keyIsWhereItsConnectionWantsIt();
    void variableThatIsNotSetIsSaid();
    void forgottenKeysAreGone();
    void movedKeysLeaveTheOldPlaceOnly();
    void desktopWithoutAKeyringIsSaid();
};

namespace {

class TestStore final : public KeyStore
{
public:
    explicit TestStore(std::map<std::string, std::string>& keys) : m_keys(keys) { }
    void read(const std::string& connection, Read done) override
    {
        const auto found = m_keys.find(connection);
        done(found == m_keys.end() ? std::string() : found->second);
    }
    void write(const std::string& connection, const std::string& key, Done done) override
    {
        m_keys[connection] = key;
        done({});
    }
    void remove(const std::string& connection, Done done) override
    {
        m_keys.erase(connection);
        done({});
    }

private:
    std::map<std::string, std::string>& m_keys;
};

ModelConnection with(KeySource source)
{
    ModelConnection connection = newConnection(Service::Other);
    connection.name = "Test server";
    connection.keySource = source;
    connection.keyVariable = "QUARTERDECK_TEST_KEY";
    return connection;
}

bool isMemoryPrivate()
{
    rlimit cores{};
    const bool hasNoCores = ::getrlimit(RLIMIT_CORE, &cores) == 0 && cores.rlim_cur == 0 && cores.rlim_max == 0;
#if defined(__SANITIZE_ADDRESS__)
    return hasNoCores;
#else
    return hasNoCores && ::prctl(PR_GET_DUMPABLE) == 0;
#endif
}

/// For a store that answers at once.
Result<std::string> keyOf(KeyManager& keeper, const ModelConnection& connection)
{
    std::optional<Result<std::string>> found;
    keeper.read(connection, [&](Result<std::string> key) { found = std::move(key); });
    return *found;
}

void keep(KeyManager& keeper, const ModelConnection& connection, const char* key)
{
    keeper.keep(connection, key, [](const Result<void>& kept) { QVERIFY(kept); });
}

} // namespace

void TestKeyManager::firstKeyMakesMemoryPrivate()
{
    if (isMemoryPrivate())
        QSKIP("This process may dump no core anyway.");
    std::map<std::string, std::string> keys;
    KeyManager keeper(std::make_unique<TestStore>(keys));
    qunsetenv("QUARTERDECK_TEST_KEY");
    int answers = 0;
    const auto count = [&](const Result<std::string>&) { ++answers; };
    keeper.read(with(KeySource::None), count);
    keeper.read(with(KeySource::Keyring), count);
    keeper.read(with(KeySource::Environment), count);
    QCOMPARE(answers, 3);
    QVERIFY(!isMemoryPrivate()); // there was none
    qputenv("QUARTERDECK_TEST_KEY", "sk-secret");
    bool wasPrivate = false;
    keeper.read(with(KeySource::Environment), [&](const Result<std::string>&) { wasPrivate = isMemoryPrivate(); });
    QVERIFY(wasPrivate); // by the time anybody has it
    qunsetenv("QUARTERDECK_TEST_KEY");
}

void TestKeyManager::keyIsWhereItsConnectionWantsIt_data()
{
    QTest::addColumn<KeySource>("source");
    QTest::addColumn<QString>("found");
    QTest::addColumn<int>("stored");
    QTest::newRow("none") << KeySource::None << "" << 0;
    QTest::newRow("keyring") << KeySource::Keyring << "typed" << 1;
    QTest::newRow("environment") << KeySource::Environment << "of the environment" << 0;
    QTest::newRow("this run") << KeySource::ThisRun << "typed" << 0;
}

void TestKeyManager::keyIsWhereItsConnectionWantsIt()
{
    QFETCH(KeySource, source);
    QFETCH(QString, found);
    QFETCH(int, stored);
    qputenv("QUARTERDECK_TEST_KEY", "of the environment");
    const auto restored = qScopeGuard([] { qunsetenv("QUARTERDECK_TEST_KEY"); });
    std::map<std::string, std::string> keys;
    KeyManager keeper(std::make_unique<TestStore>(keys));
    const ModelConnection connection = with(source);
    keep(keeper, connection, "typed");
    QCOMPARE(QString::fromStdString(keyOf(keeper, connection).value()), found);
    QCOMPARE(keys.size(), static_cast<std::size_t>(stored));
    // Another one's is not found.
    if (source != KeySource::Environment)
        QCOMPARE(keyOf(keeper, with(source)).value(), "");
}

void TestKeyManager::variableThatIsNotSetIsSaid()
{
    std::map<std::string, std::string> keys;
    KeyManager keeper(std::make_unique<TestStore>(keys));
    const auto key = keyOf(keeper, with(KeySource::Environment));
    QVERIFY(!key);
    QCOMPARE(key.error().code, ErrorCode::NotFound);
    QVERIFY(QString::fromStdString(key.error().sentence).contains("QUARTERDECK_TEST_KEY"));
}

void TestKeyManager::forgottenKeysAreGone()
{
    std::map<std::string, std::string> keys;
    KeyManager keeper(std::make_unique<TestStore>(keys));
    for (const KeySource source : {KeySource::Keyring, KeySource::ThisRun}) {
        const ModelConnection connection = with(source);
        keep(keeper, connection, "typed");
        keeper.forget(connection);
        QCOMPARE(keyOf(keeper, connection).value(), "");
    }
    QVERIFY(keys.empty());
}

void TestKeyManager::movedKeysLeaveTheOldPlaceOnly()
{
    std::map<std::string, std::string> keys;
    KeyManager keeper(std::make_unique<TestStore>(keys));
    ModelConnection connection = with(KeySource::Keyring);
    keep(keeper, connection, "old");
    const ModelConnection before = connection;
    connection.keySource = KeySource::ThisRun;
    keep(keeper, connection, "new");
    keeper.forget(before);
    QVERIFY(keys.empty());
    QCOMPARE(keyOf(keeper, connection).value(), "new");
}

void TestKeyManager::desktopWithoutAKeyringIsSaid()
{
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    app::Keyring keyring(60'000);
    std::optional<Result<std::string>> read;
    std::optional<Result<void>> written;
    keyring.read("someone", [&](Result<std::string> key) { read = std::move(key); });
    keyring.write("someone", "a key", [&](Result<void> done) { written = std::move(done); });
    QVERIFY(waitFor([&] { return read && written; }));
    QVERIFY(!*read && !*written);
    for (const std::string& sentence : {read->error().sentence, written->error().sentence})
        QVERIFY2(QString::fromStdString(sentence).contains("no keyring"), sentence.c_str());
    // Nothing is kept in its stead.
    std::optional<Result<std::string>> again;
    keyring.read("someone", [&](Result<std::string> key) { again = std::move(key); });
    QVERIFY(waitFor([&] { return again.has_value(); }));
    QVERIFY(!*again);
}

} // namespace tst_key_manager

QUARTERDECK_TEST(tst_key_manager, TestKeyManager)
#include "tst_key_manager.moc"
