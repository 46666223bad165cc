#include "model/agents/run/artifacts.h"

#include "model/agents/environment/confined_folder.h"
#include "model/agents/environment/git.h"
#include "model/agents/environment/workspace.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/team_text.h"
#include "model/conversation/text.h"

#include <QCryptographicHash>
#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::team {

namespace {

using conversation::Message;
using nlohmann::json;

constexpr const char* noFile = "none"; // the stamp of what is not there

/// The file after the change; without a path if the change is not about a file.
Artifact decidedBy(const conversation::Event& event, const Message& message, const json& token)
{
    Artifact file;
    if (!token.is_object())
        return file;
    file.path = textAt(token, "path");
    file.author = message.sentFrom.as<conversation::RoleName>();
    file.sha256 = textAt(token, "after");
    file.isNew = textAt(token, "before") == noFile;
    const auto bytes = token.find("bytes");
    file.bytes = bytes != token.end() && bytes->is_number_integer() ? bytes->get<std::int64_t>() : -1;
    file.seq = event.seq;
    file.message = message.id;
    return file;
}

bool changesFiles(const std::string& tool)
{
    const std::vector<EnvironmentTool> calls = Workspace::calls();
    return std::ranges::any_of(calls,
                               [&](const EnvironmentTool& call) { return call.isWriting && call.tool.name == tool; });
}

} // namespace

void ArtifactLog::add(const conversation::Event& event)
{
    m_upTo = event.seq;
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (published == nullptr)
        return;
    if (!manifestIn(published->message).isNull())
        m_manifest = event.seq;
    else if (published->message.causeBy == conversation::action::step)
        addStep(event, published->message);
}

void ArtifactLog::addStep(const conversation::Event& event, const Message& message)
{
    const json* note = stepNote(message);
    if (note == nullptr)
        return;
    const std::string kind = textAt(*note, "step");
    if (kind == step::change && note->contains("token")) {
        Artifact file = decidedBy(event, message, (*note)["token"]);
        if (!file.path.empty())
            m_decided[{textAt(*note, "of"), textAt(*note, "call")}] = std::move(file);
    }
    if (kind != step::result)
        return;
    for (const conversation::ContentBlock& block : message.content) {
        const auto* result = std::get_if<conversation::ToolResultBlock>(&block);
        const auto decided = result == nullptr ? m_decided.end() : m_decided.find({textAt(*note, "of"), result->id});
        if (decided == m_decided.end()) {
            m_isLacking = m_isLacking
                || (m_begin.value > 0 && result != nullptr && !result->isError && changesFiles(result->name));
            continue;
        }
        if (!result->isError)
            m_changes.push_back({std::move(decided->second), event.seq});
        m_decided.erase(decided);
    }
}

std::vector<Artifact> ArtifactLog::filesAt(conversation::EventSeq moment) const
{
    std::vector<Artifact> files;
    std::map<std::string_view, std::size_t> places;
    for (const Change& change : m_changes) {
        if (change.doneAt > moment)
            break;
        const auto [place, isFirst] = places.try_emplace(change.after.path, files.size());
        if (isFirst) {
            files.push_back(change.after);
            continue;
        }
        Artifact& known = files[place->second];
        const bool isNew = known.isNew;
        known = change.after;
        known.isNew = isNew;
    }
    return files;
}

bool changesFiles(const TeamDefinition& team)
{
    const std::vector<EnvironmentTool> calls = Workspace::calls();
    return std::ranges::any_of(calls, [&](const EnvironmentTool& call) {
        return call.isWriting && std::ranges::any_of(team.roles, [&](const RoleDefinition& role) {
                   const auto policy = role.tools.find(call.tool.name);
                   return policy != role.tools.end() && policy->second != ToolPolicy::Deny;
               });
    });
}

conversation::JsonValue manifestIn(const Message& message)
{
    if (message.causeBy != manifest::action || message.sentFrom.str() != manifest::writer)
        return {};
    const json* note = stepNote(message);
    if (note == nullptr || !note->contains("manifest") || !(*note)["manifest"].is_object())
        return {};
    return conversation::JsonValue((*note)["manifest"]);
}

namespace {

constexpr std::size_t mostTold = 50;      // in words; the rest is counted
constexpr std::size_t mostListed = 1'000; // in all
constexpr std::size_t longestTitle = 100;

std::string sha256Of(const std::string& bytes)
{
    return QCryptographicHash::hash(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())),
                                    QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

std::string oneLine(const std::string& title)
{
    std::string line = conversation::utf8::shortened(title, longestTitle);
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return line;
}

/// A name must not end the code span around it.
std::string codeOf(std::string name)
{
    std::ranges::replace(name, '`', '\'');
    return "`" + name + "`";
}

std::string commitMessage(const ManifestRequest& order, const std::vector<ArchivedFile>& files)
{
    std::string message = "Quarterdeck: " + oneLine(order.title) + "\n\n";
    for (const Artifact& one : order.artifacts)
        if (std::ranges::any_of(files, [&](const ArchivedFile& file) { return file.path.text() == one.path; }))
            message += one.path + " (" + oneLine(one.author.str()) + ")\n";
    return message + "\nSession: " + order.session.str() + "\n";
}

std::string sentenceOf(SkippedFile why)
{
    switch (why) {
    case SkippedFile::Staged:
        return texts::leftOutStaged();
    case SkippedFile::Ignored:
        return texts::leftOutIgnored();
    case SkippedFile::NoFile:
        return texts::leftOutNoFile();
    case SkippedFile::Nested:
        break;
    }
    return texts::leftOutNested();
}

void archive(const ManifestRequest& order, const std::vector<ArchivedFile>& files, Manifest& manifest)
{
    if (files.empty())
        return;
    const auto done = commitFiles(order.folder.path, files, commitMessage(order, files));
    if (!done) {
        manifest.problem = texts::notCommitted(done.error());
        return;
    }
    manifest.commit = done->id;
    if (!done->problem.empty())
        manifest.problem = texts::indexNotWritten(done->problem);
    for (ManifestFile& file : manifest.files)
        if (const auto why = done->leftOut.find(file.artifact.path); why != done->leftOut.end())
            file.note = sentenceOf(why->second);
}

json jsonOf(const Manifest& manifest)
{
    json files = json::array();
    for (const ManifestFile& file : manifest.files) {
        json one{{"path", file.artifact.path}, {"author", file.artifact.author.str()}, {"is_new", file.artifact.isNew}};
        one["bytes"] = file.bytes ? json(*file.bytes) : json();
        one["sha256"] = file.bytes ? json(file.sha256) : json();
        if (!file.note.empty())
            one["note"] = file.note;
        files.push_back(std::move(one));
    }
    json told{{"files", std::move(files)}};
    if (!manifest.commit.empty())
        told["commit"] = manifest.commit;
    if (!manifest.problem.empty())
        told["problem"] = manifest.problem;
    if (manifest.leftOut > 0)
        told["left_out"] = manifest.leftOut;
    return told;
}

std::string wordsOf(const Manifest& manifest)
{
    const auto all = static_cast<std::int64_t>(manifest.files.size()) + manifest.leftOut;
    std::string words = texts::manifestOf(static_cast<int>(all)) + "\n";
    const std::size_t told = std::min(manifest.files.size(), mostTold);
    for (std::size_t i = 0; i < told; ++i) {
        const ManifestFile& file = manifest.files[i];
        words += "\n- " + codeOf(file.artifact.path) + " · "
            + (file.bytes ? texts::sizeInBytes(*file.bytes) + " · " : std::string()) + file.artifact.author.str()
            + (file.note.empty() ? "" : " · " + file.note);
    }
    if (told < manifest.files.size())
        words += "\n- " + texts::moreFiles(static_cast<int>(all - static_cast<std::int64_t>(told)));
    if (manifest.leftOut > 0)
        words += "\n\n" + texts::tooManyFiles(static_cast<int>(manifest.leftOut));
    if (!manifest.commit.empty())
        words += "\n\n" + texts::committedAs(manifest.commit.substr(0, 10));
    if (!manifest.problem.empty())
        words += "\n\n" + manifest.problem;
    return words;
}

} // namespace

Manifest buildManifest(const ManifestRequest& order)
{
    const ConfinedFolder folder(order.folder.path, true);
    Manifest manifest;
    std::vector<ArchivedFile> unchanged;
    for (const Artifact& artifact : order.artifacts) {
        if (manifest.files.size() >= mostListed) {
            ++manifest.leftOut;
            continue;
        }
        ManifestFile file{artifact, {}, {}, {}};
        auto path = RelativePath::of(artifact.path);
        auto bytes = path ? folder.read(*path) : tl::make_unexpected(path.error());
        if (!bytes || !*bytes) {
            file.note = bytes ? texts::fileIsGone() : texts::fileCannotBeRead();
        } else {
            file.bytes = static_cast<std::int64_t>((*bytes)->size());
            file.sha256 = sha256Of(**bytes);
            if (file.sha256 != artifact.sha256)
                file.note = texts::fileChangedSince();
            else if (order.folder.isAutoArchived)
                unchanged.push_back({std::move(*path), std::move(**bytes)});
        }
        manifest.files.push_back(std::move(file));
    }
    if (order.folder.isAutoArchived)
        archive(order, unchanged, manifest);
    return manifest;
}

conversation::Message messageOf(const Manifest& manifest)
{
    conversation::Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(manifest::writer);
    message.sendTo = {conversation::address::none};
    message.causeBy = manifest::action;
    message.content = conversation::textBlocks(wordsOf(manifest));
    message.metadata = conversation::JsonValue(json{{step::key, {{"manifest", jsonOf(manifest)}}}});
    return message;
}

namespace {

using conversation::RunState;

constexpr int eventsAtOnce = 500;
/// Pauses for everything else that somebody is looking at.
constexpr int restMs = 10;

bool isAnythingLeft(const conversation::ConversationState& state)
{
    return !state.openQuestions().empty()
        || std::ranges::any_of(state.roles(), [](const conversation::RoleState& role) {
               return role.unread() > 0 || (role.hasNews && role.activity != conversation::RoleActivity::Failed);
           });
}

} // namespace

ManifestRecorder::ManifestRecorder(session::Session& session, ChosenFolder folder, std::function<bool()> isActing,
                                   QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_folder(std::move(folder))
    , m_isActing(std::move(isActing))
    , m_log(session.state()->newestNote(manifest::action))
{
    m_thread.setMaxThreadCount(1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &ManifestRecorder::read);
    connect(&session, &session::Session::committed, this,
            [this](const std::vector<conversation::Event>& events) { take(events); });
    readOn();
}

ManifestRecorder::~ManifestRecorder() { m_thread.waitForDone(); }

bool ManifestRecorder::isSettled() const { return !m_isWriting && !m_isReading && !isDue(); }

void ManifestRecorder::take(const std::vector<conversation::Event>& events)
{
    for (const conversation::Event& event : events)
        if (event.seq.value == m_log.upTo().value + 1)
            m_log.add(event); // otherwise it is read with what precedes it
    if (m_log.upTo() < m_session.state()->lastSeq())
        readOn();
    look();
}

void ManifestRecorder::readOn()
{
    if (m_isReading || m_isUnreadable || m_log.upTo() >= m_session.state()->lastSeq())
        return;
    m_isReading = true;
    m_log.upTo() == m_log.begin() ? read() : m_rest.start();
}

void ManifestRecorder::read()
{
    m_session.library().readEvents(m_session.id(), m_log.upTo(), eventsAtOnce,
                                   m_receiver.wrap<Events>([this](const Events& events) { takeRead(events); }));
}

void ManifestRecorder::takeRead(const Events& events)
{
    m_isReading = false;
    m_isUnreadable = !events || events->empty(); // whoever else reads it says so
    if (events)
        take(*events);
    if (isSettled())
        emit settled();
}

bool ManifestRecorder::hasEnded() const
{
    const conversation::ConversationState& state = *m_session.state();
    switch (state.runState()) {
    case RunState::Finished:
    case RunState::Stopped:
        return true;
    case RunState::Running:
        return !isAnythingLeft(state);
    case RunState::Paused:
        return !isAnythingLeft(state) || state.runCause().kind == conversation::RunCauseKind::RoundsDone;
    case RunState::NotStarted:
    case RunState::StopRequested:
        break;
    }
    return false;
}

bool ManifestRecorder::isDue() const
{
    const bool isWhole = m_log.upTo() >= m_session.state()->lastSeq(); // of half a log nothing is said
    const bool isTried = m_log.begin().value == 0 && m_log.newest() <= m_triedUpTo;
    return isWhole && m_log.hasNews() && !isTried && !m_isActing() && hasEnded();
}

void ManifestRecorder::look()
{
    if (m_isWriting || m_isReading || !isDue())
        return;
    if (m_log.begin().value == 0)
        return write();
    m_log = ArtifactLog(); // a manifest tells of all files
    readOn();
}

void ManifestRecorder::write()
{
    m_isWriting = true;
    m_triedUpTo = m_log.newest();
    ManifestRequest order{m_folder, m_log.files(), m_session.state()->title(), m_session.id()};
    const auto done = m_receiver.wrap<Manifest>([this](const Manifest& manifest) { record(manifest); });
    m_thread.start([order = std::move(order), done] { done(buildManifest(order)); });
}

void ManifestRecorder::record(const Manifest& manifest)
{
    conversation::RecordMessage intent{messageOf(manifest), {}};
    m_session.submit(std::move(intent), [self = QPointer(this)](const conversation::Decision&) {
        if (self.isNull())
            return;
        self->m_isWriting = false;
        self->look();
        if (self->isSettled())
            emit self->settled();
    });
}

} // namespace quarterdeck::team
