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

/// A library for one test, in a folder of its own.
class LibraryUnderTest
{
public:
    LibraryUnderTest() { open(); }

    [[nodiscard]] session::Library& operator*() const { return *m_library; }
    [[nodiscard]] session::Library* operator->() const { return m_library.get(); }
    [[nodiscard]] std::string path() const { return (m_folder.path() + QStringLiteral("/library.db")).toStdString(); }

    /// Closed and opened again: only the file's contents remain.
    void reopen()
    {
        reopenAfter([] {});
    }

    /// The same, with something done to the file while nobody has it open.
    template <typename Change>
    void reopenAfter(Change&& change)
    {
        m_library.reset();
        change();
        open();
    }

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
        auto opened = storage::openLibrary(path(), &m_context);
        if (!opened)
            qFatal("%s (%s)", opened.error().sentence.c_str(), opened.error().detail.c_str());
        m_library = *opened;
    }

    QTemporaryDir m_folder;
    QObject m_context;
    std::shared_ptr<session::Library> m_library;
};

/// Fails the test with the error's sentence.
#define QUARTERDECK_VERIFY_RESULT(result)                                                                              \
    QVERIFY2((result).has_value(),                                                                                     \
             (result).has_value() ? "" : ((result).error().sentence + " " + (result).error().detail).c_str())

} // namespace quarterdeck::test
