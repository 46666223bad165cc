#include "model/agents/environment/workspace.h"

#include "model/agents/environment/git.h"
#include "model/agents/environment/path_rules.h"
#include "model/agents/team_text.h"

#include <QCryptographicHash>
#include <QStringDecoder>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;
template <typename T>
using Outcome = ConfinedFolder::Outcome<T>;

constexpr const char* readFile = "read_file";
constexpr const char* listFiles = "list_files";
constexpr const char* writeFile = "write_file";
constexpr const char* editFile = "edit_file";

constexpr std::size_t mostReadAtOnce = 15'000; // a prompt shows no more of a result than a little above it
constexpr std::size_t mostEditable = 16'000;

formats::ToolParameter parameter(const char* name, const char* description, bool isRequired = true,
                                 const char* type = "string")
{
    formats::ToolParameter made;
    made.name = name;
    made.type = type;
    made.description = description;
    made.isRequired = isRequired;
    return made;
}

EnvironmentTool call(const char* name, const char* description, std::vector<formats::ToolParameter> parameters,
                     bool isWriting)
{
    EnvironmentTool made;
    made.tool.name = name;
    made.tool.description = description;
    made.tool.parameters = std::move(parameters);
    made.isWriting = isWriting;
    return made;
}

std::string textOf(const EnvironmentCall& request, const char* name)
{
    const json& arguments = request.arguments.json();
    const auto found = arguments.find(name);
    return found != arguments.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::size_t numberOf(const EnvironmentCall& request, const char* name, std::size_t otherwise)
{
    const json& arguments = request.arguments.json();
    const auto found = arguments.find(name);
    if (found == arguments.end() || !found->is_number_integer())
        return otherwise;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(found->get<std::int64_t>(), 1, 10'000'000));
}

EnvironmentResult refusal(std::string why) { return {std::move(why), true}; }

bool isText(const std::string& bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return !decoder.hasError() && bytes.find('\0') == std::string::npos;
}

/// Identifies the state of a file.
std::string stampOf(const std::optional<std::string>& bytes)
{
    if (!bytes)
        return "none";
    return QCryptographicHash::hash(QByteArrayView(bytes->data(), static_cast<qsizetype>(bytes->size())),
                                    QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

std::size_t linesIn(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count(text, '\n')) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

/// The file's new content according to the role's call, given its old one.
Outcome<std::string> wanted(const EnvironmentCall& request, const std::optional<std::string>& before)
{
    if (request.call == writeFile)
        return textOf(request, "content");
    const std::string from = textOf(request, "old_text");
    if (!before)
        return tl::make_unexpected(std::string("There is no such file. Make it with write_file."));
    if (from.empty())
        return tl::make_unexpected(std::string("old_text is empty. To write the whole file use write_file."));
    const std::size_t at = before->find(from);
    if (at == std::string::npos)
        return tl::make_unexpected(std::string("old_text does not stand in the file. Read it again."));
    if (before->find(from, at + 1) != std::string::npos)
        return tl::make_unexpected(
            std::string("old_text stands in the file more than once. Give more of what is around it."));
    std::string after = *before;
    after.replace(at, from.size(), textOf(request, "new_text"));
    return after;
}

EnvironmentProposal proposed(const ConfinedFolder& folder, const RelativePath& path,
                             const std::optional<std::string>& before, std::string after)
{
    const std::string name = path.text();
    if (!isText(after))
        return refusal("What is to be written is no text: it has a NUL in it, or is not UTF-8.");
    if (after.size() > ConfinedFolder::largestFile)
        return refusal("\"" + name + "\" would be larger than 1 MB.");
    if (before == after)
        return EnvironmentResult{"\"" + name + "\" is so already; nothing was changed.", false};
    if (const auto may = folder.mayWrite(path); !may)
        return refusal(may.error());
    auto diff = diffOf(name, {before.has_value(), before.value_or(std::string())}, {true, after});
    if (!diff)
        return refusal("\"" + name + "\" cannot be compared: " + diff.error());
    ProposedChange change;
    change.subject = name;
    change.diff = std::move(diff->text);
    change.added = diff->added;
    change.removed = diff->removed;
    change.token = conversation::JsonValue(
        json{{"path", name}, {"before", stampOf(before)}, {"after", stampOf(after)}, {"bytes", after.size()}});
    change.isNew = !before;
    if (const auto by = selfRunBy(path.parts))
        change.caution = texts::runsByItself(*by);
    if (after.size() <= mostEditable)
        change.text = std::move(after);
    return change;
}

EnvironmentResult shownLines(const std::string& text, std::size_t first, std::size_t most)
{
    if (text.empty())
        return {"(The file is empty.)", false};
    const std::size_t all = linesIn(text);
    std::size_t at = 0;
    for (std::size_t line = 1; line < first && at < text.size(); ++line)
        at = std::min(text.size(), text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1);
    if (at >= text.size())
        return refusal("The file has " + std::to_string(all) + " lines.");
    std::size_t end = at;
    std::size_t last = first - 1;
    while (end < text.size() && last < first - 1 + most) {
        const std::size_t next = text.find('\n', end) == std::string::npos ? text.size() : text.find('\n', end) + 1;
        if (next - at > mostReadAtOnce && end > at)
            break;
        end = next;
        ++last;
    }
    if (at == 0 && end == text.size())
        return {text, false};
    std::string shown = text.substr(at, end - at);
    shown += (shown.ends_with('\n') ? "" : "\n");
    return {shown + "[Lines " + std::to_string(first) + " to " + std::to_string(last) + " of " + std::to_string(all)
                + ".]",
            false};
}

EnvironmentResult listed(const ConfinedFolder& folder, const EnvironmentCall& request)
{
    const auto path = RelativePath::of(textOf(request, "folder"));
    if (!path)
        return refusal(path.error());
    const auto listing = folder.list(*path);
    if (!listing)
        return refusal(listing.error());
    std::string text;
    for (const ConfinedFolder::Entry& entry : listing->entries) {
        text += entry.path;
        if (entry.kind == ConfinedFolder::Entry::Kind::File)
            text += " (" + std::to_string(entry.size) + " bytes)";
        else
            text += entry.kind == ConfinedFolder::Entry::Kind::Folder ? "/" : " (a link or no file: not for you)";
        text += '\n';
    }
    if (listing->isCut)
        text += "[There is more. List one folder.]\n";
    return {text.empty() ? "(There is nothing in it.)" : text, false};
}

std::string stampIn(const conversation::JsonValue& token, const char* key)
{
    const json& value = token.json();
    const auto found = value.is_object() ? value.find(key) : value.end();
    return value.is_object() && found != value.end() && found->is_string() ? found->get<std::string>() : std::string();
}

EnvironmentResult changedMeanwhile(const RelativePath& path)
{
    return refusal("\"" + path.text()
                   + "\" was changed by somebody else meanwhile, so it was left as it is. Read it again.");
}

EnvironmentResult done(const RelativePath& path, const std::string& text)
{
    return {"\"" + path.text() + "\" is written: " + std::to_string(linesIn(text)) + " lines, "
                + std::to_string(text.size()) + " bytes.",
            false};
}

} // namespace

std::vector<EnvironmentTool> Workspace::calls()
{
    const char* path = "Path of the file, relative to the workspace, with \"/\" between folders.";
    return {
        call(listFiles, "Lists the files of the workspace, the folder that the whole team shares.",
             {parameter("folder", "Only what is in this folder.", false)}, false),
        call(readFile, "Reads a text file of the workspace.",
             {parameter("path", path), parameter("first_line", "From this line on, counted from 1.", false, "integer"),
              parameter("lines", "At most so many lines.", false, "integer")},
             false),
        call(writeFile, "Makes a text file in the workspace, or replaces all that stands in it.",
             {parameter("path", path), parameter("content", "The whole text of the file.")}, true),
        call(editFile, "Replaces a piece of a text file of the workspace.",
             {parameter("path", path),
              parameter("old_text", "What is replaced, exactly as it stands there; it must stand there once."),
              parameter("new_text", "What stands there then.")},
             true),
    };
}

Outcome<Workspace::Found> Workspace::found(const EnvironmentCall& request) const
{
    if (std::string problem = m_problem ? m_problem() : std::string(); !problem.empty())
        return tl::make_unexpected(std::move(problem));
    auto path = RelativePath::of(textOf(request, "path"));
    if (!path)
        return tl::make_unexpected(path.error());
    auto bytes = m_folder.read(*path);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    if (*bytes && !isText(**bytes))
        return tl::make_unexpected("\"" + path->text() + "\" is no text in UTF-8.");
    return Found{std::move(*path), std::move(*bytes)};
}

std::unique_ptr<AgentEnvironment> Workspace::make(const EnvironmentContext& place)
{
    return place.folder.empty() ? nullptr : std::make_unique<Workspace>(place);
}

EnvironmentResult Workspace::read(const EnvironmentCall& request)
{
    if (std::string problem = request.call == listFiles && m_problem ? m_problem() : std::string(); !problem.empty())
        return refusal(std::move(problem));
    if (request.call == listFiles)
        return listed(m_folder, request);
    const auto file = found(request);
    if (!file)
        return refusal(file.error());
    if (!file->bytes)
        return refusal("There is no file \"" + file->path.text() + "\".");
    return shownLines(*file->bytes, numberOf(request, "first_line", 1), numberOf(request, "lines", 10'000'000));
}

EnvironmentProposal Workspace::propose(const EnvironmentCall& request)
{
    const auto file = found(request);
    if (!file)
        return refusal(file.error());
    auto after = wanted(request, file->bytes);
    if (!after)
        return refusal(after.error());
    return proposed(m_folder, file->path, file->bytes, std::move(*after));
}

EnvironmentProposal Workspace::proposeEdited(const EnvironmentCall& request, const conversation::JsonValue& token,
                                             const std::string& text)
{
    const auto file = found(request);
    if (!file)
        return refusal(file.error());
    if (stampOf(file->bytes) != stampIn(token, "before"))
        return changedMeanwhile(file->path);
    return proposed(m_folder, file->path, file->bytes, text);
}

EnvironmentResult Workspace::applyChange(const EnvironmentCall& request, const conversation::JsonValue& token,
                                         const std::optional<std::string>& text)
{
    const auto file = found(request);
    if (!file)
        return refusal(file.error());
    const std::string now = stampOf(file->bytes);
    if (now == stampIn(token, "after"))
        return done(file->path, *file->bytes);
    if (now != stampIn(token, "before"))
        return changedMeanwhile(file->path);
    const Outcome<std::string> after = text ? Outcome<std::string>(*text) : wanted(request, file->bytes);
    if (!after)
        return refusal(after.error());
    if (stampOf(*after) != stampIn(token, "after"))
        return refusal("The change is not the one that was allowed.");
    const auto written = m_folder.write(file->path, *after, !file->bytes.has_value());
    return written ? done(file->path, *after) : refusal(written.error());
}

} // namespace quarterdeck::team
