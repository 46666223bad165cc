#include "model/agents/environment/path_rules.h"

#include <QList>
#include <QString>
#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace quarterdeck::team {

namespace {

using By = SelfRunBy;

/// Lower case, with blanks between. "*" stands for any characters, "?" for one; "x/" is a folder and all that is in it.
struct Group
{
    By by;
    std::string_view names;
};

/// The one table of files that run without the person's doing more than entering, opening, building or listing a
/// folder. Ordinary sources and documents are not in it: whoever runs those means to.
constexpr auto groups = std::to_array<Group>({
    // Read by shells, terminals and their tools as they start or as a folder is entered.
    {By::Shell,
     ".envrc .env .env.* *.envrc .autoenv* .direnv/ .bash* .zsh* .zprofile .zlog* .profile .*shrc .login "
     ".logout .inputrc config.fish profile.ps1 *_profile.ps1 .tmux* .screenrc .tool-versions mise.toml "
     "mise.*.toml .mise* mise/ devenv.* devbox.json flake.nix shell.nix default.nix"},
    // Tasks, hooks and settings that editors run or obey when the folder is opened.
    {By::Editor,
     ".vscode/ *.code-workspace *.code-profile .idea/ .run/ *.iml *.ipr .vs/ .fleet/ .zed/ .nova/ .helix/ "
     ".theia/ .settings/ .project .classpath *.sublime-* *vimrc .nvim* .vim* .exrc _exrc .lvimrc "
     "*.nvim.lua .dir-locals* .emacs* .projectile .kakrc .devcontainer/ .devcontainer.json "
     "devcontainer.json .ycm_extra_conf.py .clangd .gitpod* .replit replit.nix hie.yaml .luarc.json* "
     "*.txt.user *.pro.user rust-analyzer.toml rust-project.json lakefile.lean lean-toolchain config.nims *.nims "
     "nim.cfg *.nimble project.godot nbproject/ omnisharp.json *.rproj renv/ _coqproject global.json"},
    // What git and other systems of versions run at a commit, a checkout or a mere look.
    {By::Git,
     ".gitmodules .gitattributes .gitconfig .git-* .githooks/ githooks/ applypatch-msg pre-applypatch "
     "post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase "
     "post-checkout post-merge pre-push pre-receive proc-receive post-receive post-update "
     "reference-transaction push-to-checkout pre-auto-gc post-rewrite post-index-change sendemail-validate "
     "fsmonitor-watchman .husky/ .huskyrc* .lfsconfig .pre-commit* *lefthook*.yml *lefthook*.yaml "
     "*lefthook*.toml *lefthook*.json* .lefthook* .lintstagedrc* .simple-git-hooks* captainhook.json "
     "update p4-* grumphp.yml .overcommit.yml .hg/ .hgrc .hgsub .svn/ .bzr/ .jj/ _darcs/"},
    // Run by build servers once the folder is pushed, with the rights and keys they have there.
    {By::BuildServer,
     ".github/ .gitlab/ *.gitlab-ci*.yml *.gitlab-ci*.yaml .gitea/ .forgejo/ .circleci/ .buildkite/ "
     ".woodpecker* .travis.y*ml .drone.* .cirrus.* *appveyor.y*ml *azure-pipeline* *bitbucket-pipeline* "
     "jenkinsfile* *.jenkinsfile buildspec*.y*ml cloudbuild*.y*ml cloudbuild*.json wercker.yml "
     "codemagic.yaml .build.yml .builds/ .tekton/ .teamcity/ .semaphore/ action.y*ml netlify.toml "
     "vercel.json procfile* renovate.json* serverless.y*ml cdk.json pulumi.yaml firebase.json wrangler.toml "
     "wrangler.json* fly.toml render.yaml appspec.yml amplify.yml helmfile.yaml *goreleaser.y*ml zuul.yaml mkdocs.y*ml "
     "conf.py "
     "book.toml"},
    // Descriptions of how something is built: programs, run by tools and also by editors that open the folder.
    {By::BuildTool,
     "makefile* gnumakefile* bsdmakefile* *.mk *.mak *.make cmakelists.txt *.cmake cmake*presets.json "
     "meson.build meson*options* *.ninja configure configure.ac configure.in autogen.sh *.pro *.pri *.qbs "
     "xmake.lua premake*.lua sconstruct* sconscript* wscript* justfile .justfile *.just taskfile* "
     "magefile.go build.rs cargo.toml .cargo/ rust-toolchain* build.zig* build *.bazel* .bazel* *.bzl "
     "workspace buck .buckconfig* *.gradle *.gradle.kts gradle.properties gradlew* gradle/ .gradle/ "
     "buildsrc/ pom.xml .mvn/ mvnw* build.xml ivy.xml *.sbt build.sc build.mill *.csproj *.fsproj *.vbproj "
     "*.vcxproj* *.proj *.sln *.slnx *.props *.targets *.rsp *.xcodeproj/ *.xcworkspace/ *.pbxproj "
     "*.xcconfig package.swift fastlane/ fastfile setup.hs setup.lhs *.cabal cabal.project* stack.yaml "
     "dune dune-* *.opam mix.exs .iex.exs rebar.config* project.clj deps.edn build.boot shadow-cljs.edn "
     "dockerfile* *.dockerfile containerfile* compose.y*ml compose.*.y*ml docker-compose* docker-bake* "
     "vagrantfile tiltfile earthfile skaffold.y*ml *.tf *.tf.json terragrunt.hcl ansible.cfg "
     "snapcraft.yaml rakefile* *.rake guardfile capfile thorfile *.thor dangerfile* gulpfile* gruntfile* "
     "jakefile* nodemon.json turbo.json* nx.json angular.json snakefile tasks.py kbuild *-config.js webpack.mix.js "
     "brocfile.js config.ru dub.json dub.sdl shard.yml opam project.json"},
    // Scripts and sources of packages, used whenever something is installed.
    {By::PackageManager,
     "package.json* package.yaml .npmrc .yarnrc* .yarn/ .pnp.* *pnpmfile.* pnpm-workspace.yaml bunfig.toml "
     "deno.json* lerna.json rush.json binding.gyp *.gyp* node_modules/ bower.json .bowerrc composer.json "
     "gemfile* gems.rb *.gemspec .bundle/ brewfile* podfile* *.podspec* cartfile* berksfile puppetfile "
     "makefile.pl build.pl cpanfile* nuget.config pipfile pip.conf pip.ini uv.toml poetry.toml pdm.toml "
     "hatch.toml pixi.toml .condarc pkgbuild *.install debian/ *.spec conanfile.py vcpkg*.json "
     "portfile.cmake"},
    // Loaded by Python itself, or by what installs and tests its packages.
    {By::Python,
     "*.pth *._pth *.egg-link sitecustomize.py usercustomize.py sitecustomize/ usercustomize/ "
     "site-packages/ venv/ pyvenv.cfg __pycache__/ setup.py setup.cfg pyproject.toml ipython*_config.py "
     "jupyter*config* dodo.py fabfile* pavement.py gunicorn.conf.py locustfile.py entry_points.txt"},
    // Settings of tests and linters that name or are programs; editors run these with every key.
    {By::TestsAndLinters,
     "conftest.py conftest/ pytest.ini pytest.toml tox.ini tox.toml noxfile.py mypy.ini pylintrc* "
     "*.config.js *.config.?js *.config.ts *.config.?ts babel.config.json jest.config.json tslint.json "
     "*.conf.js *.conf.?js *.conf.ts *.setup.js *.setup.ts vitest.workspace.* .eslintrc* .prettierrc* "
     ".stylelintrc* .babelrc* .mocharc* .swcrc* phpunit*.xml* phpstan*.neon* psalm.xml* phpcs.xml* rector.php "
     "ctestcustom.*"},
    // Other agents obey these, and some of their settings name programs that are run.
    {By::Agent,
     ".claude* .claude/ .codex/ .gemini/ .cursor* .cursor/ .windsurf* .continue/ .cline* .roo* .kiro/ "
     ".aider* .opencode/ opencode.json* *mcp.json mcp.y*ml agents.md agents.*.md claude.md claude.*.md "
     "gemini.md copilot-instructions.md agent.md qwen.md crush.md warp.md skill.md"},
    // Started by desktops and by the system.
    {By::Desktop,
     "*.desktop *.directory autostart/ autorun.inf desktop.ini *.lnk *.url *.scf *.library-ms *.search-ms "
     "*.theme *.service *.socket *.timer *.mount *.automount *.path *.target *.rules *.plist crontab* "
     "cron.*/ .crontab launchagents/ .xinitrc .xsession* .xprofile .xresources .htaccess .user.ini "
     "web.config"},
    // What says who may log in, and where programs send what.
    {By::Account,
     ".ssh/ authorized_keys* .gnupg/ .aws/ .kube/ .docker/ .netrc _netrc .pypirc .curlrc _curlrc .wgetrc "
     ".pam_environment .mailcap .forward .rhosts .config/ .local/"},
    // Read by debuggers and by programs that one types into.
    {By::Debugger,
     ".gdbinit* *-gdb.py *-gdb.gdb *-gdb.scm .lldbinit* .radare2rc .pdbrc* .ghci* .irbrc .pryrc .rprofile "
     ".renviron .sqliterc .psqlrc .my.cnf .ocamlinit"},
});

/// Hidden files that no tool runs, nor anything that they name.
constexpr auto harmlessHidden = std::to_array<std::string_view>({
    ".gitignore",
    ".gitkeep",
    ".keep",
    ".hgignore",
    ".dockerignore",
    ".npmignore",
    ".eslintignore",
    ".vscodeignore",
    ".stylelintignore",
    ".prettierignore",
    ".helmignore",
    ".gcloudignore",
    ".ignore",
    ".rgignore",
    ".fdignore",
    ".nojekyll",
    ".editorconfig",
    ".mailmap",
    ".clang-format",
    ".python-version",
    ".node-version",
    ".nvmrc",
    ".ruby-version",
    ".java-version",
    ".go-version",
    ".gitmessage",
    ".env.example",
    ".env.sample",
    ".env.template",
    ".all-contributorsrc",
    ".markdownlint.json",
    ".markdownlintignore",
    ".yamllint",
    ".jshintrc",
    ".jscsrc",
    ".htmlhintrc",
});

/// "*" is any number of characters, "?" one.
bool fits(std::string_view name, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string_view::npos;
    std::size_t after = 0;
    while (at < name.size()) {
        if (in < pattern.size() && (pattern[in] == '?' || pattern[in] == name[at]) && pattern[in] != '*') {
            ++at;
            ++in;
        } else if (in < pattern.size() && pattern[in] == '*') {
            star = in++;
            after = at;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++after;
        } else {
            return false;
        }
    }
    while (in < pattern.size() && pattern[in] == '*')
        ++in;
    return in == pattern.size();
}

std::optional<By> listed(std::string_view name, bool isFolder)
{
    for (const Group& group : groups) {
        for (std::string_view left = group.names; !left.empty();) {
            std::string_view wanted = left.substr(0, left.find(' '));
            left.remove_prefix(std::min(left.size(), wanted.size() + 1));
            const bool isOfFolders = wanted.ends_with('/');
            if (isOfFolders)
                wanted.remove_suffix(1);
            if (isOfFolders == isFolder && fits(name, wanted))
                return group.by;
        }
    }
    return std::nullopt;
}

bool areDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A name that NTFS and FAT give to a file with a longer one, such as "GITMOD~1": it may be any file.
bool isShortName(std::string_view name)
{
    const std::size_t dot = name.find('.');
    const std::string_view base = name.substr(0, dot);
    const std::string_view ending = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    const std::size_t tilde = base.rfind('~');
    return tilde != std::string_view::npos && tilde > 0 && base.size() <= 8 && ending.size() <= 3
        && areDigits(base.substr(tilde + 1));
}

/// What HFS+ ignores in names, and everything else of this kind: nobody would see it.
bool isIgnored(char32_t character)
{
    return QChar::category(character) == QChar::Other_Format || (character >= 0xfe00 && character <= 0xfe0f)
        || character == 0x034f;
}

} // namespace

std::string plainName(std::string_view name)
{
    name = name.substr(0, name.find(':'));
    QString kept;
    const auto characters =
        QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toUcs4(); // UTF-8 was checked before
    for (const uint character : characters)
        if (!isIgnored(character))
            kept += QChar::fromUcs4(character);
    while (kept.endsWith(u'.') || kept.endsWith(u' '))
        kept.chop(1);
    return kept.toCaseFolded().toStdString();
}

bool isKeptName(std::string_view name)
{
    const std::string plain = plainName(name);
    constexpr std::string_view shortened = "git~";
    return plain == ".git" || (plain.starts_with(shortened) && areDigits(plain.substr(shortened.size())));
}

std::optional<SelfRunBy> folderObeyedBy(std::string_view name)
{
    const std::string plain = plainName(name);
    if (const auto by = listed(plain, true))
        return by;
    if (isShortName(plain))
        return By::ShortName;
    return plain.starts_with('.') ? std::optional(By::Hidden) : std::nullopt;
}

std::optional<SelfRunBy> selfRunBy(const std::vector<std::string>& parts)
{
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
        if (const auto by = folderObeyedBy(parts[i]))
            return by;
    if (parts.empty())
        return std::nullopt;
    const std::string plain = plainName(parts.back());
    // Both, as a file may stand where a folder is looked for.
    for (const bool isFolder : {false, true})
        if (std::ranges::find(harmlessHidden, plain) == harmlessHidden.end())
            if (const auto by = listed(plain, isFolder))
                return by;
    if (isShortName(plain))
        return By::ShortName;
    const bool isHidden = plain.starts_with('.') && std::ranges::find(harmlessHidden, plain) == harmlessHidden.end();
    return isHidden ? std::optional(By::Hidden) : std::nullopt;
}

void RepositoryParts::see(std::string_view name)
{
    const std::string plain = plainName(name);
    hasHead = hasHead || plain == "head";
    hasObjects = hasObjects || plain == "objects";
    hasRefs = hasRefs || plain == "refs";
    hasCommonFolder = hasCommonFolder || plain == "commondir";
}

namespace {

constexpr std::size_t longestPath = 1024;
constexpr std::size_t longestPart = 255;
constexpr std::size_t mostParts = 32;

bool isUtf8(std::string_view text)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString decoded = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    return !decoder.hasError() && !decoded.contains(QChar::ReplacementCharacter);
}

bool hasControlCharacter(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

} // namespace

std::string RelativePath::text() const
{
    std::string joined;
    for (const std::string& part : parts)
        joined += (joined.empty() ? "" : "/") + part;
    return joined;
}

tl::expected<RelativePath, std::string> RelativePath::of(std::string_view text)
{
    const auto refused = [](const char* why) { return tl::make_unexpected(std::string(why)); };
    if (text.size() > longestPath)
        return refused("The path is longer than 1024 bytes.");
    if (hasControlCharacter(text) || !isUtf8(text))
        return refused("The path has a control character in it, or is not UTF-8.");
    if (text.starts_with('/'))
        return refused("The path begins with \"/\". Give it relative to the workspace.");
    if (text.find('\\') != std::string_view::npos)
        return refused("The path has a \"\\\" in it. Put \"/\" between folders.");
    RelativePath path;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find('/'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        if (part.empty() || part == ".")
            continue;
        if (part == "..")
            return refused("The path has \"..\" in it. Nothing outside the workspace can be reached.");
        if (part.size() > longestPart)
            return refused("A name in the path is longer than 255 bytes.");
        if (isKeptName(part))
            return refused("What git keeps for itself is not for you.");
        path.parts.emplace_back(part);
        if (path.parts.size() > mostParts)
            return refused("The path has more than 32 parts.");
    }
    return path;
}

} // namespace quarterdeck::team
