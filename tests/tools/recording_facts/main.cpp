/// recording_facts [--remarks] FILE|FOLDER…: imports each into a library of its own, which is gone afterwards, and
/// prints what became of it: a JSON line for every message of every session, as facts.h says. With --remarks, a line
/// {"file": path, "remark": sentence} for whatever the import has to say besides: problems, what was left out, and why
/// nothing came in. Returns 1 if something did not come in at all.

#include "facts.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test_library.h"

#include <QCoreApplication>
#include <iostream>

namespace {

using namespace quarterdeck;
using namespace quarterdeck::test;

void print(const Fact& line) { std::cout << line.dump(-1, ' ', false, Fact::error_handler_t::replace) << '\n'; }

bool printFactsOf(const QString& path, bool areRemarksWanted)
{
    QObject completions;
    const auto library = makeTestLibrary(&completions);
    bool hasFailed = false;
    const ImportReport report = import(library, QStringList{path});
    for (const transfer::FileReport& file : report.files) {
        for (const transfer::ImportedSession& one : file.sessions) {
            for (const Fact& fact : factsOf(one.title, allEventsOf(*library, one.id))) {
                print(fact);
            }
        }
        hasFailed = hasFailed || file.error.has_value();
        const auto remark = [&](const std::string& sentence) {
            if (areRemarksWanted && !sentence.empty()) {
                print({{"file", file.path}, {"remark", sentence}});
            }
        };
        for (const formats::ImportProblem& problem : file.problems) {
            remark(problem.sentence);
        }
        remark(file.leftOut);
        remark(file.error ? file.error->sentence : std::string());
    }
    return !hasFailed;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QStringList paths = QCoreApplication::arguments().mid(1);
    const bool areRemarksWanted = paths.removeAll(QStringLiteral("--remarks")) > 0;
    if (paths.isEmpty()) {
        std::cerr << "usage: recording_facts [--remarks] FILE|FOLDER…\n";
        return 2;
    }
    bool isComplete = true;
    for (const QString& path : paths) {
        isComplete = printFactsOf(path, areRemarksWanted) && isComplete;
    }
    return isComplete ? 0 : 1;
}
