#pragma once

#include <QFileInfo>
#include <QString>
#include <QStringList>
#include <nlohmann/json.hpp>

namespace quarterdeck::transfer {

/// Where Codex, Gemini CLI and Qwen Code keep the files of sub-agents. Names of folders and files are untrusted.

/// Codex: `rollout-<time>-<id>.jsonl`, all in one folder or in `<year>/<month>/<day>`.
[[nodiscard]] bool isRollout(const QString& name);
/// The id in its name.
[[nodiscard]] QString rolloutId(const QString& name);
/// The folders in which what a rollout started may be: its own, and those of later days on which it was written to.
[[nodiscard]] QStringList rolloutFoldersAfter(const QFileInfo& file);
/// The rollouts with that id, in its folder or in one of an earlier day.
[[nodiscard]] QStringList rolloutsBefore(const QFileInfo& file, const QString& id);

/// Gemini CLI: `chats/<session>/<id>.jsonl`, for `chats/session-<time>-<first eight>.jsonl`.
[[nodiscard]] bool isGeminiPartsFolder(const QString& folder);
/// The chats that may be the session's, beside its folder.
[[nodiscard]] QStringList geminiChatsOf(const QString& partsFolder);
/// The folders that may be the chat's, beside it.
[[nodiscard]] QStringList geminiFoldersOf(const QFileInfo& chat);

/// Cline and Roo Code: what the person saw of a task, `ui_messages.json`.
[[nodiscard]] bool isClineScreen(const QString& name);
/// What the model was told and said of it: the same conversation, with more of it. Empty if there is none, or nothing
/// in it yet.
[[nodiscard]] QString clineTaskOf(const QFileInfo& screen);

/// The session that a file's first record says it was started by (for a rollout, perhaps by one of its sub-agents);
/// empty if it is no sub-agent's.
[[nodiscard]] QString starterIn(const nlohmann::json& record, const QString& path);

/// The sub-agent whose records the file has, where these do not say it themselves; else empty.
[[nodiscard]] QString labelOfPart(const QString& path);

} // namespace quarterdeck::transfer
