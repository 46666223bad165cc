#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/theme/buttons.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/role_look.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCheckBox>
#include <QDialog>
#include <QFile>
#include <QGlyphRun>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRawFont>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStyleHints>
#include <QSvgRenderer>
#include <QTest>
#include <QTextLayout>
#include <QVBoxLayout>

namespace tst_theme {

using namespace quarterdeck::ui::theme;

namespace {

// The value that tokens.css itself names in the block that begins with `selector`.
QString valueInSheet(const QString& selector, const QString& token)
{
    QFile file(QStringLiteral(":/quarterdeck/theme/tokens.css"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString css = QString::fromUtf8(file.readAll());
    const qsizetype start = css.indexOf(selector);
    const QString block = css.mid(start, css.indexOf(QStringLiteral("\n}"), start) - start);
    const QRegularExpression declaration(QStringLiteral("--%1: ([^;]+);").arg(token));
    return declaration.match(block).captured(1);
}

double luminance(const QColor& color)
{
    const auto channel = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a);
    const double two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

Theme themeOf(Scheme scheme, bool highContrast = false, double scale = 1.0)
{
    Theme::Options options;
    options.scheme = scheme;
    options.highContrast = highContrast;
    options.textScale = scale;
    return Theme(options);
}

} // namespace

class TestTheme final : public QObject
{
    Q_OBJECT

private slots:
    void tables_haveTheValuesOfTheSheet();
    void highContrast_overridesOnlyWhatItNames();
    void highContrast_drawsTheEdgesOfTints();
    void measures_followTheTextScale();
    void code_hasTheSignsThatWereWritten();
    void rail_goesWithTheWindowsWidth();
    void palette_isReadable_data();
    void palette_isReadable();
    void styleSheet_leavesNoPlaceholder();
    void icons_areAllBundledAndDraw();
    void label_isAsHighAsItsLinesWhereItMayBe();
    void icon_followsTheThemeWithoutBeingSetAgain();
    void initials_data();
    void initials();
    void roleColors_repeatAfterTwelve();
    void keyCap_namesKeys_data();
    void keyCap_namesKeys();
    void stateGlyphs_allDiffer();
    void controller_forcedChoiceHolds();
    void menus_showTheirKeys();
    void focusRing_isForTheKeyboardOnly();
    void label_keepsItsMargins();
    void enter_pressesTheFocusedButton();
};

void TestTheme::tables_haveTheValuesOfTheSheet()
{
    const QString light = QStringLiteral(":root, :root[data-theme=\"light\"] {");
    const QString dark = QStringLiteral(":root[data-theme=\"dark\"] {");
    for (std::size_t i = 0; i < colorCount; ++i) {
        const QString token = QString::fromUtf8(colorNames[i].data(), static_cast<qsizetype>(colorNames[i].size()));
        if (token == QStringLiteral("scrim"))
            continue; // the one colour with alpha, written as rgba()
        const auto color = static_cast<Color>(i);
        QCOMPARE(themeOf(Scheme::Light).color(color), QColor(valueInSheet(light, token)));
        QCOMPARE(themeOf(Scheme::Dark).color(color), QColor(valueInSheet(dark, token)));
    }
    QCOMPARE(themeOf(Scheme::Light).color(Color::Scrim).alpha(), qRound(0.28 * 255));
    QCOMPARE(themeOf(Scheme::Light).px(Measure::HTeamRow), 44);
    QCOMPARE(themeOf(Scheme::Light).measure(Measure::FsCode), 12.5);
    QCOMPARE(themeOf(Scheme::Light).motion(Motion::TBreathe), 1600);
}

void TestTheme::highContrast_overridesOnlyWhatItNames()
{
    const Theme plain = themeOf(Scheme::Dark);
    const Theme high = themeOf(Scheme::Dark, true);
    QCOMPARE(high.color(Color::BgCanvas), QColor(QStringLiteral("#000000")));
    QCOMPARE(high.color(Color::Accent), plain.color(Color::Accent));
    QCOMPARE(high.measure(Measure::FocusWidth), 3.0);
    QCOMPARE(plain.measure(Measure::FocusWidth), 2.0);
}

/// Nothing else distinguishes them.
void TestTheme::highContrast_drawsTheEdgesOfTints()
{
    for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
        const Theme high = themeOf(scheme, true);
        for (const Color line : {Color::AskLine, Color::PrivateLine, Color::DangerLine, Color::HoldLine, Color::Line1})
            QCOMPARE_GE(contrast(high.color(line), high.color(Color::BgCanvas)), 3.0);
    }
}

void TestTheme::measures_followTheTextScale()
{
    const Theme large = themeOf(Scheme::Light, false, 1.5);
    QCOMPARE(large.px(Measure::HTeamRow), 66);
    QCOMPARE(large.font(TextRole::Meta).pixelSize(), 18);
    QCOMPARE(large.measure(Measure::R2), 5.0);
    QCOMPARE(themeOf(Scheme::Light, false, 9.0).options().textScale, 2.0);
}

/// "--" is typed as two.
void TestTheme::code_hasTheSignsThatWereWritten()
{
    Theme::Options options;
    options.monoFamilies = {QStringLiteral("JetBrains Mono")}; // where it is there: another may have no such signs
    const QFont code = Theme(options).font(TextRole::Code);
    const QString command = QStringLiteral("my-agent --base http://x --> y");
    QTextLayout line(command, code);
    line.beginLayout();
    line.createLine();
    line.endLayout();
    QList<quint32> drawn;
    for (const QGlyphRun& run : line.glyphRuns())
        drawn += run.glyphIndexes();
    QCOMPARE(drawn, QRawFont::fromFont(code).glyphIndexesForString(command));
}

void TestTheme::rail_goesWithTheWindowsWidth()
{
    const auto modes = [](double scale, std::initializer_list<int> widths) {
        std::vector<RailMode> found;
        for (const int width : widths)
            found.push_back(railModeFor(themeOf(Scheme::Light, false, scale), width));
        return found;
    };
    using enum RailMode;
    QVERIFY(modes(1, {1440, 820, 819, 740, 739}) == (std::vector{All, All, InView, InView, None}));
    QVERIFY(modes(2, {1640, 1639, 1480, 1479}) == (std::vector{All, InView, InView, None}));
}

void TestTheme::palette_isReadable_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("high");
    QTest::newRow("light") << false << false;
    QTest::newRow("dark") << true << false;
    QTest::newRow("light, high contrast") << false << true;
    QTest::newRow("dark, high contrast") << true << true;
}

void TestTheme::palette_isReadable()
{
    QFETCH(bool, dark);
    QFETCH(bool, high);
    const Theme theme = themeOf(dark ? Scheme::Dark : Scheme::Light, high);
    const QPalette palette = theme.palette();
    QCOMPARE(schemeOf(palette), dark ? Scheme::Dark : Scheme::Light);
    QCOMPARE_GE(contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)), 4.5);
    QCOMPARE_GE(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base)), 4.5);
    QCOMPARE_GE(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)), 4.5);
    QCOMPARE_GE(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)), 4.5);
    for (int hue = 1; hue <= roleHueCount; ++hue) {
        const auto name = theme.color(roleColor(hue, RoleShade::Text));
        QCOMPARE_GE(contrast(name, theme.color(Color::BgSelected)), 4.5);
        QCOMPARE_GE(contrast(theme.color(roleColor(hue, RoleShade::On)), theme.color(roleColor(hue, RoleShade::Fill))),
                    4.5);
    }
}

void TestTheme::styleSheet_leavesNoPlaceholder()
{
    QFile file(QStringLiteral(":/quarterdeck/theme/widgets.qss"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString sheet = themeOf(Scheme::Dark).styleSheet(QString::fromUtf8(file.readAll()));
    sheet.remove(QRegularExpression(QStringLiteral("/\\*.*?\\*/"), QRegularExpression::DotMatchesEverythingOption));
    QVERIFY2(!sheet.contains(QLatin1Char('@')), qPrintable(sheet.mid(sheet.indexOf(QLatin1Char('@')), 40)));
    QCOMPARE(themeOf(Scheme::Light, false, 2.0).styleSheet(QStringLiteral("a{b:@px(10);c:@line-2;d:@r-2;e:@nothing}")),
             QStringLiteral("a{b:20px;c:#ccd0d5;d:5px;e:@nothing}"));
}

void TestTheme::icons_areAllBundledAndDraw()
{
    for (int i = 0; i < static_cast<int>(Icon::None); ++i) {
        const auto icon = static_cast<Icon>(i);
        const QImage image = iconPixmap(icon, 16, Qt::red, 2.0).toImage();
        QVERIFY2(!image.isNull(), qPrintable(iconName(icon)));
        QCOMPARE(image.size(), QSize(32, 32));
        int painted = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                painted += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
        }
        QVERIFY2(painted > 15, qPrintable(iconName(icon)));
    }
    QVERIFY(iconPixmap(Icon::None, 16, Qt::red).isNull());
}

void TestTheme::icon_followsTheThemeWithoutBeingSetAgain()
{
    ThemeController controller(*qApp);
    controller.setChoice(ThemeChoice::Light);
    const QIcon icon = themedIcon(controller, Icon::Square, Color::Text1);
    const auto darkest = [&icon] {
        const QImage image = icon.pixmap(16, 16).toImage().convertToFormat(QImage::Format_ARGB32);
        QColor result;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (qAlpha(image.pixel(x, y)) > 150)
                    result = QColor::fromRgb(image.pixel(x, y));
            }
        }
        return result;
    };
    const QColor light = darkest();
    QVERIFY(light.isValid());
    controller.setChoice(ThemeChoice::Dark);
    QVERIFY(darkest().lightness() > light.lightness() + 100);
}

void TestTheme::initials_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("demo team") << QStringList{"Mike", "Alice", "Bob", "Alex", "David"}
                               << QStringList{"M", "Al", "B", "Ax", "D"};
    QTest::newRow("one") << QStringList{"Zed"} << QStringList{"Z"};
    QTest::newRow("Chinese") << QStringList{QStringLiteral("王芳"), QStringLiteral("李雷")}
                             << QStringList{QStringLiteral("王"), QStringLiteral("李")};
    QTest::newRow("same name") << QStringList{"Bo", "Bo"} << QStringList{"Bo", "B2"};
    QTest::newRow("no letters") << QStringList{"", "--"} << QStringList{"?", "?"};
    QTest::newRow("agent_1") << QStringList{"agent_1", "agent_2"} << QStringList{"Ag", "A2"};
}

void TestTheme::initials()
{
    QFETCH(QStringList, names);
    QFETCH(QStringList, expected);
    QCOMPARE(initialsFor(names), expected);
}

void TestTheme::roleColors_repeatAfterTwelve()
{
    QCOMPARE(hueOfHire(0), 1);
    QCOMPARE(hueOfHire(11), 12);
    QCOMPARE(hueOfHire(12), 1);
    QCOMPARE(roleColor(1, RoleShade::Text), Color::Role1);
    QCOMPARE(roleColor(12, RoleShade::Line), Color::Role12Line);
    QCOMPARE(roleColor(0, RoleShade::Text), Color::Text1);
}

void TestTheme::keyCap_namesKeys_data()
{
    QTest::addColumn<QKeySequence>("keys");
    QTest::addColumn<QString>("text");
    QTest::newRow("three") << QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F) << QStringLiteral("Ctrl ⇧ F");
    QTest::newRow("plus") << QKeySequence(Qt::CTRL | Qt::Key_Plus) << QStringLiteral("Ctrl +");
    QTest::newRow("none") << QKeySequence() << QString();
}

void TestTheme::keyCap_namesKeys()
{
    QFETCH(QKeySequence, keys);
    QFETCH(QString, text);
    QCOMPARE(keyCapText(keys), text);
}

void TestTheme::stateGlyphs_allDiffer()
{
    QList<QImage> images;
    for (int i = 0; i <= static_cast<int>(StateGlyph::Recorded); ++i) {
        QImage image(28, 28, QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintStateGlyph(painter, themeOf(Scheme::Light), QRectF(0, 0, 28, 28), static_cast<StateGlyph>(i));
        painter.end();
        // Shape first: they must differ without colour too.
        image = image.convertToFormat(QImage::Format_Grayscale8);
        QVERIFY(!images.contains(image));
        images.append(image);
    }
}

void TestTheme::label_isAsHighAsItsLinesWhereItMayBe()
{
    ThemeController controller(*qApp);
    TextLabel label(controller, TextRole::Read, Color::Text1);
    label.setWordWrap(true);
    label.setText(QStringLiteral("word ").repeated(30));
    label.setFixedWidth(200);
    QVERIFY(label.heightForWidth(200) > 2 * label.fontMetrics().height());
    QCOMPARE(label.heightForWidth(2000), label.heightForWidth(200));
}

void TestTheme::controller_forcedChoiceHolds()
{
    ThemeController controller(*qApp);
    QSignalSpy changed(&controller, &ThemeController::changed);
    controller.setChoice(ThemeChoice::Dark);
    QVERIFY(controller.theme().isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), controller.theme().color(Color::BgWindow));
    const qsizetype before = changed.size();
    controller.setChoice(ThemeChoice::Dark);
    QCOMPARE(changed.size(), before);
    controller.setTextScale(1.25);
    QCOMPARE(changed.size(), before + 1);
    QCOMPARE(QApplication::font().pixelSize(), 16);
    controller.setChoice(ThemeChoice::System); // the offscreen platform is light
    QVERIFY(!controller.theme().isDark());
}

/// Whatever the desktop thinks of keys in context menus.
void TestTheme::menus_showTheirKeys()
{
    QGuiApplication::styleHints()->setShowShortcutsInContextMenus(false);
    const ThemeController controller(*qApp);
    const QAction action;
    QVERIFY(action.isShortcutVisibleInContextMenu());
}

/// Not the dialog's default button, as Qt would have it. A check box is toggled by Space only.
void TestTheme::enter_pressesTheFocusedButton()
{
    const ThemeController controller(*qApp);
    QDialog dialog;
    auto* layout = new QVBoxLayout(&dialog);
    auto* standard = new QPushButton(QStringLiteral("Default"));
    auto* own = makeButton(controller, QStringLiteral("own"), QStringLiteral("Own"));
    auto* box = new QCheckBox(QStringLiteral("Box"));
    for (QAbstractButton* button : {static_cast<QAbstractButton*>(standard), static_cast<QAbstractButton*>(own),
                                    static_cast<QAbstractButton*>(box)})
        layout->addWidget(button);
    standard->setDefault(true);
    QSignalSpy pressedDefault(standard, &QPushButton::clicked);
    QSignalSpy pressedOwn(own, &QAbstractButton::clicked);
    dialog.show();
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        own->setFocus();
        QTest::keyClick(own, key);
    }
    QCOMPARE(pressedOwn.size(), 2);
    QCOMPARE(pressedDefault.size(), 0);
    QTest::keyClick(own, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(pressedOwn.size(), 2);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(!box->isChecked());
}

void TestTheme::focusRing_isForTheKeyboardOnly()
{
    ThemeController controller(*qApp);
    const FocusRing ring(*qApp, controller);
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* first = makeButton(controller, QStringLiteral("first"), QStringLiteral("First"));
    auto* second = makeButton(controller, QStringLiteral("second"), QStringLiteral("Second"));
    auto* field = new QLineEdit;
    layout->addWidget(first);
    layout->addWidget(second);
    layout->addWidget(field);
    window.show();
    QVERIFY(quarterdeck::test::waitFor([&] { return window.isActiveWindow(); }));
    QTest::mouseClick(first, Qt::LeftButton);
    first->setFocus();
    QCOMPARE(ring.target(), nullptr);
    QTest::keyClick(first, Qt::Key_Tab);
    QCOMPARE(window.focusWidget(), second);
    QCOMPARE(ring.target(), second);
    QTest::keyClick(second, Qt::Key_Tab);
    QCOMPARE(ring.target(), nullptr); // the field has its own border
    QTest::keyClick(field, Qt::Key_Backtab);
    QCOMPARE(ring.target(), second);
    QTest::mouseClick(second, Qt::LeftButton);
    QCOMPARE(ring.target(), nullptr);
    QAction jump;
    jump.setShortcut(Qt::CTRL | Qt::Key_J);
    window.addAction(&jump);
    connect(&jump, &QAction::triggered, first, [first] { first->setFocus(); });
    QTest::keyClick(&window, Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(ring.target(), first);
}

/// Those of large text may be more than the height that a label begins with.
void TestTheme::label_keepsItsMargins()
{
    ThemeController controller(*qApp);
    QWidget parent;
    TextLabel label(controller, TextRole::Ui, Color::Text3, QFont::Normal, &parent);
    const QMargins margins(28, 4, 28, 28);
    label.setContentsMargins(margins);
    parent.setStyleSheet(QStringLiteral("QLabel { background: transparent }"));
    QCOMPARE(label.contentsMargins(), margins);
    controller.setTextScale(2);
    QCOMPARE(label.contentsMargins(), margins);
    controller.setTextScale(1);
}

} // namespace tst_theme

QUARTERDECK_WIDGETS_TEST(tst_theme, TestTheme)
#include "tst_theme.moc"
