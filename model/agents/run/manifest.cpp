#include "model/agents/run/manifest.h"

#include "model/agents/environment/archive_commit.h"
#include "model/agents/environment/confined_folder.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/team_text.h"
#include "model/conversation/utf8.h"

#include <QCryptographicHash>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

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

} // namespace quarterdeck::team
