#pragma once

#include <QString>

class QCommandLineParser;

namespace quarterdeck::app {

/// The options' names, as typed after "--".
namespace option {
inline const QString demo = QStringLiteral("demo");
inline const QString demoPace = QStringLiteral("demo-pace");
inline const QString screenshot = QStringLiteral("screenshot");
inline const QString library = QStringLiteral("library");
inline const QString lang = QStringLiteral("lang");
inline const QString theme = QStringLiteral("theme");
inline const QString logLevel = QStringLiteral("log-level");
inline const QString json = QStringLiteral("json");
inline const QString print = QStringLiteral("print");
inline const QString speed = QStringLiteral("speed");
inline const QString limit = QStringLiteral("limit");
inline const QString to = QStringLiteral("to");
inline const QString anyway = QStringLiteral("anyway");
inline const QString silent = QStringLiteral("silent");
inline const QString out = QStringLiteral("out");
inline const QString force = QStringLiteral("force");
inline const QString noRedaction = QStringLiteral("no-redaction");
inline const QString repair = QStringLiteral("repair");
inline const QString report = QStringLiteral("report");
inline const QString update = QStringLiteral("update");
inline const QString asNew = QStringLiteral("as-new");
inline const QString list = QStringLiteral("list");
inline const QString restore = QStringLiteral("restore");
inline const QString port = QStringLiteral("port");
inline const QString studio = QStringLiteral("studio");
inline const QString idea = QStringLiteral("idea");
inline const QString budget = QStringLiteral("budget");
inline const QString rounds = QStringLiteral("rounds");
inline const QString folder = QStringLiteral("folder");
inline const QString autoArchive = QStringLiteral("auto-archive");
inline const QString model = QStringLiteral("model");
inline const QString connection = QStringLiteral("connection");
inline const QString resume = QStringLiteral("resume");
inline const QString trustTeam = QStringLiteral("trust-team");
inline const QString baseUrl = QStringLiteral("base-url");
inline const QString keyEnv = QStringLiteral("key-env");
inline const QString answerFrom = QStringLiteral("answer-from");
inline const QString form = QStringLiteral("form");
inline const QString file = QStringLiteral("file");
inline const QString from = QStringLiteral("from");
inline const QString containing = QStringLiteral("text");
inline const QString pattern = QStringLiteral("pattern");
inline const QString off = QStringLiteral("off");
inline const QString decline = QStringLiteral("decline");
} // namespace option

/// Tells the parser of all options. Needs no application object.
void addOptions(QCommandLineParser& parser);
/// What `quarterdeck SUBCOMMAND --help` prints: its own options, which are these, and those that fit everywhere.
[[nodiscard]] QString helpTextOf(const QString& subcommand, const QStringList& options);
/// The same; for what is not a subcommand, everything.
[[nodiscard]] QString helpTextOn(const QString& subcommand);
/// The export formats: "jsonl, markdown …".
[[nodiscard]] QString formatNames();

} // namespace quarterdeck::app
