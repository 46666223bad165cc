#pragma once

/// What tests of a second import of the same have in common.

#include "model/conversation/message_extension.h"
#include "storage/open_library.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test_library.h"

#include <QTest>
#include <array>
#include <map>

namespace quarterdeck::test {

using transfer::DuplicatePolicy;
using transfer::DuplicateSession;
using What = transfer::DuplicateSession::What;

inline QByteArray spoken(const QByteArray& text, const char* role = "user")
{
    return R"({"role": ")" + QByteArray(role) + R"(", "content": ")" + text + "\"}\n";
}

inline transfer::FileReport take(const std::shared_ptr<Library>& library, const QString& path,
                                 DuplicatePolicy ifKnown = DuplicatePolicy::Update, std::vector<std::int64_t> only = {})
{
    transfer::ImportRequest request;
    request.files = {{path.toStdString(), {}, std::move(only)}};
    request.ifKnown = ifKnown;
    return import(library, request).files.at(0);
}

/// As they are in the transcript.
inline std::vector<conversation::Message> messagesOf(Library& library, const session::SessionId& id)
{
    std::map<session::EventSeq, conversation::Message> bySeq;
    for (const session::Event& event : eventsOf(library, id)) {
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
            bySeq[event.seq] = published->message;
        } else if (const auto* growth = std::get_if<conversation::MessageExtended>(&event.body)) {
            conversation::applyExtension(bySeq.at(growth->target), *growth);
        }
    }
    std::vector<conversation::Message> messages;
    for (auto& [seq, message] : bySeq) {
        messages.push_back(std::move(message));
    }
    return messages;
}

/// "Alice: [kind][text]" of each message, its blocks one after another.
inline QStringList blocksOf(Library& library, const session::SessionId& id)
{
    QStringList lines;
    for (const conversation::Message& message : messagesOf(library, id)) {
        QStringList blocks;
        for (const auto& block : message.content) {
            conversation::Message one;
            one.content = {block};
            blocks << QString::number(block.index()) + QString::fromStdString(conversation::textOf(one));
        }
        lines << QString::fromStdString(message.sentFrom.str()) + QStringLiteral(": ")
                + blocks.join(QStringLiteral(" + "));
    }
    return lines;
}

/// Whom each message is for.
inline std::vector<conversation::AddressSet> recipientsOf(Library& library, const session::SessionId& id)
{
    std::vector<conversation::AddressSet> recipients;
    for (const conversation::Message& message : messagesOf(library, id)) {
        recipients.push_back(message.sendTo);
    }
    return recipients;
}

/// Tokens of prompts, completions and cached ones, all together.
inline QString usageOf(Library& library, const session::SessionId& id)
{
    std::array<std::int64_t, 3> sum{};
    const auto add = [&](const conversation::Usage& usage) {
        sum[0] += usage.promptTokens;
        sum[1] += usage.completionTokens;
        sum[2] += usage.cachedTokens;
    };
    for (const session::Event& event : eventsOf(library, id)) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (published != nullptr && published->message.usage) {
            add(*published->message.usage);
        } else if (const auto* recorded = std::get_if<conversation::UsageRecorded>(&event.body)) {
            add(recorded->usage);
        }
    }
    return QStringLiteral("%1 %2 %3").arg(sum[0]).arg(sum[1]).arg(sum[2]);
}

/// By way of the archive.
inline void removeForGood(Library& library, const session::SessionId& id)
{
    session::SessionLabels labels;
    labels.archivedAt = session::Timestamp{1};
    answerOf<session::Nothing>([&](auto done) { library.setLabels(id, labels, std::move(done)); });
    answerOf<session::Nothing>([&](auto done) { library.removeSession(id, std::move(done)); });
}

/// Imports a growing file again and again, as the watch of a folder does.
class Follower
{
public:
    explicit Follower(std::shared_ptr<Library> library) : m_library(std::move(library)) { }
    transfer::FileReport take(const QString& path)
    {
        transfer::ImportRequest request;
        request.files = {{path.toStdString(), {}, {}, true}};
        request.ifKnown = DuplicatePolicy::Update;
        request.memory = m_memory;
        return import(m_library, request).files.at(0);
    }

private:
    std::shared_ptr<Library> m_library;
    std::shared_ptr<transfer::ImportCheckpoints> m_memory = transfer::newImportCheckpoints();
};

inline QStringList textsOf(Library& library, const session::SessionId& id)
{
    return blocksOf(library, id).replaceInStrings(QRegularExpression(QStringLiteral("^.*: 0")), QString());
}

/// A library, and a folder for what is imported.
class KnownImportTest : public QObject
{
protected:
    /// What programs write line by line.
    static void addGrowingFiles()
    {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"coding_agents/claude_code.jsonl", "coding_agents/codex.jsonl", "coding_agents/codex_old.jsonl",
              "anthropic/messages.jsonl", "metagpt/log_excerpt.txt"}) {
            QTest::newRow(file) << QString::fromLatin1(file);
        }
    }
    void openLibrary()
    {
        m_library.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        m_library = makeTestLibrary(&m_completions);
    }
    [[nodiscard]] QString write(const QByteArray& bytes, const QString& name = QStringLiteral("talk.jsonl")) const
    {
        return writeFile(*m_folder, name, bytes);
    }
    [[nodiscard]] bool isSound(const session::SessionId& id) const
    {
        const auto check =
            answerOf<session::SessionCheck>([&](auto done) { m_library->verifySession(id, std::move(done)); });
        return check && check->isSound();
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

} // namespace quarterdeck::test
