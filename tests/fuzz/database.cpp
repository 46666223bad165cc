#include "model/formats/session_reader.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/import/package_source.h"
#include "model/transfer/import/studio_source.h"
#include "require.h"
#include "storage/open_library.h"
#include "tests/support/hot_journal.h"

#include <QObject>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>

using namespace quarterdeck;

namespace {

const std::string precious = "precious: no NUL here\n";

std::string number() { return std::to_string(getpid()); }

void write(const std::string& path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string bytesOf(const std::string& path)
{
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

/// As an import does.
template <typename Source>
void readAll(const std::string& path)
{
    const auto source = Source::open({path, formats::Timestamp{1}}, [] { return true; });
    std::array<char, 4096> part{};
    while (source) {
        const auto count = (*source)->read(part.data(), part.size());
        if (!count || *count == 0)
            break;
    }
}

/// A database, its rollback journal and its write-ahead log, as the input has them one after the other.
struct Files
{
    explicit Files(std::string_view input)
    {
        constexpr std::size_t headSize = 5;
        const auto at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<std::uint8_t>(input[i])); };
        if (input.size() < headSize)
            return;
        kind = at(0);
        const std::size_t first = at(1) * 256 + at(2);
        const std::size_t second = at(3) * 256 + at(4);
        input.remove_prefix(headSize);
        database = input.substr(0, first);
        input.remove_prefix(database.size());
        journal = input.substr(0, second);
        log = input.substr(journal.size());
    }
    std::size_t kind = 0; ///< 1: the journal names a file; 2: it is opened as a library; 4: there is no log
    std::string_view database;
    std::string_view journal;
    std::string_view log;
};

} // namespace

/// Whatever stands in them: nothing beside them is touched, and who imports them changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Files files({reinterpret_cast<const char*>(data), size});
    static const std::string folder = "/tmp/fuzz_database-" + number();
    static const std::string victim = "/tmp/fuzz_database_victim-" + number();
    const std::string path = folder + "/a.sqlite";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    write(victim, precious);
    std::string journal(files.journal);
    if ((files.kind & 1U) != 0)
        journal += test::superJournalEnd(QByteArray::fromStdString(victim)).toStdString();
    write(path, files.database);
    if (!journal.empty())
        write(path + "-journal", journal);
    if ((files.kind & 4U) == 0 && !files.log.empty())
        write(path + "-wal", files.log);
    (void)transfer::StudioSource::isStudio(path);
    readAll<transfer::StudioSource>(path);
    readAll<transfer::PackageSource>(path);
    fuzz::require(bytesOf(path) == files.database && bytesOf(path + "-journal") == journal);
    if ((files.kind & 2U) != 0) {
        QObject context;
        (void)storage::openLibrary(path, &context);
    }
    fuzz::require(bytesOf(victim) == precious);
    return 0;
}
