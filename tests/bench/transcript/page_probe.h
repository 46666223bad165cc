#pragma once

#include <QJsonObject>
#include <QWebEnginePage>
#include <optional>

namespace quarterdeck::bench {

/// Looks into the transcript's page while it works: what is mounted, when that last changed, and long tasks.
class PageProbe
{
public:
    explicit PageProbe(QWebEnginePage& page) : m_page(page) { }

    /// Until the page has made itself; then it is watched.
    [[nodiscard]] bool attach();
    /// Figures count from here on.
    void start();

    struct Figures
    {
        double lastChangeMs = 0;  ///< since 1970: when a row came or went last
        double quietMs = 0;       ///< since then
        int mostMounted = 0;      ///< rows and running replies
        int made = 0;             ///< rows that came into the page
        int longTasks = 0;        ///< of more than 50 ms
        double longestTaskMs = 0; ///< 0 = none of more than 50 ms
        int frames = 0;
        int drafts = 0; ///< running replies that are shown now
    };
    [[nodiscard]] Figures figures();
    /// When rows last came or went, once that is `quietMs` ago; empty if it never is.
    [[nodiscard]] std::optional<double> waitUntilQuiet(double quietMs = 100);

private:
    [[nodiscard]] QVariant eval(const QString& script);

    QWebEnginePage& m_page;
};

} // namespace quarterdeck::bench
