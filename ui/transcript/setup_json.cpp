#include "ui/transcript/setup_json.h"

#include "ui/transcript/transcript_text.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace quarterdeck::ui::transcript {

namespace {

QString compactText(const QJsonObject& object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject wordsJson()
{
    QJsonObject words;
    for (const TranscriptWord& word : transcriptWords())
        words.insert(QLatin1StringView(word.key), wordFor(word));
    return words;
}

/// Unscaled: the page applies the text size itself, and narrows the lanes of large teams.
QJsonObject lanesJson(theme::Theme::Options options)
{
    options.textScale = 1.0;
    const theme::RailGeometry rail = theme::railGeometry(theme::Theme(options), 1);
    return {{QStringLiteral("first"), rail.first},
            {QStringLiteral("pitch"), rail.pitch},
            {QStringLiteral("width"), rail.width}};
}

QString railWord(theme::RailMode rail)
{
    if (rail == theme::RailMode::None)
        return QStringLiteral("none");
    return rail == theme::RailMode::All ? QStringLiteral("all") : QStringLiteral("active");
}

} // namespace

QString themeName(const theme::Theme& theme)
{
    const QString base = theme.isDark() ? QStringLiteral("dark") : QStringLiteral("light");
    return theme.options().highContrast ? base + QStringLiteral("-high") : base;
}

QJsonObject setupObject(const theme::Theme& theme, const QString& language, bool isReplay, theme::RailMode rail)
{
    const theme::Theme::Options& options = theme.options();
    const QJsonObject fonts{{QStringLiteral("ui"), options.uiFamilies.value(0)},
                            {QStringLiteral("mono"), options.monoFamilies.value(0)}};
    return {{QStringLiteral("words"), wordsJson()},
            {QStringLiteral("locale"), language},
            {QStringLiteral("theme"), themeName(theme)},
            {QStringLiteral("textScale"), options.textScale},
            {QStringLiteral("fonts"), fonts},
            {QStringLiteral("lanes"), lanesJson(options)},
            {QStringLiteral("rail"), railWord(rail)},
            {QStringLiteral("replay"), isReplay}};
}

QString setupJson(const theme::Theme& theme, const QString& language, bool isReplay, theme::RailMode rail)
{
    return compactText(setupObject(theme, language, isReplay, rail));
}

QString diagramThemeJson(const theme::Theme& theme)
{
    return compactText(
        {{QStringLiteral("theme"), themeName(theme)}, {QStringLiteral("font"), theme.options().uiFamilies.value(0)}});
}

} // namespace quarterdeck::ui::transcript
