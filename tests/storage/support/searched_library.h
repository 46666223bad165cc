#pragma once

#include "library_under_test.h"
#include "storage/sqlite/connection.h"

#include <QElapsedTimer>
#include <QTest>
#include <QThread>
#include <vector>

namespace quarterdeck::test {

/// A library to be searched: "read" (mostly before the index is made), or "indexed".
class SearchedLibrary
{
public:
    /// The column "kind".
    static void addKinds()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("not indexed") << QStringLiteral("read");
        QTest::newRow("indexed") << QStringLiteral("indexed");
    }

    explicit SearchedLibrary(const QString& kind) : m_isIndexed(kind == QLatin1String("indexed")) { }

    /// "indexed": until nothing is left to index.
    void waitForIndex() const
    {
        QElapsedTimer clock;
        clock.start();
        while (m_isIndexed && lag() > 0 && clock.elapsed() < 60'000)
            QThread::yieldCurrentThread();
    }
    /// Everything found, page by page of `limit`: a page that repeats or skips shows. One empty hit if a page fails, or
    /// something could not be searched.
    [[nodiscard]] std::vector<session::SearchHit> search(const session::SearchTerms& terms, std::int32_t limit = 50)
    {
        waitForIndex();
        std::vector<session::SearchHit> all;
        session::SearchRequest request{terms, {}, limit};
        for (bool isLast = false; !isLast;) {
            const auto page = await<session::SearchHits>([&](auto done) { library->search(request, done); });
            if (!page || (!page->isLast && page->hits.empty()) || page->notSearched != 0)
                return {session::SearchHit{}};
            all.insert(all.end(), page->hits.begin(), page->hits.end());
            isLast = page->isLast;
            if (!isLast)
                request.after = all.back().place;
        }
        return all;
    }
    std::int64_t count(const char* sql) const
    {
        storage::sqlite::Connection connection(library.path(), storage::sqlite::Mode::Read);
        storage::sqlite::Query row = connection.query(sql);
        return row.next() ? row.number(0) : -1;
    }

private:
    [[nodiscard]] std::int64_t lag() const
    {
        return count("SELECT coalesce(sum(last_seq - coalesce(seq, 0)), 0) FROM sessions"
                     " LEFT JOIN text_index_progress ON session = id WHERE is_complete");
    }

    bool m_isIndexed;

public:
    LibraryUnderTest library;
};

} // namespace quarterdeck::test
