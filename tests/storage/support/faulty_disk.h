#pragma once

/// A library on the test's disk, whose calls can be made to fail.

#include "await.h"
#include "database.h"
#include "disk.h"
#include "faults.h"
#include "model/session/library.h"
#include "storage/open_library.h"
#include "story.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <map>

namespace quarterdeck::test {

using conversation::Error;
using session::Library;
using session::Nothing;
using session::SessionCheck;
using session::SessionLabels;
using session::SessionSummary;
using storage::openLibrary;

inline constexpr int longMs = 60'000;

/// A library with something in it, and what happens to it.
struct Scene
{
    Scene(const QString& original, const Story& before) : story(before)
    {
        if (!QFile::copy(original, QString::fromStdString(path)))
            qFatal("the test's library cannot be copied");
    }
    /// With the problem, on which the next line would fail.
    bool open()
    {
        auto opened = openLibrary(path, &context);
        if (!opened)
            refused.push_back(opened.error());
        else
            library = *opened;
        return opened.has_value();
    }
    void watch()
    {
        library->watchWriting([this](const std::optional<Error>& trouble) { troubles.push_back(trouble); });
    }
    void note(const std::optional<Error>& error)
    {
        if (error)
            refused.push_back(*error);
    }
    /// Whether the library does by itself what it is to do, before the fault comes.
    bool waitUnlessFault(const std::function<bool()>& isDone) const
    {
        return comesTrue([&] { return hasFaultCome() || isDone(); });
    }

    QTemporaryDir folder;
    std::string path = (folder.path() + QStringLiteral("/library.db")).toStdString();
    QObject context;
    Story story;
    std::shared_ptr<Library> library;
    std::vector<Error> refused;
    std::vector<std::optional<Error>> troubles;
    std::map<std::string, SessionLabels> labels; ///< as acknowledged
    std::function<bool()> hasFaultCome = [] { return false; };
};

/// Past the test's disk, which is to count what the library does.
inline std::int64_t hiddenSessions(const std::string& path)
{
    Database database(path, Database::Way::PastTheTestsDisk);
    return std::stoll(database.ask("SELECT count(*) FROM sessions WHERE NOT is_complete"));
}

/// How many can be read from their beginning to their end; -1 = one cannot.
inline int soundSessions(Library& library)
{
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!sessions)
        return -1;
    for (const SessionSummary& one : *sessions) {
        const auto check = await<SessionCheck>([&](auto done) { library.verifySession(one.id, done); });
        if (!check || !check->isSound())
            return -1;
    }
    return static_cast<int>(sessions->size());
}

/// Each test begins with a copy of the same library.
class FaultyDisk : public QObject
{
protected:
    void makeOriginal()
    {
        QObject context;
        const auto library = openLibrary(original().toStdString(), &context);
        QVERIFY(library);
        for (const char* session : {"a", "b", "going"}) {
            QVERIFY(!m_before.begin(**library, session));
            QVERIFY(!m_before.show(**library, session, 2000));
            for (int i = 0; i < 5; ++i)
                QVERIFY(!m_before.say(**library, session));
            QVERIFY(!m_before.snapshot(**library, session));
        }
    }
    void mendDisk()
    {
        m_disk.setRule({});
        m_disk.setShared(true);
    }
    /// That the library continues when the fault is over, and has what was acknowledged and nothing that was refused.
    static void compare(Scene& scene)
    {
        QVERIFY2(scene.library, scene.refused.empty() ? "" : scene.refused.back().detail.c_str());
        for (const char* session : {"a", "b"}) {
            const auto refused = scene.story.say(*scene.library, session);
            QVERIFY2(!refused, refused ? (refused->sentence + refused->detail).c_str() : "");
        }
        QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
        scene.library.reset();
        QVERIFY(scene.open());
        QCOMPARE(scene.story.faultsOf(*scene.library), QByteArray());
        const auto listed = await<std::vector<SessionSummary>>([&](auto done) { scene.library->listSessions(done); });
        QVERIFY(listed);
        QCOMPARE(listed->size(), scene.story.sessions());
        for (const SessionSummary& summary : *listed) {
            if (const auto labels = scene.labels.find(summary.id.str()); labels != scene.labels.end())
                QVERIFY(summary.labels == labels->second);
        }
        // The removal continues.
        QVERIFY(comesTrue([&] { return hiddenSessions(scene.path) == 0; }));
    }
    [[nodiscard]] QString original() const { return m_folder.filePath(QStringLiteral("original.db")); }

    Disk m_disk;
    Story m_before;

private:
    QTemporaryDir m_folder;
};

} // namespace quarterdeck::test
