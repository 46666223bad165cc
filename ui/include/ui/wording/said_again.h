#pragma once

#include "ui/view/notice.h"

#include <QString>
#include <QTranslator>
#include <functional>

/// What is shown already, in another language. A sentence that was made of a translated text and put somewhere (a
/// notice, an error that the storage told of) no longer knows which text that was: it is found again among all that
/// were translated so far.
namespace quarterdeck::ui::wording {

/// Translates nothing, and keeps which texts are asked for, as long as it is there. Thread: ui; `translate` any.
class TextMemory final : public QTranslator
{
public:
    TextMemory();
    ~TextMemory() override;
    Q_DISABLE_COPY_MOVE(TextMemory)

    /// `use` puts other translators in the place of those that are there; `saidAgain` knows the words of these then.
    void changeLanguage(const std::function<void()>& use);

    QString translate(const char* context, const char* source, const char* disambiguation = nullptr,
                      int n = -1) const override;
    bool isEmpty() const override { return false; }
};

/// The same in the language of now, where it was made in the one before; else as it is. What a person or a program
/// wrote into it stays. Thread: ui.
[[nodiscard]] QString saidAgain(const QString& text);
[[nodiscard]] view::Notice saidAgain(view::Notice notice);

} // namespace quarterdeck::ui::wording
