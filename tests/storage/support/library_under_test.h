#pragma once

#include "await.h"
#include "log_builder.h"
#include "storage/open_library.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::test {

/// A library of either kind for one test, in a folder of its own.
class LibraryUnderTest
{
public:
    /// "memory" or "sqlite".
    explicit LibraryUnderTest(const QString& kind) : m_isFile(kind == QLatin1String("sqlite")) { open(); }

    [[nodiscard]] session::Library& operator*() const { return *m_library; }
    [[nodiscard]] session::Library* operator->() const { return m_library.get(); }
    [[nodiscard]] std::string path() const { return (m_folder.path() + QStringLiteral("/library.db")).toStdString(); }

    /// A file is closed and opened again: only its contents remain. Memory stays as it is.
    void reopen()
    {
        if (m_isFile) {
            m_library.reset();
            open();
        }
    }

    /// The same, with something done to the file while nobody has it open.
    template <typename Change>
    void reopenAfter(Change&& change)
    {
        m_library.reset();
        change();
        open();
    }
    [[nodiscard]] bool isFile() const { return m_isFile; }

    [[nodiscard]] session::Result<session::Nothing> create(LogBuilder& log)
    {
        return await<session::Nothing>(
            [&](auto done) { m_library->createSession(log.summary(), log.takeRecords(), std::move(done)); });
    }
    [[nodiscard]] session::Result<session::Nothing> append(LogBuilder& log)
    {
        return await<session::Nothing>(
            [&](auto done) { m_library->append(log.summary(), log.takeRecords(), std::move(done)); });
    }
    [[nodiscard]] session::Result<session::Rows> rows(const LogBuilder& log, const conversation::ChannelKey& channel,
                                                      std::int64_t first = 0, std::int32_t count = 60,
                                                      std::optional<conversation::EventSeq> asOf = {})
    {
        return await<session::Rows>([&](auto done) {
            m_library->readRows({log.id(), channel, {first}, count, asOf}, std::move(done));
        });
    }

private:
    void open()
    {
        if (!m_isFile) {
            m_library = storage::makeMemoryLibrary(&m_context);
            return;
        }
        auto opened = storage::openLibrary(path(), &m_context);
        if (!opened)
            qFatal("%s (%s)", opened.error().sentence.c_str(), opened.error().detail.c_str());
        m_library = *opened;
    }

    QTemporaryDir m_folder;
    QObject m_context;
    bool m_isFile;
    std::shared_ptr<session::Library> m_library;
};

/// Fails the test with the error's sentence.
#define QUARTERDECK_VERIFY_RESULT(result)                                                                              \
    QVERIFY2((result).has_value(),                                                                                     \
             (result).has_value() ? "" : ((result).error().sentence + " " + (result).error().detail).c_str())

} // namespace quarterdeck::test
