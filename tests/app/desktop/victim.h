#pragma once

#include <QString>

namespace quarterdeck::test {

/// Runs the whole program with the demo team on the library at `path`, until it is killed. Reports on standard output
/// what the person has been shown: "row N" for each row of channel "everything" that the page has put on the screen,
/// "question ID" when a card appears under Needs you. Needs a QApplication. Returns only if the program could not
/// start.
int runVictim(const QString& path);

} // namespace quarterdeck::test
