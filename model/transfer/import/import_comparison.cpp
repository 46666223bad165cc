#include "model/transfer/import/import_comparison.h"

#include "model/transfer/import/library_log_reader.h"
#include "model/transfer/library_access.h"

#include <QCryptographicHash>
#include <QFile>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace quarterdeck::transfer {

using session::SessionSummary;
using What = DuplicateSession::What;

namespace {

bool isAlike(const SessionSummary& one, const formats::SessionStarted& settings)
{
    return one.source == settings.source || one.title == settings.title;
}

/// Which session of its file it is: reporting a difference is worth a person's time only if both are the same one.
std::string placeOf(const formats::SessionStarted& settings)
{
    const nlohmann::json& details = settings.details.json();
    std::string place;
    for (const char* key : {"run", "line"}) {
        place += details.is_object() && details.contains(key) ? details.at(key).dump() : std::string();
        place += ',';
    }
    return place;
}

} // namespace

bool isTitleGiven(const formats::SessionStarted& settings)
{
    const nlohmann::json& details = settings.details.json();
    return details.is_object() && details.value("title", nlohmann::json()) == "given";
}

ImportedSessions ImportedSessions::of(Library& library)
{
    ImportedSessions imported;
    auto listed = awaitLibrary<std::vector<SessionSummary>>([&](auto done) { library.listSessions(std::move(done)); });
    if (!listed) {
        return imported;
    }
    std::erase_if(*listed, &SessionSummary::isSample);
    // With iterators: clang 14 does not accept a subrange of this standard library as a range.
    const auto firstBegunHere = std::stable_partition(listed->begin(), listed->end(), [](const SessionSummary& one) {
        return one.kind == conversation::SessionKind::Imported;
    });
    std::move(firstBegunHere, listed->end(), std::back_inserter(imported.m_begunHere));
    listed->erase(firstBegunHere, listed->end());
    imported.m_sessions = std::move(*listed);
    return imported;
}

bool ImportedSessions::areAlike(const formats::SessionStarted& settings) const
{
    return std::ranges::any_of(m_sessions, [&](const SessionSummary& one) { return isAlike(one, settings); });
}

const SessionSummary* ImportedSessions::find(const SessionId& id) const
{
    const auto found = std::ranges::find(m_sessions, id, &SessionSummary::id);
    return found == m_sessions.end() ? nullptr : &*found;
}

std::vector<SessionSummary> ImportedSessions::alike(const formats::SessionStarted& settings) const
{
    std::vector<SessionSummary> found;
    std::ranges::copy_if(m_sessions, std::back_inserter(found),
                         [&](const SessionSummary& one) { return isAlike(one, settings); });
    return found;
}

std::vector<SessionSummary> ImportedSessions::begunHere(Timestamp startedAt) const
{
    std::vector<SessionSummary> found;
    std::ranges::copy_if(m_begunHere, std::back_inserter(found),
                         [&](const SessionSummary& one) { return one.startedAt == startedAt; });
    return found;
}

ImportComparison::ImportComparison(Context context) : m_context(std::move(context)) { }

void ImportComparison::addCandidate(SessionSummary summary, const formats::SessionStarted& settings, bool isBegunHere)
{
    if (m_taken.contains(summary.id)) {
        return;
    }
    LibraryLogReader log(m_context.library, summary.id);
    log.setTakenBack(m_takenBack);
    const formats::Event* first = log.event();
    const auto* start = first != nullptr ? std::get_if<formats::SessionStarted>(&first->body) : nullptr;
    const bool isOfSamePlace = start != nullptr && placeOf(*start) == placeOf(settings);
    const bool isOfSameFile = summary.source == settings.source;
    if (!isOfSameFile && m_areMembersDescribed && !log.describesMembers()) {
        return; // a run's log, of which this is the saved team: it tells what the log cannot
    }
    m_candidates.push_back({std::move(summary), std::move(log), isOfSameFile, isOfSamePlace, isBegunHere});
}

void ImportComparison::findCandidates(const formats::SessionStarted& settings)
{
    for (SessionSummary& summary : m_context.imported.alike(settings)) {
        if (m_context.isCancelled()) {
            return; // each is read from the library, and there may be as many as the file has sessions
        }
        addCandidate(std::move(summary), settings, false);
    }
}

void ImportComparison::beginSession(formats::SessionStarted settings, std::vector<formats::Role> team, Timestamp)
{
    m_messages = 0;
    m_wholeUsage.reset();
    m_lastUsage.clear();
    m_isLog = false;
    m_areMembersDescribed = std::ranges::any_of(team, isDescribed);
    m_givenTitle = isTitleGiven(settings) ? settings.title : std::string();
    m_candidates.clear();
    findCandidates(settings);
    if (m_rest) {
        m_candidates.push_back(std::move(*m_rest));
        m_rest.reset();
    }
    m_steps.emplace_back();
}

void ImportComparison::beginLog()
{
    m_messages = 0;
    m_isLog = true;
    m_areMembersDescribed = false;
    m_candidates.clear();
    m_steps.emplace_back();
}

void ImportComparison::compare(Candidate& candidate, const conversation::Message& message) const
{
    const MessageSequence lane = laneOf(message);
    if (candidate.isDifferent || candidate.over.contains(lane)) {
        return;
    }
    for (std::size_t i = 0; i < piecesOf(message); ++i) {
        if (!candidate.log.isNext(lane, {&message, i})) {
            candidate.over.insert(lane);
            candidate.isDifferent = !candidate.log.hasEnded(lane);
            return;
        }
        if (i == 0) {
            candidate.log.beginMessage(lane);
        }
        candidate.log.toNextPiece(lane);
        ++candidate.pieces;
    }
    ++candidate.messages;
}

void ImportComparison::compare(Candidate& candidate, const formats::Event& event) const
{
    if (!candidate.over.empty()) {
        return;
    }
    const formats::Event* stored = candidate.log.event();
    if (stored != nullptr && *stored == event) {
        candidate.log.toNextEvent();
        ++candidate.pieces;
    } else {
        candidate.messages = m_messages;
        candidate.over.insert(MessageSequence{});
        candidate.isDifferent = stored != nullptr;
    }
}

void ImportComparison::acceptMessage(formats::RecordedMessage message)
{
    for (Candidate& candidate : m_candidates) {
        compare(candidate, message.record.message);
    }
    m_lastUsage[laneOf(message.record.message)] = message.record.message.usage;
    ++m_messages;
    m_context.onMessage();
}

void ImportComparison::acceptEvent(formats::Event event)
{
    if (const auto* start = std::get_if<formats::SessionStarted>(&event.body)) {
        findCandidates(*start);
        for (SessionSummary& summary : m_context.imported.begunHere(event.time)) {
            addCandidate(std::move(summary), *start, true);
        }
    }
    for (Candidate& candidate : m_candidates) {
        compare(candidate, event);
    }
    m_messages += std::holds_alternative<conversation::MessagePublished>(event.body) ? 1 : 0;
    m_context.onMessage();
}

/// Everything said is there, but its cost may have grown since: some files tell it behind the words.
bool ImportComparison::hasCostMore(Candidate& candidate) const
{
    if (!candidate.isOfSameFile || !candidate.log.hasEnded()) {
        return false; // of half a log nothing is said
    }
    const auto isMore = [](std::optional<conversation::Usage> now, const std::optional<conversation::Usage>& before) {
        subtract(now, before);
        return !isNothing(now);
    };
    const MessageSequences& lanes = candidate.log.lanes();
    return isMore(m_wholeUsage, candidate.log.wholeUsage()) || std::ranges::any_of(m_lastUsage, [&](const auto& last) {
               const auto lane = lanes.find(last.first);
               return lane != lanes.end() && isMore(last.second, lane->second.lastUsage);
           });
}

/// Everything said is there, but the file has another title by now.
bool ImportComparison::isRenamed(const Candidate& candidate) const
{
    return candidate.isOfSameFile && !m_givenTitle.empty() && candidate.summary.labels.title.empty()
        && candidate.summary.title != m_givenTitle;
}

/// Everything said is there, but the file takes some of it back by now.
bool ImportComparison::takesBack(Candidate& candidate) const
{
    if (!candidate.isOfSameFile || m_takenBack.empty()) {
        return false;
    }
    candidate.log.passOverRest();
    return !candidate.log.takenBack().empty();
}

/// If merely the name or the title is alike, there is nothing to report: a file with another name is the same if it
/// holds exactly the same, and differs from nothing. It is a copy that grew if it contains all of a conversation too
/// long to occur twice. A session that began here contains all of its own log, and may have continued since; a file
/// never adds anything to it.
std::optional<What> ImportComparison::verdictOn(Candidate& candidate) const
{
    if (candidate.pieces == 0) {
        return std::nullopt;
    }
    if (candidate.isBegunHere) {
        return candidate.over.empty() ? std::optional(What::Same) : std::nullopt;
    }
    const bool isAllThere = candidate.over.empty() && !m_isLog;
    if (isAllThere && (takesBack(candidate) || hasCostMore(candidate) || isRenamed(candidate))) {
        return What::Grown;
    }
    if (candidate.over.empty()) {
        const bool isWhole = m_isLog ? candidate.log.event() == nullptr : candidate.log.hasEnded();
        return candidate.isOfSameFile || isWhole ? std::optional(What::Same) : std::nullopt;
    }
    if (candidate.isDifferent) {
        const bool isWorthSaying =
            !candidate.isRest && candidate.isOfSameFile && candidate.isOfSamePlace && candidate.messages > 0;
        return isWorthSaying ? std::optional(What::Differs) : std::nullopt;
    }
    constexpr std::int64_t longTalk = 4;
    const bool isCopy = m_context.areCopiesFollowed && candidate.isOfSamePlace && candidate.messages >= longTalk;
    return candidate.isOfSameFile || isCopy ? std::optional(What::Grown) : std::nullopt;
}

/// The best comes first: what came from this file, then a copy of it, then what differs; among equals, the one that
/// shares more.
bool ImportComparison::isBetter(const Verdict& one, const Verdict& other)
{
    const auto rank = [](const Verdict& verdict) {
        return std::tuple(verdict.what == What::Differs, !verdict.candidate->isOfSameFile, verdict.what,
                          -verdict.candidate->pieces);
    };
    return rank(one) < rank(other);
}

void ImportComparison::decide()
{
    m_rest.reset();
    std::optional<Verdict> best;
    for (Candidate& candidate : m_candidates) {
        const std::optional<What> what = verdictOn(candidate);
        if (what && (!best || isBetter({*what, &candidate}, *best))) {
            best = {*what, &candidate};
        }
    }
    if (!best) {
        return;
    }
    Candidate& candidate = *best->candidate;
    const std::int64_t messages = candidate.over.empty() ? m_messages : candidate.messages;
    m_steps.back() = {{candidate.summary.id, candidate.summary.title, best->what,
                       candidate.summary.labels.archivedAt.has_value(), false, 0, messages, m_messages - messages},
                      passed(candidate),
                      candidate.log.lastTime(),
                      {},
                      candidate.log.wholeUsage(),
                      candidate.log.agents(),
                      candidate.log.takenBack(),
                      m_takenBack.size()};
    if (best->what != What::Differs) {
        m_taken.insert(candidate.summary.id);
    }
    if (best->what == What::Same) {
        keepRest(candidate);
    }
}

/// Lanes of the session that was read.
MessageSequences ImportComparison::passed(Candidate& candidate) const
{
    if (m_isLog) {
        return {{MessageSequence{}, {candidate.pieces}}};
    }
    MessageSequences lanes = candidate.log.lanes();
    for (const auto& [lane, before] : candidate.before) {
        lanes[lane].pieces -= before.pieces;
    }
    return lanes;
}

/// The candidate contains a whole session of this file, and perhaps the next ones as well.
void ImportComparison::keepRest(Candidate& candidate)
{
    if (m_isLog || candidate.isBegunHere || !candidate.isOfSameFile || candidate.log.hasEnded()) {
        return;
    }
    MessageSequences before = candidate.log.lanes();
    m_rest.emplace(Candidate{std::move(candidate.summary), std::move(candidate.log), true, candidate.isOfSamePlace});
    m_rest->isRest = true;
    m_rest->before = std::move(before);
}

void ImportComparison::endSession()
{
    if (!m_steps.empty()) {
        decide();
        m_steps.back().known.place = static_cast<std::int64_t>(m_steps.size());
    }
    m_givenTitle.clear();
}

namespace {

QByteArray edgesOf(const FileBeginning& wanted)
{
    constexpr qint64 edge = qint64{64} << 10;
    QFile file(QString::fromStdString(wanted.path));
    if (wanted.bytes <= 0 || file.size() < wanted.bytes || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const qint64 length = std::min<qint64>(edge, wanted.bytes);
    const QByteArray beginning = file.read(length);
    const QByteArray end = file.seek(wanted.bytes - length) ? file.read(length) : QByteArray();
    if (beginning.size() != length || end.size() != length) {
        return {};
    }
    return QCryptographicHash::hash(beginning + end, QCryptographicHash::Sha256);
}

} // namespace

std::shared_ptr<ImportCheckpoints> newImportCheckpoints() { return std::make_shared<ImportCheckpoints>(); }

std::optional<ImportCheckpoint> ImportCheckpoints::take(const std::string& path)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_files.find(path);
    if (found == m_files.end()) {
        return std::nullopt;
    }
    ImportCheckpoint file = std::move(found->second);
    m_files.erase(found);
    return file;
}

void ImportCheckpoints::remember(const std::string& path, ImportCheckpoint file)
{
    constexpr std::size_t mostGrowing = 256; // few files grow at a time
    const std::scoped_lock lock(m_mutex);
    if (m_files.size() >= mostGrowing) {
        m_files.clear();
    }
    m_files.insert_or_assign(path, std::move(file));
}

QByteArray edgesOf(const std::vector<FileBeginning>& files)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const FileBeginning& file : files) {
        const QByteArray edges = edgesOf(file);
        if (edges.isEmpty()) {
            return {};
        }
        hash.addData(edges);
    }
    return files.empty() ? QByteArray() : hash.result();
}

} // namespace quarterdeck::transfer
