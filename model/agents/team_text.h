#pragma once

#include "model/agents/environment/path_rules.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/ids.h"

#include <cstdint>
#include <string>

/// Sentences about a run, in the application's language.
namespace quarterdeck::team::texts {

[[nodiscard]] std::string cancelled();
[[nodiscard]] std::string howToGoOn(double budget);
[[nodiscard]] std::string raiseBudget(double budget);
[[nodiscard]] std::string raiseBudgetMeans();
[[nodiscard]] std::string finishRun();
[[nodiscard]] std::string finishRunMeans();
[[nodiscard]] std::string stopTeam();
[[nodiscard]] std::string stopTeamMeans();
/// The program's own notes in a log.
[[nodiscard]] std::string teamGoesOn();
[[nodiscard]] std::string recordingHasNoTeam(const std::string& title);
[[nodiscard]] std::string continuesRecording(const std::string& title, bool areTimesKnown);
[[nodiscard]] std::string ownModelsAgain();
[[nodiscard]] std::string speaksThrough(const std::string& model, const std::string& connection);
/// Of a team whose log bears no mark of this installation.
[[nodiscard]] std::string teamIsTrusted();
[[nodiscard]] std::string teamIsHeld(const std::string& title);
/// What it would do. `key`: the environment variable, or empty; `name`: the connection's, or empty for the log's own.
[[nodiscard]] std::string wouldSendTo(const std::string& address, const std::string& name, KeySource source,
                                      const std::string& key);
[[nodiscard]] std::string wouldUseConnection(const std::string& name);
[[nodiscard]] std::string wouldWriteTo(const std::string& folder);
[[nodiscard]] std::string wouldReadIn(const std::string& folder);
[[nodiscard]] std::string wouldCommit();
[[nodiscard]] std::string folderHasMoved(const std::string& path);
[[nodiscard]] std::string finishWithSummary();
[[nodiscard]] std::string finishWithSummaryMeans();
[[nodiscard]] std::string howToGoOnAfterRounds(std::int32_t rounds);
[[nodiscard]] std::string moreRounds(std::int32_t rounds);
[[nodiscard]] std::string moreRoundsMeans();
[[nodiscard]] std::string roundTakesLong(std::int32_t minutes);
[[nodiscard]] std::string roundTookLong(std::int32_t minutes);
[[nodiscard]] std::string howToGoOnInRound(std::int32_t minutes);
[[nodiscard]] std::string waitsForProgramOf(const std::string& members);
[[nodiscard]] std::string letRoundGoOn();
[[nodiscard]] std::string letRoundGoOnMeans(std::int32_t minutes);
[[nodiscard]] std::string nothingToDo();
[[nodiscard]] std::string nobodyHired();
[[nodiscard]] std::string nobodyPlays(const conversation::RoleName& role);
[[nodiscard]] std::string nobodyPlaysHere();
[[nodiscard]] std::string manyCalls(const conversation::RoleName& role, std::int32_t calls);
[[nodiscard]] std::string letGoOn();
[[nodiscard]] std::string letGoOnMeans(std::int32_t calls);
[[nodiscard]] std::string letBe();
[[nodiscard]] std::string letBeMeans();
[[nodiscard]] std::string wantsToChange(const conversation::RoleName& role, const std::string& what, int added,
                                        int removed);
[[nodiscard]] std::string wantsToCreate(const conversation::RoleName& role, const std::string& what, int lines);
[[nodiscard]] std::string wantsToCall(const conversation::RoleName& role, const std::string& call,
                                      const std::string& arguments);
/// Why the person is asked about a file that somebody runs by itself.
[[nodiscard]] std::string runsByItself(SelfRunBy by);
[[nodiscard]] std::string allowIt();
[[nodiscard]] std::string allowItMeans();
[[nodiscard]] std::string rejectIt();
[[nodiscard]] std::string rejectItMeans();
[[nodiscard]] std::string newText();
[[nodiscard]] std::string moreLines(int lines);
[[nodiscard]] std::string emptyAnswer(const conversation::RoleName& role);
/// `tokens`: 0 = not known.
[[nodiscard]] std::string cutBeforeAWord(const conversation::RoleName& role, std::int64_t tokens);
[[nodiscard]] std::string cutAgain(const conversation::RoleName& role, std::int64_t tokens, const std::string& tool);
[[nodiscard]] std::string tooMuchKept(const conversation::RoleName& role, std::int64_t tokens, std::int64_t most);
[[nodiscard]] std::string noModelChosen(const conversation::RoleName& role);
[[nodiscard]] std::string noConnections();
[[nodiscard]] std::string noConnectionChosen();
[[nodiscard]] std::string noSuchConnection(const std::string& name);
[[nodiscard]] std::string badTeam(const std::string& what);
[[nodiscard]] std::string noJsonAt(int line, int column);
[[nodiscard]] std::string notWrittenAsATeam();
[[nodiscard]] std::string noSuchTemplate(const std::string& name);
[[nodiscard]] std::string noSuchFolder(const std::string& path);
[[nodiscard]] std::string folderNotWritable(const std::string& path);
[[nodiscard]] std::string folderTooWide(const std::string& path);
[[nodiscard]] std::string folderOfProgram(const std::string& path);
[[nodiscard]] std::string folderOfGit(const std::string& path);
[[nodiscard]] std::string folderOfSystem(const std::string& path);
[[nodiscard]] std::string folderOfTools(const std::string& path);
[[nodiscard]] std::string folderOfPrograms(const std::string& path);
[[nodiscard]] std::string manifestOf(int files);
[[nodiscard]] std::string moreFiles(int files);
[[nodiscard]] std::string tooManyFiles(int files);
[[nodiscard]] std::string sizeInBytes(std::int64_t bytes);
[[nodiscard]] std::string committedAs(const std::string& id);
[[nodiscard]] std::string notCommitted(const std::string& why);
[[nodiscard]] std::string indexNotWritten(const std::string& why);
[[nodiscard]] std::string fileIsGone();
[[nodiscard]] std::string fileCannotBeRead();
[[nodiscard]] std::string fileChangedSince();
[[nodiscard]] std::string leftOutStaged();
[[nodiscard]] std::string leftOutIgnored();
[[nodiscard]] std::string leftOutNested();
[[nodiscard]] std::string leftOutNoFile();
[[nodiscard]] std::string fileNotThere();
[[nodiscard]] std::string fileElsewhere();
[[nodiscard]] std::string fileIsProgram();
[[nodiscard]] std::string agentThrew(const conversation::RoleName& role, const std::string& what);

} // namespace quarterdeck::team::texts
