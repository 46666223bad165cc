#include "damage.h"

#include "await.h"
#include "database.h"
#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "storage/open_library.h"

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <initializer_list>
#include <utility>

namespace quarterdeck::test {

using namespace session;
using storage::openLibrary;

QByteArray bytesOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the test cannot write its file");
}

std::vector<qsizetype> pagesOfType(const QByteArray& file, int type)
{
    std::vector<qsizetype> pages;
    for (qsizetype page = 1; page < file.size() / pageSize; ++page)
        if (file.at(page * pageSize) == type)
            pages.push_back(page);
    return pages;
}

namespace {

/// As versions before the third did: long payloads, and those without a speaker, which would not show their owner.
void writePlainly(const QString& path, const Original& original)
{
    Database database(path.toStdString());
    for (const auto& [id, log] : original.sessions) {
        for (const conversation::Event& event : log.events()) {
            const std::string payload = conversation::eventPayload(event.body);
            const bool hasSpeaker = !std::holds_alternative<conversation::SessionStarted>(event.body)
                && !std::holds_alternative<conversation::RoleHired>(event.body);
            if (payload.size() < 2000 && hasSpeaker)
                continue;
            const std::string sql = "UPDATE events SET plain = '" + payload
                + "', packed = NULL WHERE id =" + " (SELECT id << 40 FROM sessions WHERE key = '" + id + "') + "
                + std::to_string(event.seq.value) + " AND packed IS NOT NULL";
            database.execute(sql.c_str());
        }
    }
}

enum class Origin { Here, File };

void writeSession(Library& library, Original& original, const std::string& name, int length, Origin origin)
{
    LogBuilder log(("session " + name).c_str());
    const std::string mark = "<" + name + "mark>";
    conversation::SessionStarted started;
    started.title = "about " + mark;
    if (origin == Origin::File)
        started.kind = conversation::SessionKind::Imported;
    log.add(started);
    for (const char* member : {"Mike", "Alice"}) {
        conversation::Role role;
        role.name = conversation::RoleName(member);
        role.profile = "of " + mark;
        if (origin == Origin::Here)
            log.add(conversation::RoleHired{role});
    }
    for (int i = 0; i < length; ++i) {
        std::string text = std::to_string(i);
        for (int j = 0; j < (i % 20 == 7 ? 700 : 15); ++j)
            text += mark;
        log.say((i % 2 == 0 ? "Mike " : "Alice ") + mark, text);
    }
    std::string picture;
    while (picture.size() < 9000)
        picture += mark;
    (void)await<AttachmentInfo>([&](auto done) { library.putAttachment(picture, "image/png", 1, 1, done); });
    log.show(conversation::attachmentHash(picture));
    if (!await<Nothing>([&](auto done) { library.createSession(log.summary(), log.takeRecords(), done); }))
        qFatal("the test cannot write its session");
    original.marks[log.id().str()] = QByteArray::fromStdString(mark);
    original.sessions.insert_or_assign(log.id().str(), std::move(log));
}

} // namespace

Original makeOriginal(const char* family, bool isClosed)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QObject context;
    Original original;
    const auto write = [&](Library& library, std::initializer_list<int> lengths) {
        for (const int length : lengths)
            writeSession(library, original, family + std::to_string(length), length, Origin::Here);
    };
    {
        const auto library = openLibrary(path.toStdString(), &context);
        write(**library, {1, 60, 5, 200});
        writeSession(**library, original, family + std::string("30"), 30, Origin::File);
        const auto removed = SessionId(std::string("session ") + family + "60");
        (void)archiveAndRemove(**library, removed);
        original.sessions.erase(removed.str());
        original.marks.erase(removed.str());
    }
    writePlainly(path, original);
    const auto library = openLibrary(path.toStdString(), &context);
    if (!isClosed) {
        write(**library, {2, 90});
        writePlainly(path, original);
        original.log = bytesOf(path + QStringLiteral("-wal"));
    }
    original.file = bytesOf(path);
    return original;
}

namespace {

void flip(Damage& damage, qsizetype page, QRandomGenerator& random)
{
    const qsizetype start = page * pageSize;
    damage.touched.push_back(damage.file.mid(start, pageSize));
    const int flips = 1 + random.bounded(20);
    for (int i = 0; i < flips; ++i) {
        const qsizetype at = start + random.bounded(static_cast<int>(std::min(pageSize, damage.file.size() - start)));
        damage.file[at] = static_cast<char>(damage.file[at] ^ (1 << random.bounded(8)));
    }
}

template <int type>
void flipPageOfType(Damage& damage, QRandomGenerator& random)
{
    const std::vector<qsizetype> pages = pagesOfType(damage.file, type);
    if (!pages.empty())
        flip(damage, pages[static_cast<std::size_t>(random.bounded(static_cast<int>(pages.size())))], random);
}

void flipFirstPage(Damage& damage, QRandomGenerator& random) { flip(damage, 0, random); }

void flipAnywhere(Damage& damage, QRandomGenerator& random)
{
    for (int i = 0; i < 3; ++i)
        flip(damage, random.bounded(static_cast<int>(damage.file.size() / pageSize)), random);
}

void overwritePage(Damage& damage, QRandomGenerator& random)
{
    const qsizetype page = random.bounded(static_cast<int>(damage.file.size() / pageSize));
    damage.touched.push_back(damage.file.mid(page * pageSize, pageSize));
    damage.file.replace(page * pageSize, pageSize, QByteArray(pageSize, random.bounded(2) == 0 ? '\0' : '\x55'));
}

void zeroHeader(Damage& damage, QRandomGenerator&) { damage.file.replace(0, 100, QByteArray(100, '\0')); }

void cut(Damage& damage, QRandomGenerator& random)
{
    const qsizetype end = 1 + random.bounded(static_cast<int>(damage.file.size() - 1));
    damage.touched.push_back(damage.file.mid(end / pageSize * pageSize));
    damage.file.truncate(end);
}

void loseLog(Damage& damage, QRandomGenerator&) { damage.touched.push_back(std::exchange(damage.log, {})); }

constexpr qsizetype logHeaderSize = 32;
constexpr qsizetype pageInLog = 24 + pageSize;

/// Nobody can tell that it had ended, before something follows it.
qsizetype firstOfLastTransaction(const QByteArray& log)
{
    const auto hasEnded = [&](qsizetype page) {
        return log.mid(logHeaderSize + page * pageInLog + 4, 4) != QByteArray(4, '\0');
    };
    qsizetype first = (log.size() - logHeaderSize) / pageInLog - 1;
    while (first > 0 && !hasEnded(first - 1))
        --first;
    return first;
}

void flipLog(Damage& damage, QRandomGenerator& random)
{
    if (damage.log.isEmpty())
        return;
    const qsizetype at = random.bounded(static_cast<int>(damage.log.size()));
    const qsizetype page = (at - logHeaderSize) / pageInLog;
    const qsizetype last = firstOfLastTransaction(damage.log);
    if (page >= last)
        damage.touched.push_back(damage.log.mid(logHeaderSize + last * pageInLog));
    else if (at >= logHeaderSize)
        damage.touched.push_back(damage.log.mid(logHeaderSize + page * pageInLog, pageInLog));
    damage.log[at] = static_cast<char>(damage.log[at] ^ (1 << random.bounded(8)));
}

void foreignLog(Damage& damage, QRandomGenerator&)
{
    static const Original other = makeOriginal("other", false);
    damage.touched.push_back(damage.log);
    damage.log = other.log;
}

} // namespace

const std::vector<Corruption>& corruptions()
{
    static const std::vector<Corruption> all = {
        {"leaf of a table", flipPageOfType<13>},
        {"interior of a table", flipPageOfType<5>},
        {"leaf of an index", flipPageOfType<10>},
        {"interior of an index", flipPageOfType<2>},
        {"overflow or free page", flipPageOfType<0>},
        {"first page", flipFirstPage},
        {"anywhere, three pages", flipAnywhere},
        {"a page overwritten", overwritePage},
        {"header zeroed", zeroHeader},
        {"cut", cut},
        {"log lost", loseLog},
        {"log flipped", flipLog},
        {"another library's log", foreignLog, true},
    };
    return all;
}

bool Damage::hasTouched(const QByteArray& mark) const
{
    return std::ranges::any_of(touched, [&](const QByteArray& bytes) { return bytes.contains(mark); });
}

} // namespace quarterdeck::test
