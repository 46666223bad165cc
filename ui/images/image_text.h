#pragma once

#include <QCoreApplication>

namespace quarterdeck::ui {

/// The translation context of sentences about images that cannot be accepted.
struct Images
{
    Q_DECLARE_TR_FUNCTIONS(Images)
};

} // namespace quarterdeck::ui
