#include "model/agents/team_text.h"

#include "model/conversation/run_cause.h"

#include <QCoreApplication>
#include <QLocale>

namespace quarterdeck::team::texts {

namespace {
// Named like its context, so that lupdate finds it whatever precedes.
struct TeamSentences
{
    Q_DECLARE_TR_FUNCTIONS(TeamSentences)
};

QString money(double amount) { return QString::fromStdString(conversation::dollarsText(amount)); }
} // namespace

std::string cancelled() { return TeamSentences::tr("This was stopped before it was done.").toStdString(); }

std::string howToGoOn(double budget)
{
    return TeamSentences::tr("The budget of %1 is used up. How should the team continue?")
        .arg(money(budget))
        .toStdString();
}

std::string raiseBudget(double budget) { return TeamSentences::tr("Raise it to %1").arg(money(budget)).toStdString(); }

std::string raiseBudgetMeans()
{
    return TeamSentences::tr("The team continues. You can also type another amount.").toStdString();
}

std::string finishRun() { return TeamSentences::tr("Finish the run").toStdString(); }

std::string stopTeam() { return TeamSentences::tr("Stop the team").toStdString(); }

std::string stopTeamMeans()
{
    return TeamSentences::tr("Everything still open is withdrawn; Run starts again from here.").toStdString();
}

std::string teamGoesOn() { return TeamSentences::tr("The team continues.").toStdString(); }

std::string recordingHasNoTeam(const std::string& title)
{
    return TeamSentences::tr("“%1” does not say what its members do, so no team can continue from it.")
        .arg(QString::fromStdString(title))
        .toStdString();
}

std::string continuesRecording(const std::string& title, bool areTimesKnown)
{
    const QString known =
        TeamSentences::tr("The team continues from here. Everything above is from the recording “%1”.");
    const QString unknown = TeamSentences::tr("The team continues from here. Everything above is from the recording "
                                              "“%1”, which has no times: those shown are made up.");
    return (areTimesKnown ? known : unknown).arg(QString::fromStdString(title)).toStdString();
}

std::string ownModelsAgain()
{
    return TeamSentences::tr("From here on, the team uses its own models again.").toStdString();
}

std::string speaksThrough(const std::string& model, const std::string& connection)
{
    //: %1 is a model, %2 a connection to a model server
    return TeamSentences::tr("From here on, the team uses %1 (%2).")
        .arg(QString::fromStdString(model), QString::fromStdString(connection))
        .toStdString();
}

std::string teamIsTrusted()
{
    return TeamSentences::tr("You let this team continue here, although it was not started here.").toStdString();
}

std::string teamIsHeld(const std::string& title)
{
    return TeamSentences::tr(
               "The team of “%1” was not started by this Quarterdeck, so it does not continue on its own.")
        .arg(QString::fromStdString(title))
        .toStdString();
}

std::string wouldSendTo(const std::string& address, const std::string& name, KeySource source, const std::string& key)
{
    const QString to = QString::fromStdString(address);
    const QString where = name.empty() ? TeamSentences::tr("what its members read is sent to %1").arg(to)
                                       //: %2 is the name of a stored connection
                                       : TeamSentences::tr("what its members read is sent to %1 (your connection “%2”)")
                                             .arg(to, QString::fromStdString(name));
    if (source == KeySource::None)
        //: %1 says what is sent where
        return TeamSentences::tr("If it continues, %1, without a key.").arg(where).toStdString();
    if (source == KeySource::Environment)
        //: %1 says what is sent where, %2 is the name of an environment variable
        return TeamSentences::tr("If it continues, %1, with the value of your environment variable %2 as the key.")
            .arg(where, QString::fromStdString(key))
            .toStdString();
    //: %1 says what is sent where
    return TeamSentences::tr("If it continues, %1, with the key that you stored for it.").arg(where).toStdString();
}

std::string wouldUseConnection(const std::string& name)
{
    return TeamSentences::tr("If it continues, what its members read is sent through the connection “%1”.")
        .arg(QString::fromStdString(name))
        .toStdString();
}

std::string wouldWriteTo(const std::string& folder)
{
    return TeamSentences::tr("Its members write files in %1.").arg(QString::fromStdString(folder)).toStdString();
}

std::string wouldReadIn(const std::string& folder)
{
    return TeamSentences::tr("Its members read files in %1.").arg(QString::fromStdString(folder)).toStdString();
}

std::string wouldCommit()
{
    return TeamSentences::tr("What they write is committed to the git repository there.").toStdString();
}

std::string folderHasMoved(const std::string& path)
{
    return TeamSentences::tr(
               "“%1” now leads to a different place than when it was chosen, so the team cannot work in it.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string finishWithSummary() { return TeamSentences::tr("Finish with a summary").toStdString(); }

std::string finishWithSummaryMeans()
{
    return TeamSentences::tr(
               "Work in progress ends here, and the leader tells you where things stand. That costs one more call.")
        .toStdString();
}

std::string howToGoOnAfterRounds(std::int32_t rounds)
{
    return TeamSentences::tr("%n round(s) are done. How should the team continue?", nullptr, rounds).toStdString();
}

std::string moreRounds(std::int32_t rounds)
{
    return TeamSentences::tr("%n more round(s)", nullptr, rounds).toStdString();
}

std::string moreRoundsMeans()
{
    return TeamSentences::tr("Then you will be asked again. You can also type another number.").toStdString();
}

std::string roundTakesLong(std::int32_t minutes)
{
    return TeamSentences::tr("The round is taking longer than %n minute(s).", nullptr, minutes).toStdString();
}

std::string roundTookLong(std::int32_t minutes)
{
    return TeamSentences::tr("The round took longer than %n minute(s).", nullptr, minutes).toStdString();
}

std::string howToGoOnInRound(std::int32_t minutes)
{
    return TeamSentences::tr(
               "The team has worked on this round for %n minute(s) and is not done. How should it continue?", nullptr,
               minutes)
        .toStdString();
}

std::string waitsForProgramOf(const std::string& members)
{
    //: %1 is a member's name, or several
    return TeamSentences::tr("Waiting for the program that plays %1.")
        .arg(QString::fromStdString(members))
        .toStdString();
}

std::string letRoundGoOn() { return TeamSentences::tr("Continue").toStdString(); }

std::string letRoundGoOnMeans(std::int32_t minutes)
{
    return TeamSentences::tr("You will be asked again after %n more minute(s) of work.", nullptr, minutes)
        .toStdString();
}

std::string finishRunMeans()
{
    return TeamSentences::tr("Work in progress ends here. Nobody starts anything new until you write.").toStdString();
}

std::string nothingToDo()
{
    return TeamSentences::tr("It names a member but no task: write the task after the name.").toStdString();
}

std::string nobodyHired() { return TeamSentences::tr("A team without members cannot run.").toStdString(); }

std::string nobodyPlays(const conversation::RoleName& role)
{
    return TeamSentences::tr("There is no agent that plays “%1”.")
        .arg(QString::fromStdString(role.str()))
        .toStdString();
}

std::string nobodyPlaysHere()
{
    return TeamSentences::tr("This session's agents belong to another program, so Quarterdeck cannot run them.")
        .toStdString();
}

std::string manyCalls(const conversation::RoleName& role, std::int32_t calls)
{
    return TeamSentences::tr("%1 has called its model %n time(s) for this and is not done. Should it continue?",
                             nullptr, calls)
        .arg(QString::fromStdString(role.str()))
        .toStdString();
}

std::string letGoOn() { return TeamSentences::tr("Let it continue").toStdString(); }

std::string letGoOnMeans(std::int32_t calls)
{
    return TeamSentences::tr("It may call its model %n more time(s), then you will be asked again.", nullptr, calls)
        .toStdString();
}

std::string letBe() { return TeamSentences::tr("End its turn").toStdString(); }

std::string letBeMeans()
{
    return TeamSentences::tr("Its turn ends here; the others continue. Write to it to start it again.").toStdString();
}

std::string wantsToChange(const conversation::RoleName& role, const std::string& what, int added, int removed)
{
    //: %1 a role, %2 a file, %3 and %4 how many lines
    return TeamSentences::tr("%1 wants to change “%2” (+%3 −%4).")
        .arg(QString::fromStdString(role.str()), QString::fromStdString(what), QString::number(added),
             QString::number(removed))
        .toStdString();
}

std::string wantsToCreate(const conversation::RoleName& role, const std::string& what, int lines)
{
    //: %1 a role, %2 a file that is not there yet, %3 how many lines
    return TeamSentences::tr("%1 wants to create “%2” (+%3).")
        .arg(QString::fromStdString(role.str()), QString::fromStdString(what), QString::number(lines))
        .toStdString();
}

std::string wantsToCall(const conversation::RoleName& role, const std::string& call, const std::string& arguments)
{
    //: %1 a role, %2 a tool's name, %3 its arguments
    return TeamSentences::tr("%1 wants to use %2: %3")
        .arg(QString::fromStdString(role.str()), QString::fromStdString(call), QString::fromStdString(arguments))
        .toStdString();
}

namespace {

QString whoRuns(SelfRunBy by)
{
    switch (by) {
    case SelfRunBy::Shell:
        return TeamSentences::tr(
            "Shells and terminals run this file automatically when the folder is entered, or when they start.");
    case SelfRunBy::Editor:
        return TeamSentences::tr(
            "Editors apply this file automatically when the folder is opened, and it can name programs that they run.");
    case SelfRunBy::Git:
        return TeamSentences::tr(
            "Git and tools like it apply this file automatically, and it can be or name a program that they run.");
    case SelfRunBy::BuildServer:
        return TeamSentences::tr(
            "Build servers run what is in this file automatically, with the rights that they have.");
    case SelfRunBy::BuildTool:
        return TeamSentences::tr(
            "Build tools run what is in this file, and some editors let them do so when the folder is opened.");
    case SelfRunBy::PackageManager:
        return TeamSentences::tr("Package managers apply this file automatically, and it can name programs that they "
                                 "run or where they get packages.");
    case SelfRunBy::Python:
        return TeamSentences::tr("Python or its tools run this file automatically, whatever else is run.");
    case SelfRunBy::TestsAndLinters:
        return TeamSentences::tr("Tests and checks, which many editors run automatically, apply this file, and it can "
                                 "be or name a program.");
    case SelfRunBy::Agent:
        return TeamSentences::tr(
            "Other agents follow this file automatically, and it can name programs that they run.");
    case SelfRunBy::Desktop:
        return TeamSentences::tr("The desktop or the system can start what is in this file automatically.");
    case SelfRunBy::Account:
        return TeamSentences::tr("This file can say who may use your account, or where your programs send data.");
    case SelfRunBy::Debugger:
        return TeamSentences::tr("Debuggers and consoles run this file automatically when they start in its folder.");
    case SelfRunBy::Hidden:
        return TeamSentences::tr("Hidden files are mostly settings that tools apply automatically.");
    case SelfRunBy::ShortName:
        return TeamSentences::tr(
            "Some file systems treat such a name as that of another file, which tools may run automatically.");
    }
    return {};
}

} // namespace

std::string runsByItself(SelfRunBy by)
{
    //: %1 is a sentence that says who runs a file by itself
    return TeamSentences::tr("%1 So you are asked, whatever this team may do.").arg(whoRuns(by)).toStdString();
}

std::string allowIt() { return TeamSentences::tr("Approve").toStdString(); }

std::string allowItMeans() { return TeamSentences::tr("It is done exactly as shown here.").toStdString(); }

std::string rejectIt() { return TeamSentences::tr("Reject").toStdString(); }

std::string rejectItMeans() { return TeamSentences::tr("Nothing is changed, and the agent is told.").toStdString(); }

std::string newText() { return TeamSentences::tr("New contents of the file").toStdString(); }

std::string moreLines(int lines) { return TeamSentences::tr("%n more line(s)", nullptr, lines).toStdString(); }

std::string emptyAnswer(const conversation::RoleName& role)
{
    return TeamSentences::tr("The model of “%1” gave an empty answer.")
        .arg(QString::fromStdString(role.str()))
        .toStdString();
}

namespace {

QString tokensOrSo(std::int64_t tokens)
{
    return tokens > 0 ? TeamSentences::tr("%n token(s)", nullptr, static_cast<int>(tokens))
                      : TeamSentences::tr("the maximum number of tokens");
}

} // namespace

std::string cutBeforeAWord(const conversation::RoleName& role, std::int64_t tokens)
{
    return TeamSentences::tr("The model of “%1” was still thinking when its answer was cut off at %2, and said "
                             "nothing. Allow longer answers in the model connections, then let “%1” try again.")
        .arg(QString::fromStdString(role.str()), tokensOrSo(tokens))
        .toStdString();
}

std::string cutAgain(const conversation::RoleName& role, std::int64_t tokens, const std::string& tool)
{
    return TeamSentences::tr("The answers of “%1” were cut off twice at %2, in a call to “%3”. Allow longer answers in "
                             "the model connections, or ask for less at once, then let “%1” try again.")
        .arg(QString::fromStdString(role.str()), tokensOrSo(tokens), QString::fromStdString(tool))
        .toStdString();
}

std::string tooMuchKept(const conversation::RoleName& role, std::int64_t tokens, std::int64_t most)
{
    return TeamSentences::tr("The messages you marked to be kept do not fit into the prompt of “%1”: with what is "
                             "always in it, they take about %2 tokens, and this team's prompts may have %3. Stop "
                             "keeping some of them, then let “%1” try again.")
        .arg(QString::fromStdString(role.str()), QLocale().toString(static_cast<qlonglong>(tokens)),
             QLocale().toString(static_cast<qlonglong>(most)))
        .toStdString();
}

std::string noModelChosen(const conversation::RoleName& role)
{
    return TeamSentences::tr("No model is chosen for “%1”. Choose one in the team, then start a session with it.")
        .arg(QString::fromStdString(role.str()))
        .toStdString();
}

std::string noConnections() { return TeamSentences::tr("There are no model connections.").toStdString(); }

std::string noConnectionChosen()
{
    return TeamSentences::tr("The team does not say which connection its model uses. Choose one in the team.")
        .toStdString();
}

std::string noSuchConnection(const std::string& name)
{
    // The name under which earlier versions recorded a server given by its address; it is shown nowhere.
    if (name == "command-line")
        return TeamSentences::tr("The model server that this session started with is no longer known. Choose another "
                                 "with “quarterdeck run --resume” and --base-url or --connection.")
            .toStdString();
    return TeamSentences::tr("There is no connection “%1”. Add it, or choose another in the team.")
        .arg(QString::fromStdString(name))
        .toStdString();
}

std::string badTeam(const std::string& what)
{
    return TeamSentences::tr("This team cannot be used: %1").arg(QString::fromStdString(what)).toStdString();
}

std::string noJsonAt(int line, int column)
{
    return TeamSentences::tr("it is not valid JSON from line %1, character %2.").arg(line).arg(column).toStdString();
}

std::string notWrittenAsATeam() { return TeamSentences::tr("it is not a description of a team.").toStdString(); }

std::string noSuchTemplate(const std::string& name)
{
    return TeamSentences::tr("There is no team template “%1”.").arg(QString::fromStdString(name)).toStdString();
}

std::string noSuchFolder(const std::string& path)
{
    return TeamSentences::tr("“%1” is not a folder, so the team cannot work in it.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderNotWritable(const std::string& path)
{
    return TeamSentences::tr("“%1” is not writable, so the team cannot work in it.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderTooWide(const std::string& path)
{
    return TeamSentences::
        tr("“%1” includes your whole home folder: choose a folder within it, so that the team has only what it needs.")
            .arg(QString::fromStdString(path))
            .toStdString();
}

std::string folderOfProgram(const std::string& path)
{
    return TeamSentences::tr("Quarterdeck keeps its own files in “%1”: choose another folder.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderOfGit(const std::string& path)
{
    return TeamSentences::tr("“%1” is inside git's own folder: choose the repository's main folder.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderOfSystem(const std::string& path)
{
    return TeamSentences::tr("“%1” is or contains a folder that the system needs to run: choose another folder.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderOfTools(const std::string& path)
{
    return TeamSentences::tr(
               "“%1” is or contains a folder of settings that programs apply automatically: choose another folder.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string folderOfPrograms(const std::string& path)
{
    return TeamSentences::tr("“%1” is or contains a folder whose programs run by name alone: choose another folder.")
        .arg(QString::fromStdString(path))
        .toStdString();
}

std::string manifestOf(int files)
{
    return TeamSentences::tr("The team created or changed %n file(s).", nullptr, files).toStdString();
}

std::string moreFiles(int files) { return TeamSentences::tr("and %n more", nullptr, files).toStdString(); }

std::string tooManyFiles(int files)
{
    return TeamSentences::tr("%n more were created or changed. They are not listed here and not committed.", nullptr,
                             files)
        .toStdString();
}

std::string sizeInBytes(std::int64_t bytes)
{
    return TeamSentences::tr("%n byte(s)", nullptr, static_cast<int>(bytes)).toStdString();
}

std::string committedAs(const std::string& id)
{
    return TeamSentences::tr("They are committed as `%1`.").arg(QString::fromStdString(id)).toStdString();
}

std::string notCommitted(const std::string& why)
{
    //: %1 what git says
    return TeamSentences::tr("They could not be committed (%1). The files are as the team left them.")
        .arg(QString::fromStdString(why))
        .toStdString();
}

std::string indexNotWritten(const std::string& why)
{
    //: %1 what git says
    return TeamSentences::tr(
               "The commit was made, but git's index could not be updated (%1), so git shows these files as changed.")
        .arg(QString::fromStdString(why))
        .toStdString();
}

std::string fileIsGone() { return TeamSentences::tr("no longer there").toStdString(); }

std::string fileCannotBeRead() { return TeamSentences::tr("cannot be read").toStdString(); }

std::string fileChangedSince() { return TeamSentences::tr("changed since by somebody else").toStdString(); }

std::string leftOutStaged() { return TeamSentences::tr("not committed: you have staged changes to it").toStdString(); }

std::string leftOutIgnored() { return TeamSentences::tr("not committed: git ignores it").toStdString(); }

std::string leftOutNested() { return TeamSentences::tr("not committed: it is in another repository").toStdString(); }

std::string leftOutNoFile() { return TeamSentences::tr("not committed: in git, this name is a link").toStdString(); }

std::string fileNotThere() { return TeamSentences::tr("It is no longer there.").toStdString(); }

std::string fileElsewhere()
{
    return TeamSentences::tr("It is not a file in the session's folder, or it is behind a link.").toStdString();
}

std::string fileIsProgram()
{
    return TeamSentences::tr(
               "It is a program or script, and opening it would run it. You can show it in its folder instead.")
        .toStdString();
}

std::string agentThrew(const conversation::RoleName& role, const std::string& what)
{
    return TeamSentences::tr("The agent of “%1” failed: %2")
        .arg(QString::fromStdString(role.str()), QString::fromStdString(what))
        .toStdString();
}

} // namespace quarterdeck::team::texts
