<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionRegistry</name>
    <message>
        <source>&amp;New session…</source>
        <translation>新建会话(&amp;N)…</translation>
    </message>
    <message>
        <source>Try the &amp;demo team</source>
        <translation>试试演示团队(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Open or import a file…</source>
        <translation>打开或导入文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Export session…</source>
        <translation>导出会话(&amp;E)…</translation>
    </message>
    <message>
        <source>S&amp;earch sessions</source>
        <translation>搜索会话(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Next &amp;question</source>
        <translation>下一个问题(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Run or pause</source>
        <translation>运行或暂停(&amp;R)</translation>
    </message>
    <message>
        <source>One &amp;step</source>
        <translation>单步(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Private chat</source>
        <translation>私密模式(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>回放(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Menu</source>
        <translation>菜单(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Sessions panel</source>
        <translation>会话面板(&amp;S)</translation>
    </message>
    <message>
        <source>Si&amp;de panel</source>
        <translation>侧栏(&amp;D)</translation>
    </message>
    <message>
        <source>Go to &amp;team</source>
        <translation>转到团队(&amp;T)</translation>
    </message>
    <message>
        <source>Go to “Needs &amp;you”</source>
        <translation>转到“等你处理”(&amp;Y)</translation>
    </message>
    <message>
        <source>Go to &amp;inspector</source>
        <translation>转到检查器(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Write a message</source>
        <translation>写消息(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>N&amp;ormal text</source>
        <translation>正常文字大小(&amp;O)</translation>
    </message>
    <message>
        <source>Channel &amp;1</source>
        <translation>频道 &amp;1</translation>
    </message>
    <message>
        <source>Channel &amp;2</source>
        <translation>频道 &amp;2</translation>
    </message>
    <message>
        <source>Channel &amp;3</source>
        <translation>频道 &amp;3</translation>
    </message>
    <message>
        <source>Channel &amp;4</source>
        <translation>频道 &amp;4</translation>
    </message>
    <message>
        <source>Channel &amp;5</source>
        <translation>频道 &amp;5</translation>
    </message>
    <message>
        <source>Channel &amp;6</source>
        <translation>频道 &amp;6</translation>
    </message>
    <message>
        <source>Channel &amp;7</source>
        <translation>频道 &amp;7</translation>
    </message>
    <message>
        <source>Channel &amp;8</source>
        <translation>频道 &amp;8</translation>
    </message>
    <message>
        <source>Channel &amp;9</source>
        <translation>频道 &amp;9</translation>
    </message>
    <message>
        <source>&amp;Next channel</source>
        <translation>下一个频道(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous channel</source>
        <translation>上一个频道(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Play or pause replay</source>
        <translation>播放或暂停回放(&amp;P)</translation>
    </message>
    <message>
        <source>Step &amp;forward</source>
        <translation>前进一步(&amp;F)</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>后退一步(&amp;B)</translation>
    </message>
    <message>
        <source>Next &amp;question in the recording</source>
        <translation>记录中的下一个问题(&amp;Q)</translation>
    </message>
    <message>
        <source>Go to the &amp;start</source>
        <translation>跳到开头(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the &amp;end</source>
        <translation>跳到末尾(&amp;E)</translation>
    </message>
    <message>
        <source>Follow the &amp;desktop theme</source>
        <translation>跟随系统主题(&amp;D)</translation>
    </message>
    <message>
        <source>D&amp;ark theme</source>
        <translation>深色主题(&amp;A)</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;About Quarterdeck</source>
        <translation>关于 Quarterdeck(&amp;A)</translation>
    </message>
    <message>
        <source>L&amp;ight theme</source>
        <translation>浅色主题(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Find in this conversation</source>
        <translation>在此对话中查找(&amp;F)</translation>
    </message>
    <message>
        <source>Find ne&amp;xt</source>
        <translation>查找下一个(&amp;X)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go to a message or time…</source>
        <translation>转到消息或时间(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印…(&amp;P)</translation>
    </message>
    <message>
        <source>Print &amp;to PDF…</source>
        <translation>打印为 PDF…(&amp;T)</translation>
    </message>
    <message>
        <source>Restore a &amp;backup…</source>
        <translation>恢复备份(&amp;B)…</translation>
    </message>
    <message>
        <source>Watch a &amp;folder…</source>
        <translation>监视一个文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Connect an agent…</source>
        <translation>连接智能体(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Model connections…</source>
        <translation>模型连接(&amp;M)…</translation>
    </message>
    <message>
        <source>Run a te&amp;am on a model…</source>
        <translation>模型驱动的团队(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Your teams…</source>
        <translation>你的团队(&amp;Y)…</translation>
    </message>
    <message>
        <source>&amp;Import a folder…</source>
        <translation>导入文件夹(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Cost</source>
        <translation>费用(&amp;C)</translation>
    </message>
    <message>
        <source>Files the team &amp;wrote</source>
        <translation>团队写的文件(&amp;W)</translation>
    </message>
    <message>
        <source>C&amp;lean up…</source>
        <translation>清理(&amp;L)…</translation>
    </message>
    <message>
        <source>Contin&amp;ue with this team…</source>
        <translation>与这个团队继续(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>使用指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Hold everything</source>
        <translation>扣住所有消息(&amp;H)</translation>
    </message>
    <message>
        <source>Let the oldest &amp;message go</source>
        <translation>放行最早的一条消息(&amp;M)</translation>
    </message>
    <message>
        <source>H&amp;old rules…</source>
        <translation>扣住规则(&amp;O)…</translation>
    </message>
    <message>
        <source>Take the answer bac&amp;k</source>
        <translation>收回答复(&amp;K)</translation>
    </message>
    <message>
        <source>Send answers after a &amp;delay</source>
        <translation>延迟发送答复(&amp;D)</translation>
    </message>
</context>
<context>
    <name>Backups</name>
    <message>
        <source>There is no backup yet.</source>
        <translation>还没有备份。</translation>
    </message>
    <message>
        <source>The last good backup was made on %1.</source>
        <translation>最近一份完好的备份制作于 %1。</translation>
    </message>
    <message>
        <source>Library backups are working again.</source>
        <translation>资料库又能正常备份了。</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>立即备份</translation>
    </message>
    <message>
        <source>Recovery stops all runs, saves everything it can to a new file and keeps the damaged one beside it.</source>
        <translation>恢复会停止所有运行，把能恢复的全部内容保存到新文件，并把损坏的文件保留在旁边。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>BurnWords</name>
    <message>
        <source>%1 per minute of work</source>
        <extracomment>%1 is a number of tokens</extracomment>
        <translation>每分钟工作消耗 %1</translation>
    </message>
    <message>
        <source>%1 and %2 per minute of work</source>
        <extracomment>%1 is an amount of money, %2 a number of tokens</extracomment>
        <translation>每分钟工作消耗 %1 和 %2</translation>
    </message>
    <message>
        <source>%1; the budget will be reached in about %2</source>
        <extracomment>%1 as above, %2 a time: &quot;40 min&quot;, &quot;2 h&quot;</extracomment>
        <translation>%1；约 %2 后达到预算</translation>
    </message>
</context>
<context>
    <name>Buttons</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>Bytes</name>
    <message>
        <source>(%1 of binary data)</source>
        <translation>（%1 二进制数据）</translation>
    </message>
</context>
<context>
    <name>Caps</name>
    <message numerus="yes">
        <source>%n more choice(s) are not shown here.</source>
        <translation>
            <numerusform>还有 %Ln 个选项未在此处显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>This text is cut off here: %L1 more bytes are not shown.</source>
        <translation>文本在此处截断：还有 %L1 字节未显示。</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of this message are not shown here.</source>
        <translation>
            <numerusform>此消息还有 %Ln 个部分未在此处显示。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Show this help.</source>
        <translation>显示此说明。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>Open with the demo team running.</source>
        <translation>打开窗口并运行演示团队。</translation>
    </message>
    <message>
        <source>Open the window, wait until everything is drawn, save a screenshot, and quit.</source>
        <translation>打开窗口，等全部绘制完成后保存截图并退出。</translation>
    </message>
    <message>
        <source>Use this library file.</source>
        <translation>使用此资料库文件。</translation>
    </message>
    <message>
        <source>Language: en or zh_CN.</source>
        <translation>语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Log level: debug, info, warning or critical.</source>
        <translation>日志级别：debug、info、warning 或 critical。</translation>
    </message>
    <message>
        <source>Subcommands: print JSON instead of text.</source>
        <translation>子命令：输出供程序读取的 JSON。</translation>
    </message>
    <message>
        <source>replay: print each row.</source>
        <translation>replay：逐行输出。</translation>
    </message>
    <message>
        <source>replay: speed, as a multiple of the original pace.</source>
        <translation>replay：播放速度，为实际速度的倍数。</translation>
    </message>
    <message>
        <source>“import” needs the files to import.</source>
        <translation>“import”需要要导入的文件。</translation>
    </message>
    <message>
        <source>“%1” does not take the argument “%2”.</source>
        <translation>“%1”不接受参数“%2”。</translation>
    </message>
    <message>
        <source>The option --%1 needs a subcommand.</source>
        <translation>选项 --%1 需要一个子命令。</translation>
    </message>
    <message>
        <source>“%1” does not take the option --%2.</source>
        <translation>“%1”不接受选项 --%2。</translation>
    </message>
    <message>
        <source>“replay” needs --print. To replay on screen, open the session in the window.</source>
        <translation>“replay”需要 --print；要在屏幕上回放，请在窗口中打开会话。</translation>
    </message>
    <message>
        <source>“%1” is not an available language; use en or zh_CN.</source>
        <translation>本程序没有语言“%1”；可用的有 en 和 zh_CN。</translation>
    </message>
    <message>
        <source>“%1” is not a log level; use debug, info, warning or critical.</source>
        <translation>没有日志级别“%1”；可用的有 debug、info、warning 和 critical。</translation>
    </message>
    <message>
        <source>The option --%1 needs the name of a file.</source>
        <translation>选项 --%1 需要一个文件名。</translation>
    </message>
    <message>
        <source>The option --%1 needs a number above zero, not “%2”.</source>
        <translation>选项 --%1 需要大于零的数，而不是“%2”。</translation>
    </message>
    <message>
        <source>There is no option “%1”.</source>
        <translation>没有选项“%1”。</translation>
    </message>
    <message>
        <source>Subcommands, which need no display:</source>
        <translation>子命令（不需要显示器）：</translation>
    </message>
    <message>
        <source>Import recorded sessions.</source>
        <translation>导入会话记录。</translation>
    </message>
    <message>
        <source>List the sessions in the library.</source>
        <translation>列出资料库中的会话。</translation>
    </message>
    <message>
        <source>Print a session row by row.</source>
        <translation>逐行输出一个会话。</translation>
    </message>
    <message>
        <source>Check the library file and every session in it.</source>
        <translation>检查资料库文件及其中的每个会话。</translation>
    </message>
    <message>
        <source>Checking the library file</source>
        <translation>正在检查资料库文件</translation>
    </message>
    <message>
        <source>Checking session %1 of %2</source>
        <translation>正在检查会话 %1/%2</translation>
    </message>
    <message>
        <source>“%1” is intact: %2 sessions with %3 events.</source>
        <translation>“%1”完好：共 %2 个会话，%3 个事件。</translation>
    </message>
    <message>
        <source>“%1” is damaged: %2 (the first of %3 problems).</source>
        <translation>“%1”已损坏：%2（共 %3 个问题，这是第一个）。</translation>
    </message>
    <message>
        <source>“%1” is damaged: %2.</source>
        <translation>“%1”已损坏：%2。</translation>
    </message>
    <message>
        <source>“%1” is damaged. Sessions with errors: %2.</source>
        <translation>“%1”已损坏。有错误的会话：%2。</translation>
    </message>
    <message>
        <source>Exported %1 of %2 events</source>
        <translation>已导出 %1/%2 个事件</translation>
    </message>
    <message>
        <source>“%1” has %2 events and %3 attachments.</source>
        <translation>“%1”含 %2 个事件和 %3 个附件。</translation>
    </message>
    <message numerus="yes">
        <source>Importing %1 (%2 of %3): %4%, %n message(s)</source>
        <translation>
            <numerusform>正在导入 %1（%2/%3）：%4%，%Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n message(s))</source>
        <translation>
            <numerusform>%1（%Ln 条消息）</numerusform>
        </translation>
    </message>
    <message>
        <source>  … %1 problems in total</source>
        <translation>  … 共 %1 个问题</translation>
    </message>
    <message>
        <source>The import was cancelled.</source>
        <translation>导入已取消。</translation>
    </message>
    <message>
        <source>%1 of %2 files were not imported; the first: %3</source>
        <translation>%2 个文件中有 %1 个未导入；第一个：%3</translation>
    </message>
    <message>
        <source>There is no session “%1” in the library.</source>
        <translation>资料库中没有会话“%1”。</translation>
    </message>
    <message>
        <source>%1 Try --help.</source>
        <translation>%1 请试试 --help。</translation>
    </message>
    <message>
        <source>Watch and steer conversations of AI agents.</source>
        <translation>观看并引导智能体的对话。</translation>
    </message>
    <message>
        <source>Cannot write to standard output: %1.</source>
        <translation>无法写入标准输出：%1。</translation>
    </message>
    <message>
        <source>There is no display to open the window on. The subcommands need none: see --help.</source>
        <translation>没有可用来打开窗口的显示器。子命令不需要显示器，请参阅 --help。</translation>
    </message>
    <message>
        <source>The option --demo cannot be combined with files.</source>
        <translation>选项 --demo 不能与文件同时使用。</translation>
    </message>
    <message>
        <source>“%1” needs a session: its id, its title, or the beginning of either.</source>
        <translation>“%1”需要一个会话：它的 ID、标题，或其中之一的开头。</translation>
    </message>
    <message>
        <source>“%1” matches several sessions; type more of it, or the id.</source>
        <translation>“%1”对应多个会话；请写得更完整，或使用 ID。</translation>
    </message>
    <message>
        <source>“%1” is neither a subcommand nor a file.</source>
        <translation>既没有名为“%1”的子命令，也没有这样的文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) were left out: --out FILE saves them in a folder beside the file.</source>
        <translation>
            <numerusform>有 %Ln 个附件未导出：使用 --out FILE 可将其保存在文件旁的文件夹中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are missing from the export: the library has lost them.</source>
        <translation>
            <numerusform>导出的内容缺少 %Ln 个附件：资料库已丢失这些附件。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (scripted demo)</source>
        <translation>%1（预设演示）</translation>
    </message>
    <message>
        <source>This is a scripted demo: what its members say was written in advance.</source>
        <translation>这是预设演示：各成员的发言都是事先写好的。</translation>
    </message>
    <message>
        <source>team</source>
        <comment>kind of a session</comment>
        <translation>团队</translation>
    </message>
    <message>
        <source>demo</source>
        <comment>kind of a session</comment>
        <translation>演示</translation>
    </message>
    <message>
        <source>imported</source>
        <comment>kind of a session</comment>
        <translation>导入</translation>
    </message>
    <message>
        <source>remote</source>
        <comment>kind of a session</comment>
        <translation>远程</translation>
    </message>
    <message>
        <source>check: set a damaged library aside and recover what is possible into a new one.</source>
        <translation>check：把损坏的库保留在旁边，并把能恢复的内容写入新库。</translation>
    </message>
    <message>
        <source>check: show, session by session, what earlier recoveries brought back.</source>
        <translation>check：逐个会话列出各次恢复的结果。</translation>
    </message>
    <message>
        <source>Last change: %1</source>
        <translation>最后更改：%1</translation>
    </message>
    <message>
        <source>Not yet indexed for search: %1 events</source>
        <translation>尚未编入搜索索引：%1 个事件</translation>
    </message>
    <message>
        <source>Free disk space: %1</source>
        <translation>磁盘剩余空间：%1</translation>
    </message>
    <message>
        <source>Attachments missing from the library: %1</source>
        <translation>它显示而资料库中没有的附件：%1</translation>
    </message>
    <message>
        <source>Recovering the library</source>
        <translation>正在恢复库</translation>
    </message>
    <message>
        <source>Last recovery: %1. %2 “%3” shows what was recovered.</source>
        <translation>上次恢复：%1。%2“%3”会列出恢复的内容。</translation>
    </message>
    <message>
        <source>There is no recovery report.</source>
        <translation>没有恢复报告。</translation>
    </message>
    <message>
        <source>backup: list the existing backups.</source>
        <translation>backup：列出现有的备份。</translation>
    </message>
    <message>
        <source>backup: replace the library with this backup; the current library is kept beside it.</source>
        <translation>backup：用此备份替换当前库，当前库会保留在旁边。</translation>
    </message>
    <message>
        <source>Back up the library and verify the copy.</source>
        <translation>备份资料库并检查备份。</translation>
    </message>
    <message>
        <source>The library has been restored. The previous one is kept as “%1”.</source>
        <translation>库已恢复。原来的库保留为“%1”。</translation>
    </message>
    <message>
        <source>Copying the library and verifying the copy</source>
        <translation>正在复制资料库并检查副本</translation>
    </message>
    <message>
        <source>Last backup: %1</source>
        <translation>最近备份：%1</translation>
    </message>
    <message>
        <source>Last backup: none yet</source>
        <translation>最近备份：尚无</translation>
    </message>
    <message>
        <source>search: the maximum number of messages (20).</source>
        <translation>search：最多显示多少条消息（20）。</translation>
    </message>
    <message>
        <source>“search” needs the words to look for.</source>
        <translation>“search”需要要查找的词。</translation>
    </message>
    <message>
        <source>Find messages in all sessions: words, &quot;a phrase&quot;, from:Bob, in:private, has:image, tool:name, after:2026-03-01.</source>
        <translation>在所有会话中查找消息：词、&quot;短语&quot;、from:Bob、in:private、has:image、tool:名称、after:2026-03-01。</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>(private)</source>
        <translation>（私密）</translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation>没有找到任何内容。</translation>
    </message>
    <message>
        <source>There are more results: use a higher --limit to see them.</source>
        <translation>还有更多结果：加大 --limit 可显示。</translation>
    </message>
    <message>
        <source>“%1” needs --to and a format: %2.</source>
        <translation>“%1”需要 --to 和一种格式：%2。</translation>
    </message>
    <message>
        <source>“%1” is not an export format. Available: %2.</source>
        <translation>“%1”不是可导出的格式；可用的有 %2。</translation>
    </message>
    <message>
        <source>export, convert: the file to write, with its attachments beside it.</source>
        <translation>export、convert：要写入的文件，附件放在它旁边。</translation>
    </message>
    <message>
        <source>“convert” needs exactly one file to read.</source>
        <translation>“convert”需要恰好一个要读取的文件。</translation>
    </message>
    <message>
        <source>“%1” contains %2 sessions: --out FILE writes each to its own file, with its number in the name.</source>
        <translation>“%1”包含 %2 个会话：使用 --out FILE 会把每个会话写入各自的文件，文件名带编号。</translation>
    </message>
    <message>
        <source>export, convert: leave keys, tokens, passwords and home folders as they are.</source>
        <translation>export、convert：保留密钥、令牌、密码和主文件夹原样。</translation>
    </message>
    <message>
        <source>Export a session.</source>
        <translation>导出一个会话。</translation>
    </message>
    <message>
        <source>Convert a file to another format.</source>
        <translation>把文件转换成另一种格式。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open does not respond.</source>
        <translation>打开了资料库的 Quarterdeck 没有应答。</translation>
    </message>
    <message>
        <source>The answer from the Quarterdeck that has the library open cannot be understood. It may be a different version.</source>
        <translation>无法理解打开了资料库的 Quarterdeck 的应答；它可能是另一个版本。</translation>
    </message>
    <message>
        <source>“%1” is not a file on disk, so the Quarterdeck that has the library open cannot read it.</source>
        <translation>“%1”不是磁盘上的文件，打开了资料库的 Quarterdeck 无法读取它。</translation>
    </message>
    <message>
        <source>import: add a file&apos;s new messages to the session imported from it before; without this, such a session is only reported.</source>
        <translation>import：文件比先前导入的会话多出的内容，追加到该会话；不加此选项时只会提示有这样的会话。</translation>
    </message>
    <message>
        <source>import: import again what was imported before, as a new session.</source>
        <translation>import：先前导入过的内容再导入一次，成为新会话。</translation>
    </message>
    <message>
        <source>The options --update and --as-new cannot be combined.</source>
        <translation>选项 --update 与 --as-new 不能同时使用。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) added</source>
        <translation>
            <numerusform>已追加 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>already in the library; nothing new in the file</source>
        <translation>已在库中，文件里没有新内容</translation>
    </message>
    <message numerus="yes">
        <source>already in the library; the file has %n more message(s): --update adds them, --as-new imports the file again</source>
        <translation>
            <numerusform>已在库中；文件多出 %Ln 条消息：--update 追加它们，--as-new 再次导入文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the same as the file for the first %n message(s), then different; the file was imported as a separate session</source>
        <translation>
            <numerusform>开头与文件相同，但文件在 %Ln 条消息之后内容不同，已作为单独的会话导入</numerusform>
        </translation>
    </message>
    <message>
        <source>archived, </source>
        <translation>已归档，</translation>
    </message>
    <message>
        <source>The option --port needs a number from 0 to 65535, not “%1”.</source>
        <translation>选项 --port 需要 0 到 65535 之间的数字，而不是“%1”。</translation>
    </message>
    <message>
        <source>Agents can connect to http://localhost:%1. Their sessions are stored in the library. Press Ctrl+C to stop.</source>
        <translation>智能体可以连接到 http://localhost:%1，它们的会话存入资料库。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>“run” needs --idea with what the team should do.</source>
        <translation>“run”需要 --idea 和团队要做的事。</translation>
    </message>
    <message>
        <source>“run” needs --base-url with the address of a model server.</source>
        <translation>“run”需要 --base-url 和模型服务器的地址。</translation>
    </message>
    <message>
        <source>The option --rounds needs a whole number, not “%1”.</source>
        <translation>选项 --rounds 需要一个整数，而不是“%1”。</translation>
    </message>
    <message>
        <source>run: what the team should do.</source>
        <translation>run：团队要做的事。</translation>
    </message>
    <message>
        <source>run: the model server, such as http://localhost:11434.</source>
        <translation>run：模型服务器，例如 http://localhost:11434。</translation>
    </message>
    <message>
        <source>run: the model to use instead of those named by the team.</source>
        <translation>run：使用的模型，代替团队中指定的模型。</translation>
    </message>
    <message>
        <source>run: the environment variable that holds the server&apos;s key.</source>
        <translation>run：保存服务器密钥的环境变量。</translation>
    </message>
    <message>
        <source>run: the budget in US dollars; the run pauses when it is reached.</source>
        <translation>run：预算（美元）；达到时运行暂停。</translation>
    </message>
    <message>
        <source>run: the maximum number of rounds; 0 = no limit.</source>
        <translation>run：轮数上限；0 表示不限。</translation>
    </message>
    <message>
        <source>run: where to read answers to questions from, one per line: a file, or stdin.</source>
        <translation>run：从哪里读取问题的答案，每行一个：文件，或 stdin。</translation>
    </message>
    <message>
        <source>Run a team without a window.</source>
        <translation>不开窗口运行一个团队。</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>Round %1, %2 messages, %3 tokens, %4: %5</source>
        <translation>第 %1 轮，%2 条消息，%3 词元，%4：%5</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 is waiting for an answer: %2</source>
        <translation>%1 在等待回答：%2</translation>
    </message>
    <message>
        <source>The run is paused: %1</source>
        <translation>运行已暂停：%1</translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>The answers in “%1” cannot be read.</source>
        <translation>无法读取“%1”中的答案。</translation>
    </message>
    <message>
        <source>Another running Quarterdeck has this library open. Close it, or choose another library with --library.</source>
        <translation>另一个正在运行的 Quarterdeck 打开了这个资料库。请关闭它，或用 --library 指定另一个。</translation>
    </message>
    <message>
        <source>The format “%1” can only be written to a file: add --out FILE.</source>
        <translation>格式“%1”只能写入文件：请加 --out FILE。</translation>
    </message>
    <message>
        <source>“%1” is not a theme; use light, dark, system, light-high or dark-high.</source>
        <translation>没有主题“%1”；可用的有 light、dark、system、light-high 和 dark-high。</translation>
    </message>
    <message>
        <source>Theme: light, dark or system; light-high or dark-high for high contrast.</source>
        <translation>主题：light、dark 或 system；light-high 或 dark-high 为高对比度。</translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not imported; the first: “%1”.</source>
        <translation>
            <numerusform>另有 %Ln 个文件未导入；第一个：“%1”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) in the folders are not recordings:</source>
        <translation>
            <numerusform>文件夹中另有 %Ln 个文件不是录制的会话：</numerusform>
        </translation>
    </message>
    <message>
        <source>“run” needs one team (a file or the name of a template), or --resume with a session.</source>
        <translation>“run” 需要一个团队（其文件或模板名称），或者 --resume 和一个会话。</translation>
    </message>
    <message>
        <source>The options --connection and --base-url cannot be combined.</source>
        <translation>选项 --connection 与 --base-url 不能同时使用。</translation>
    </message>
    <message>
        <source>run: the name of a model connection set up in the window.</source>
        <translation>run：在窗口中设置的模型连接的名称。</translation>
    </message>
    <message>
        <source>There are no model connections. Add one in the window under File ▸ Model connections, or use --base-url.</source>
        <translation>没有模型连接。请在窗口的“文件 ▸ 模型连接”中添加，或使用 --base-url。</translation>
    </message>
    <message>
        <source>There is no model connection “%1”. Available: %2.</source>
        <translation>没有名为“%1”的模型连接；现有：%2。</translation>
    </message>
    <message>
        <source>“run” needs --connection with one of these: %1; or --base-url.</source>
        <translation>“run” 需要 --connection 以及其中之一：%1；或者 --base-url。</translation>
    </message>
    <message>
        <source>run: the folder whose files the team reads and writes.</source>
        <translation>run：团队读写其中文件的文件夹。</translation>
    </message>
    <message>
        <source>--auto-archive needs --folder with a git repository.</source>
        <translation>--auto-archive 需要 --folder 以及一个 git 仓库的文件夹。</translation>
    </message>
    <message>
        <source>run: commit what the team changes in that folder to its git repository.</source>
        <translation>run：把团队在该文件夹中的更改提交到它的 git 仓库。</translation>
    </message>
    <message>
        <source>“%1” is not a git repository, so nothing can be committed to it.</source>
        <translation>“%1”不是 git 仓库，无法向其提交。</translation>
    </message>
    <message>
        <source>The option --studio needs “on”, “token” or “off”, not “%1”.</source>
        <translation>选项 --studio 需要 “on”、“token” 或 “off”，而不是 “%1”。</translation>
    </message>
    <message>
        <source>gateway: whether to accept programs that cannot send a token header (AgentScope, MetaGPT reporters, traces): on, token (only with the token in their address), off.</source>
        <translation>gateway：是否接受自身无法发送令牌的程序（AgentScope、MetaGPT 的上报、追踪数据）：on、token（仅限地址中带令牌的）、off。</translation>
    </message>
    <message>
        <source>AgentScope programs and MetaGPT reporters are not accepted, and traces only with the access token, which is in %1.</source>
        <translation>不接受 AgentScope 的程序和 MetaGPT 的上报，追踪数据只有带访问令牌才接收；令牌在 %1 中。</translation>
    </message>
    <message>
        <source>Messages from agents are being stored again.</source>
        <translation>智能体的消息又可以保存了。</translation>
    </message>
    <message>
        <source>AgentScope programs, MetaGPT reporters and trace senders need the access token in their address, as in studio_url=&quot;http://localhost:%1?token=…&quot;. The token is in %2.</source>
        <translation>AgentScope 的程序、MetaGPT 的上报和发送追踪数据的程序要在地址中写上访问令牌，例如 studio_url=&quot;http://localhost:%1?token=…&quot;；令牌在 %2 中。</translation>
    </message>
    <message>
        <source>%1 (%2 per minute)</source>
        <translation>%1（每分钟 %2）</translation>
    </message>
    <message>
        <source>window, gateway, run: the port agents connect to (3000); 0 = none for the window, any free port for gateway and run.</source>
        <translation>window、gateway、run：智能体连接的端口（3000）；0 = 窗口不开放端口，gateway 和 run 使用任意空闲端口。</translation>
    </message>
    <message>
        <source>Programs that play members connect to %1.</source>
        <translation>扮演成员的程序请连接 %1。</translation>
    </message>
    <message>
        <source>A window has been opened and takes over the library.</source>
        <translation>窗口已打开，并接管资料库。</translation>
    </message>
    <message>
        <source>The Quarterdeck window has the library open and does not accept agents. When it closes, this gateway will. Press Ctrl+C to stop.</source>
        <translation>Quarterdeck 的窗口已打开资料库，但不接纳智能体。窗口关闭后由此网关接纳。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>The Quarterdeck window has the library open, and agents connect to it at http://localhost:%1. When it closes, this gateway takes over. Press Ctrl+C to stop.</source>
        <translation>Quarterdeck 的窗口已打开资料库，智能体通过 http://localhost:%1 连接到它。窗口关闭后由此网关接管。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>Writes waiting to be stored: %1</source>
        <translation>等待保存：%1 次写入</translation>
    </message>
    <message>
        <source>%1, the oldest for %2 s: the disk is slow</source>
        <translation>%1，最早的一项已等待 %2 秒：磁盘很慢</translation>
    </message>
    <message>
        <source>export, convert: replace an existing file.</source>
        <translation>export、convert：替换已存在的文件。</translation>
    </message>
    <message>
        <source>“%1” is the file to be converted: choose another file for --out.</source>
        <translation>“%1”正是要转换的文件：请为 --out 选择另一个文件。</translation>
    </message>
    <message>
        <source>“%1” is the library: choose another file for --out.</source>
        <translation>“%1”是库文件：请为 --out 选择另一个文件。</translation>
    </message>
    <message>
        <source>“%1” already exists; --force replaces it.</source>
        <translation>“%1”已存在；加 --force 会替换它。</translation>
    </message>
    <message>
        <source>--to names who gets the task in --idea: “run” needs both.</source>
        <translation>--to 指定由谁接收 --idea 的内容：“run” 需要两者同时给出。</translation>
    </message>
    <message>
        <source>The run ended before everything was done: %1</source>
        <translation>运行在全部完成之前就结束了：%1</translation>
    </message>
    <message>
        <source>The team was stopped.</source>
        <translation>团队已停止。</translation>
    </message>
    <message>
        <source>Nobody in this team is called “%1”. Its members are: %2.</source>
        <translation>这个团队里没有叫“%1”的成员；现有：%2。</translation>
    </message>
    <message>
        <source>It was interrupted.</source>
        <translation>运行被中断。</translation>
    </message>
    <message>
        <source>`--port %1` is free.</source>
        <translation>`--port %1` 可用。</translation>
    </message>
    <message>
        <source>The task already names a member: leave out that name, or --to.</source>
        <translation>任务中已指名一位成员：请去掉该名字，或去掉 --to。</translation>
    </message>
    <message>
        <source>Open the window, import these files, and show the linked message.</source>
        <translation>打开窗口，导入这些文件，并显示链接所指的消息。</translation>
    </message>
    <message>
        <source>A resumed session continues in its own folder: --resume and --folder cannot be combined.</source>
        <translation>继续的会话在它自己的文件夹中进行：--resume 和 --folder 不能一起使用。</translation>
    </message>
    <message>
        <source>Accept agents from other programs without a window, until Ctrl+C.</source>
        <translation>不开窗口，接入其他程序的智能体，直到按 Ctrl+C。</translation>
    </message>
    <message>
        <source>No price is known for this model: tokens are counted, but a budget in dollars cannot be enforced.</source>
        <translation>此模型的价格未知：无法按金额控制预算，只统计词元。</translation>
    </message>
    <message>
        <source>%1  %2 sessions, %3 events  %4  %5</source>
        <translation>%1  %2 个会话，%3 个事件  %4  %5</translation>
    </message>
    <message>
        <source>There are no backups.</source>
        <translation>没有备份。</translation>
    </message>
    <message>
        <source>The library has been restored.</source>
        <translation>资料库已恢复。</translation>
    </message>
    <message>
        <source>“%1” recovers as much of a library as possible.</source>
        <translation>“%1”会尽可能多地恢复一个资料库。</translation>
    </message>
    <message>
        <source>“%1” lists its backups.</source>
        <translation>“%1”会列出它的备份。</translation>
    </message>
    <message>
        <source>“%1” restores it.</source>
        <translation>“%1”会恢复它。</translation>
    </message>
    <message>
        <source>There is no backup of it here: move the file back to its place, or choose another library with --library.</source>
        <translation>这里没有它的备份：请把文件移回原处，或用 --library 指定另一个资料库。</translation>
    </message>
    <message>
        <source>Restore a backup of it (“%1” lists them), move the file back to its place, or choose another library with --library.</source>
        <translation>请恢复它的一个备份（“%1”会列出它们），把文件移回原处，或用 --library 指定另一个资料库。</translation>
    </message>
    <message>
        <source>Indexing for search: %1 events left</source>
        <translation>正在建立搜索索引：还剩 %1 个事件</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) were not fully searched: they cannot be read, or are longer than 1 MB.</source>
        <translation>
            <numerusform>有 %Ln 个事件没有搜索完整：无法读取，或超过 1 MB。</numerusform>
        </translation>
    </message>
    <message>
        <source>“run” needs --model with the name of a model: the team has none.</source>
        <translation>“run” 需要 --model 和模型的名称：这个团队没有指定模型。</translation>
    </message>
    <message>
        <source>An answer from %1 is incomplete: it reached the maximum length.</source>
        <translation>%1 的一条回答不完整：已达到允许的最大长度。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open quit before the import was finished. New sessions are imported completely or not at all; an updated session may have only some of its new messages. “quarterdeck list” shows what is there.</source>
        <translation>打开了资料库的 Quarterdeck 在导入完成之前就退出了。新会话要么整个导入，要么完全不导入；正在更新的会话可能只有一部分新消息。用“quarterdeck list”可以查看已有的内容。</translation>
    </message>
    <message>
        <source>The search index of “%1” was damaged and has been rebuilt.</source>
        <translation>“%1”的搜索索引曾损坏，现已重建。</translation>
    </message>
    <message>
        <source>Only the search index of “%1” is damaged; “%2” rebuilds it.</source>
        <translation>“%1”中只有搜索索引损坏；“%2”可重建它。</translation>
    </message>
    <message>
        <source>Agents already connect to the Quarterdeck window at http://localhost:%1, so port %2 was not opened.</source>
        <translation>智能体已通过 http://localhost:%1 连接到 Quarterdeck 的窗口，因此没有打开端口 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (row %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>run: continue this session instead of starting a new one; an imported MetaGPT team continues in a new session.</source>
        <translation>run：继续这个会话，而不是用一个团队新建会话；导入的 MetaGPT 会话的团队会在一个单独的会话中继续。</translation>
    </message>
    <message>
        <source>Copying the history: %1%</source>
        <translation>正在复制历史：%1%</translation>
    </message>
    <message>
        <source>--trust-team needs --resume and the session of that team.</source>
        <translation>--trust-team 需要 --resume 和该团队的会话。</translation>
    </message>
    <message>
        <source>run: with --resume, let the team continue even if it was not started by this Quarterdeck. Without it, you are shown what it would send where, and nothing happens.</source>
        <translation>run：与 --resume 一起使用时，即使团队不是由本机的 Quarterdeck 启动的，也让它继续。不加此选项时只会说明它会把什么发送到哪里，什么也不会发生。</translation>
    </message>
    <message>
        <source>“quarterdeck run --resume … --trust-team” lets it continue.</source>
        <translation>“quarterdeck run --resume … --trust-team”可让它继续。</translation>
    </message>
    <message>
        <source>Some keys of your model connections could not be read from the keyring. They are removed only where their format or name gives them away.</source>
        <translation>有些模型连接的密钥无法从密钥环读出，只有在其形式或名称可辨认之处才会被移除。</translation>
    </message>
    <message>
        <source>It has a form: answer with --form and a JSON object.</source>
        <translation>它带有表单：请用 --form 和一个 JSON 对象回答。</translation>
    </message>
    <message>
        <source>No question “%1” waits for an answer. “quarterdeck questions” lists those that do.</source>
        <translation>没有等待回答的问题“%1”。“quarterdeck questions”列出等待回答的问题。</translation>
    </message>
    <message>
        <source>Several questions begin with “%1”: type more of the id.</source>
        <translation>有多个问题以“%1”开头：请多输入几位标识。</translation>
    </message>
    <message>
        <source>--form needs a JSON object, such as {&quot;name&quot;: &quot;value&quot;}.</source>
        <translation>--form 需要一个 JSON 对象，例如 {&quot;name&quot;: &quot;value&quot;}。</translation>
    </message>
    <message>
        <source>No question waits for you.</source>
        <translation>没有问题在等你。</translation>
    </message>
    <message>
        <source>“answer” needs a question: its id, or the beginning of it. “quarterdeck questions” lists them.</source>
        <translation>“answer”需要一个问题：它的标识或标识的开头。“quarterdeck questions”会列出它们。</translation>
    </message>
    <message>
        <source>“answer” needs either an answer or --decline.</source>
        <translation>“answer”需要一个回答，或者 --decline。</translation>
    </message>
    <message>
        <source>List the questions that wait for you.</source>
        <translation>列出等你回答的问题。</translation>
    </message>
    <message>
        <source>Answer a question: an option&apos;s label or number, or your own words.</source>
        <translation>回答一个问题：选项的名称或编号，或者你自己的话。</translation>
    </message>
    <message>
        <source>answer: the values of the question&apos;s form, as a JSON object.</source>
        <translation>answer：问题表单的值，写成一个 JSON 对象。</translation>
    </message>
    <message>
        <source>answer: a picture to go along with it; may be repeated.</source>
        <translation>answer：随回答附上的图片；可多次使用。</translation>
    </message>
    <message>
        <source>answer: decline to answer.</source>
        <translation>answer：拒绝回答。</translation>
    </message>
    <message>
        <source>“%1” is not a picture that can go along with an answer.</source>
        <translation>“%1”不是可以随回答附上的图片。</translation>
    </message>
    <message>
        <source>Questions are answered by the person. This command was started by an agent, so its answer does not count.</source>
        <translation>问题由用户本人回答。此命令由智能体启动，因此它的回答不算数。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2</source>
        <translation>无法读取“%1”：%2</translation>
    </message>
    <message>
        <source>%1 asks: “%2” Answer with “quarterdeck answer”, or in the Quarterdeck window.</source>
        <translation>%1 提问：“%2” 请用“quarterdeck answer”或在 Quarterdeck 窗口中回答。</translation>
    </message>
    <message>
        <source>The session of this question was deleted meanwhile.</source>
        <translation>此问题所在的会话已被删除。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source> (waits behind an earlier message)</source>
        <translation>（排在一条更早的消息之后）</translation>
    </message>
    <message>
        <source> (held by “%1”)</source>
        <translation>（被“%1”扣住）</translation>
    </message>
    <message>
        <source>No message “%1” is held. “quarterdeck held” lists those that are.</source>
        <translation>没有扣住名为“%1”的消息。“quarterdeck held”会列出扣住的消息。</translation>
    </message>
    <message>
        <source>No message is held.</source>
        <translation>没有扣住任何消息。</translation>
    </message>
    <message>
        <source>“%1” needs a message, as “quarterdeck held” lists it.</source>
        <translation>“%1”需要一条消息，写法与“quarterdeck held”列出的一样。</translation>
    </message>
    <message>
        <source>--off ends all holding, and takes no conditions.</source>
        <translation>--off 会停止扣住所有消息，不接受任何条件。</translation>
    </message>
    <message>
        <source>“hold” takes either --text or --pattern.</source>
        <translation>“hold”只能使用 --text 或 --pattern 之一。</translation>
    </message>
    <message>
        <source>List the messages that are held and wait for you.</source>
        <translation>列出已扣住、正在等你处理的消息。</translation>
    </message>
    <message>
        <source>Let a held message go, with your words instead of its own if you give any.</source>
        <translation>放行一条扣住的消息；如果给出文字，就用你的文字代替原文。</translation>
    </message>
    <message>
        <source>Drop a held message; whoever sent it is told, with your reason.</source>
        <translation>丢弃一条扣住的消息；发送者会得知此事和你的理由。</translation>
    </message>
    <message>
        <source>Hold what members of a team say to each other: everything, or what fits the conditions.</source>
        <translation>扣住团队成员之间的消息：全部，或符合条件的。</translation>
    </message>
    <message>
        <source>hold: who says it; may be repeated.</source>
        <translation>hold：由谁发出；可以重复。</translation>
    </message>
    <message>
        <source>hold: words that occur in it, whatever their case.</source>
        <translation>hold：其中出现的文字，不区分大小写。</translation>
    </message>
    <message>
        <source>hold: a regular expression that its text matches.</source>
        <translation>hold：与其文字匹配的正则表达式。</translation>
    </message>
    <message>
        <source>hold: hold nothing any longer; what waits still waits.</source>
        <translation>hold：不再扣住任何消息；已扣住的仍然等待。</translation>
    </message>
    <message>
        <source>Held messages are the person&apos;s to decide. This command was started by an agent, so it does not count.</source>
        <translation>扣住的消息由用户本人决定。此命令是由智能体启动的，因此无效。</translation>
    </message>
    <message>
        <source>“%1” takes one --to: a message goes to one member instead.</source>
        <translation>“%1”只接受一个 --to：消息只能改送一位成员。</translation>
    </message>
    <message>
        <source>export, convert: the format: %1. run: the member who gets the task, instead of the leader. hold: whom it is for, a member or “you”; may be repeated. release: who gets it instead, a member or “you”.</source>
        <translation>export、convert：格式：%1。run：由哪位成员（而不是负责人）接收任务。hold：发给谁，成员或“you”（你）；可以重复。release：改由谁接收，成员或“you”（你）。</translation>
    </message>
    <message>
        <source>A message from %1 is held and waits for you.</source>
        <translation>%1 的一条消息已扣住，正在等你处理。</translation>
    </message>
    <message>
        <source> (a rule&apos;s expression took too long on it)</source>
        <translation>（规则的表达式耗时过长）</translation>
    </message>
    <message>
        <source>release: even if it reaches others now than when it was held.</source>
        <translation>release：即使它现在会送达与扣住时不同的人。</translation>
    </message>
    <message>
        <source>drop: do not tell whoever sent it.</source>
        <translation>drop：不告知发送者。</translation>
    </message>
    <message>
        <source>%1 is paused and has something to do.</source>
        <translation>%1 已暂停，还有事情要做。</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
</context>
<context>
    <name>ConnectionButton</name>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Heard recently</source>
        <translation>最近有消息</translation>
    </message>
</context>
<context>
    <name>ConnectionStore</name>
    <message>
        <source>“%1” cannot be read: %2</source>
        <translation>无法读取“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” is not in the expected format. It is kept as “%2”, and a new file is started.</source>
        <translation>“%1”不是预期的格式。它被保留为“%2”，并新建一个文件。</translation>
    </message>
    <message>
        <source>“%1” cannot be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message>
        <source>This test used %1 tokens.</source>
        <translation>这次测试用了 %1 词元。</translation>
    </message>
    <message>
        <source>This test used %1 tokens, which cost $%2.</source>
        <translation>这次测试用了 %1 词元，花费 $%2。</translation>
    </message>
    <message>
        <source>The server answered within %1 ms. Models: %2.</source>
        <translation>服务器在 %1 毫秒内应答。模型：%2。</translation>
    </message>
    <message>
        <source>“%1” answers.</source>
        <translation>“%1”有回答。</translation>
    </message>
    <message>
        <source>It streams its answers.</source>
        <translation>支持流式回答。</translation>
    </message>
    <message>
        <source>It does not stream: answers arrive all at once.</source>
        <translation>不支持流式回答：回答一次性送达。</translation>
    </message>
    <message>
        <source>It can call tools.</source>
        <translation>能调用工具。</translation>
    </message>
    <message>
        <source>It did not call a tool when asked to.</source>
        <translation>要求它调用工具时没有调用。</translation>
    </message>
    <message>
        <source>It can see images.</source>
        <translation>能看图片。</translation>
    </message>
    <message>
        <source>It cannot see images.</source>
        <translation>不能看图片。</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
</context>
<context>
    <name>Continuation</name>
    <message>
        <source>The beginning of “%1” is missing.</source>
        <translation>“%1”的开头缺失。</translation>
    </message>
    <message>
        <source>%1 (continued)</source>
        <translation>%1（续）</translation>
    </message>
</context>
<context>
    <name>CostWords</name>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>known for these models</source>
        <translation>这些模型没有已知价格</translation>
    </message>
    <message>
        <source>of %1, %2</source>
        <translation>共 %1，%2</translation>
    </message>
    <message numerus="yes">
        <source>and %n call(s) without a price</source>
        <translation>
            <numerusform>另有 %Ln 次调用没有价格</numerusform>
        </translation>
    </message>
    <message>
        <source>in total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>tokens, %1 of prompt tokens from cache</source>
        <translation>词元，提示词的词元中 %1 来自缓存</translation>
    </message>
    <message numerus="yes">
        <source>model call(s)</source>
        <translation>
            <numerusform>次模型调用</numerusform>
        </translation>
    </message>
    <message>
        <source>per minute of work, recently</source>
        <translation>每分钟工作，近期</translation>
    </message>
    <message>
        <source>tokens per minute of work, recently</source>
        <translation>词元每分钟工作，近期</translation>
    </message>
    <message>
        <source>of work until the budget is reached</source>
        <translation>工作时间后达到预算</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Exporting to %1…</source>
        <translation>正在导出到 %1…</translation>
    </message>
    <message>
        <source>%1 of %2 events.</source>
        <translation>已导出 %1 个事件，共 %2 个。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Quarterdeck (JSON lines)</source>
        <translation>Quarterdeck（JSON 行）</translation>
    </message>
    <message>
        <source>The whole log, which can be imported again unchanged. Images and files go into a folder beside it.</source>
        <translation>完整的记录，可原样再导入。图片和文件放在旁边的文件夹里。</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>To read, or to paste elsewhere. Images and files go into a folder beside it.</source>
        <translation>用于阅读和粘贴到别处。图片和文件放在旁边的文件夹里。</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>One file that looks like the conversation here, with its images and without scripts: to send, keep or print.</source>
        <translation>单个文件，看起来与这里的对话一样，含图片而无脚本：可发送、保存和打印。</translation>
    </message>
    <message>
        <source>OpenAI chat</source>
        <translation>OpenAI 聊天</translation>
    </message>
    <message>
        <source>JSON: the messages as OpenAI&apos;s chat models accept them.</source>
        <translation>JSON：OpenAI 聊天模型所用的消息。</translation>
    </message>
    <message>
        <source>Anthropic messages</source>
        <translation>Anthropic 消息</translation>
    </message>
    <message>
        <source>JSON: the messages as Anthropic&apos;s models accept them.</source>
        <translation>JSON：Anthropic 模型所用的消息。</translation>
    </message>
    <message>
        <source>AgentScope</source>
        <translation>AgentScope</translation>
    </message>
    <message>
        <source>JSON: a list of AgentScope messages.</source>
        <translation>JSON：AgentScope 消息的列表。</translation>
    </message>
    <message>
        <source>MetaGPT team</source>
        <translation>MetaGPT 团队</translation>
    </message>
    <message>
        <source>JSON: a team.json as MetaGPT saves it, with the team and its history.</source>
        <translation>JSON：MetaGPT 保存的 team.json，含团队及其历史。</translation>
    </message>
    <message>
        <source>Message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>没有保存任何内容。</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s).</source>
        <translation>
            <numerusform>%Ln 个事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are missing from the export: the library has lost them.</source>
        <translation>
            <numerusform>导出的内容缺少 %Ln 个附件：资料库已丢失这些附件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Quarterdeck</source>
        <translation>Quarterdeck</translation>
    </message>
    <message>
        <source>Everything in one file, with images and files: to send, to open on its own, or to add to another library.</source>
        <translation>全部内容放在一个文件里，包括图片和文件：可以发送、单独打开，也可以加入另一个库。</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>this is not an object; it was left out</source>
        <translation>这不是对象，已略去</translation>
    </message>
    <message>
        <source>this is not valid JSON; it was left out</source>
        <translation>这不是有效的 JSON，已略去</translation>
    </message>
    <message>
        <source>the message does not say who sent it; it was left out</source>
        <translation>消息未说明发言者，已略去</translation>
    </message>
    <message>
        <source>the content is neither text nor a list of parts; it was left out</source>
        <translation>内容既不是文本也不是片段列表，已略去</translation>
    </message>
    <message>
        <source>the tool calls are not a list of calls; the message was left out</source>
        <translation>工具调用不是调用列表，该消息已略去</translation>
    </message>
    <message>
        <source>there is no list of messages; it was left out</source>
        <translation>没有消息列表，已略去</translation>
    </message>
    <message>
        <source>there are no messages; it was left out</source>
        <translation>没有消息，已略去</translation>
    </message>
    <message>
        <source>the annotated mistake refers to a step that does not exist</source>
        <translation>标注的错误所指的步骤不存在</translation>
    </message>
    <message>
        <source>there are too many speakers for one team; the others appear by name only</source>
        <translation>发言者过多，一个团队容纳不下，其余的只保留名称</translation>
    </message>
    <message>
        <source>the image in it could not be decoded; its source was kept</source>
        <translation>其中的图片无法解码，已保留其源数据</translation>
    </message>
    <message>
        <source>an attachment that should be beside the file is missing</source>
        <translation>文件旁缺少一个附件</translation>
    </message>
    <message>
        <source>an attachment beside the file is not the one that was exported</source>
        <translation>文件旁的一个附件与导出时不同</translation>
    </message>
    <message>
        <source>“%1” is not beside the file; the message names it only</source>
        <translation>文件旁边没有“%1”；消息中只提到了它的名称</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>“%1”是空的。</translation>
    </message>
    <message>
        <source>“%1” is not a recorded session: line %2 is not valid JSON.</source>
        <translation>“%1”不是会话记录：第 %2 行不是有效的 JSON。</translation>
    </message>
    <message>
        <source>“%1” is incomplete: it breaks off at line %2.</source>
        <translation>“%1”不完整：在第 %2 行中断。</translation>
    </message>
    <message>
        <source>“%1” is not a recorded session of a kind that Quarterdeck can read.</source>
        <translation>“%1”不是 Quarterdeck 能读取的会话记录。</translation>
    </message>
    <message>
        <source>“%1” is nested too deeply at line %2: the limit is %3 levels.</source>
        <translation>“%1”第 %2 行嵌套过深：最多读取 %3 层。</translation>
    </message>
    <message>
        <source>“%1” is too large: the limit for this kind of file is %2 MB and %3 values.</source>
        <translation>“%1”太大：此类文件最多 %2 MB、%3 个值。</translation>
    </message>
    <message>
        <source>“%1” has a record at line %2 that is too large to be read: the limit is %3 MB and %4 values.</source>
        <translation>“%1”第 %2 行的记录太大，无法读取：一条记录最多 %3 MB、%4 个值。</translation>
    </message>
    <message>
        <source>“%1” has a number at line %2 that is too large to be read.</source>
        <translation>“%1”第 %2 行的数字太大，无法读取。</translation>
    </message>
    <message>
        <source>“%1” contains no messages.</source>
        <translation>“%1”中没有消息。</translation>
    </message>
    <message>
        <source>“%1” was not imported: no word could be read in any of its messages.</source>
        <translation>未导入“%1”：其中的消息里读不出任何内容。</translation>
    </message>
    <message>
        <source>“%1” cannot be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” was written by a newer Quarterdeck (its format is version %2).</source>
        <translation>“%1”由更新版本的 Quarterdeck 写成（格式版本 %2）。</translation>
    </message>
    <message>
        <source>“%1” is damaged: line %2 is not a session event.</source>
        <translation>“%1”已损坏：第 %2 行不是会话事件。</translation>
    </message>
    <message>
        <source>“%1” is damaged: line %2 should be event %3 of the session.</source>
        <translation>“%1”已损坏：第 %2 行应是会话的第 %3 个事件。</translation>
    </message>
    <message>
        <source>“%1” is incomplete: it has %2 of %3 events.</source>
        <translation>“%1”不完整：%3 个事件中只有 %2 个。</translation>
    </message>
    <message>
        <source>The attachments that should be beside “%1” are missing.</source>
        <translation>“%1”旁应有的附件缺失。</translation>
    </message>
    <message>
        <source>Beside “%1” is no file whose name begins with “%2”.</source>
        <translation>“%1”旁边没有名称以“%2”开头的文件。</translation>
    </message>
    <message>
        <source>The import of “%1” was cancelled.</source>
        <translation>已取消导入“%1”。</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>第 %1 次运行</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>第 %1 条消息</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a place in a file</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>In “%1”, %2.</source>
        <translation>“%1”：%2。</translation>
    </message>
    <message>
        <source>In “%1”, %2: %3.</source>
        <translation>“%1”%2：%3。</translation>
    </message>
    <message>
        <source>“%1” is damaged: line %2 should be the start of the session.</source>
        <translation>“%1”已损坏：第 %2 行应是会话的开始。</translation>
    </message>
    <message>
        <source>“%1” is damaged: at line %2 the session starts a second time.</source>
        <translation>“%1”已损坏：会话在第 %2 行再次开始。</translation>
    </message>
    <message>
        <source>“%1” is damaged: the time at line %2 is impossible.</source>
        <translation>“%1”已损坏：第 %2 行的时间不可能存在。</translation>
    </message>
    <message>
        <source>“%1” has too many team members, at line %2: at most %3 are read.</source>
        <translation>“%1”的团队成员过多（第 %2 行）：最多读取 %3 个。</translation>
    </message>
    <message>
        <source>This is not an AgentScope message (%1).</source>
        <translation>这不是 AgentScope 的消息（%1）。</translation>
    </message>
    <message>
        <source>The image at “%1” could not be fetched.</source>
        <translation>无法获取位于“%1”的图片。</translation>
    </message>
    <message>
        <source>The structured content cannot be read (%1).</source>
        <translation>无法读取结构化内容（%1）。</translation>
    </message>
    <message>
        <source>The messages contain something that cannot be sent to the model.</source>
        <translation>这些消息中含有无法发送给模型的内容。</translation>
    </message>
    <message>
        <source>the person went back from here and took another way; messages left out: %1</source>
        <translation>用户从这里退回并另走一路；略去的消息：%1</translation>
    </message>
    <message>
        <source>this kind of record is unknown; it was left out</source>
        <translation>无法识别这类记录，已略去</translation>
    </message>
    <message>
        <source>this kind of record is unknown; from here on, %1 of them were left out</source>
        <translation>无法识别这类记录，从这里起略去了 %1 条</translation>
    </message>
    <message>
        <source>this is not an AgentScope message (%1); it was left out</source>
        <translation>这不是 AgentScope 的消息（%1），已略去</translation>
    </message>
    <message>
        <source>the structured content cannot be read (%1); it was kept unchanged</source>
        <translation>结构化内容无法读取（%1），已按原样保留</translation>
    </message>
    <message>
        <source>fields of the structured content have unknown types (%1); they were kept unchanged</source>
        <translation>结构化内容中有类型未知的字段（%1），已按原样保留</translation>
    </message>
    <message>
        <source>This is not a pickled MetaGPT message (%1).</source>
        <translation>这不是 MetaGPT 用 pickle 保存的消息（%1）。</translation>
    </message>
    <message>
        <source>“%1” is not a pickled MetaGPT message (%2).</source>
        <translation>“%1”不是 MetaGPT 用 pickle 保存的消息（%2）。</translation>
    </message>
    <message>
        <source>row “%1”</source>
        <translation>行“%1”</translation>
    </message>
    <message>
        <source>“%1” is not valid JSON at line %2: only what comes before was imported.</source>
        <translation>“%1”第 %2 行不是有效的 JSON：只导入了此前的内容。</translation>
    </message>
    <message>
        <source>“%1” is not UTF-8 at line %2: only what comes before was imported. Save it as UTF-8 and import it again.</source>
        <translation>“%1”第 %2 行不是 UTF-8：只导入了此前的内容。请将其存为 UTF-8 后重新导入。</translation>
    </message>
    <message>
        <source>memory of “%1”</source>
        <translation>“%1”的记忆</translation>
    </message>
    <message>
        <source>“%1” is not UTF-8 at line %2: save it as UTF-8 and import it again.</source>
        <translation>“%1”第 %2 行不是 UTF-8 文本：请另存为 UTF-8 后重新导入。</translation>
    </message>
    <message>
        <source>“%1” is UTF-16 text: save it as UTF-8 and import it again.</source>
        <translation>“%1”是 UTF-16 文本：请另存为 UTF-8 后重新导入。</translation>
    </message>
    <message>
        <source>“%1” is a Python pickle but not a MetaGPT message. Pickles are never executed, so save it as JSON and import that.</source>
        <translation>“%1”是 Python 的 pickle 文件，且不是 MetaGPT 的消息：其中的内容不会被执行，请另存为 JSON 后再导入。</translation>
    </message>
    <message>
        <source>“%1” is compressed (%2): unpack it and import what is inside.</source>
        <translation>“%1”是压缩文件（%2）：请解压后导入其中的文件。</translation>
    </message>
</context>
<context>
    <name>Gateway</name>
    <message>
        <source>Cannot listen on port %1: %2</source>
        <translation>无法监听端口 %1：%2</translation>
    </message>
    <message>
        <source>Another program is already listening on port %1.</source>
        <translation>另一个程序已在监听端口 %1。</translation>
    </message>
    <message>
        <source>%1 is already listening on port %2.</source>
        <translation>%1 已在监听端口 %2。</translation>
    </message>
    <message>
        <source>Your turn to speak as “%1”.</source>
        <translation>轮到你以“%1”的身份发言。</translation>
    </message>
    <message>
        <source>The images in an answer are too large for the program: it got only the names of some.</source>
        <translation>某个回答的图片对其程序来说太大：其中一些只告知了名称。</translation>
    </message>
    <message>
        <source>The access token for other programs cannot be stored in %1: %2</source>
        <translation>无法将供其他程序使用的访问令牌保存到 %1：%2</translation>
    </message>
    <message>
        <source>Traced program</source>
        <translation>被追踪的程序</translation>
    </message>
    <message>
        <source>MetaGPT</source>
        <translation>MetaGPT</translation>
    </message>
    <message>
        <source>The form that goes with it is too large to read.</source>
        <translation>随附的表单太大，无法读取。</translation>
    </message>
    <message>
        <source>Cannot listen on the local socket %1: %2</source>
        <translation>无法在本地套接字 %1 上监听：%2</translation>
    </message>
    <message>
        <source>Programs on this computer cannot connect through the local socket %1: %2</source>
        <translation>本机的程序无法通过本地套接字 %1 连接：%2</translation>
    </message>
    <message>
        <source>its folder is open to other users.</source>
        <translation>其文件夹未对其他用户关闭。</translation>
    </message>
    <message>
        <source>another file is in its place.</source>
        <translation>该位置已有另一个文件。</translation>
    </message>
    <message>
        <source>Too many from %1</source>
        <translation>来自 %1 的会话过多</translation>
    </message>
</context>
<context>
    <name>GatewayRefusals</name>
    <message>
        <source>The request body is not a JSON object.</source>
        <translation>请求体不是 JSON 对象。</translation>
    </message>
    <message>
        <source>There is nothing at this address.</source>
        <translation>此地址没有任何内容。</translation>
    </message>
    <message>
        <source>There is no such question in this session.</source>
        <translation>此会话中没有这个问题。</translation>
    </message>
    <message>
        <source>Quarterdeck does not accept programs that send no token.</source>
        <translation>Quarterdeck 不接受不发送令牌的程序。</translation>
    </message>
    <message>
        <source>Only traces are accepted here, at /v1/traces.</source>
        <translation>此处只接收追踪数据，地址为 /v1/traces。</translation>
    </message>
    <message>
        <source>The request headers are too large.</source>
        <translation>请求头过大。</translation>
    </message>
    <message>
        <source>This is not an HTTP request.</source>
        <translation>这不是 HTTP 请求。</translation>
    </message>
    <message>
        <source>Quarterdeck could not create its access token, so no program can connect here.</source>
        <translation>Quarterdeck 无法生成访问令牌，因此没有程序可以在此连接。</translation>
    </message>
    <message>
        <source>Quarterdeck accepts this program only with its access token, as &quot;?token=…&quot; in the address.</source>
        <translation>Quarterdeck 只有在地址中带上访问令牌（“?token=…”）时才接受该程序。</translation>
    </message>
    <message>
        <source>This address needs Quarterdeck&apos;s access token, as &quot;Authorization: Bearer …&quot;.</source>
        <translation>此地址需要 Quarterdeck 的访问令牌，形式为“Authorization: Bearer …”。</translation>
    </message>
    <message>
        <source>This is not Quarterdeck&apos;s access token.</source>
        <translation>这不是此 Quarterdeck 的访问令牌。</translation>
    </message>
    <message>
        <source>The request body must be application/x-protobuf or application/json.</source>
        <translation>请求体须为 application/x-protobuf 或 application/json。</translation>
    </message>
    <message>
        <source>The request body must be application/json.</source>
        <translation>请求体须为 application/json。</translation>
    </message>
    <message>
        <source>This server answers only to loopback host names.</source>
        <translation>此服务器只响应本机回环地址的名称。</translation>
    </message>
    <message>
        <source>This server does not answer web pages.</source>
        <translation>此服务器不响应网页。</translation>
    </message>
    <message>
        <source>The request body can be compressed only with gzip or deflate.</source>
        <translation>请求体只能以 gzip 或 deflate 压缩。</translation>
    </message>
    <message>
        <source>The request body must not be compressed.</source>
        <translation>请求体不得压缩。</translation>
    </message>
    <message>
        <source>The client must accept application/json and text/event-stream.</source>
        <translation>客户端须接受 application/json 和 text/event-stream。</translation>
    </message>
    <message>
        <source>This version of the protocol does not allow batches.</source>
        <translation>此协议版本不支持批量请求。</translation>
    </message>
    <message>
        <source>The client must accept text/event-stream.</source>
        <translation>客户端须接受 text/event-stream。</translation>
    </message>
    <message>
        <source>The Mcp-Session-Id header is missing.</source>
        <translation>缺少 Mcp-Session-Id 请求头。</translation>
    </message>
    <message>
        <source>This version of the protocol is not supported.</source>
        <translation>此处不支持该协议版本。</translation>
    </message>
    <message>
        <source>The request body is not a report: it is not an object.</source>
        <translation>请求体不是报告：不是对象。</translation>
    </message>
    <message>
        <source>The request body is not compressed as its headers say.</source>
        <translation>请求体的压缩方式与请求头所述不符。</translation>
    </message>
    <message>
        <source>The request body names no run or no reply.</source>
        <translation>请求体没有指明运行或回复。</translation>
    </message>
    <message>
        <source>The message cannot be read.</source>
        <translation>无法读取该消息。</translation>
    </message>
    <message>
        <source>Idempotency-Key: more than 255 characters.</source>
        <translation>Idempotency-Key 超过 255 个字符。</translation>
    </message>
    <message>
        <source>A different question was already asked with this id or Idempotency-Key.</source>
        <translation>已有另一个问题使用这个 id 或这个 Idempotency-Key。</translation>
    </message>
    <message>
        <source>A different session was already created with this Idempotency-Key.</source>
        <translation>已有另一个会话用这个 Idempotency-Key 创建。</translation>
    </message>
    <message>
        <source>The request body is not an ExportTraceServiceRequest.</source>
        <translation>请求体不是 ExportTraceServiceRequest。</translation>
    </message>
    <message>
        <source>The request body is not an ExportLogsServiceRequest.</source>
        <translation>请求体不是 ExportLogsServiceRequest。</translation>
    </message>
    <message>
        <source>An attribute is nested too deeply.</source>
        <translation>某个属性嵌套过深。</translation>
    </message>
    <message>
        <source>There are too many attributes in one request.</source>
        <translation>一个请求中的属性过多。</translation>
    </message>
    <message>
        <source>There are too many resources and scopes in one request.</source>
        <translation>一个请求中的资源和范围过多。</translation>
    </message>
    <message>
        <source>after or Last-Event-ID: not an event number.</source>
        <translation>after 或 Last-Event-ID 不是事件的编号。</translation>
    </message>
    <message>
        <source>wait: not a number of seconds.</source>
        <translation>wait 不是秒数。</translation>
    </message>
    <message>
        <source>A message must be an object.</source>
        <translation>消息须为对象。</translation>
    </message>
    <message>
        <source>&quot;jsonrpc&quot; must be &quot;2.0&quot;.</source>
        <translation>“jsonrpc”须为“2.0”。</translation>
    </message>
    <message>
        <source>A message must have a method, a result or an error.</source>
        <translation>消息须有方法、结果或错误。</translation>
    </message>
    <message>
        <source>&quot;method&quot; must be a string.</source>
        <translation>“method”须为字符串。</translation>
    </message>
    <message>
        <source>&quot;params&quot; must be an object.</source>
        <translation>“params”须为对象。</translation>
    </message>
    <message>
        <source>&quot;id&quot; must be a string or an integer.</source>
        <translation>“id”须为字符串或整数。</translation>
    </message>
    <message>
        <source>A batch must have 1 to 100 messages.</source>
        <translation>一批须有 1 到 100 条消息。</translation>
    </message>
    <message>
        <source>&quot;protocolVersion&quot; must be a string.</source>
        <translation>“protocolVersion”须为字符串。</translation>
    </message>
    <message>
        <source>There is no such route.</source>
        <translation>没有这个路由。</translation>
    </message>
    <message>
        <source>Quarterdeck is busy with earlier traces.</source>
        <translation>Quarterdeck 正忙于处理先前的追踪数据。</translation>
    </message>
    <message>
        <source>Only the user decides who is in this team.</source>
        <translation>谁在这个团队里，只由用户决定。</translation>
    </message>
    <message>
        <source>In this team, a program can ask only on behalf of a member that it plays.</source>
        <translation>在这个团队里，程序只能以它扮演的成员的名义提问。</translation>
    </message>
    <message>
        <source>In this team, a program can hear only what a member that it plays hears: give that member&apos;s name as role.</source>
        <translation>在这个团队里，程序只能收到它扮演的成员的事件：请用 role 指明该成员。</translation>
    </message>
    <message>
        <source>Another program already plays this member.</source>
        <translation>已有另一个程序在扮演这个成员。</translation>
    </message>
    <message>
        <source>There is no session with this id that programs created here or take part in.</source>
        <translation>没有由程序在此创建、或有程序参与的会话使用这个 id。</translation>
    </message>
    <message>
        <source>In this team, a program can speak only for members that programs play.</source>
        <translation>在这个团队里，程序只能代表由程序扮演的成员发言。</translation>
    </message>
    <message>
        <source>The user stopped this team: nobody can speak in it.</source>
        <translation>用户已停止这个团队：没有成员可以发言。</translation>
    </message>
    <message>
        <source>The team is paused, and too many messages are waiting.</source>
        <translation>团队已暂停，等待中的消息过多。</translation>
    </message>
    <message>
        <source>The request body is empty.</source>
        <translation>请求体为空。</translation>
    </message>
    <message>
        <source>There is no such attachment in this session.</source>
        <translation>此会话中没有这个附件。</translation>
    </message>
    <message>
        <source>The request body is larger than the limit of %1 MB.</source>
        <translation>请求体超过上限 %1 MB。</translation>
    </message>
    <message>
        <source>The request body is larger than the limit of %1 bytes.</source>
        <translation>请求体超过上限 %1 字节。</translation>
    </message>
    <message>
        <source>The request body is not JSON, or contains more than can be read.</source>
        <translation>请求体不是 JSON，或超出可读取的量。</translation>
    </message>
    <message>
        <source>The request body is nested too deeply: more than %1 levels.</source>
        <translation>请求体嵌套过深：超过 %1 层。</translation>
    </message>
    <message>
        <source>The request body is not valid JSON: line %1, column %2.</source>
        <translation>请求体不是有效的 JSON：第 %1 行，第 %2 列。</translation>
    </message>
    <message>
        <source>Only Quarterdeck can ask in its own name.</source>
        <translation>只有 Quarterdeck 自己能以它的名义提问。</translation>
    </message>
    <message>
        <source>This Quarterdeck belongs to another user of this computer and accepts only that user&apos;s programs.</source>
        <translation>此 Quarterdeck 属于本机的另一个用户，只允许该用户的程序接入。</translation>
    </message>
    <message>
        <source>Quarterdeck cannot find out which user of this computer this program belongs to, so it accepts it only with its access token, as &quot;?token=…&quot; in the address.</source>
        <translation>Quarterdeck 无法得知此程序属于本机的哪个用户，因此只有在地址中以 &quot;?token=…&quot; 附上 Quarterdeck 的访问令牌才允许其接入。</translation>
    </message>
    <message>
        <source>This program has started more than 256 sessions within ten minutes.</source>
        <translation>此程序在十分钟内开始了超过 256 个会话。</translation>
    </message>
</context>
<context>
    <name>HeldWords</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Held: waits behind an earlier one</source>
        <translation>已扣住：排在一条更早的消息之后</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已扣住</translation>
    </message>
    <message>
        <source>Held by “%1”</source>
        <translation>被“%1”扣住</translation>
    </message>
    <message>
        <source>Held: an expression took too long</source>
        <translation>已扣住：表达式耗时过长</translation>
    </message>
</context>
<context>
    <name>HoldWords</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between two names</comment>
        <translation>或</translation>
    </message>
    <message>
        <source>the text matches %1</source>
        <translation>文字与 %1 匹配</translation>
    </message>
    <message>
        <source>the text contains “%1”</source>
        <translation>文字包含“%1”</translation>
    </message>
    <message>
        <source>Hold what %1 says to %2</source>
        <translation>扣住%1对%2说的话</translation>
    </message>
    <message>
        <source>any member</source>
        <translation>任何成员</translation>
    </message>
    <message>
        <source>another</source>
        <translation>其他成员</translation>
    </message>
    <message>
        <source>%1 if %2</source>
        <translation>%1，条件是%2</translation>
    </message>
    <message>
        <source> and </source>
        <translation>并且</translation>
    </message>
    <message>
        <source>the message calls %1</source>
        <comment>%1 is a tool</comment>
        <translation>消息调用 %1</translation>
    </message>
    <message>
        <source>the message comes from %1</source>
        <comment>%1 is an action</comment>
        <translation>消息来自 %1</translation>
    </message>
</context>
<context>
    <name>ImageIntake</name>
    <message>
        <source>Add images</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Images (*.png *.jpg *.jpeg *.webp *.gif)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.webp *.gif)</translation>
    </message>
    <message>
        <source>pasted image.png</source>
        <translation>粘贴的图片.png</translation>
    </message>
</context>
<context>
    <name>Images</name>
    <message>
        <source>“%1” is not a PNG, JPEG, WebP or GIF image.</source>
        <translation>“%1”不是 PNG、JPEG、WebP 或 GIF 图片。</translation>
    </message>
    <message>
        <source>The image “%1” is larger than 64 MB.</source>
        <translation>图片“%1”超过 64 MB。</translation>
    </message>
    <message>
        <source>The image “%1” has more than 64 megapixels.</source>
        <translation>图片“%1”超过 6400 万像素。</translation>
    </message>
    <message>
        <source>The image “%1” is damaged and cannot be read.</source>
        <translation>图片“%1”已损坏，无法读取。</translation>
    </message>
    <message>
        <source>There is no file “%1”.</source>
        <translation>没有文件“%1”。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not an image.</source>
        <translation>“%1”是文件夹，不是图片。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>no price known</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Unread at the time</source>
        <translation>当时未读</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Not a message</source>
        <translation>不是消息</translation>
    </message>
    <message>
        <source>A log entry that no rule routed.</source>
        <translation>日志中的一条记录，不经路由规则。</translation>
    </message>
    <message>
        <source>From the cache</source>
        <translation>来自缓存</translation>
    </message>
    <message>
        <source>For thinking</source>
        <translation>用于思考</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>estimated: the server reported none</source>
        <translation>估算值：服务器没有给出</translation>
    </message>
    <message>
        <source>Sent by the program</source>
        <translation>由程序转述</translation>
    </message>
</context>
<context>
    <name>KeyManager</name>
    <message>
        <source>The environment variable %2, which should hold the key for “%1”, is not set.</source>
        <translation>应存放“%1”密钥的环境变量 %2 没有设置。</translation>
    </message>
</context>
<context>
    <name>LibraryNotices</name>
    <message>
        <source>The undamaged parts can still be read.</source>
        <translation>未损坏的内容仍可阅读。</translation>
    </message>
    <message>
        <source>The undamaged parts can still be read. Recovery stops all runs, saves everything it can to a new file and keeps the damaged one beside it.</source>
        <translation>未损坏的内容仍可阅读。恢复会停止所有运行，把能恢复的全部内容保存到新文件，并把损坏的文件保留在旁边。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>What you see is stored; the last change is not.</source>
        <translation>显示的内容已保存，最后的更改没有。</translation>
    </message>
    <message>
        <source>Changes are being stored in the library again.</source>
        <translation>库又可以保存了。</translation>
    </message>
    <message>
        <source>Until this is fixed, nothing new is stored; everything can still be read. Quarterdeck keeps trying.</source>
        <translation>问题解决之前不会保存新内容；所有内容仍可阅读。Quarterdeck 会不断重试。</translation>
    </message>
    <message>
        <source>The disk is slow: changes have been waiting for more than %1 s to be stored.</source>
        <translation>磁盘很慢：更改等待保存已超过 %1 秒。</translation>
    </message>
    <message>
        <source>They will appear here as soon as they are stored in “%1”. If this continues, check what else is using that disk, or move the library to another disk and start Quarterdeck with --library.</source>
        <translation>新内容存入“%1”后会立即显示在这里。如果持续如此，请查看还有什么在使用该磁盘，或把库移到另一个磁盘，并用 --library 启动 Quarterdeck。</translation>
    </message>
    <message>
        <source>The disk has caught up: all changes are stored.</source>
        <translation>磁盘已跟上：所有更改都已保存。</translation>
    </message>
</context>
<context>
    <name>Links</name>
    <message>
        <source>Its text names another host.</source>
        <translation>文字写的是另一个主机。</translation>
    </message>
    <message>
        <source>It has a user name before the host.</source>
        <translation>主机前有用户名。</translation>
    </message>
    <message>
        <source>Its name mixes alphabets.</source>
        <translation>名称混用多种文字。</translation>
    </message>
    <message>
        <source>Its name has letters outside the Latin alphabet.</source>
        <translation>名称含有拉丁字母以外的字符。</translation>
    </message>
    <message>
        <source>It is a bare IP address.</source>
        <translation>它是裸 IP 地址。</translation>
    </message>
    <message>
        <source>It is an address on this computer.</source>
        <translation>它是本机地址。</translation>
    </message>
    <message>
        <source>Full address: %1</source>
        <translation>完整地址：%1</translation>
    </message>
    <message>
        <source>This link goes to %1.</source>
        <translation>此链接去往 %1。</translation>
    </message>
    <message>
        <source>This link was not opened: it has characters that not all programs read the same way.</source>
        <translation>未打开此链接：其中有各程序解读不一的字符。</translation>
    </message>
    <message>
        <source>This link was not opened: it begins with “%1:”, and only web pages and email addresses are opened.</source>
        <translation>未打开此链接：它以“%1:”开头，而只有网页和电子邮件地址会被打开。</translation>
    </message>
    <message>
        <source>This link was not opened: it is not a complete address.</source>
        <translation>未打开此链接：它不是完整的地址。</translation>
    </message>
    <message>
        <source>This link was not opened: it would put more into an email than a subject and text.</source>
        <translation>此链接未打开：它会在邮件中加入主题和正文以外的内容。</translation>
    </message>
    <message>
        <source>Its text names another address.</source>
        <translation>文字写的是另一个地址。</translation>
    </message>
    <message>
        <source>The email would also go to others.</source>
        <translation>邮件还会发给其他人。</translation>
    </message>
</context>
<context>
    <name>Loss</name>
    <message numerus="yes">
        <source>%n message(s) lose the time they were sent.</source>
        <translation>
            <numerusform>%Ln 条消息丢失发送时间。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the name of their sender.</source>
        <translation>
            <numerusform>%Ln 条消息丢失发言者的名字。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their recipients.</source>
        <translation>
            <numerusform>%Ln 条消息丢失收件人。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are no longer marked as private.</source>
        <translation>
            <numerusform>%Ln 条消息丢失私密标记。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the action that caused them.</source>
        <translation>
            <numerusform>%Ln 条消息丢失产生它的动作。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their structured content.</source>
        <translation>
            <numerusform>%Ln 条消息丢失结构化内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their metadata.</source>
        <translation>
            <numerusform>%Ln 条消息丢失元数据。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their tokens and cost.</source>
        <translation>
            <numerusform>%Ln 条消息丢失词元数和费用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) of a model&apos;s thinking are left out.</source>
        <translation>
            <numerusform>省略了 %Ln 段模型的思考。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool call(s) and results become plain text.</source>
        <translation>
            <numerusform>%Ln 个工具调用和结果变为纯文本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), audio clips and files are named but not included.</source>
        <translation>
            <numerusform>%Ln 个图片、音频或文件只有名称，不含内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n block(s) of an unknown kind become plain text.</source>
        <translation>
            <numerusform>%Ln 个未知类型的块变为纯文本。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) to you become plain messages.</source>
        <translation>
            <numerusform>%Ln 个向你提出的问题变为普通消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n annotation(s) on messages are left out.</source>
        <translation>
            <numerusform>省略了 %Ln 条对消息的批注。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) about rounds and the run are left out.</source>
        <translation>
            <numerusform>省略了 %Ln 条关于轮次和运行的记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose their role description.</source>
        <translation>
            <numerusform>%Ln 个成员丢失其职责说明。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n diagram(s) appear as their source.</source>
        <translation>
            <numerusform>%Ln 个图表以源代码形式出现。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n formula(s) appear as their source.</source>
        <translation>
            <numerusform>%Ln 个公式以源代码形式出现。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are not indexed by action: there are too many.</source>
        <translation>
            <numerusform>%Ln 条消息没有按动作编入索引：消息太多。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s) within the conversation become user messages.</source>
        <translation>
            <numerusform>对话中的 %Ln 条指令变为用户的消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool call(s) lose characters of the tool&apos;s name that this format does not allow.</source>
        <translation>
            <numerusform>%Ln 次工具调用的工具名会丢失此格式不允许的字符。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) without any content are left out.</source>
        <translation>
            <numerusform>%Ln 条没有内容的消息不会写入。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose their role, which this format does not have.</source>
        <translation>
            <numerusform>%Ln 条消息丢失角色，此格式没有这种角色。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) of a model&apos;s thinking lose their signature.</source>
        <translation>
            <numerusform>%Ln 段模型思考丢失签名。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), audio clips and files lose their names.</source>
        <translation>
            <numerusform>%Ln 个图片、音频和文件丢失文件名。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool result(s) are no longer marked as errors.</source>
        <translation>
            <numerusform>%Ln 个工具结果不再标明是错误。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) lose the order of their text and tool calls.</source>
        <translation>
            <numerusform>%Ln 条消息丢失发言与调用的先后顺序。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of tokens and cost that belong to no message are left out.</source>
        <translation>
            <numerusform>省略了 %Ln 条消息之外的词元数和费用记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of program traces are left out.</source>
        <translation>
            <numerusform>省略了 %Ln 个程序追踪步骤。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n member(s) lose their memories: the history has what was in them.</source>
        <translation>
            <numerusform>%Ln 个成员丢失各自的记忆：其中的内容只保留在历史记录中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repeated message(s) in the history are left out.</source>
        <translation>
            <numerusform>省略了历史记录中 %Ln 条重复的消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) of the recording outside its messages are left out.</source>
        <translation>
            <numerusform>略去录制文件中消息之外的 %Ln 项内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) are merged into the one before, which has the same role.</source>
        <translation>
            <numerusform>%Ln 条消息并入同角色的前一条消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n user message(s) are added at the beginning, because this format must begin with one.</source>
        <translation>
            <numerusform>开头加入了 %Ln 条用户消息，因为此格式必须以用户消息开头。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See message(s) %1.</source>
        <translation>
            <numerusform>见消息 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first of them is message %1.</source>
        <translation>第一条是消息 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) that you held are only there as they were delivered, if they were.</source>
        <translation>
            <numerusform>你扣住过的 %Ln 条消息只保留送达时的样子（如果送达了）。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Markdown</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Calls %1</source>
        <translation>调用 %1</translation>
    </message>
    <message>
        <source>Error from %1</source>
        <translation>%1 的错误</translation>
    </message>
    <message>
        <source>Result of %1</source>
        <translation>%1 的结果</translation>
    </message>
    <message>
        <source>private</source>
        <translation>私密</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>This is a scripted demo: what its members say was written in advance.</source>
        <translation>这是预设演示：各成员的发言都是事先写好的。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>required</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>是或否</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>The answer was due by %1; the deadline is paused.</source>
        <translation>需在 %1 之前回答；期限已暂停。</translation>
    </message>
    <message>
        <source>The answer was due by %1.</source>
        <translation>需在 %1 之前回答。</translation>
    </message>
    <message>
        <source>more than 64 million pixels</source>
        <translation>超过 6400 万像素</translation>
    </message>
</context>
<context>
    <name>NoteSentences</name>
    <message>
        <source>You changed the limits.</source>
        <translation>您更改了上限。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Budget: %1 → %2.</source>
        <extracomment>Both are amounts, or &quot;no limit&quot;</extracomment>
        <translation>预算：%1 → %2。</translation>
    </message>
    <message>
        <source>Rounds: %1 → %2.</source>
        <extracomment>Both are numbers, or &quot;no limit&quot;</extracomment>
        <translation>轮数：%1 → %2。</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>You made the chat public: from here on, everyone hears every message.</source>
        <translation>你将聊天改为公开：此后所有人可见每条消息。</translation>
    </message>
    <message>
        <source>You made the chat private: from here on, messages reach only those named.</source>
        <translation>你将聊天改为私密：此后消息只送达被点名的成员。</translation>
    </message>
    <message>
        <source>The team is paused.</source>
        <translation>团队已暂停。</translation>
    </message>
    <message>
        <source>The team will stop after this step.</source>
        <translation>团队将在这一步后停止。</translation>
    </message>
    <message>
        <source>The program disconnected.</source>
        <translation>程序已断开。</translation>
    </message>
    <message>
        <source>The team was stopped.</source>
        <translation>团队已停止。</translation>
    </message>
    <message>
        <source>The run has finished.</source>
        <translation>运行已结束。</translation>
    </message>
    <message>
        <source>The team is working.</source>
        <translation>团队正在工作。</translation>
    </message>
    <message>
        <source>The run has not started.</source>
        <translation>运行尚未开始。</translation>
    </message>
    <message>
        <source>%1 failed.</source>
        <translation>%1 失败了。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 replied</source>
        <translation>%1 回复后结束</translation>
    </message>
    <message>
        <source>Ended by you</source>
        <translation>由你结束</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>超时结束</translation>
    </message>
    <message>
        <source>From here on, the team uses its own models again.</source>
        <translation>从这里起，团队重新使用自己的模型。</translation>
    </message>
    <message>
        <source>From here on, the team uses %1 (%2).</source>
        <extracomment>%1 is a model, %2 a connection to a model server</extracomment>
        <translation>从这里起，团队使用 %1（%2）。</translation>
    </message>
    <message>
        <source>The team continues.</source>
        <translation>团队继续工作。</translation>
    </message>
    <message>
        <source>The program is back.</source>
        <translation>程序已返回。</translation>
    </message>
    <message>
        <source>Everything is held: what a member says to another waits for you.</source>
        <translation>扣住所有消息：成员之间的每条消息都会等你处理。</translation>
    </message>
    <message>
        <source>Hold rule “%1”: %2</source>
        <translation>扣住规则“%1”：%2</translation>
    </message>
    <message>
        <source>The hold rule “%1” was removed.</source>
        <translation>扣住规则“%1”已移除。</translation>
    </message>
    <message>
        <source>Not everything is held any more.</source>
        <translation>不再扣住所有消息。</translation>
    </message>
    <message>
        <source>Hold rule off: %1</source>
        <translation>扣住规则已关闭：%1</translation>
    </message>
    <message>
        <source>A hold rule was removed.</source>
        <translation>一条扣住规则已移除。</translation>
    </message>
    <message>
        <source>You paused %1, whose mail waits.</source>
        <translation>你暂停了%1，其邮件会等待。</translation>
    </message>
    <message>
        <source>You muted %1: nobody gets what %1 says.</source>
        <translation>你将%1禁言：%1说的话没有人会收到。</translation>
    </message>
    <message>
        <source>You let %1 take part again.</source>
        <translation>你让%1重新参与。</translation>
    </message>
</context>
<context>
    <name>Owner</name>
    <message>
        <source>The Quarterdeck that has the library open received an invalid request.</source>
        <translation>打开了资料库的 Quarterdeck 收到了无效的请求。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open has no window.</source>
        <translation>打开了资料库的 Quarterdeck 没有窗口。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open received an invalid request to run a team.</source>
        <translation>打开了资料库的 Quarterdeck 收到了无效的团队运行请求。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open is importing files and cannot run a team. Try again when it is done.</source>
        <translation>打开了资料库的 Quarterdeck 正在导入文件，不能运行团队。请在它完成后重试。</translation>
    </message>
    <message>
        <source>Another running Quarterdeck has this library open; agents connect to that one.</source>
        <translation>另一个正在运行的 Quarterdeck 已打开此资料库；智能体连接到那一个。</translation>
    </message>
    <message>
        <source>Another running Quarterdeck has this library open; agents connect to that one, at http://localhost:%1.</source>
        <translation>另一个正在运行的 Quarterdeck 已打开此资料库；智能体连接到它，地址为 http://localhost:%1。</translation>
    </message>
    <message>
        <source>There is no such import or run under way.</source>
        <translation>没有正在进行的这项导入或运行。</translation>
    </message>
    <message>
        <source>The Quarterdeck that has the library open cannot take an answer now. Try again when it is done.</source>
        <translation>打开此资料库的 Quarterdeck 现在无法接收回答，请等它完成后再试。</translation>
    </message>
    <message>
        <source>Questions are answered by the person. This run was started by an agent, so it cannot bring answers.</source>
        <translation>问题由用户回答。此次运行由智能体启动，因此不能自带回答。</translation>
    </message>
</context>
<context>
    <name>People</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>%1 (sent by the program)</source>
        <translation>%1（由程序转述）</translation>
    </message>
    <message>
        <source>Sent by the program</source>
        <translation>由程序转述</translation>
    </message>
</context>
<context>
    <name>PickleReasons</name>
    <message>
        <source>it ends too early</source>
        <translation>内容过早结束</translation>
    </message>
    <message>
        <source>it is not a message</source>
        <translation>不是消息</translation>
    </message>
    <message>
        <source>a message without fields</source>
        <translation>消息没有字段</translation>
    </message>
    <message>
        <source>the mapping of instruct_content</source>
        <translation>instruct_content 的 mapping</translation>
    </message>
    <message>
        <source>a number that is too large</source>
        <translation>数字过大</translation>
    </message>
    <message>
        <source>an invalid number</source>
        <translation>无效的数字</translation>
    </message>
    <message>
        <source>a string without quotes</source>
        <translation>字符串没有引号</translation>
    </message>
    <message>
        <source>too many values</source>
        <translation>值过多</translation>
    </message>
    <message>
        <source>too many items</source>
        <translation>元素过多</translation>
    </message>
    <message>
        <source>the stack is empty</source>
        <translation>栈为空</translation>
    </message>
    <message>
        <source>there is no mark</source>
        <translation>没有标记</translation>
    </message>
    <message>
        <source>items for an object that takes none</source>
        <translation>向不接受元素的对象添加元素</translation>
    </message>
    <message>
        <source>a key without a value</source>
        <translation>键没有值</translation>
    </message>
    <message>
        <source>a reference to a value that was never stored</source>
        <translation>引用了从未存储的值</translation>
    </message>
    <message>
        <source>a protocol newer than 5</source>
        <translation>协议版本高于 5</translation>
    </message>
    <message>
        <source>a name that is not text</source>
        <translation>名称不是文本</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>包含调用</translation>
    </message>
    <message>
        <source>a call of something that cannot be called</source>
        <translation>调用了不可调用的对象</translation>
    </message>
    <message>
        <source>an unknown field type</source>
        <translation>未知的字段类型</translation>
    </message>
    <message>
        <source>an object made with arguments</source>
        <translation>带参数创建的对象</translation>
    </message>
    <message>
        <source>an object of another class</source>
        <translation>其他类的对象</translation>
    </message>
    <message>
        <source>a state for an object that takes none</source>
        <translation>为不接受状态的对象设置状态</translation>
    </message>
    <message>
        <source>the name %1</source>
        <translation>名称 %1</translation>
    </message>
    <message>
        <source>the field %1</source>
        <translation>字段 %1</translation>
    </message>
    <message>
        <source>opcode %1</source>
        <translation>操作码 %1</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>The image from %1 could not be read.</source>
        <translation>无法读取来自 %1 的图片。</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1 未及时响应。</translation>
    </message>
    <message>
        <source>Not loaded: this computer uses a proxy, so Quarterdeck cannot check where %1 leads.</source>
        <translation>未加载：此计算机使用代理，因此无法核实 %1 指向何处。</translation>
    </message>
    <message>
        <source>The host %1 was not found.</source>
        <translation>找不到主机 %1。</translation>
    </message>
    <message>
        <source>Not loaded: %1 is not a public internet address.</source>
        <translation>未加载：%1 不是互联网上的公共地址。</translation>
    </message>
    <message>
        <source>Not loaded: the image from %1 is larger than %2 MB.</source>
        <translation>未加载：来自 %1 的图片大于 %2 MB。</translation>
    </message>
    <message>
        <source>Not loaded: %1 could not prove its identity.</source>
        <translation>未加载：%1 无法证明自己的身份。</translation>
    </message>
    <message>
        <source>%1 refused the image (status %2).</source>
        <translation>%1 拒绝提供图片（状态码 %2）。</translation>
    </message>
    <message>
        <source>%1 could not be reached.</source>
        <translation>无法连接 %1。</translation>
    </message>
    <message>
        <source>Not loaded: %1 redirects to an address that is not allowed.</source>
        <translation>未加载：%1 转向了不允许的地址。</translation>
    </message>
    <message>
        <source>Not loaded: %1 redirects too many times.</source>
        <translation>未加载：%1 转向次数过多。</translation>
    </message>
</context>
<context>
    <name>PriceSentences</name>
    <message>
        <source>Row %1 of the price table is not valid.</source>
        <translation>价格表的第 %1 行无效。</translation>
    </message>
    <message>
        <source>This is not a price table.</source>
        <translation>这不是价格表。</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>You can look at everything; nothing new is stored.</source>
        <translation>可以查看全部内容，但不会保存任何新内容。</translation>
    </message>
    <message>
        <source>The screenshot could not be saved as %1.</source>
        <translation>无法将截图保存为 %1。</translation>
    </message>
    <message>
        <source>The window was not ready in time, so no screenshot was saved.</source>
        <translation>窗口未能及时就绪，因此没有保存截图。</translation>
    </message>
    <message>
        <source>This window stays empty, and nothing is stored.</source>
        <translation>此窗口将保持空白，不会存储任何内容。</translation>
    </message>
    <message>
        <source>The transcript was not drawn, so no screenshot was saved.</source>
        <translation>对话记录未能绘制出来，因此没有保存截图。</translation>
    </message>
    <message>
        <source>The library has been restored. The previous one is kept as “%1”.</source>
        <translation>资料库已恢复。原来的保存为“%1”。</translation>
    </message>
    <message>
        <source>“%1” is open on its own.</source>
        <translation>“%1”已单独打开。</translation>
    </message>
    <message>
        <source>Add to library</source>
        <translation>加入库</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>恢复备份…</translation>
    </message>
    <message>
        <source>Another running Quarterdeck is importing “%1” into this library and keeps it open until that is done.</source>
        <translation>另一个正在运行的 Quarterdeck 正在把“%1”导入此资料库，导入完成之前资料库由它占用。</translation>
    </message>
    <message>
        <source>Restoring was cancelled. The library is unchanged.</source>
        <translation>恢复已取消。资料库保持原样。</translation>
    </message>
    <message>
        <source>The library has been restored.</source>
        <translation>资料库已恢复。</translation>
    </message>
    <message>
        <source>You can also start with a new, empty library.</source>
        <translation>也可以用一个新的空资料库重新开始。</translation>
    </message>
    <message>
        <source>Whatever is left of the old one stays where it is.</source>
        <translation>旧资料库剩下的内容留在原处。</translation>
    </message>
    <message>
        <source>Start a new library</source>
        <translation>新建资料库</translation>
    </message>
    <message>
        <source>%1 Quarterdeck will try again when there is space.</source>
        <translation>%1有空间后 Quarterdeck 会自动重试。</translation>
    </message>
    <message>
        <source>Show report…</source>
        <translation>显示报告…</translation>
    </message>
    <message>
        <source>The team of “%1” is working.</source>
        <translation>“%1”的团队正在工作。</translation>
    </message>
    <message numerus="yes">
        <source>%n team(s) are working: %1.</source>
        <translation>
            <numerusform>有 %Ln 个团队正在工作：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>If you quit, unfinished answers are lost. Teams that are running continue when Quarterdeck starts again; interrupted model calls are repeated and paid for again.</source>
        <translation>如果退出，未完成的回答会丢失。Quarterdeck 再次启动时，运行中的团队会继续；被中断的模型调用会重复进行并再次计费。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message numerus="yes">
        <source>%n interrupted model call(s) are repeated</source>
        <translation>
            <numerusform>将重复 %Ln 次被中断的模型调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, for about %2.</source>
        <translation>%1，费用约 %2。</translation>
    </message>
    <message>
        <source>%1; the cost is not known.</source>
        <extracomment>%1: &quot;2 interrupted model calls are repeated&quot;</extracomment>
        <translation>%1；费用未知。</translation>
    </message>
    <message>
        <source>The team of “%1” continues where it was when Quarterdeck closed.</source>
        <translation>“%1”的团队从 Quarterdeck 结束时的地方继续。</translation>
    </message>
    <message>
        <source>Pause it</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>The web pages in this window run without their sandbox.</source>
        <translation>此窗口中的网页在没有沙盒的情况下运行。</translation>
    </message>
    <message>
        <source>Whatever an agent writes is shown in them. Start Quarterdeck without QTWEBENGINE_DISABLE_SANDBOX and --no-sandbox.</source>
        <translation>智能体所写的内容都显示在其中。请在不设置 QTWEBENGINE_DISABLE_SANDBOX 和 --no-sandbox 的情况下启动 Quarterdeck。</translation>
    </message>
</context>
<context>
    <name>ProgramWords</name>
    <message>
        <source>%1, %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>AgentScope</source>
        <translation>AgentScope</translation>
    </message>
    <message>
        <source>MCP</source>
        <translation>MCP</translation>
    </message>
    <message>
        <source>JSON over HTTP</source>
        <translation>HTTP 上的 JSON</translation>
    </message>
    <message>
        <source>OpenTelemetry</source>
        <translation>OpenTelemetry</translation>
    </message>
    <message>
        <source>Unnamed program</source>
        <translation>未命名的程序</translation>
    </message>
    <message>
        <source>Connected since %1</source>
        <translation>自 %1 起已连接</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Disconnected since %1</source>
        <translation>自 %1 起已断开</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) per minute</source>
        <translation>
            <numerusform>每分钟 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open question(s)</source>
        <translation>
            <numerusform>%Ln 个待答问题</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>time, what went wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: refused (%2)</source>
        <comment>time, status of HTTP</comment>
        <translation>%1：被拒绝（%2）</translation>
    </message>
    <message>
        <source>%1: refused (%2): %3</source>
        <translation>%1：被拒绝（%2）：%3</translation>
    </message>
    <message>
        <source>MetaGPT</source>
        <translation>MetaGPT</translation>
    </message>
    <message>
        <source>Last heard from at %1</source>
        <translation>最近一次消息在 %1</translation>
    </message>
    <message>
        <source>Nothing heard since %1</source>
        <translation>自 %1 起没有消息</translation>
    </message>
</context>
<context>
    <name>ProviderSentences</name>
    <message>
        <source>It says: %1</source>
        <translation>它说：%1</translation>
    </message>
    <message>
        <source>A connection needs a name.</source>
        <translation>连接需要一个名称。</translation>
    </message>
    <message>
        <source>“%1” is not the address of a model server: that begins with http:// or https:// and contains no password.</source>
        <translation>“%1”不是模型服务器的地址：地址以 http:// 或 https:// 开头，且不含密码。</translation>
    </message>
    <message>
        <source>The name of the environment variable that holds the key is missing.</source>
        <translation>缺少存放密钥的环境变量的名称。</translation>
    </message>
    <message>
        <source>This does not describe a connection to a model server.</source>
        <translation>这不是对模型服务器连接的描述。</translation>
    </message>
    <message>
        <source>The model connection to be used no longer exists.</source>
        <translation>要使用的模型连接已不存在。</translation>
    </message>
    <message>
        <source>The model call was stopped.</source>
        <translation>对模型的调用已停止。</translation>
    </message>
    <message>
        <source>No server is running at %2: start “%1”, or correct its address.</source>
        <translation>%2 上没有服务器在运行：请启动“%1”，或更正其地址。</translation>
    </message>
    <message>
        <source>The server of “%1” was not found: the host name in %2 is unknown, or there is no network.</source>
        <translation>找不到“%1”的服务器：%2 中的主机名未知，或者没有网络。</translation>
    </message>
    <message>
        <source>The proxy for “%1” at %2 blocked the request: %3</source>
        <translation>“%1”（%2）的代理拦截了请求：%3</translation>
    </message>
    <message>
        <source>No secure connection to “%1” at %2 could be made: %3</source>
        <translation>无法与“%1”（%2）建立安全连接：%3</translation>
    </message>
    <message>
        <source>The connection to “%1” at %2 failed: %3</source>
        <translation>与“%1”（%2）的连接失败：%3</translation>
    </message>
    <message>
        <source>“%1” at %2 redirects to %3. If that is right, enter that address.</source>
        <translation>“%1”（%2）重定向到 %3。如果无误，请填写那个地址。</translation>
    </message>
    <message>
        <source>“%1” at %2 closed the connection before it answered.</source>
        <translation>“%1”（%2）在回答之前就关闭了连接。</translation>
    </message>
    <message>
        <source>“%1” at %2 broke off in the middle of its answer.</source>
        <translation>“%1”（%2）的回答中途中断。</translation>
    </message>
    <message>
        <source>“%1” at %2 has sent nothing for %3 s.</source>
        <translation>“%1”（%2）已有 %3 秒没有发送任何内容。</translation>
    </message>
    <message>
        <source>“%1” at %2 did not finish within %3 s.</source>
        <translation>“%1”（%2）在 %3 秒内没有完成。</translation>
    </message>
    <message>
        <source>“%1” at %2 sent more than %3 MB in one answer.</source>
        <translation>“%1”（%2）的一次回答超过了 %3 MB。</translation>
    </message>
    <message>
        <source>What answers at %2 is not a model server: is the address of “%1” right?</source>
        <translation>%2 上应答的不是模型服务器：“%1”的地址正确吗？</translation>
    </message>
    <message>
        <source>“%1” at %2 sent an answer that cannot be read.</source>
        <translation>“%1”（%2）发来的回答无法读取。</translation>
    </message>
    <message>
        <source>“%1” at %2 does not accept the key.</source>
        <translation>“%1”（%2）不接受该密钥。</translation>
    </message>
    <message>
        <source>“%1” at %2 does not allow this with the key it was given.</source>
        <translation>“%1”（%2）不允许用所给的密钥这样做。</translation>
    </message>
    <message>
        <source>“%1” at %2 has no model “%3”.</source>
        <translation>“%1”（%2）没有模型“%3”。</translation>
    </message>
    <message>
        <source>A server answers at %2, but it serves no models at that address: is the address of “%1” right?</source>
        <translation>%2 上有服务器应答，但该地址下不提供模型：“%1”的地址正确吗？</translation>
    </message>
    <message>
        <source>The conversation is too long for the model “%3” of “%1” at %2.</source>
        <translation>对话对“%1”（%2）的模型“%3”来说太长。</translation>
    </message>
    <message>
        <source>The account at “%1” (%2) has no credit left.</source>
        <translation>“%1”（%2）的账户已没有余额。</translation>
    </message>
    <message>
        <source>“%1” at %2 is refusing requests because there are too many.</source>
        <translation>“%1”（%2）因请求过多而拒绝。</translation>
    </message>
    <message>
        <source>“%1” at %2 had an internal error (HTTP %3).</source>
        <translation>“%1”（%2）发生内部错误（HTTP %3）。</translation>
    </message>
    <message>
        <source>“%1” at %2 refused the request (HTTP %3).</source>
        <translation>“%1”（%2）拒绝了该请求（HTTP %3）。</translation>
    </message>
    <message>
        <source>“%1” at %2 reported an error instead of an answer.</source>
        <translation>“%1”（%2）报告了错误，而没有回答。</translation>
    </message>
    <message>
        <source>There is no key for “%1” at %2: enter it under File ▸ Model connections.</source>
        <translation>没有“%1”（%2）的密钥：请在“文件 ▸ 模型连接”中输入。</translation>
    </message>
</context>
<context>
    <name>Quantities</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 tok</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>%1k tok</source>
        <translation>%1k 词元</translation>
    </message>
    <message>
        <source>%1M tok</source>
        <translation>%1M 词元</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>A day of this year in the list of sessions and on the timeline: QLocale format</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <extracomment>A day of another year in the list of sessions: QLocale format</extracomment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>%1M</source>
        <translation>%1M</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message numerus="yes">
        <source>%n more answer(s) are not shown here. You can type the one you mean.</source>
        <translation>
            <numerusform>还有 %Ln 个答案未在此处显示。你可以直接输入想要的答案。</numerusform>
        </translation>
    </message>
    <message>
        <source>The form for this question is too long to be shown here.</source>
        <translation>此问题的表单太长，无法在此处显示。</translation>
    </message>
    <message>
        <source>Some of these answers look alike. Letters from other alphabets are shown as code points.</source>
        <translation>其中有些回答看起来相同。其他文字的字母以其码位显示。</translation>
    </message>
</context>
<context>
    <name>Redaction</name>
    <message numerus="yes">
        <source>%n API key(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个 API 密钥。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个令牌。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n authorization value(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个授权值。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n password(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个密码。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n private key(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个私钥。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n home folder(s) are written as “~”.</source>
        <translation>
            <numerusform>%Ln 个主文件夹写作“~”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cookie(s) are redacted.</source>
        <translation>
            <numerusform>已隐去 %Ln 个 Cookie。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Removal</name>
    <message numerus="yes">
        <source>Backups still contain them: daily and weekly ones for about %n week(s); those made by hand or before an update, and libraries that were set aside, for as long as they are kept.</source>
        <translation>
            <numerusform>备份中仍然有它们：每日和每周备份约保留 %Ln 周；手动备份、更新之前的备份以及另行保留的资料库则一直保留到被删除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its %n message(s), with the attachments that only it uses, will be deleted from the library. This cannot be undone.</source>
        <translation>
            <numerusform>它的 %Ln 条消息，以及只有它使用的附件，将从库中删除。此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s), with the attachments that only they use, will be deleted from the library. This cannot be undone.</source>
        <translation>
            <numerusform>%Ln 个会话，以及只有它们使用的附件，将从库中删除。此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open question(s) go too: whoever asked gets no answer.</source>
        <translation>
            <numerusform>其中 %Ln 个未回答的问题也会一并删除：提问者将得不到回答。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) in it stay open, under “Needs you”.</source>
        <translation>
            <numerusform>其中 %Ln 个问题仍待回答，列在“等你处理”中。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RestWords</name>
    <message>
        <source>nothing to do</source>
        <translation>没有要做的事</translation>
    </message>
    <message>
        <source>%1 could not continue</source>
        <translation>%1 无法继续</translation>
    </message>
    <message>
        <source>waiting for you to let it continue</source>
        <translation>等你允许它继续</translation>
    </message>
</context>
<context>
    <name>Restore</name>
    <message>
        <source>daily</source>
        <translation>每日</translation>
    </message>
    <message>
        <source>weekly</source>
        <translation>每周</translation>
    </message>
    <message>
        <source>before an update</source>
        <translation>更新之前</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%Ln 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>saved when the library file was removed</source>
        <translation>资料库文件被移走时保存</translation>
    </message>
    <message>
        <source>replaced by a restored backup</source>
        <translation>被恢复的备份替换</translation>
    </message>
    <message>
        <source>copy of a partly damaged library</source>
        <translation>部分损坏的资料库的副本</translation>
    </message>
    <message>
        <source>damaged: whatever is left can be recovered</source>
        <translation>已损坏：其中剩余的内容可以恢复</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Whatever is left can be recovered</source>
        <translation>其中剩余的内容可以恢复</translation>
    </message>
    <message>
        <source>%1 of %2 sessions recovered completely</source>
        <translation>%2 个会话中有 %1 个完整恢复</translation>
    </message>
    <message numerus="yes">
        <source>made after a recovery that lost %n event(s)</source>
        <translation>
            <numerusform>在一次修复之后制作，那次丢失了 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>made after a recovery that did not bring back everything</source>
        <translation>在一次未能找回全部内容的修复之后制作</translation>
    </message>
</context>
<context>
    <name>Routing</name>
    <message>
        <source>Everyone hears it; nobody has to act.</source>
        <translation>所有人可见；无人需要处理。</translation>
    </message>
    <message>
        <source>%1 acts; everyone hears it.</source>
        <translation>%1 处理；所有人可见。</translation>
    </message>
    <message>
        <source>%1 act; everyone hears it.</source>
        <translation>%1 处理；所有人可见。</translation>
    </message>
    <message>
        <source>The leader sent it, so it goes to those it is addressed to. The chat was public: everyone heard it.</source>
        <translation>负责人发言，按收件人送达。当时为公开，所有人可见。</translation>
    </message>
    <message>
        <source>The leader sent it, so it goes to those it is addressed to, and nobody else.</source>
        <translation>负责人发言，只送达收件人。</translation>
    </message>
    <message>
        <source>You named %1, who was busy: it takes your message into its current work, and no direct chat began.</source>
        <translation>你点名了正忙碌的 %1：它把你的消息纳入当前工作，未开始私聊。</translation>
    </message>
    <message>
        <source>You named %1 and kept it private: nobody else was told, not even the leader.</source>
        <translation>你点名了 %1 并保持私密：其他人不会收到，负责人也不会。</translation>
    </message>
    <message>
        <source>You named %1, so the leader was not added. The chat was public: everyone heard it.</source>
        <translation>你点名了 %1，因此未加入负责人。当时为公开，所有人可见。</translation>
    </message>
    <message>
        <source>%1 was in a private chat with you: the reply ends it and reaches only you.</source>
        <translation>%1 正与你私密聊天：回复结束私聊，且只有你收到。</translation>
    </message>
    <message>
        <source>%1 was in a direct chat with you: the reply ends it. The chat was public: everyone heard it.</source>
        <translation>%1 正与你私聊：回复结束私聊。当时为公开，所有人可见。</translation>
    </message>
    <message>
        <source>There was no direct chat and no leader in the team, so everyone heard it.</source>
        <translation>不在私聊中，团队也没有负责人，因此所有人可见。</translation>
    </message>
    <message>
        <source>An ordinary message, addressed to the leader. The chat was public: everyone heard it.</source>
        <translation>发给负责人的普通消息。当时为公开，所有人可见。</translation>
    </message>
    <message>
        <source>An ordinary message, addressed to the leader.</source>
        <translation>发给负责人的普通消息。</translation>
    </message>
    <message>
        <source>The sender is not the leader and is in no direct chat, so the leader is added. The chat was public: everyone heard it.</source>
        <translation>发送者不在私聊中，也不是负责人，因此加入负责人。当时为公开，所有人可见。</translation>
    </message>
    <message>
        <source>The sender is not the leader and is in no direct chat, so the leader is added.</source>
        <translation>发送者不在私聊中，也不是负责人，因此加入负责人。</translation>
    </message>
    <message>
        <source>named, acts next</source>
        <translation>被点名，随后行动</translation>
    </message>
    <message>
        <source>watches %1, acts</source>
        <translation>关注 %1，行动</translation>
    </message>
    <message>
        <source>heard it</source>
        <translation>知道</translation>
    </message>
    <message>
        <source>wrote it to itself</source>
        <translation>写给自己</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>list</comment>
        <extracomment>joins names of a list: &quot;Mike, Alice&quot;</extracomment>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>list</comment>
        <extracomment>joins the last two names of a list</extracomment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>Nobody would get this.</source>
        <translation>没有人会收到。</translation>
    </message>
    <message>
        <source>%1 acts; nobody else is told (private)</source>
        <translation>%1 处理；其他人不会收到（私密）</translation>
    </message>
    <message>
        <source>%1 act; nobody else is told (private)</source>
        <translation>%1 处理；其他人不会收到（私密）</translation>
    </message>
    <message>
        <source>busy: takes it into its current work</source>
        <translation>忙碌：纳入当前工作</translation>
    </message>
    <message>
        <source>direct: only %1 is told</source>
        <translation>私聊：只有 %1 收到</translation>
    </message>
    <message>
        <source>direct: everyone hears it</source>
        <translation>私聊：所有人可见</translation>
    </message>
    <message>
        <source>Rejected by a filter</source>
        <translation>被过滤器拒绝</translation>
    </message>
    <message>
        <source>The team&apos;s filter “%1” kept it from being delivered.</source>
        <translation>团队的过滤器“%1”阻止了投递。</translation>
    </message>
    <message>
        <source>Rule 1, direct message</source>
        <translation>规则 1：直接消息</translation>
    </message>
    <message>
        <source>Rule 2, direct reply</source>
        <translation>规则 2：直接回复</translation>
    </message>
    <message>
        <source>Rule 3, from the leader</source>
        <translation>规则 3：来自负责人</translation>
    </message>
    <message>
        <source>Rule 4, ordinary</source>
        <translation>规则 4：普通消息</translation>
    </message>
    <message>
        <source>A note to itself</source>
        <translation>给自己的备忘</translation>
    </message>
    <message>
        <source>A member wrote only to its own buffer.</source>
        <translation>成员只写入了自己的缓冲区。</translation>
    </message>
    <message>
        <source>A reply to you</source>
        <translation>给你的回复</translation>
    </message>
    <message>
        <source>It goes to you and is in the history. No member is told.</source>
        <translation>发给你并记入历史。成员不会收到。</translation>
    </message>
    <message>
        <source>Not routed here</source>
        <translation>未在此路由</translation>
    </message>
    <message>
        <source>The program or file that it came from decided who got it.</source>
        <translation>由来源程序或文件决定谁收到。</translation>
    </message>
    <message>
        <source>A question to you</source>
        <translation>向你提问</translation>
    </message>
    <message>
        <source>No routing rule: a question goes to you and waits. No member is told.</source>
        <translation>不经路由规则：提问只发给你并等待。成员不会收到。</translation>
    </message>
    <message>
        <source>wrote it</source>
        <translation>发送者</translation>
    </message>
    <message>
        <source>was not told</source>
        <translation>未收到</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>%1 is busy and reads it next; everyone hears it.</source>
        <translation>%1 正忙碌，随后会读到；所有人都会看到。</translation>
    </message>
    <message>
        <source>%1 is not told.</source>
        <translation>%1 不会收到。</translation>
    </message>
    <message>
        <source>Nobody else is told.</source>
        <translation>其他人都不会收到。</translation>
    </message>
    <message>
        <source>%1 is busy and reads it next.</source>
        <translation>%1 正忙碌，随后会读到。</translation>
    </message>
    <message>
        <source>Direct message.</source>
        <translation>私聊消息。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>sentences</comment>
        <extracomment>joins two sentences</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>You named %1, who was busy, and kept it private: it is read next, and what %1 then says to you stays between the two of you.</source>
        <translation>你点名了正忙碌的 %1 并选择了私下：%1 随后会读到，之后对你说的话只有你们两人知道。</translation>
    </message>
    <message>
        <source>It answers what you said in private, so only you see it.</source>
        <translation>它回答的是你私下说的话，所以只有你能看到。</translation>
    </message>
    <message>
        <source>A note from Quarterdeck</source>
        <translation>Quarterdeck 的备注</translation>
    </message>
    <message>
        <source>Quarterdeck itself wrote it, for you. No member received it.</source>
        <translation>这是 Quarterdeck 自己写给你的，没有发给任何成员。</translation>
    </message>
    <message>
        <source>Quarterdeck itself asks how the run should continue. No member is told.</source>
        <translation>这是 Quarterdeck 自己在问运行应如何继续，没有告知任何成员。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>how many members of a team write, and for how many of them the person is waited</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>%n writing</source>
        <translation>
            <numerusform>%Ln 位在写</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) for you</source>
        <translation>
            <numerusform>%Ln 位在等你</numerusform>
        </translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已扣住</translation>
    </message>
    <message>
        <source>Nobody got it at once: it waited behind an earlier message from %1.</source>
        <translation>没有人立即收到：它排在%1的一条更早的消息之后。</translation>
    </message>
    <message>
        <source>Nobody got it at once: a hold rule kept it for you.</source>
        <translation>没有人立即收到：一条扣住规则把它留给了你。</translation>
    </message>
    <message>
        <source>Nobody got it at once: the hold rule “%1” kept it for you.</source>
        <translation>没有人立即收到：扣住规则“%1”把它留给了你。</translation>
    </message>
    <message>
        <source>It waited behind an earlier message.</source>
        <translation>它曾排在一条更早的消息之后。</translation>
    </message>
    <message>
        <source>It was held, and these are your words.</source>
        <translation>它曾被扣住，这些是你的文字。</translation>
    </message>
    <message>
        <source>It was held and edited.</source>
        <translation>它曾被扣住并修改。</translation>
    </message>
    <message>
        <source>It was held, and you chose who gets it.</source>
        <translation>它曾被扣住，由你选定了接收者。</translation>
    </message>
    <message>
        <source>It was held, and sent elsewhere.</source>
        <translation>它曾被扣住，并改送他人。</translation>
    </message>
    <message>
        <source>It was held until you let it go.</source>
        <translation>它曾被扣住，直到你放行。</translation>
    </message>
    <message>
        <source>It was held before it went.</source>
        <translation>它在送达之前曾被扣住。</translation>
    </message>
    <message>
        <source>gets it when it is let go</source>
        <translation>放行后会收到</translation>
    </message>
</context>
<context>
    <name>RowText</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>(thinks) %1</source>
        <translation>（思考）%1</translation>
    </message>
    <message>
        <source>(calls) %1 %2</source>
        <translation>（调用）%1 %2</translation>
    </message>
    <message>
        <source>(result of %1) %2</source>
        <translation>（%1 的结果）%2</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>The mistake was made here, says %1: %2</source>
        <translation>%1 指出错误发生在此处：%2</translation>
    </message>
    <message>
        <source>Note by %1: %2</source>
        <translation>%1 的注释：%2</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>A private chat with %1 begins.</source>
        <translation>与 %1 的私密聊天开始。</translation>
    </message>
    <message>
        <source>A direct chat with %1 begins.</source>
        <translation>与 %1 的私聊开始。</translation>
    </message>
    <message>
        <source>The direct chat with %1 ends.</source>
        <translation>与 %1 的私聊结束。</translation>
    </message>
    <message>
        <source>The conversation is public now.</source>
        <translation>对话现已公开。</translation>
    </message>
    <message>
        <source>The conversation is private now.</source>
        <translation>对话现已转为私密。</translation>
    </message>
    <message>
        <source>The run is paused. %1</source>
        <translation>运行已暂停。%1</translation>
    </message>
    <message>
        <source>The run was stopped. %1</source>
        <translation>运行已停止。%1</translation>
    </message>
    <message>
        <source>The program disconnected.</source>
        <translation>程序已断开。</translation>
    </message>
    <message>
        <source>The run has finished. %1</source>
        <translation>运行已结束。%1</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>(private) %1: %2</source>
        <translation>（私密）%1：%2</translation>
    </message>
    <message>
        <source>(declines to answer)</source>
        <translation>（拒绝回答）</translation>
    </message>
    <message>
        <source>The question from %1 timed out.</source>
        <translation>%1 的问题已超时。</translation>
    </message>
    <message>
        <source>%1 withdrew the question.</source>
        <translation>%1 撤回了问题。</translation>
    </message>
    <message>
        <source>Message %1 is kept in memory.</source>
        <translation>消息 %1 保留在记忆中。</translation>
    </message>
    <message>
        <source>Message %1 is no longer kept in memory.</source>
        <translation>消息 %1 不再保留在记忆中。</translation>
    </message>
    <message>
        <source>%1 (an agent)</source>
        <translation>%1（智能体）</translation>
    </message>
    <message>
        <source>Sent by the program</source>
        <translation>由程序转述</translation>
    </message>
    <message>
        <source>%1 (sent by the program)</source>
        <translation>%1（由程序转述）</translation>
    </message>
    <message>
        <source>The program is back.</source>
        <translation>程序已返回。</translation>
    </message>
    <message>
        <source>Everything is held: what a member says to another waits for you.</source>
        <translation>扣住所有消息：成员之间的每条消息都会等你处理。</translation>
    </message>
    <message>
        <source>The hold rule “%1” was removed.</source>
        <translation>扣住规则“%1”已移除。</translation>
    </message>
    <message>
        <source>Not everything is held any more.</source>
        <translation>不再扣住所有消息。</translation>
    </message>
    <message>
        <source>Hold rule off: %1</source>
        <translation>扣住规则已关闭：%1</translation>
    </message>
    <message>
        <source>A hold rule was removed.</source>
        <translation>一条扣住规则已移除。</translation>
    </message>
    <message>
        <source>%1 (muted: nobody got it)</source>
        <translation>%1（已禁言：没有人收到）</translation>
    </message>
    <message>
        <source>%1 (held)</source>
        <translation>%1（已扣住）</translation>
    </message>
    <message>
        <source>%1 (was held, edited)</source>
        <translation>%1（曾被扣住，已修改）</translation>
    </message>
    <message>
        <source>%1 (was held, sent elsewhere)</source>
        <translation>%1（曾被扣住，改送他人）</translation>
    </message>
    <message>
        <source>%1 (was held)</source>
        <translation>%1（曾被扣住）</translation>
    </message>
    <message>
        <source>The held message was dropped: nobody got it.</source>
        <translation>扣住的消息已丢弃：没有人收到。</translation>
    </message>
    <message>
        <source>%1 Reason: %2</source>
        <translation>%1理由：%2</translation>
    </message>
    <message>
        <source>%1 is paused: the mail waits.</source>
        <translation>%1已暂停：邮件会等待。</translation>
    </message>
    <message>
        <source>%1 is muted: nobody gets what %1 says.</source>
        <translation>%1已被禁言：%1说的话没有人会收到。</translation>
    </message>
    <message>
        <source>%1 takes part again.</source>
        <translation>%1重新参与。</translation>
    </message>
</context>
<context>
    <name>Rows</name>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Y</source>
        <comment>the initial of “You”</comment>
        <translation>你</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>提示词中有 %Ln 张图片无法交给该模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n audio clip(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>提示词中有 %Ln 段音频无法交给该模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>提示词中有 %Ln 段视频无法交给该模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>提示词中有 %Ln 个文件无法交给该模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in the prompt could not be given to the model.</source>
        <translation>
            <numerusform>提示词中有 %Ln 条消息无法交给该模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This answer was cut off at its limit of %n token(s).</source>
        <translation>
            <numerusform>此回答在达到允许的 %Ln 个词元时被截断。</numerusform>
        </translation>
    </message>
    <message>
        <source>This answer was cut off at its maximum length.</source>
        <translation>此回答被截断：已达到允许的最大长度。</translation>
    </message>
    <message>
        <source>This answer was stopped here, before it was complete.</source>
        <translation>此回答在这里被停止，尚不完整。</translation>
    </message>
    <message>
        <source>This came after the question had timed out: the asker was no longer waiting for it.</source>
        <translation>这是在问题超时之后给出的：提问者当时已不再等待。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Held: it waits behind an earlier message.</source>
        <translation>已扣住：排在一条更早的消息之后。</translation>
    </message>
    <message>
        <source>Held: nobody has it yet.</source>
        <translation>已扣住：还没有人收到。</translation>
    </message>
    <message>
        <source>Held by “%1”: nobody has it yet.</source>
        <translation>被“%1”扣住：还没有人收到。</translation>
    </message>
    <message>
        <source>Held behind an earlier message, then delivered.</source>
        <translation>曾排在一条更早的消息之后，后来已送达。</translation>
    </message>
    <message>
        <source>Held, then edited and redirected by %1.</source>
        <translation>曾被扣住，后来由%1修改并改送他人。</translation>
    </message>
    <message>
        <source>Held, then edited by %1 and delivered.</source>
        <translation>曾被扣住，后来由%1修改后送达。</translation>
    </message>
    <message>
        <source>Held, then redirected by %1.</source>
        <translation>曾被扣住，后来由%1改送他人。</translation>
    </message>
    <message>
        <source>Held, then let go by %1.</source>
        <translation>曾被扣住，后来由%1放行。</translation>
    </message>
    <message>
        <source>Held, then dropped by %1: nobody got it.</source>
        <translation>曾被扣住，后来由%1丢弃：没有人收到。</translation>
    </message>
    <message>
        <source>%1 Reason: %2</source>
        <translation>%1理由：%2</translation>
    </message>
    <message>
        <source>Held, since a rule&apos;s expression took too long on it: nobody has it yet.</source>
        <translation>已扣住，因为规则的表达式耗时过长：还没有人收到。</translation>
    </message>
    <message>
        <source>Muted by you: nobody got it.</source>
        <translation>被你禁言：没有人收到。</translation>
    </message>
</context>
<context>
    <name>RunReasons</name>
    <message>
        <source>The budget of %1 is used up.</source>
        <translation>预算 %1 已用尽。</translation>
    </message>
    <message numerus="yes">
        <source>The %n planned round(s) are done.</source>
        <translation>
            <numerusform>计划的 %Ln 轮已完成。</numerusform>
        </translation>
    </message>
    <message>
        <source>A message to a member could not be read.</source>
        <translation>无法读取给成员的一条消息。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>A message to a member could not be read: “%1”</source>
        <translation>无法读取给成员的一条消息：“%1”</translation>
    </message>
    <message>
        <source>The program is not connected.</source>
        <translation>程序未连接。</translation>
    </message>
</context>
<context>
    <name>RunWords</name>
    <message>
        <source>waiting for %1</source>
        <extracomment>%1 is a member&apos;s name, or several</extracomment>
        <translation>正在等待 %1</translation>
    </message>
    <message>
        <source>%1 is paused</source>
        <translation>%1已暂停</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
</context>
<context>
    <name>SeenWords</name>
    <message>
        <source>%1, shortened</source>
        <translation>%1，已缩短</translation>
    </message>
    <message>
        <source>in the summary</source>
        <translation>已写入摘要</translation>
    </message>
    <message>
        <source>no room</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未轮到</translation>
    </message>
    <message>
        <source>The model was given all of it.</source>
        <translation>模型得到了它的全部内容。</translation>
    </message>
    <message>
        <source>The model was given it shortened by this tool&apos;s filters: %1 less. The transcript keeps all of it.</source>
        <translation>模型得到的是经此工具的过滤器缩短后的内容，少了 %1。对话记录保留全部。</translation>
    </message>
    <message>
        <source>The model was not given this message, only a summary of it.</source>
        <translation>模型没有得到这条消息，只得到了它的摘要。</translation>
    </message>
    <message>
        <source>The model was not given it: this team&apos;s prompts are kept below %1.</source>
        <translation>模型没有得到它：此团队的提示词保持在 %1 以内。</translation>
    </message>
    <message>
        <source>Too new for this summary: it is kept unchanged.</source>
        <translation>对这份摘要来说太新：它保持原样。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>the same as what was sent</source>
        <translation>与发送的内容相同</translation>
    </message>
    <message>
        <source>not quite what was sent: another version of Quarterdeck sent it</source>
        <translation>与发送的内容不完全相同：它由另一版本的 Quarterdeck 发送</translation>
    </message>
    <message>
        <source>rebuilt from the log; this step has no checksum</source>
        <translation>由日志重新生成；这一步没有校验和</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>about %1 of %2</source>
        <extracomment>of a prompt: %1 and %2 are numbers of tokens</extracomment>
        <translation>约 %1，上限 %2</translation>
    </message>
    <message>
        <source>For a summary</source>
        <translation>用于摘要</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>核对</translation>
    </message>
    <message numerus="yes">
        <source>%n earlier message(s) in its memory are not listed.</source>
        <translation>
            <numerusform>它的记忆中还有 %Ln 条更早的消息未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, kept</source>
        <extracomment>of a message that stands in a prompt, old as it is: %1 is a number of tokens</extracomment>
        <translation>%1，已保留</translation>
    </message>
    <message>
        <source>The model was given all of it, although it is old: you marked it to be kept.</source>
        <translation>虽然已久，模型仍得到了全部内容：你标记了要保留它。</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>The system prompt: who the member is, and the rules it follows. “Copy” copies all of it.</source>
        <translation>系统提示词：该成员是谁，须遵守什么。“复制”可得全文。</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>%1 is waiting for you</source>
        <translation>%1 在等你</translation>
    </message>
    <message>
        <source>%1 is thinking</source>
        <translation>%1 思考中</translation>
    </message>
    <message>
        <source>%1 is writing</source>
        <translation>%1 正在输出</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Recorded run · %1</source>
        <translation>真实记录 · %1</translation>
    </message>
    <message>
        <source>%1 · scripted · %2</source>
        <translation>%1 · 预设 · %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Scripted · %1</source>
        <translation>预设 · %1</translation>
    </message>
    <message>
        <source>Recorded run · scripted · %1</source>
        <translation>记录 · 预设 · %1</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>静候中</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 could not continue</source>
        <translation>%1 无法继续</translation>
    </message>
    <message>
        <source>Not connected · %1</source>
        <translation>未连接 · %1</translation>
    </message>
    <message>
        <source>Connected · %1</source>
        <translation>已连接 · %1</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>Heard recently · %1</source>
        <translation>最近有消息 · %1</translation>
    </message>
    <message>
        <source>Waiting for you to let it continue</source>
        <translation>等你允许它继续</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) held</source>
        <translation>
            <numerusform>扣住 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is paused</source>
        <translation>%1已暂停</translation>
    </message>
</context>
<context>
    <name>TeamSentences</name>
    <message>
        <source>This was stopped before it was done.</source>
        <translation>尚未完成即被停止。</translation>
    </message>
    <message>
        <source>A team without members cannot run.</source>
        <translation>没有成员的团队无法运行。</translation>
    </message>
    <message>
        <source>There is no agent that plays “%1”.</source>
        <translation>没有扮演“%1”的智能体。</translation>
    </message>
    <message>
        <source>The agent of “%1” failed: %2</source>
        <translation>“%1”的智能体失败：%2</translation>
    </message>
    <message>
        <source>The budget of %1 is used up. How should the team continue?</source>
        <translation>%1 的预算已用完。团队接下来怎么做？</translation>
    </message>
    <message>
        <source>Raise it to %1</source>
        <translation>提高到 %1</translation>
    </message>
    <message>
        <source>The team continues. You can also type another amount.</source>
        <translation>团队继续工作。也可以输入别的金额。</translation>
    </message>
    <message>
        <source>Finish the run</source>
        <translation>结束本次运行</translation>
    </message>
    <message>
        <source>Stop the team</source>
        <translation>停止团队</translation>
    </message>
    <message>
        <source>Everything still open is withdrawn; Run starts again from here.</source>
        <translation>所有未决的问题都会撤回；点“运行”可从当前处继续。</translation>
    </message>
    <message>
        <source>This session&apos;s agents belong to another program, so Quarterdeck cannot run them.</source>
        <translation>此会话的智能体属于另一个程序，Quarterdeck 无法运行它们。</translation>
    </message>
    <message numerus="yes">
        <source>%1 has called its model %n time(s) for this and is not done. Should it continue?</source>
        <translation>
            <numerusform>%1 为此已调用模型 %Ln 次，仍未完成。要让它继续吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Let it continue</source>
        <translation>让它继续</translation>
    </message>
    <message numerus="yes">
        <source>It may call its model %n more time(s), then you will be asked again.</source>
        <translation>
            <numerusform>它可以再调用模型 %Ln 次，之后会再问你。</numerusform>
        </translation>
    </message>
    <message>
        <source>End its turn</source>
        <translation>结束它的本轮</translation>
    </message>
    <message>
        <source>Its turn ends here; the others continue. Write to it to start it again.</source>
        <translation>它在这里结束本轮，其他成员继续。对它说句话，它就会重新开始。</translation>
    </message>
    <message>
        <source>The model of “%1” gave an empty answer.</source>
        <translation>“%1”的模型给出了空的回答。</translation>
    </message>
    <message>
        <source>No model is chosen for “%1”. Choose one in the team, then start a session with it.</source>
        <translation>没有为“%1”选择模型。请在团队中选择一个，再用它开始会话。</translation>
    </message>
    <message>
        <source>There are no model connections.</source>
        <translation>没有任何模型连接。</translation>
    </message>
    <message>
        <source>This team cannot be used: %1</source>
        <translation>无法使用这个团队：%1</translation>
    </message>
    <message>
        <source>There is no team template “%1”.</source>
        <translation>没有名为“%1”的团队模板。</translation>
    </message>
    <message>
        <source>The team does not say which connection its model uses. Choose one in the team.</source>
        <translation>团队没有说明其模型使用哪个连接。请在团队中选择一个。</translation>
    </message>
    <message>
        <source>There is no connection “%1”. Add it, or choose another in the team.</source>
        <translation>没有名为“%1”的连接。请添加它，或在团队中另选一个。</translation>
    </message>
    <message>
        <source>%1 wants to change “%2” (+%3 −%4).</source>
        <extracomment>%1 a role, %2 a file, %3 and %4 how many lines</extracomment>
        <translation>%1 想修改“%2”（+%3 −%4）。</translation>
    </message>
    <message>
        <source>%1 wants to use %2: %3</source>
        <extracomment>%1 a role, %2 a tool&apos;s name, %3 its arguments</extracomment>
        <translation>%1 想使用 %2：%3</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>It is done exactly as shown here.</source>
        <translation>按这里所示执行。</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Nothing is changed, and the agent is told.</source>
        <translation>不作任何修改，并告知该智能体。</translation>
    </message>
    <message>
        <source>New contents of the file</source>
        <translation>文件的新内容</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s)</source>
        <translation>
            <numerusform>还有 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is not a folder, so the team cannot work in it.</source>
        <translation>“%1”不是文件夹，团队无法在其中工作。</translation>
    </message>
    <message>
        <source>“%1” is not writable, so the team cannot work in it.</source>
        <translation>“%1”不可写入，团队无法在其中工作。</translation>
    </message>
    <message>
        <source>“%1” includes your whole home folder: choose a folder within it, so that the team has only what it needs.</source>
        <translation>“%1”包含你的整个主文件夹：请选择其中的一个文件夹，让团队只接触所需的内容。</translation>
    </message>
    <message>
        <source>Quarterdeck keeps its own files in “%1”: choose another folder.</source>
        <translation>Quarterdeck 在“%1”中保存自己的文件：请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” is inside git&apos;s own folder: choose the repository&apos;s main folder.</source>
        <translation>“%1”位于 git 自身的文件夹中：请选择该仓库的主文件夹。</translation>
    </message>
    <message numerus="yes">
        <source>The round is taking longer than %n minute(s).</source>
        <translation>
            <numerusform>这一轮已超过 %Ln 分钟。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The team has worked on this round for %n minute(s) and is not done. How should it continue?</source>
        <translation>
            <numerusform>团队在这一轮已工作 %Ln 分钟，尚未完成。接下来怎么办？</numerusform>
        </translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message numerus="yes">
        <source>You will be asked again after %n more minute(s) of work.</source>
        <translation>
            <numerusform>再工作 %Ln 分钟后会再次询问你。</numerusform>
        </translation>
    </message>
    <message>
        <source>Work in progress ends here. Nobody starts anything new until you write.</source>
        <translation>正在进行的工作到此结束。在你写话之前，没有人再开始任何事。</translation>
    </message>
    <message numerus="yes">
        <source>The team created or changed %n file(s).</source>
        <translation>
            <numerusform>团队创建或更改了 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%Ln 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>They are committed as `%1`.</source>
        <translation>已提交为 `%1`。</translation>
    </message>
    <message>
        <source>They could not be committed (%1). The files are as the team left them.</source>
        <extracomment>%1 what git says</extracomment>
        <translation>无法提交（%1）。文件保持团队留下的样子。</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>changed since by somebody else</source>
        <translation>之后被他人更改</translation>
    </message>
    <message>
        <source>not committed: you have staged changes to it</source>
        <translation>未提交：你已暂存对它的更改</translation>
    </message>
    <message>
        <source>not committed: git ignores it</source>
        <translation>未提交：git 忽略它</translation>
    </message>
    <message>
        <source>not committed: it is in another repository</source>
        <translation>未提交：它位于另一个仓库中</translation>
    </message>
    <message numerus="yes">
        <source>%n more were created or changed. They are not listed here and not committed.</source>
        <translation>
            <numerusform>还新建或修改了 %Ln 个文件，这里没有列出，也没有提交。</numerusform>
        </translation>
    </message>
    <message>
        <source>The commit was made, but git&apos;s index could not be updated (%1), so git shows these files as changed.</source>
        <extracomment>%1 what git says</extracomment>
        <translation>提交已完成，但未能更新 git 的暂存区（%1），因此 git 会把这些文件显示为已更改。</translation>
    </message>
    <message>
        <source>not committed: in git, this name is a link</source>
        <translation>未提交：在 git 中此名称是链接</translation>
    </message>
    <message>
        <source>It is no longer there.</source>
        <translation>它已不在那里。</translation>
    </message>
    <message>
        <source>It is not a file in the session&apos;s folder, or it is behind a link.</source>
        <translation>它不是会话文件夹中的文件，或位于链接之后。</translation>
    </message>
    <message>
        <source>It is a program or script, and opening it would run it. You can show it in its folder instead.</source>
        <translation>它是程序或脚本，打开就会运行。可以在所在文件夹中显示它。</translation>
    </message>
    <message>
        <source>Waiting for the program that plays %1.</source>
        <extracomment>%1 is a member&apos;s name, or several</extracomment>
        <translation>正在等待扮演 %1 的程序。</translation>
    </message>
    <message>
        <source>%1 wants to create “%2” (+%3).</source>
        <extracomment>%1 a role, %2 a file that is not there yet, %3 how many lines</extracomment>
        <translation>%1 想要新建“%2”（+%3）。</translation>
    </message>
    <message>
        <source>The messages you marked to be kept do not fit into the prompt of “%1”: with what is always in it, they take about %2 tokens, and this team&apos;s prompts may have %3. Stop keeping some of them, then let “%1” try again.</source>
        <translation>你标记保留的消息放不进“%1”的提示词：连同其中必有的部分约需 %2 个词元，而此团队的提示词最多 %3 个。请取消保留其中一些，然后让“%1”重试。</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>the maximum number of tokens</source>
        <translation>词元数上限</translation>
    </message>
    <message>
        <source>The model of “%1” was still thinking when its answer was cut off at %2, and said nothing. Allow longer answers in the model connections, then let “%1” try again.</source>
        <translation>“%1” 的模型一直在思考，回答在达到允许的 %2 时被截断，什么也没有说。请在模型连接中允许更长的回答，然后让 “%1” 重试。</translation>
    </message>
    <message>
        <source>The answers of “%1” were cut off twice at %2, in a call to “%3”. Allow longer answers in the model connections, or ask for less at once, then let “%1” try again.</source>
        <translation>“%1” 的回答两次在达到允许的 %2 时被截断，都在调用 “%3” 的中途。请在模型连接中允许更长的回答，或一次少要求一些，然后让 “%1” 重试。</translation>
    </message>
    <message numerus="yes">
        <source>The round took longer than %n minute(s).</source>
        <translation>
            <numerusform>这一轮用时超过 %Ln 分钟。</numerusform>
        </translation>
    </message>
    <message>
        <source>It names a member but no task: write the task after the name.</source>
        <translation>这里只写了成员，没有写任务：请在名字后面写明任务。</translation>
    </message>
    <message>
        <source>The model server that this session started with is no longer known. Choose another with “quarterdeck run --resume” and --base-url or --connection.</source>
        <translation>此会话开始时使用的模型服务器已不再可知。可用“quarterdeck run --resume”加 --base-url 或 --connection 指定另一个。</translation>
    </message>
    <message>
        <source>The team continues.</source>
        <translation>团队继续工作。</translation>
    </message>
    <message>
        <source>From here on, the team uses its own models again.</source>
        <translation>从这里起，团队重新使用自己的模型。</translation>
    </message>
    <message>
        <source>From here on, the team uses %1 (%2).</source>
        <extracomment>%1 is a model, %2 a connection to a model server</extracomment>
        <translation>从这里起，团队使用 %1（%2）。</translation>
    </message>
    <message>
        <source>Finish with a summary</source>
        <translation>总结后结束</translation>
    </message>
    <message>
        <source>Work in progress ends here, and the leader tells you where things stand. That costs one more call.</source>
        <translation>正在进行的工作到此结束，由负责人告诉你进展如何。这还要再调用一次模型。</translation>
    </message>
    <message>
        <source>it is not valid JSON from line %1, character %2.</source>
        <translation>从第 %1 行第 %2 个字符起不是有效的 JSON。</translation>
    </message>
    <message>
        <source>it is not a description of a team.</source>
        <translation>它不是对团队的描述。</translation>
    </message>
    <message>
        <source>“%1” does not say what its members do, so no team can continue from it.</source>
        <translation>“%1”没有说明其成员做什么，因此没有团队能从中继续。</translation>
    </message>
    <message>
        <source>The team continues from here. Everything above is from the recording “%1”.</source>
        <translation>团队从这里继续。以上内容来自记录“%1”。</translation>
    </message>
    <message>
        <source>The team continues from here. Everything above is from the recording “%1”, which has no times: those shown are made up.</source>
        <translation>团队从这里继续。以上内容来自记录“%1”，其中没有时间：显示的时间是虚拟的。</translation>
    </message>
    <message>
        <source>You let this team continue here, although it was not started here.</source>
        <translation>你让这个团队在此继续，尽管它不是在这里启动的。</translation>
    </message>
    <message>
        <source>The team of “%1” was not started by this Quarterdeck, so it does not continue on its own.</source>
        <translation>“%1”的团队不是由本机的 Quarterdeck 启动的，因此不会自行继续。</translation>
    </message>
    <message>
        <source>what its members read is sent to %1</source>
        <translation>成员读到的内容会发送到 %1</translation>
    </message>
    <message>
        <source>what its members read is sent to %1 (your connection “%2”)</source>
        <extracomment>%2 is the name of a stored connection</extracomment>
        <translation>成员读到的内容会发送到 %1（你的连接“%2”）</translation>
    </message>
    <message>
        <source>If it continues, %1, without a key.</source>
        <extracomment>%1 says what is sent where</extracomment>
        <translation>如果继续，%1，不带密钥。</translation>
    </message>
    <message>
        <source>If it continues, %1, with the value of your environment variable %2 as the key.</source>
        <extracomment>%1 says what is sent where, %2 is the name of an environment variable</extracomment>
        <translation>如果继续，%1，并以你的环境变量 %2 的内容作为密钥。</translation>
    </message>
    <message>
        <source>If it continues, %1, with the key that you stored for it.</source>
        <extracomment>%1 says what is sent where</extracomment>
        <translation>如果继续，%1，并使用你为它保存的密钥。</translation>
    </message>
    <message>
        <source>If it continues, what its members read is sent through the connection “%1”.</source>
        <translation>如果继续，成员读到的内容会通过连接“%1”发送。</translation>
    </message>
    <message>
        <source>Its members write files in %1.</source>
        <translation>成员会在 %1 中写入文件。</translation>
    </message>
    <message>
        <source>Its members read files in %1.</source>
        <translation>成员会读取 %1 中的文件。</translation>
    </message>
    <message>
        <source>What they write is committed to the git repository there.</source>
        <translation>写入的内容会提交到那里的 git 仓库。</translation>
    </message>
    <message>
        <source>“%1” now leads to a different place than when it was chosen, so the team cannot work in it.</source>
        <translation>“%1”现在指向的位置与选择时不同，因此团队不能在其中工作。</translation>
    </message>
    <message numerus="yes">
        <source>%n round(s) are done. How should the team continue?</source>
        <translation>
            <numerusform>已完成 %Ln 轮。团队应如何继续？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more round(s)</source>
        <translation>
            <numerusform>再进行 %Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Then you will be asked again. You can also type another number.</source>
        <translation>之后会再次询问你。你也可以自己写一个数字。</translation>
    </message>
    <message>
        <source>Shells and terminals run this file automatically when the folder is entered, or when they start.</source>
        <translation>进入文件夹或启动时，shell 和终端会自行运行此文件。</translation>
    </message>
    <message>
        <source>Editors apply this file automatically when the folder is opened, and it can name programs that they run.</source>
        <translation>打开文件夹时，编辑器会自行遵从此文件，其中可以指定由它们运行的程序。</translation>
    </message>
    <message>
        <source>Git and tools like it apply this file automatically, and it can be or name a program that they run.</source>
        <translation>Git 及类似工具会自行遵从此文件，它可以是或指定由它们运行的程序。</translation>
    </message>
    <message>
        <source>Build servers run what is in this file automatically, with the rights that they have.</source>
        <translation>构建服务器会以其权限自行运行此文件中的内容。</translation>
    </message>
    <message>
        <source>Build tools run what is in this file, and some editors let them do so when the folder is opened.</source>
        <translation>构建工具会运行此文件中的内容，有些编辑器在打开文件夹时就会让它们这样做。</translation>
    </message>
    <message>
        <source>Package managers apply this file automatically, and it can name programs that they run or where they get packages.</source>
        <translation>包管理器会自行遵从此文件，其中可以指定由它们运行的程序或软件包的来源。</translation>
    </message>
    <message>
        <source>Python or its tools run this file automatically, whatever else is run.</source>
        <translation>无论运行什么，Python 或其工具都会自行运行此文件。</translation>
    </message>
    <message>
        <source>Tests and checks, which many editors run automatically, apply this file, and it can be or name a program.</source>
        <translation>测试和检查（许多编辑器会自行运行它们）会遵从此文件，它可以是或指定一个程序。</translation>
    </message>
    <message>
        <source>Other agents follow this file automatically, and it can name programs that they run.</source>
        <translation>其他智能体会自动遵循此文件，其中可指定它们要运行的程序。</translation>
    </message>
    <message>
        <source>The desktop or the system can start what is in this file automatically.</source>
        <translation>桌面或系统可以自行启动此文件中的内容。</translation>
    </message>
    <message>
        <source>This file can say who may use your account, or where your programs send data.</source>
        <translation>此文件可以规定谁能使用你的账户，或你的程序把什么发送到哪里。</translation>
    </message>
    <message>
        <source>Debuggers and consoles run this file automatically when they start in its folder.</source>
        <translation>调试器和控制台在其文件夹中启动时会自行运行此文件。</translation>
    </message>
    <message>
        <source>Hidden files are mostly settings that tools apply automatically.</source>
        <translation>隐藏文件大多是工具会自行遵从的设置。</translation>
    </message>
    <message>
        <source>Some file systems treat such a name as that of another file, which tools may run automatically.</source>
        <translation>有些文件系统会把这样的名称当作另一个文件的名称，而工具可能会自行运行那个文件。</translation>
    </message>
    <message>
        <source>%1 So you are asked, whatever this team may do.</source>
        <extracomment>%1 is a sentence that says who runs a file by itself</extracomment>
        <translation>%1因此，无论该团队有何权限，都会询问你。</translation>
    </message>
    <message>
        <source>“%1” is or contains a folder that the system needs to run: choose another folder.</source>
        <translation>“%1”是系统运行所需的文件夹，或包含这样的文件夹：请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” is or contains a folder of settings that programs apply automatically: choose another folder.</source>
        <translation>“%1”是程序会自行遵从的设置文件夹，或包含这样的文件夹：请选择其他文件夹。</translation>
    </message>
    <message>
        <source>“%1” is or contains a folder whose programs run by name alone: choose another folder.</source>
        <translation>“%1”是其中的程序只凭名称就能运行的文件夹，或包含这样的文件夹：请选择其他文件夹。</translation>
    </message>
</context>
<context>
    <name>TeamStore</name>
    <message>
        <source>“%1” cannot be read: %2</source>
        <translation>无法读取“%1”：%2</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>“%1” cannot be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
    <message>
        <source>This file is left unchanged, and its team is not listed. %1</source>
        <translation>此文件保持原样，其中的团队不会列出。%1</translation>
    </message>
    <message>
        <source>“%1” cannot be removed: %2</source>
        <translation>无法移除“%1”：%2</translation>
    </message>
    <message>
        <source>There is no team “%1”, and no file with that name.</source>
        <translation>没有名为“%1”的团队，也没有这个名字的文件。</translation>
    </message>
</context>
<context>
    <name>TeamWords</name>
    <message>
        <source>Thinking</source>
        <translation>思考中</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>输出中</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等你回答</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>what a role does, and for how long</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>asks you</source>
        <translation>在问你</translation>
    </message>
    <message numerus="yes">
        <source>%n unread message(s)</source>
        <translation>
            <numerusform>%Ln 条未读</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for its program</source>
        <translation>等待其程序</translation>
    </message>
    <message>
        <source>A program plays this member, but none is connected. File ▸ Connect an agent… explains how to connect one.</source>
        <translation>这个成员由程序扮演，但目前没有程序接入。文件 ▸ 连接智能体… 说明了如何接入。</translation>
    </message>
    <message>
        <source>A program plays this member.</source>
        <translation>这个成员由程序扮演。</translation>
    </message>
    <message>
        <source>played by a program</source>
        <translation>由程序扮演</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused by you</source>
        <translation>被你暂停</translation>
    </message>
    <message>
        <source>%1 · muted</source>
        <extracomment>what a role does, and that nobody gets what it says</extracomment>
        <translation>%1 · 已禁言</translation>
    </message>
</context>
<context>
    <name>Titles</name>
    <message>
        <source>%1 (scripted demo)</source>
        <translation>%1（预设演示）</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Agent: %1</source>
        <translation>智能体：%1</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
</context>
<context>
    <name>TranscriptWords</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>%1, %2 %3</source>
        <translation>%3%2日 %1</translation>
    </message>
    <message>
        <source>%1, %2 %3 %4</source>
        <translation>%4年%3%2日 %1</translation>
    </message>
    <message>
        <source>%1 tok</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>1 new</source>
        <translation>1 条新消息</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>%1 条新消息</translation>
    </message>
    <message>
        <source>+%1</source>
        <translation>+%1</translation>
    </message>
    <message>
        <source>%1 in this conversation</source>
        <extracomment>said to who does not see it; %1: &quot;3 new&quot;</extracomment>
        <translation>此对话中有 %1</translation>
    </message>
    <message>
        <source>looks like %1</source>
        <translation>像是 %1</translation>
    </message>
    <message>
        <source>This is not %1; the name only looks similar.</source>
        <translation>这不是 %1：只是名字看起来相似。</translation>
    </message>
    <message>
        <source>Round %1 · 1 member</source>
        <translation>第 %1 轮 · 1 个成员</translation>
    </message>
    <message>
        <source>Round %1 · %2 members</source>
        <translation>第 %1 轮 · %2 个成员</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>%1 to %2, %3</source>
        <translation>%1 发给 %2，%3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>writing · %1 tok</source>
        <translation>输出中 · %1 词元</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>输出中</translation>
    </message>
    <message>
        <source>%1 finished writing</source>
        <translation>%1 输出完毕</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Raw message</source>
        <translation>原始消息</translation>
    </message>
    <message>
        <source>Copy link to this message</source>
        <translation>复制此消息的链接</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示源码</translation>
    </message>
    <message>
        <source>Show diagram</source>
        <translation>显示图</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Drawing the diagram…</source>
        <translation>正在绘制…</translation>
    </message>
    <message>
        <source>This diagram could not be drawn: %1</source>
        <translation>无法绘制此图：%1</translation>
    </message>
    <message>
        <source>This diagram&apos;s source is longer than %1 kB; it is shown as text.</source>
        <translation>此图的源码超过 %1 kB，按文本显示。</translation>
    </message>
    <message>
        <source>Longer than %1 kB: shown without syntax colours.</source>
        <translation>超过 %1 kB：不加语法颜色显示。</translation>
    </message>
    <message>
        <source>This table has more than %1 cells; the rest are not shown. “Raw message” has the whole table.</source>
        <translation>此表格超过 %1 个单元格，其余未显示。“原始消息”中有整个表格。</translation>
    </message>
    <message>
        <source>The first %1 diagrams of this message are drawn; this one is shown as text.</source>
        <translation>此消息的前 %1 个图表已绘制；这个以文本显示。</translation>
    </message>
    <message>
        <source>This table is not shown: the tables before it have too many cells. “Raw message” has it.</source>
        <translation>此表格未显示：它之前的表格单元格过多。“原始消息”中有它。</translation>
    </message>
    <message>
        <source>This message is longer than %1; the rest is collapsed.</source>
        <translation>此消息超过 %1 个字符，其余已折叠。</translation>
    </message>
    <message>
        <source>Show all as plain text</source>
        <translation>以纯文本显示全部</translation>
    </message>
    <message>
        <source>This formula is too long to format.</source>
        <translation>公式太长，无法排版。</translation>
    </message>
    <message>
        <source>Nested too deeply to format: shown as written.</source>
        <translation>嵌套过深，无法排版，按原样显示。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Image %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>An image embedded in the text (%1). It is not shown.</source>
        <translation>文本中嵌入的图片（%1），未显示。</translation>
    </message>
    <message>
        <source>An image at an address that is not loaded: %1</source>
        <translation>位于不会加载的地址的图片：%1</translation>
    </message>
    <message>
        <source>An image from %1</source>
        <translation>来自 %1 的图片</translation>
    </message>
    <message>
        <source>Not loaded. Loading it tells that server that you read this, and your IP address.</source>
        <translation>未加载。加载会让对方服务器知道你已阅读此消息，以及你的 IP 地址。</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>This link does not go where it says.</source>
        <translation>此链接的去向与文字不符。</translation>
    </message>
    <message>
        <source>Look at this address before you open it.</source>
        <translation>打开前请看清这个地址。</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>文字写的是</translation>
    </message>
    <message>
        <source>It goes to</source>
        <translation>实际去往</translation>
    </message>
    <message>
        <source>Why it is flagged</source>
        <translation>标记原因</translation>
    </message>
    <message>
        <source>another host</source>
        <translation>另一个主机</translation>
    </message>
    <message>
        <source>mixed scripts in the name</source>
        <translation>名称混用多种文字</translation>
    </message>
    <message>
        <source>an encoded name</source>
        <translation>编码的名称</translation>
    </message>
    <message>
        <source>a user name before the host</source>
        <translation>主机前有用户名</translation>
    </message>
    <message>
        <source>a bare IP address</source>
        <translation>裸 IP 地址</translation>
    </message>
    <message>
        <source>an address on this computer</source>
        <translation>本机地址</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>This sound or video cannot be played here.</source>
        <translation>无法在此播放这段录音或录像。</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>no result yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Show all %1 lines</source>
        <translation>显示全部 %1 行</translation>
    </message>
    <message>
        <source>Show fewer lines</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>Structured content</source>
        <translation>结构化内容</translation>
    </message>
    <message>
        <source>Unknown content</source>
        <translation>未知内容</translation>
    </message>
    <message>
        <source>Unknown event: %1, version %2</source>
        <translation>未知的事件：%1，版本 %2</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>%1 项</translation>
    </message>
    <message>
        <source>%1 fields</source>
        <translation>%1 个字段</translation>
    </message>
    <message>
        <source>Show %1 more</source>
        <translation>再显示 %1 项</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私聊</translation>
    </message>
    <message>
        <source>you and %1 · nobody else sees this</source>
        <translation>你与 %1 · 其他人看不到</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1，历时 %2</translation>
    </message>
    <message>
        <source>Open as channel</source>
        <translation>作为频道打开</translation>
    </message>
    <message>
        <source>Undelivered.</source>
        <translation>未送达。</translation>
    </message>
    <message>
        <source>Nobody here is called “%1”. The message is in the log, but no member received it.</source>
        <translation>这里没有叫“%1”的成员。消息已记录，但没有成员收到。</translation>
    </message>
    <message>
        <source>It is in the log, but no member received it.</source>
        <translation>消息已记录，但没有成员收到。</translation>
    </message>
    <message>
        <source>Send to…</source>
        <translation>转发给…</translation>
    </message>
    <message>
        <source>Annotated mistake.</source>
        <translation>标注的错误。</translation>
    </message>
    <message>
        <source>Note.</source>
        <translation>备注。</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>%1 标注</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>or answer in your own words</source>
        <translation>或用自己的话回答</translation>
    </message>
    <message>
        <source>Type an answer</source>
        <translation>输入回答</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Send answers</source>
        <translation>提交回答</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>* required</source>
        <translation>* 必填</translation>
    </message>
    <message>
        <source>Question from %1</source>
        <translation>%1 的提问</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>剩余 %1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min left</source>
        <translation>剩余 %1 小时 %2 分</translation>
    </message>
    <message>
        <source>under a minute: %1</source>
        <translation>不到一分钟：%1</translation>
    </message>
    <message>
        <source>time is up</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>paused · %1 left</source>
        <translation>已暂停 · %1</translation>
    </message>
    <message>
        <source>%1 answered “%2” at %3</source>
        <translation>%1 于 %3 回答“%2”</translation>
    </message>
    <message>
        <source>%1 answered at %2</source>
        <translation>%1 于 %2 作答</translation>
    </message>
    <message>
        <source>You answered “%1” at %2</source>
        <translation>你于 %2 回答“%1”</translation>
    </message>
    <message>
        <source>You answered at %1</source>
        <translation>你于 %1 作答</translation>
    </message>
    <message>
        <source>%1 declined at %2</source>
        <translation>%1 于 %2 拒绝回答</translation>
    </message>
    <message>
        <source>You declined at %1</source>
        <translation>你于 %1 拒绝回答</translation>
    </message>
    <message>
        <source>Nobody answered in time; “%1” was chosen at %2</source>
        <translation>无人按时回答，%2 选择了“%1”</translation>
    </message>
    <message>
        <source>Nobody answered in time (%1)</source>
        <translation>无人按时回答（%1）</translation>
    </message>
    <message>
        <source>Withdrawn at %1</source>
        <translation>于 %1 撤回</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <translation>%1，%2 之后</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>跳到那里</translation>
    </message>
    <message>
        <source>%1 invisible or direction-changing characters are shown in boxes. They are kept as written.</source>
        <translation>有 %1 个不可见或改变方向的字符以方框显示，内容保持原样。</translation>
    </message>
    <message>
        <source>1 invisible or direction-changing character is shown in a box. It is kept as written.</source>
        <translation>有 1 个不可见或改变方向的字符以方框显示，内容保持原样。</translation>
    </message>
    <message>
        <source>This field is required.</source>
        <translation>此项必填。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>This must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
    <message>
        <source>At least %1.</source>
        <translation>不小于 %1。</translation>
    </message>
    <message>
        <source>At most %1.</source>
        <translation>不大于 %1。</translation>
    </message>
    <message>
        <source>At least %1 characters.</source>
        <translation>至少 %1 个字符。</translation>
    </message>
    <message>
        <source>At most %1 characters.</source>
        <translation>至多 %1 个字符。</translation>
    </message>
    <message>
        <source>This is not in the requested format.</source>
        <translation>格式不符合要求。</translation>
    </message>
    <message>
        <source>This is not valid JSON.</source>
        <translation>这不是有效的 JSON。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Messages in this channel will appear here.</source>
        <translation>此频道的消息会显示在这里。</translation>
    </message>
    <message>
        <source>This message could not be formatted; it is shown as received.</source>
        <translation>此消息无法排版，按收到的样子显示。</translation>
    </message>
    <message>
        <source>Draw it again</source>
        <translation>重新绘制</translation>
    </message>
    <message>
        <source>%1, to %2</source>
        <translation>%1，发给 %2</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Show as written</source>
        <translation>显示原文</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Show formatted</source>
        <translation>显示排版效果</translation>
    </message>
    <message>
        <source>Copy from here to another message…</source>
        <translation>从此处复制到另一条消息…</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source>%1 more lines are not printed.</source>
        <translation>另有 %1 行未打印。</translation>
    </message>
    <message>
        <source>%1 more are not printed.</source>
        <translation>另有 %1 项未打印。</translation>
    </message>
    <message>
        <source>1 item</source>
        <translation>1 项</translation>
    </message>
    <message>
        <source>1 field</source>
        <translation>1 个字段</translation>
    </message>
    <message>
        <source>no result</source>
        <translation>没有结果</translation>
    </message>
    <message>
        <source>Not answered in this recording.</source>
        <translation>在此记录中未作答。</translation>
    </message>
    <message>
        <source>Open the diagram</source>
        <translation>打开图表</translation>
    </message>
    <message>
        <source>Rows in this channel: messages, questions and events</source>
        <translation>此频道的行：消息、提问和事件</translation>
    </message>
    <message>
        <source>Edit…</source>
        <extracomment>opens a text that was proposed, to be changed by the person</extracomment>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Answer with this</source>
        <translation>以此回答</translation>
    </message>
    <message>
        <source>Remote images are not loaded in this session.</source>
        <translation>本会话不加载外部图片。</translation>
    </message>
    <message>
        <source>Not loaded: its address is not encrypted (http).</source>
        <translation>未加载：其地址未加密（http）。</translation>
    </message>
    <message>
        <source>It cannot be loaded here.</source>
        <translation>此处无法加载。</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>Load once</source>
        <translation>加载一次</translation>
    </message>
    <message>
        <source>Always in this session</source>
        <translation>本会话始终加载</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Never in this session</source>
        <translation>本会话从不加载</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新询问</translation>
    </message>
    <message>
        <source>In this session, ask before loading remote images</source>
        <translation>本会话加载外部图片前先询问</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>It was loaded, but newer ones have since replaced it.</source>
        <translation>它加载过，但已被较新的图片取代。</translation>
    </message>
    <message>
        <source>Result of %1</source>
        <translation>%1 的结果</translation>
    </message>
    <message>
        <source>result below</source>
        <translation>结果在下方</translation>
    </message>
    <message>
        <source>call above</source>
        <translation>调用在上方</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Not delivered yet</source>
        <translation>尚未送达</translation>
    </message>
    <message>
        <source>This reply is longer than %1; the rest will appear when it is finished.</source>
        <translation>此回复超过 %1 个字符，其余部分将在写完后显示。</translation>
    </message>
    <message>
        <source>Keep in memory (M)</source>
        <translation>保留在记忆中 (M)</translation>
    </message>
    <message>
        <source>Stop keeping in memory (M)</source>
        <translation>取消保留在记忆中 (M)</translation>
    </message>
    <message>
        <source>Kept in memory</source>
        <translation>已保留在记忆中</translation>
    </message>
    <message>
        <source>Stays in the memory of every member who has it, however old it gets</source>
        <translation>无论多久，都保留在每个拥有它的成员的记忆中</translation>
    </message>
    <message>
        <source>More than %1.</source>
        <translation>大于 %1。</translation>
    </message>
    <message>
        <source>Less than %1.</source>
        <translation>小于 %1。</translation>
    </message>
    <message>
        <source>A multiple of %1.</source>
        <translation>%1 的倍数。</translation>
    </message>
    <message>
        <source>At least %1 items.</source>
        <translation>至少 %1 项。</translation>
    </message>
    <message>
        <source>At most %1 items.</source>
        <translation>最多 %1 项。</translation>
    </message>
    <message>
        <source>This must be a JSON object: {…}.</source>
        <translation>这里必须是 JSON 对象：{…}。</translation>
    </message>
    <message>
        <source>This must be a JSON list: […].</source>
        <translation>这里必须是 JSON 列表：[…]。</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Add images</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Rows %1 to %2 of %3</source>
        <translation>第 %1–%2 行 / %3</translation>
    </message>
    <message>
        <source>Row %1 of %2</source>
        <translation>第 %1 行 / %2</translation>
    </message>
    <message>
        <source>Choose a connection…</source>
        <translation>选择连接…</translation>
    </message>
    <message>
        <source>Warning</source>
        <extracomment>above what a program told the person</extracomment>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <extracomment>above what a program told the person</extracomment>
        <translation>错误</translation>
    </message>
    <message>
        <source>Reason (optional)</source>
        <translation>理由（可选）</translation>
    </message>
    <message>
        <source>%1 wrote</source>
        <extracomment>said to who does not see it: a message of %1 has come</extracomment>
        <translation>%1 发了消息</translation>
    </message>
    <message>
        <source>%1 new messages from %2</source>
        <extracomment>%1: how many; %2: names</extracomment>
        <translation>%2 发来 %1 条新消息</translation>
    </message>
    <message>
        <source>Diagram: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>%1 more lines of this diff are not shown. “Raw message” shows all of it.</source>
        <translation>此差异还有 %1 行未显示。“原始消息”会显示全部。</translation>
    </message>
    <message>
        <source>too many hidden characters: from here on, each is shown as ▯</source>
        <translation>隐藏字符过多：自此起每个以 ▯ 表示</translation>
    </message>
    <message>
        <source>The first %1 formulas of this message are formatted; the rest are shown as written.</source>
        <translation>此消息的前 %1 个公式已排版；其余按原样显示。</translation>
    </message>
    <message>
        <source>Note %1</source>
        <translation>注 %1</translation>
    </message>
    <message>
        <source>Back to note %1 in the text</source>
        <translation>回到正文中的注 %1</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>This image could not be shown: it is missing, damaged or larger than 64 megapixels.</source>
        <translation>无法显示此图片：它已缺失、损坏，或超过 6400 万像素。</translation>
    </message>
    <message>
        <source>Audio from %1</source>
        <translation>来自 %1 的音频</translation>
    </message>
    <message>
        <source>This image cannot be shown: only PNG, JPEG, WebP, GIF and SVG are supported.</source>
        <translation>无法显示此图片：只支持 PNG、JPEG、WebP、GIF 和 SVG。</translation>
    </message>
    <message>
        <source>This image (SVG) could not be drawn: it is damaged, takes too long, or is larger than 1 MB.</source>
        <translation>无法绘制此图片（SVG）：它已损坏、绘制耗时过长，或超过 1 MB。</translation>
    </message>
    <message>
        <source>Code</source>
        <extracomment>said to who does not see it: a box that scrolls by itself, as the next four</extracomment>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code: %1</source>
        <translation>代码：%1</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Diff: %1</source>
        <translation>差异：%1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>A video from %1</source>
        <translation>来自 %1 的视频</translation>
    </message>
    <message>
        <source>A file from %1</source>
        <translation>来自 %1 的文件</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>%1 embedded in the text (%2). It is not shown.</source>
        <translation>文本中嵌入的%1（%2），未显示。</translation>
    </message>
    <message>
        <source>%1 at an address that is not loaded: %2</source>
        <translation>位于不会加载的地址的%1：%2</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Show %1 more images</source>
        <translation>再显示 %1 张图片</translation>
    </message>
    <message>
        <source>Show 1 more image</source>
        <translation>再显示 1 张图片</translation>
    </message>
    <message>
        <source>another address</source>
        <translation>另一个地址</translation>
    </message>
    <message>
        <source>more recipients</source>
        <translation>更多收件人</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>After row %1</source>
        <extracomment>all rows are above what is in sight, which is still being written; %1: how many</extracomment>
        <translation>在第 %1 行之后</translation>
    </message>
    <message>
        <source>Answer in words</source>
        <translation>用文字回答</translation>
    </message>
    <message>
        <source>Decide…</source>
        <translation>决定…</translation>
    </message>
    <message>
        <source>Opens this question in the side panel, where you approve or reject it</source>
        <translation>在侧边面板中打开此问题，由你在那里批准或拒绝</translation>
    </message>
    <message>
        <source>from the command line (%1)</source>
        <translation>来自命令行（%1）</translation>
    </message>
    <message>
        <source>Shows this message in the side panel, where you let it go, change it, or drop it</source>
        <translation>在侧面板中显示此消息，可在那里放行、修改或丢弃</translation>
    </message>
    <message>
        <source>%1, will be held</source>
        <extracomment>%1 is &quot;writing, 120 tokens&quot;</extracomment>
        <translation>%1，将被扣住</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>There is no file “%1”.</source>
        <translation>没有文件“%1”。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a recorded session.</source>
        <translation>“%1”是文件夹，不是录制的会话。</translation>
    </message>
    <message>
        <source>“%1” is a device or pipe, not a recorded session.</source>
        <translation>“%1”是设备或管道，不是录制的会话。</translation>
    </message>
    <message>
        <source>“%1” is a device or pipe; an export cannot replace it.</source>
        <translation>“%1”是设备或管道，导出不能取代它。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” cannot be written: %2.</source>
        <translation>无法写入“%1”：%2。</translation>
    </message>
    <message>
        <source>The attachment “%1” is too large.</source>
        <translation>附件“%1”太大。</translation>
    </message>
    <message>
        <source>“%1” was not imported: %2</source>
        <translation>“%1”未导入：%2</translation>
    </message>
    <message>
        <source>The import of “%1” was cancelled.</source>
        <translation>“%1”的导入已取消。</translation>
    </message>
    <message>
        <source>The export was cancelled.</source>
        <translation>导出已取消。</translation>
    </message>
    <message>
        <source>“%1” was not imported: %2 The part already imported stays hidden and is removed the next time the library is opened.</source>
        <translation>“%1”未导入：%2 已写入的部分不会显示，下次打开资料库时将被删除。</translation>
    </message>
    <message>
        <source>“%1” is not an export format.</source>
        <translation>“%1”不是可导出的格式。</translation>
    </message>
    <message>
        <source>Another program is writing to “%1”. Import it again in a moment.</source>
        <translation>“%1”正被另一个程序写入：请稍后再导入。</translation>
    </message>
    <message>
        <source>Only the conversations in “%1” were imported. Left out: %2.</source>
        <extracomment>%2 is a list of tables with the number of their rows</extracomment>
        <translation>只导入了“%1”中的对话；未导入的有：%2。</translation>
    </message>
    <message>
        <source>“%1” was read experimentally: files of this kind are known from their description only. Check the result.</source>
        <translation>“%1”的读取是实验性的：这类文件只能依据其说明来识别。请检查结果。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in “%1” were left out because their run is missing.</source>
        <translation>
            <numerusform>“%1”中有 %Ln 条消息所属的运行不存在，未导入。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” has too many files: only the first %2 were read. “%3” and the files after it were skipped.</source>
        <translation>“%1”中的文件太多：只读取了前 %2 个，“%3”及其后的文件已跳过。</translation>
    </message>
    <message>
        <source>The contents of “%1” were skipped: it is more than %2 folders deep.</source>
        <translation>“%1”中的内容已跳过：它位于 %2 层以上的文件夹之下。</translation>
    </message>
    <message>
        <source>“%1” must be read from a copy, but no temporary folder could be created in “%2”.</source>
        <translation>“%1”要从副本读取，但无法在“%2”中为其创建临时文件夹。</translation>
    </message>
    <message>
        <source>“%1” is the library that is open in this program, so it was not imported.</source>
        <translation>“%1”是本程序已打开的资料库，因此没有导入。</translation>
    </message>
    <message>
        <source>The database “%1” is damaged.</source>
        <translation>数据库“%1”已损坏。</translation>
    </message>
    <message>
        <source>“%1” is a database, but not one from AgentScope Studio, OpenCode or Cursor.</source>
        <translation>“%1”是数据库，但不是 AgentScope Studio、OpenCode 或 Cursor 的。</translation>
    </message>
    <message>
        <source>“%1” is too large to be a saved team.</source>
        <translation>“%1”作为保存的团队过大。</translation>
    </message>
    <message>
        <source>“%1” is damaged, or is not a session package.</source>
        <translation>“%1”已损坏，或者不是一个会话的文件包。</translation>
    </message>
    <message>
        <source>“%1” is a library, not a package of one session; open it with --library.</source>
        <translation>“%1”是一个库，而不是单个会话的文件包；请用 --library 打开它。</translation>
    </message>
    <message>
        <source>The format “%1” is written to a file, so it needs a file name.</source>
        <translation>“%1”格式会写入文件，因此需要文件名。</translation>
    </message>
    <message>
        <source>There is no recorded session in the folder “%1”.</source>
        <translation>文件夹“%1”里没有录制的会话。</translation>
    </message>
    <message>
        <source>“%1” is not a recording: to continue it, write a message in it.</source>
        <translation>“%1”不是记录：要继续，请在其中写一条消息。</translation>
    </message>
    <message>
        <source>Cancelled. The team was not continued from the recording.</source>
        <translation>已取消：团队没有从这份记录继续。</translation>
    </message>
    <message>
        <source>“%1” is a link, or is behind one. Links inside an import are not followed, because they may lead to any of your files.</source>
        <translation>“%1”是一个链接，或者位于链接之后。导入内容中的链接不会被跟随，因为它们可能通向你的任何文件。</translation>
    </message>
    <message>
        <source>Taken back: the person went back and took another way.</source>
        <translation>已收回：用户返回并改走了另一条路。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app</name>
    <message>
        <source>The library was damaged: %1 of %2 sessions recovered completely.</source>
        <translation>库已损坏：%2 个会话中有 %1 个完整恢复。</translation>
    </message>
    <message>
        <source>The damaged file is kept as “%1”.</source>
        <translation>损坏的文件保留为“%1”。</translation>
    </message>
    <message>
        <source>Recovered %1. The damaged file is kept as “%2”.</source>
        <translation>恢复于 %1。损坏的文件保存为“%2”。</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) are lost.</source>
        <translation>
            <numerusform>丢失了 %Ln 个事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) are lost and are shown as missing.</source>
        <translation>
            <numerusform>丢失了 %Ln 个附件，显示为缺失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lost</source>
        <translation>
            <numerusform>丢失 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attachment(s) lost</source>
        <translation>
            <numerusform>丢失 %Ln 个附件</numerusform>
        </translation>
    </message>
    <message>
        <source>Part of the file is missing; there may have been more sessions.</source>
        <translation>文件缺少一部分；原来可能有更多会话。</translation>
    </message>
    <message numerus="yes">
        <source>A backup from %1 has %n session(s).</source>
        <translation>
            <numerusform>%1 的备份有 %Ln 个会话。</numerusform>
        </translation>
    </message>
    <message>
        <source>more may be lost after them</source>
        <translation>其后可能还有丢失</translation>
    </message>
    <message>
        <source>Only the library&apos;s log was left, which holds the most recent changes; this was recovered from it.</source>
        <translation>资料库只剩下日志，其中是最近的更改；以下内容由此恢复。</translation>
    </message>
    <message>
        <source>The damaged file was recovered: %1 of %2 sessions completely.</source>
        <translation>已从损坏的文件恢复：%2 个会话中有 %1 个完整恢复。</translation>
    </message>
    <message>
        <source>The previous library is kept as “%1”.</source>
        <translation>原来的资料库保存为“%1”。</translation>
    </message>
    <message>
        <source>The library was damaged: %1 of %2 sessions recovered completely, %3 partly and %4 not at all.</source>
        <translation>库已损坏：%2 个会话中有 %1 个完整恢复，%3 个部分恢复，%4 个未能恢复。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n event(s)</source>
        <translation>
            <numerusform>%1/%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n message(s)</source>
        <translation>
            <numerusform>全部 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n event(s)</source>
        <translation>
            <numerusform>全部 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>The damaged file was recovered: %1 of %2 sessions completely, %3 partly and %4 not at all.</source>
        <translation>已从损坏的文件恢复：%2 个会话中有 %1 个完整恢复，%3 个部分恢复，%4 个未能恢复。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::ArtifactOpener</name>
    <message>
        <source>“%1” would open in another program.</source>
        <translation>“%1”将由另一个程序打开。</translation>
    </message>
    <message>
        <source>An agent wrote this file, and that program may run or load what is in it.</source>
        <translation>它由智能体写成，那个程序可能会运行或加载其中的内容。</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>No program on this desktop can open it.</source>
        <translation>此桌面没有能打开它的程序。</translation>
    </message>
    <message>
        <source>“%1” was not opened.</source>
        <translation>“%1”没有打开。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::ContinuationController</name>
    <message>
        <source>%1 of %2 events.</source>
        <translation>%2 个事件中的 %1 个。</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>没有保存任何内容。</translation>
    </message>
    <message>
        <source>The team of “%1” is continuing.</source>
        <translation>“%1”的团队继续工作。</translation>
    </message>
    <message>
        <source>Copying the history of “%1”…</source>
        <translation>正在复制“%1”的历史…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::ExportController</name>
    <message>
        <source>Some keys of your model connections could not be read from the keyring. They are removed only where their format or name gives them away.</source>
        <translation>有些模型连接的密钥无法从密钥环读出，只有在其形式或名称可辨认之处才会被移除。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::GatewayController</name>
    <message>
        <source>Agents cannot connect to this window on that port.</source>
        <translation>智能体无法通过该端口连接到此窗口。</translation>
    </message>
    <message>
        <source>Use another port</source>
        <translation>换一个端口</translation>
    </message>
    <message>
        <source>There is no free port.</source>
        <translation>没有空闲的端口。</translation>
    </message>
    <message>
        <source>Agents cannot connect to this window.</source>
        <translation>智能体无法连接到此窗口。</translation>
    </message>
    <message>
        <source>Agents now connect to port %1.</source>
        <translation>智能体现在连接到端口 %1。</translation>
    </message>
    <message>
        <source>Set this in your agents: studio_url=&quot;http://localhost:%1&quot;.</source>
        <translation>请在智能体中这样设置：studio_url=&quot;http://localhost:%1&quot;。</translation>
    </message>
    <message>
        <source>Only programs that need no token can connect to this window.</source>
        <translation>只有不需要令牌的程序才能连接到此窗口。</translation>
    </message>
    <message>
        <source>Agents still connect to port %1.</source>
        <translation>智能体仍连接到端口 %1。</translation>
    </message>
    <message>
        <source>The token has not changed.</source>
        <translation>令牌没有改变。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::ImportController</name>
    <message>
        <source>Only part of “%1” is watched.</source>
        <translation>“%1”只有一部分被监视。</translation>
    </message>
    <message>
        <source>It has more than %1 files that may be recordings; the rest are ignored. Watch the subfolder that holds the recordings instead.</source>
        <extracomment>%1 is a number</extracomment>
        <translation>其中可能是记录的文件超过 %1 个，其余的会忽略。请改为监视存放记录的子文件夹。</translation>
    </message>
    <message>
        <source>The import requested by another program has ended.</source>
        <translation>另一个程序请求的导入已结束。</translation>
    </message>
    <message>
        <source>It added no session.</source>
        <translation>没有添加会话。</translation>
    </message>
    <message numerus="yes">
        <source>Importing %n file(s)…</source>
        <translation>
            <numerusform>正在导入 %Ln 个文件…</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was imported.</source>
        <translation>没有导入任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) in total.</source>
        <translation>
            <numerusform>共 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n session(s).</source>
        <translation>
            <numerusform>已导入 %Ln 个会话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Updated %n session(s).</source>
        <translation>
            <numerusform>已更新 %Ln 个会话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new message(s).</source>
        <translation>
            <numerusform>%Ln 条新消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>The library has not changed.</source>
        <translation>资料库没有变化。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” was imported before and has %n new message(s).</source>
        <translation>
            <numerusform>“%1”先前已导入，现有 %Ln 条新消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” was imported before and has nothing new.</source>
        <translation>“%1”先前已导入，没有新内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before; some have new messages.</source>
        <translation>
            <numerusform>%Ln 个文件先前已导入，其中有的有新消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were imported before and have nothing new.</source>
        <translation>
            <numerusform>%Ln 个文件先前已导入，没有新内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) in the library were left unchanged.</source>
        <translation>
            <numerusform>库中的 %Ln 个会话保持原样。</numerusform>
        </translation>
    </message>
    <message>
        <source>It is “%1”, which is archived.</source>
        <translation>它是“%1”，已归档。</translation>
    </message>
    <message>
        <source>It is “%1”.</source>
        <translation>它是“%1”。</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Import as new</source>
        <translation>作为新会话导入</translation>
    </message>
    <message>
        <source>None of it was imported.</source>
        <translation>其内容均未导入。</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) of “%1” could not be read.</source>
        <translation>
            <numerusform>“%1”中有 %Ln 条记录无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>The rest was imported.</source>
        <translation>其余已导入。</translation>
    </message>
    <message>
        <source>“%1” starts like “%2”, which was imported before, but continues differently.</source>
        <translation>“%1”的开头与先前导入的“%2”相同，但后面的内容不同。</translation>
    </message>
    <message>
        <source>It was imported as a separate session; the other one is unchanged.</source>
        <translation>它已作为单独的会话导入；原来的会话保持原样。</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) from a watched folder were added or updated.</source>
        <translation>
            <numerusform>监视的文件夹中有 %Ln 个会话已导入或更新。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>“%1”, file %2 of %3: %4%.</source>
        <translation>“%1”，第 %2 个文件，共 %3 个：%4%。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s).</source>
        <translation>
            <numerusform>%Ln 条消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not started.</source>
        <translation>
            <numerusform>另有 %Ln 个文件尚未开始。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not started: %1.</source>
        <extracomment>%1 is the names of files</extracomment>
        <translation>尚未开始：%1。</translation>
    </message>
    <message>
        <source>Not recordings: %1.</source>
        <extracomment>%1 is the names of files</extracomment>
        <translation>不是录制的会话：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) are not recordings.</source>
        <translation>
            <numerusform>另有 %Ln 个文件不是录制的会话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not imported.</source>
        <translation>
            <numerusform>%Ln 个文件没有导入。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first: %1</source>
        <translation>第一个：%1</translation>
    </message>
    <message>
        <source>“%1” was added.</source>
        <translation>“%1”已导入。</translation>
    </message>
    <message>
        <source>“%1” was updated.</source>
        <translation>“%1”已更新。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message numerus="yes">
        <source>Another program imported %n session(s).</source>
        <translation>
            <numerusform>另一个程序导入了 %Ln 个会话。</numerusform>
        </translation>
    </message>
    <message>
        <source>The import was cancelled.</source>
        <translation>导入已取消。</translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) have records that could not be read.</source>
        <translation>
            <numerusform>另有 %Ln 个文件含有无法读取的记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of the new messages had already been added and are kept.</source>
        <translation>此前已有一部分新内容导入，并会保留。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::Keyring</name>
    <message>
        <source>The desktop&apos;s keyring did not answer.</source>
        <translation>桌面的密钥环没有回应。</translation>
    </message>
    <message>
        <source>Access to the desktop&apos;s keyring was denied.</source>
        <translation>对桌面密钥环的访问被拒绝。</translation>
    </message>
    <message>
        <source>This desktop has no keyring, so the key cannot be stored. Use an environment variable, or keep the key in memory until Quarterdeck closes.</source>
        <translation>此桌面没有密钥环，因此无法保存密钥。请改用环境变量，或把密钥仅留在内存中直到 Quarterdeck 关闭。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::NewSessionController</name>
    <message>
        <source>This team no longer exists.</source>
        <translation>这个团队已不存在。</translation>
    </message>
    <message>
        <source>The recording&apos;s team and its whole conversation. What each member has read and what was spent are carried over.</source>
        <translation>记录中的团队及其全部对话。每个成员读过什么、花费了多少，都会沿用。</translation>
    </message>
    <message>
        <source>%1 of the budget is already spent.</source>
        <translation>预算中已花费 %1。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::RecoveryWindow</name>
    <message>
        <source>Recovering the library</source>
        <translation>正在恢复资料库</translation>
    </message>
    <message>
        <source>The library “%1” is damaged. Whatever can be recovered goes into a new file; the damaged file is kept beside it.</source>
        <translation>资料库“%1”已损坏。能恢复的内容会恢复到新文件中；损坏的文件保留在旁边。</translation>
    </message>
    <message>
        <source>Opening a session</source>
        <translation>正在打开会话</translation>
    </message>
    <message>
        <source>Reading “%1”…</source>
        <translation>正在读取“%1”…</translation>
    </message>
    <message>
        <source>Restoring a backup</source>
        <translation>正在恢复备份</translation>
    </message>
    <message>
        <source>The backup is copied and checked before it replaces the library “%1”. Until then, the library does not change.</source>
        <translation>备份先被复制并检查，然后才取代资料库“%1”。在此之前资料库保持原样。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::TeamEditorController</name>
    <message>
        <source>Open a team from a file</source>
        <translation>从文件打开团队</translation>
    </message>
    <message>
        <source>Teams (*.json)</source>
        <translation>团队 (*.json)</translation>
    </message>
    <message>
        <source>Share the team as a file</source>
        <translation>将团队存为文件以便分享</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::WatchedFoldersController</name>
    <message>
        <source>Watch a folder</source>
        <translation>监视一个文件夹</translation>
    </message>
</context>
<context>
    <name>quarterdeck::app::WindowCommands</name>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Leave it stopped</source>
        <translation>保持停止</translation>
    </message>
</context>
<context>
    <name>quarterdeck::conversation</name>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Nobody here is called “%1”.</source>
        <translation>这里没有叫“%1”的成员。</translation>
    </message>
    <message>
        <source>”, “</source>
        <comment>between two names</comment>
        <translation>”、“</translation>
    </message>
    <message>
        <source>The team has no leader named “%1”.</source>
        <translation>团队中没有名为“%1”的负责人。</translation>
    </message>
    <message>
        <source>“%1” is already in the team.</source>
        <translation>“%1”已在团队中。</translation>
    </message>
    <message>
        <source>A member of the team needs a name.</source>
        <translation>团队成员需要名称。</translation>
    </message>
    <message>
        <source>“%1” is not a member of the team.</source>
        <translation>“%1”不是团队成员。</translation>
    </message>
    <message>
        <source>There is no such question to answer.</source>
        <translation>没有这样的问题可回答。</translation>
    </message>
    <message>
        <source>This question timed out and already has a late answer from %1.</source>
        <translation>此问题已超时，且 %1 已补答。</translation>
    </message>
    <message>
        <source>This question has already been answered by %1.</source>
        <translation>%1 已回答此问题。</translation>
    </message>
    <message>
        <source>This question has already been declined by %1.</source>
        <translation>%1 已拒绝回答此问题。</translation>
    </message>
    <message>
        <source>This question has timed out.</source>
        <translation>此问题已超时。</translation>
    </message>
    <message>
        <source>“%1” has withdrawn this question.</source>
        <translation>“%1”已撤回此问题。</translation>
    </message>
    <message>
        <source>This question has already been asked.</source>
        <translation>此问题已提过。</translation>
    </message>
    <message>
        <source>The question from “%1” has no text.</source>
        <translation>“%1”的提问没有文字。</translation>
    </message>
    <message>
        <source>The default “%1” is not one of the question&apos;s options.</source>
        <translation>默认值“%1”不在选项之中。</translation>
    </message>
    <message>
        <source>“%1” is not one of the question&apos;s options.</source>
        <translation>“%1”不在选项之中。</translation>
    </message>
    <message>
        <source>The answer is empty.</source>
        <translation>回答是空的。</translation>
    </message>
    <message>
        <source>This question must be answered with a form.</source>
        <translation>此问题需要填写表单。</translation>
    </message>
    <message>
        <source>The field “%1” is required.</source>
        <translation>字段“%1”必填。</translation>
    </message>
    <message>
        <source>The question&apos;s deadline has not been reached.</source>
        <translation>问题的期限未到。</translation>
    </message>
    <message>
        <source>The question&apos;s deadline is paused.</source>
        <translation>问题的期限已暂停。</translation>
    </message>
    <message>
        <source>The question has no deadline.</source>
        <translation>问题没有期限。</translation>
    </message>
    <message>
        <source>The answer to this question has already been delivered.</source>
        <translation>此问题的回答已送达。</translation>
    </message>
    <message>
        <source>The filter “%1” rejected this message. The message is in the log, but no member received it.</source>
        <translation>过滤器“%1”拒绝了此消息。消息已记录，但没有成员收到。</translation>
    </message>
    <message>
        <source>There is no filter named “%1”.</source>
        <translation>没有名为“%1”的过滤器。</translation>
    </message>
    <message>
        <source>The session has not started.</source>
        <translation>会话尚未开始。</translation>
    </message>
    <message>
        <source>The session has already started.</source>
        <translation>会话已经开始。</translation>
    </message>
    <message>
        <source>There is no open direct chat with “%1”.</source>
        <translation>没有与“%1”进行中的私聊。</translation>
    </message>
    <message>
        <source>The direct chat with “%1” has not been idle long enough.</source>
        <translation>与“%1”的私聊静默时间还不够长。</translation>
    </message>
    <message>
        <source>This session follows MetaGPT&apos;s rules: while it is public, everyone hears every message.</source>
        <translation>此会话遵循 MetaGPT 的规则：公开时，所有人可见每条消息。</translation>
    </message>
    <message>
        <source>A run that has started cannot be set back to not started.</source>
        <translation>已开始的运行不能改为未开始。</translation>
    </message>
    <message>
        <source>A budget must be zero or more.</source>
        <translation>预算必须是零或正数。</translation>
    </message>
    <message>
        <source>There is no event %1 in this session.</source>
        <translation>此会话中没有事件 %1。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not an image.</source>
        <translation>“%1”是文件夹，不是图片。</translation>
    </message>
    <message>
        <source>A stored value is damaged and cannot be read.</source>
        <translation>有一个存储的值已损坏，无法读取。</translation>
    </message>
    <message>
        <source>A stored event of kind “%1” is damaged and cannot be read.</source>
        <translation>一个“%1”类型的存储事件已损坏，无法读取。</translation>
    </message>
    <message>
        <source>This is not valid JSON.</source>
        <translation>这不是有效的 JSON。</translation>
    </message>
    <message>
        <source>This JSON is nested too deeply to be read.</source>
        <translation>此 JSON 嵌套过深，无法读取。</translation>
    </message>
    <message>
        <source>This session is a recording: nothing can be added to it.</source>
        <translation>此会话是一份记录，不能再添加内容。</translation>
    </message>
    <message>
        <source>This session already keeps %1 messages in memory, the most it can. Stop keeping one first.</source>
        <translation>此会话已在记忆中保留 %1 条消息，达到上限。请先取消保留一条。</translation>
    </message>
    <message>
        <source>“%1” looks like the name of this program. Give the member another name.</source>
        <translation>“%1”看起来像本程序的名称：请给该成员换一个名称。</translation>
    </message>
    <message>
        <source>Say who is to get this message.</source>
        <translation>请说明谁应收到这条消息。</translation>
    </message>
    <message>
        <source>“%1” is not a regular expression: %2.</source>
        <translation>“%1”不是正则表达式：%2。</translation>
    </message>
    <message>
        <source>There is no such hold rule.</source>
        <translation>没有这样的扣住规则。</translation>
    </message>
    <message>
        <source>This message is not, or no longer, held.</source>
        <translation>此消息没有被扣住，或已不再扣住。</translation>
    </message>
    <message>
        <source>An earlier message from %1 is still held. Let that one go first.</source>
        <translation>%1 的一条更早的消息仍被扣住。请先放行那一条。</translation>
    </message>
    <message>
        <source>This session already has %1 hold rules, the most it can have. Remove one first.</source>
        <translation>此会话已有 %1 条扣住规则，达到上限。请先移除一条。</translation>
    </message>
    <message>
        <source>A rule made since then holds this message.</source>
        <translation>此后设立的一条规则扣住了此消息。</translation>
    </message>
    <message>
        <source>no member</source>
        <translation>没有任何成员</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>When it was held, this message would have reached %1. Now it would reach %2.</source>
        <translation>扣住时，此消息会送达：%1。现在会送达：%2。</translation>
    </message>
    <message>
        <source>%1 messages are held already, the most there can be. Decide some of them first.</source>
        <translation>已扣住 %1 条消息，达到上限。请先处理其中一些。</translation>
    </message>
    <message>
        <source>This hold rule is too long.</source>
        <translation>此扣住规则过长。</translation>
    </message>
    <message>
        <source>The members of this session speak to each other outside Quarterdeck, so nothing that they say can be held.</source>
        <translation>此会话的成员在 Quarterdeck 之外交谈，因此无法扣住他们的消息。</translation>
    </message>
    <message>
        <source>“%1” acts outside Quarterdeck, so it cannot be paused or muted here.</source>
        <translation>“%1”在 Quarterdeck 之外行动，因此不能在此暂停或禁言。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::session</name>
    <message>
        <source>“has:%1” is not a filter: “has:” takes image, audio, video, file, tool, question or error.</source>
        <translation>“has:%1”不是筛选条件：“has:”后面应为 image、audio、video、file、tool、question 或 error。</translation>
    </message>
    <message>
        <source>“%1:%2” is not a filter: “%1:” takes a day, month or year, as in “%1:2026-03-01”.</source>
        <translation>“%1:%2”不是筛选条件：“%1:”后面应为某日、某月或某年，例如“%1:2026-03-01”。</translation>
    </message>
    <message>
        <source>“%1:” needs a name right after the colon, as in “%1:Bob”.</source>
        <translation>“%1:”的冒号后面须紧跟一个名称，例如“%1:Bob”。</translation>
    </message>
    <message>
        <source>“%1:” is not a filter; use “%2:”.</source>
        <translation>“%1:”不是筛选条件；请用“%2:”。</translation>
    </message>
    <message>
        <source>No message matches in the private chats with “%1”. “in:private” searches all private chats, “in:public” all public messages.</source>
        <translation>与“%1”的私聊中没有匹配的消息。“in:private”搜索所有私聊，“in:public”搜索所有公开消息。</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n word(s) are searched for. Put a longer passage in quotation marks.</source>
        <translation>
            <numerusform>只查找前 %Ln 个词。请把较长的一段话放在引号里。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1:” is not a filter, so it was searched for as text. Filters: from:, in:, has:, tool:, on:, after:, before:.</source>
        <translation>“%1:”不是筛选条件，已按文字查找。筛选条件有：from:、in:、has:、tool:、on:、after:、before:。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::session::SessionHub</name>
    <message>
        <source>“%1” is still running. Stop it before you archive it.</source>
        <translation>“%1”还在运行。请先停止，再归档。</translation>
    </message>
    <message>
        <source>Only archived sessions can be deleted.</source>
        <translation>只能删除已归档的会话。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::storage</name>
    <message>
        <source>The snapshot after event %1 cannot be read; a repair rebuilds it.</source>
        <translation>事件 %1 之后的快照无法读取；修复时会重新生成。</translation>
    </message>
    <message>
        <source>The snapshot after event %1 does not match the events; a repair rebuilds it from them.</source>
        <translation>事件 %1 之后的快照与由事件得出的状态不一致；修复时会由事件重新生成。</translation>
    </message>
    <message>
        <source>The attachment %1 is damaged: its contents have changed since it was stored.</source>
        <translation>附件 %1 已损坏：其内容与存入时不同。</translation>
    </message>
    <message>
        <source>The attachment %1 of event %2 is damaged: its contents have changed since it was stored.</source>
        <translation>事件 %2 所显示的附件 %1 已损坏：其内容与存入时不同。</translation>
    </message>
    <message>
        <source>Its entry in the list of sessions does not match its events.</source>
        <translation>会话列表中的内容与其事件不一致。</translation>
    </message>
    <message>
        <source>The view “%1” has %2 rows instead of %3.</source>
        <translation>视图“%1”有 %2 行，应有 %3 行。</translation>
    </message>
    <message>
        <source>Another running Quarterdeck has the library “%1” open. Close it first, or use its window.</source>
        <translation>另一个正在运行的 Quarterdeck 已打开资料库“%1”。请先关闭它，或在它的窗口中操作。</translation>
    </message>
    <message>
        <source>The library “%1” was written by a newer version of Quarterdeck, so it is read-only. Update Quarterdeck to write to it.</source>
        <translation>资料库“%1”由更新版本的 Quarterdeck 写入，因此只读。要写入，请更新 Quarterdeck。</translation>
    </message>
    <message>
        <source>The library “%1” was written by a newer version of Quarterdeck, and this version cannot read it. Update Quarterdeck to open it.</source>
        <translation>资料库“%1”由更新版本的 Quarterdeck 写入，本版本无法读取。要打开它，请更新 Quarterdeck。</translation>
    </message>
    <message>
        <source>The backup “%1” was made by a newer version of Quarterdeck; once restored, it could only be read. Nothing has changed. Update Quarterdeck to restore it.</source>
        <translation>备份“%1”由更新版本的 Quarterdeck 制作：恢复后只能读取。没有任何改动。要恢复它，请更新 Quarterdeck。</translation>
    </message>
    <message>
        <source>The library “%1” is read-only: nothing can be changed.</source>
        <translation>资料库“%1”以只读方式打开，无法更改任何内容。</translation>
    </message>
    <message>
        <source>There is no library “%1”, and none can be created there: the folder cannot be written to.</source>
        <translation>没有资料库“%1”，也无法在那里新建：其文件夹不可写入。</translation>
    </message>
    <message>
        <source>“%1” is not a Quarterdeck library. It was not changed.</source>
        <translation>“%1”不是 Quarterdeck 资料库，没有被更改。</translation>
    </message>
    <message>
        <source>Part of the library “%1” is missing. The library was not changed.</source>
        <translation>资料库“%1”缺少一部分内容，没有被更改。</translation>
    </message>
    <message>
        <source>There is no library “%1”.</source>
        <translation>资料库“%1”不存在。</translation>
    </message>
    <message>
        <source>The library “%1” cannot be reached: you do not have permission to open its folder.</source>
        <translation>无法访问资料库“%1”：你没有权限进入它所在的文件夹。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a library file.</source>
        <translation>“%1”是文件夹，不是资料库文件。</translation>
    </message>
    <message>
        <source>The folder for the library “%1” could not be created.</source>
        <translation>无法为资料库“%1”创建文件夹。</translation>
    </message>
    <message>
        <source>No backup was made: the folder “%1” could not be created. Check that the disk can be written to.</source>
        <translation>没有制作备份：无法创建文件夹“%1”。请检查该磁盘是否可写入。</translation>
    </message>
    <message>
        <source>The disk that holds the library “%1” is full, so this was not saved.</source>
        <translation>资料库“%1”所在的磁盘已满，此项未能保存。</translation>
    </message>
    <message>
        <source>Another program is using the library “%1”, so it cannot be used right now.</source>
        <translation>另一个程序正占用资料库“%1”，现在无法使用它。</translation>
    </message>
    <message>
        <source>The library “%1” is damaged.</source>
        <translation>资料库“%1”已损坏。</translation>
    </message>
    <message>
        <source>The library “%1” cannot be read or written.</source>
        <translation>无法读写资料库“%1”。</translation>
    </message>
    <message>
        <source>The library has no session “%1”.</source>
        <translation>资料库中没有会话“%1”。</translation>
    </message>
    <message>
        <source>The library already has a session “%1”.</source>
        <translation>资料库中已有会话“%1”。</translation>
    </message>
    <message>
        <source>An event is out of sequence in the session “%1”, so it was not saved.</source>
        <translation>会话“%1”中有一个事件次序不符，因此未能保存。</translation>
    </message>
    <message>
        <source>An event could not be written as JSON, so it was not saved.</source>
        <translation>有一个事件无法写成 JSON，未能保存。</translation>
    </message>
    <message>
        <source>A snapshot of the session “%1” is newer than its saved events.</source>
        <translation>会话“%1”的快照比已保存的事件更新。</translation>
    </message>
    <message>
        <source>Event %1 is not in the view “%2”.</source>
        <translation>事件 %1 不在视图“%2”中。</translation>
    </message>
    <message>
        <source>The library has no attachment “%1”.</source>
        <translation>资料库中没有附件“%1”。</translation>
    </message>
    <message>
        <source>The attachment is too large: the limit is 1 GB.</source>
        <translation>附件过大：上限为 1 GB。</translation>
    </message>
    <message>
        <source>Event %1 is missing.</source>
        <translation>缺少事件 %1。</translation>
    </message>
    <message>
        <source>Events %1 to %2 are missing.</source>
        <translation>缺少事件 %1 至 %2。</translation>
    </message>
    <message>
        <source>The view “%1” does not have event %2 in the right place.</source>
        <translation>视图“%1”没有在应有的位置显示事件 %2。</translation>
    </message>
    <message>
        <source>Event %1 is not marked as changed by event %2.</source>
        <translation>事件 %1 没有标明被事件 %2 更改过。</translation>
    </message>
    <message>
        <source>A mark on the timeline is missing at event %1.</source>
        <translation>时间线在事件 %1 处缺少一个标记。</translation>
    </message>
    <message>
        <source>Its events change %1 earlier ones, but %2 such changes are stored.</source>
        <translation>其事件更改了 %1 个较早的事件，而存储的此类更改有 %2 个。</translation>
    </message>
    <message>
        <source>Its timeline has %1 marks instead of %2.</source>
        <translation>其时间线有 %1 个标记，应有 %2 个。</translation>
    </message>
    <message numerus="yes">
        <source>%n further faults are not listed.</source>
        <translation>
            <numerusform>还有 %Ln 个错误未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Copying the library “%1” was stopped.</source>
        <translation>复制库“%1”已停止。</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>搜索已停止。</translation>
    </message>
    <message>
        <source>A copy of the library “%1” was faulty, so it was not kept.</source>
        <translation>资料库“%1”的副本有误，因此没有保留。</translation>
    </message>
    <message>
        <source>The library “%1” is no longer where it was: it was moved, deleted or replaced, or its folder cannot be reached.</source>
        <translation>资料库“%1”已不在原处：它被移动、删除或替换，或者所在的文件夹无法访问。</translation>
    </message>
    <message>
        <source>Everything stored in it is kept as “%1”.</source>
        <translation>其中已保存的全部内容保留为“%1”。</translation>
    </message>
    <message>
        <source>The library “%1” was truncated by another program.</source>
        <translation>资料库“%1”被另一个程序截短了。</translation>
    </message>
    <message>
        <source>The disk that holds the library “%1” is full: nothing can be changed.</source>
        <translation>资料库“%1”所在的磁盘已满，目前无法更改任何内容。</translation>
    </message>
    <message>
        <source>The last write to the library “%1” was interrupted. It must be undone before the library can be read, which is not possible now. Open the library where its folder can be written to and no other program is using it.</source>
        <translation>资料库“%1”的上一次写入中途中断。读取之前必须先撤销这次写入，而目前无法撤销：请在其所在文件夹可写、且没有其他程序使用它时再打开。</translation>
    </message>
    <message>
        <source>The library “%1” cannot be written to right now, so it is read-only.</source>
        <translation>资料库“%1”目前无法写入，仅以只读方式打开。</translation>
    </message>
    <message>
        <source>It was written by an older version of Quarterdeck and must be copied before it is updated. Until then, it is read-only.</source>
        <translation>它由旧版 Quarterdeck 写成，更新之前须先复制；在此之前只读。</translation>
    </message>
    <message>
        <source>There is not enough space to copy the library “%1”: it needs %2, and %3 is left.</source>
        <translation>没有足够的空间复制资料库“%1”：需要 %2，只剩 %3。</translation>
    </message>
    <message>
        <source>It could not be copied yet. If it was deleted, everything stored in it will be lost when Quarterdeck closes.</source>
        <translation>尚未能为它制作副本：如果它已被删除，其中保存的内容会在 Quarterdeck 退出时丢失。</translation>
    </message>
    <message>
        <source>The library “%1” was here before, but is now an empty file.</source>
        <translation>资料库“%1”以前在这里，现在是一个空文件。</translation>
    </message>
    <message>
        <source>The library “%1” was here before, but is gone.</source>
        <translation>资料库“%1”以前在这里，现在不见了。</translation>
    </message>
    <message>
        <source>The library “%1” is a link to a file that does not exist.</source>
        <translation>资料库“%1”是一个链接，它指向的文件不存在。</translation>
    </message>
    <message>
        <source>There is no backup “%1”.</source>
        <translation>没有备份“%1”。</translation>
    </message>
    <message>
        <source>The folder of the library “%1” cannot be written to, so a read-only copy of the library and its log is open.</source>
        <translation>资料库“%1”所在的文件夹不可写入，因此打开的是它及其日志的只读副本。</translation>
    </message>
    <message>
        <source>Only the log of the library “%1” is left, which holds the most recent changes. No session can be recovered from it. The log was not changed.</source>
        <translation>资料库“%1”只剩下日志，其中是最近的更改，无法从中恢复任何会话。日志没有被更改。</translation>
    </message>
    <message>
        <source>The library “%1” could not be recovered: there is not enough space on the disk for the new file. The library was not changed.</source>
        <translation>无法恢复资料库“%1”：磁盘空间不足以写入新文件。资料库没有被更改。</translation>
    </message>
    <message>
        <source>The library “%1” could not be recovered: the new file is incomplete. The library was not changed.</source>
        <translation>无法恢复资料库“%1”：新文件不完整。资料库没有被更改。</translation>
    </message>
    <message>
        <source>The file of the library “%1” cannot be written to. The most recent changes are only in the log beside it.</source>
        <translation>无法写入资料库“%1”的文件：最近的更改只在它旁边的日志里。</translation>
    </message>
    <message>
        <source>The library “%1” was not closed properly, and the log beside it is gone. The most recent changes may be missing.</source>
        <translation>资料库“%1”上次没有正常关闭，它旁边的日志也不见了。最近的更改可能已丢失。</translation>
    </message>
    <message>
        <source>The newest backup is from %1.</source>
        <translation>最新的备份来自 %1。</translation>
    </message>
    <message>
        <source>There is no backup of it.</source>
        <translation>它没有备份。</translation>
    </message>
    <message>
        <source>The library “%1” cannot be written to safely where it is (perhaps a network folder), so it is read-only. Move it to a disk on this computer to write to it.</source>
        <translation>资料库“%1”所在的位置无法安全写入（可能是网络文件夹），因此只读。要写入，请把它移到本机的磁盘上。</translation>
    </message>
    <message>
        <source>The library “%1” could not do this. Everything else still works.</source>
        <translation>资料库“%1”无法完成这项操作。其他一切照常。</translation>
    </message>
    <message>
        <source>Only archived sessions can be deleted.</source>
        <translation>只能删除已归档的会话。</translation>
    </message>
    <message>
        <source>Part of the library “%1” is damaged.</source>
        <translation>资料库“%1”的一部分已损坏。</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) in the library “%1” are damaged:</source>
        <translation>
            <numerusform>资料库“%1”中有 %Ln 个会话已损坏：</numerusform>
        </translation>
    </message>
    <message>
        <source>It was copied as it is. Good backups are kept until there is a new one.</source>
        <translation>已按现状复制；在有新的完好备份之前，会保留已有的完好备份。</translation>
    </message>
    <message>
        <source>Part of the library “%1” is missing, and no session can be recovered from the rest. The library was not changed.</source>
        <translation>资料库“%1”缺少一部分，剩余内容中无法恢复任何会话。资料库没有被更改。</translation>
    </message>
    <message>
        <source>Beside the library “%1” is a journal (“%1-journal”) that names another file, which SQLite would delete. Quarterdeck never writes such a journal, so nothing is opened. If you trust the library, move the journal away and check the library.</source>
        <translation>资料库“%1”旁边有一个日志（“%1-journal”），它指名了另一个文件，SQLite 会将其删除。我们的任何程序都不会写出这样的日志，因此什么都不会打开。如果你信任这个资料库，请移走该日志，然后检查资料库。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::team</name>
    <message>
        <source>“%1” cannot be played (%2): %3</source>
        <translation>无法演示“%1”（%2）：%3</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::AboutWindow</name>
    <message>
        <source>About Quarterdeck</source>
        <translation>关于 Quarterdeck</translation>
    </message>
    <message>
        <source>Watch and steer conversations of AI agents.</source>
        <translation>观看并引导智能体的对话。</translation>
    </message>
    <message>
        <source>Free software under the %1 licence.</source>
        <translation>自由软件，许可证：%1。</translation>
    </message>
    <message>
        <source>Made with %1 and %2, both under %3.</source>
        <translation>使用 %1 和 %2 构建，二者的许可证均为 %3。</translation>
    </message>
    <message>
        <source>Also includes %1, and %2 (public domain).</source>
        <translation>其他组成部分：%1，以及 %2（公有领域）。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::AttachmentStrip</name>
    <message>
        <source>Remove the image %1</source>
        <translation>移除图片 %1</translation>
    </message>
    <message>
        <source>%1, %2×%3: click to remove</source>
        <translation>%1，%2×%3：点击移除</translation>
    </message>
    <message>
        <source>Attached images</source>
        <translation>附带的图片</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::BannerStack</name>
    <message>
        <source>Notices</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此通知</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::BudgetGauge</name>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>no price known</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>Cost: %1 of a budget of %2</source>
        <translation>费用：%1，预算 %2</translation>
    </message>
    <message>
        <source>Cost: %1, no budget set</source>
        <translation>费用：%1，未设预算</translation>
    </message>
    <message>
        <source>No price is known for the tokens used (%1), so the budget of %2 cannot be enforced</source>
        <translation>所用词元（%1）没有已知价格，因此无法按 %2 的预算控制</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <extracomment>So much, and more that has no price</extracomment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Cost: %1, plus calls without a price (%3), so the budget of %2 cannot be enforced</source>
        <translation>费用：%1，另有没有价格的调用（%3），因此无法按 %2 的预算控制</translation>
    </message>
    <message>
        <source>Cost: %1, plus calls without a price (%2); no budget set</source>
        <translation>费用：%1，另有没有价格的调用（%2）；未设预算</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ChannelBar</name>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Public</source>
        <translation>公开</translation>
    </message>
    <message>
        <source>Everything, in order</source>
        <translation>全部内容，按顺序</translation>
    </message>
    <message>
        <source>All public messages</source>
        <translation>所有公开消息</translation>
    </message>
    <message>
        <source>Private chat with %1</source>
        <translation>与 %1 的私聊</translation>
    </message>
    <message>
        <source>Inbox of %1: everything it received</source>
        <translation>%1 的收件箱：它收到的全部内容</translation>
    </message>
    <message>
        <source>More channels</source>
        <translation>更多频道</translation>
    </message>
    <message>
        <source>Open a channel</source>
        <translation>打开频道</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>频道</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ChipButton</name>
    <message>
        <source>Recipients: %1</source>
        <translation>收件人：%1</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CleanUpController</name>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n session(s)?</source>
        <translation>
            <numerusform>删除 %Ln 个会话？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) deleted.</source>
        <translation>
            <numerusform>已删除 %Ln 个会话。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CleanUpDialog</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 deleted…</source>
        <translation>已删除 %1/%2…</translation>
    </message>
    <message>
        <source>Reading the sizes…</source>
        <translation>正在读取大小…</translation>
    </message>
    <message>
        <source>The archive is empty.</source>
        <translation>归档是空的。</translation>
    </message>
    <message>
        <source>Nothing is selected. The archive takes up about %1.</source>
        <translation>尚未选择。归档约占 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) selected; deleting frees about %1.</source>
        <translation>
            <numerusform>已选择 %Ln 个会话；删除后约可释放 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Select none</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>清理</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最旧的在前</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>最大的在前</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Archived sessions</source>
        <translation>已归档的会话</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>%1 (attachments: %2)</source>
        <translation>%1（附件：%2）</translation>
    </message>
    <message>
        <source>Nothing is selected. The archive takes up about %1 (attachments: %2).</source>
        <translation>尚未选择。归档约占 %1（附件：%2）。</translation>
    </message>
    <message>
        <source>Attachments that other sessions also use are kept: %1.</source>
        <translation>其他会话也使用的附件会保留：%1。</translation>
    </message>
    <message>
        <source>Archived sessions can be deleted for good, along with the attachments only they use. Nothing is selected automatically, however old it is. Attachments that no session uses are removed at the next start.</source>
        <translation>可以在这里永久删除已归档的会话，以及只有它们使用的附件。无论多旧，都不会自动选中。没有会话使用的附件会在下次启动时移除。</translation>
    </message>
    <message>
        <source>archived %1</source>
        <translation>%1 归档</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CompletionPopup</name>
    <message>
        <source>Members to mention</source>
        <translation>可提及的成员</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>add another</source>
        <translation>再添加一位</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中的 %1 个</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::Composer</name>
    <message>
        <source>New message</source>
        <translation>新消息</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>To</source>
        <translation>发给</translation>
    </message>
    <message>
        <source>Choose who gets the message</source>
        <translation>选择收件人</translation>
    </message>
    <message>
        <source>Make it private</source>
        <translation>改为私密</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Message the team</source>
        <translation>给团队发消息</translation>
    </message>
    <message>
        <source>Add images</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Add a recipient (@)</source>
        <translation>添加收件人 (@)</translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter: new line</source>
        <translation>Enter 发送 · Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Only the recipients hear it. Click to let everyone hear it</source>
        <translation>只有收件人收到。点击改为所有人可见</translation>
    </message>
    <message>
        <source>Everyone hears it. Click to make it private</source>
        <translation>所有人可见。点击改为私密</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Write a private message</source>
        <translation>写一条私密消息</translation>
    </message>
    <message>
        <source>Send and resume</source>
        <translation>发送并继续</translation>
    </message>
    <message>
        <source>Sends the message and lets the team continue</source>
        <translation>发送消息，并让团队继续</translation>
    </message>
    <message>
        <source>The team is stopped: it reads this when you resume.</source>
        <translation>团队已停止：你让它继续后，它才会读到这条消息。</translation>
    </message>
    <message>
        <source>The team is being stopped: it reads this when you resume.</source>
        <translation>团队正在停止：你让它继续后，它才会读到这条消息。</translation>
    </message>
    <message>
        <source>The team is paused: it reads this when you resume.</source>
        <translation>团队已暂停：你让它继续后，它才会读到这条消息。</translation>
    </message>
    <message>
        <source>The team is waiting for your answer in Needs you: it reads this after that.</source>
        <translation>团队在“等你处理”里等你回答：回答之后它才会读这条消息。</translation>
    </message>
    <message>
        <source>The program was told to stop: nobody may read this.</source>
        <translation>已要求程序停止：可能没有人会读这条消息。</translation>
    </message>
    <message>
        <source>The team reads this once you let it continue.</source>
        <translation>你允许团队继续后，它才会读这条消息。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ComposerController</name>
    <message>
        <source>Nothing was sent; your text is still here.</source>
        <translation>没有发送；你的文字还在。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ConnectDialog</name>
    <message>
        <source>Agents connect to %1</source>
        <translation>智能体连接到 %1</translation>
    </message>
    <message>
        <source>Agents cannot connect to this window</source>
        <translation>智能体无法连接到此窗口</translation>
    </message>
    <message>
        <source>No port is open for agents: another program is using it, or this window was started with --port 0.</source>
        <translation>没有为智能体打开端口：端口被另一个程序占用，或此窗口以 --port 0 启动。</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Connect an agent</source>
        <translation>连接智能体</translation>
    </message>
    <message>
        <source>AgentScope for Python, 1.0</source>
        <translation>AgentScope（Python，1.0）</translation>
    </message>
    <message>
        <source>AgentScope for Java</source>
        <translation>AgentScope（Java）</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Connected now</source>
        <translation>当前已连接</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>With one extra line, an AgentScope program shows its agents here and can ask you questions. A program that speaks MCP can ask you once this is added to its settings. Only programs on this computer can connect.</source>
        <translation>AgentScope 程序只需多加一行，就能在此显示其智能体并向你提问；使用 MCP 的程序，把以下内容加入其设置后即可向你提问。只有本机上的程序可以连接。</translation>
    </message>
    <message>
        <source>Claude Code (MCP), in a terminal</source>
        <translation>Claude Code（MCP），在终端中运行</translation>
    </message>
    <message>
        <source>MCP over stdio: programs that start their own servers</source>
        <translation>通过 stdio 的 MCP：自行启动服务器的程序</translation>
    </message>
    <message>
        <source>MCP over HTTP; the copy includes the access token</source>
        <translation>通过 HTTP 的 MCP；访问令牌会一并复制</translation>
    </message>
    <message>
        <source>Copy the line for %1</source>
        <translation>复制“%1”的那一行</translation>
    </message>
    <message>
        <source>Any program, with JSON over HTTP; the whole API is described in /v1/openapi.json</source>
        <translation>任何程序：通过 HTTP 发送 JSON；整个 API 的说明见 /v1/openapi.json</translation>
    </message>
    <message>
        <source>Traced programs (OpenTelemetry): set in their environment</source>
        <translation>被追踪的程序（OpenTelemetry），写入其环境变量</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>不允许连接</translation>
    </message>
    <message>
        <source>MetaGPT, live, as its agents write and run things: set in its environment</source>
        <translation>MetaGPT，实时，随智能体的编写与运行：写在它的环境变量中</translation>
    </message>
    <message>
        <source>MetaGPT, from its run logs: watch the folder that this prints (File ▸ Watched folders)</source>
        <translation>MetaGPT，取自运行日志：监视此命令输出的文件夹（“文件 ▸ 监视的文件夹”）</translation>
    </message>
    <message>
        <source>Who can connect</source>
        <translation>谁可以连接</translation>
    </message>
    <message>
        <source>Traces are also accepted on port %1, where programs send them by default.</source>
        <translation>端口 %1 也接收追踪数据：程序默认发送到那里。</translation>
    </message>
    <message>
        <source>%1 So programs must be told where to send traces.</source>
        <translation>%1 因此必须告诉程序把追踪数据发送到哪里。</translation>
    </message>
    <message>
        <source>A team member played by a program (Bob, say): a command (my-agent) that receives the member&apos;s messages and prints its answers</source>
        <translation>由程序扮演的团队成员（例如 Bob）：一个命令（my-agent），接收该成员的消息并输出其回答</translation>
    </message>
    <message>
        <source>MetaGPT, shown and steered: set in its environment, with QuarterdeckEnv() from quarterdeck_env instead of MGXEnv()</source>
        <translation>MetaGPT，显示并可控制：写入其环境变量，并用 quarterdeck_env 的 QuarterdeckEnv() 代替 MGXEnv()</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ConnectionChoiceDialog</name>
    <message>
        <source>Add a model first: a server on this computer, or one with a key.</source>
        <translation>请先添加模型：本机上的服务器，或需要密钥的服务。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>请填写模型名称。</translation>
    </message>
    <message>
        <source>Choose a connection</source>
        <translation>选择连接</translation>
    </message>
    <message>
        <source>From now on, the whole team of this session uses it, and continues.</source>
        <translation>此会话的整个团队从现在起都使用它，并继续工作。</translation>
    </message>
    <message>
        <source>From now on, the whole team of “%1” uses it, and continues.</source>
        <translation>“%1”的整个团队从现在起都使用它，并继续工作。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Use it and continue</source>
        <translation>使用并继续</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ConnectionForm</name>
    <message>
        <source>Paste it here</source>
        <translation>粘贴到这里</translation>
    </message>
    <message>
        <source>Unchanged unless you type a new one</source>
        <translation>保持不变，除非输入新的</translation>
    </message>
    <message>
        <source>Anyone on the network can read what is sent to this address, including the key: it starts with http:// and is on another computer.</source>
        <translation>发往此地址的内容（包括密钥）网络上任何人都能读到：它以 http:// 开头，且位于另一台计算机上。</translation>
    </message>
    <message>
        <source>OpenAI (most servers)</source>
        <translation>OpenAI（多数服务器）</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>In the desktop&apos;s keyring</source>
        <translation>在桌面的密钥环中</translation>
    </message>
    <message>
        <source>In an environment variable</source>
        <translation>在环境变量中</translation>
    </message>
    <message>
        <source>In memory, until Quarterdeck closes</source>
        <translation>仅在内存中，直到 Quarterdeck 关闭</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>If the model is known to accept them</source>
        <translation>已知模型支持时</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>The key itself</source>
        <translation>密钥内容</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Model to test</source>
        <translation>测试所用模型</translation>
    </message>
    <message>
        <source>Send images</source>
        <translation>发送图片</translation>
    </message>
    <message>
        <source>Parallel calls</source>
        <translation>同时调用数</translation>
    </message>
    <message>
        <source>Requests per minute</source>
        <translation>每分钟请求数</translation>
    </message>
    <message>
        <source>Tokens per minute</source>
        <translation>每分钟词元数</translation>
    </message>
    <message>
        <source>The model&apos;s known limit</source>
        <translation>模型已知的上限</translation>
    </message>
    <message>
        <source>Context window (tokens)</source>
        <translation>上下文窗口（词元）</translation>
    </message>
    <message>
        <source>Longest reply (tokens)</source>
        <translation>最长回复（词元）</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Reply timeout</source>
        <translation>回复超时</translation>
    </message>
    <message>
        <source>Silence timeout</source>
        <translation>无响应超时</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ConnectionsDialog</name>
    <message>
        <source>My server</source>
        <translation>我的服务器</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>停止测试</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Model connections</source>
        <translation>模型连接</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Asks the model for a few words, a tool call and the colour of an image: a few hundred tokens.</source>
        <translation>请模型说几句话、调用一个工具、说出一张图片的颜色：约几百词元。</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Prices…</source>
        <translation>价格…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ContinueBar</name>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>This is a recording: nobody in it hears you. Its team can continue in a new session.</source>
        <translation>这是一份记录：其中没有人能听到你的话。其团队可以在新会话中继续。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CopyController</name>
    <message>
        <source>That is too much to copy; export the session instead.</source>
        <translation>内容太多，无法复制；请改为导出会话。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) copied as Markdown.</source>
        <translation>
            <numerusform>已将 %Ln 条消息复制为 Markdown。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was copied.</source>
        <translation>没有复制任何内容。</translation>
    </message>
    <message>
        <source>The whole message was copied as written: it is too long or too far out of view to copy in part or as text.</source>
        <translation>已按原文复制整条消息：它过长或离可见区域太远，无法只复制一部分或复制为纯文本。</translation>
    </message>
    <message>
        <source>The selection is long, so its first and last messages were copied in full.</source>
        <translation>选区跨度较大，因此首尾两条消息已整条复制。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CopyRangeBar</name>
    <message>
        <source>Copying: %1 of %2</source>
        <translation>正在复制：%1／%2</translation>
    </message>
    <message>
        <source>Copy several messages</source>
        <translation>复制多条消息</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>直到末尾</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Copying from row %1: click the last row</source>
        <translation>从第 %1 行开始复制：请点击最后一行</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CostChart</name>
    <message>
        <source>Round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>Cost over time, by member</source>
        <translation>各成员费用随时间的变化</translation>
    </message>
    <message>
        <source>Tokens over time, by member</source>
        <translation>各成员词元随时间的变化</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CostPage</name>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation>正在汇总…</translation>
    </message>
    <message>
        <source>No message in this session reports tokens or cost.</source>
        <translation>本会话没有消息记录词元或费用。</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Over time, by member</source>
        <translation>随时间变化，按成员</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>图表显示的内容</translation>
    </message>
    <message>
        <source>By member and model</source>
        <translation>按成员和模型</translation>
    </message>
    <message>
        <source>Largest calls</source>
        <translation>最大的调用</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Tokens in → out</source>
        <translation>输入 → 输出词元</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::CurrentSession</name>
    <message>
        <source>You answered “%1” at %2</source>
        <translation>你于 %2 回答“%1”</translation>
    </message>
    <message>
        <source>You declined at %1</source>
        <translation>你于 %1 拒绝回答</translation>
    </message>
    <message>
        <source>Timed out at %1</source>
        <translation>于 %1 超时</translation>
    </message>
    <message>
        <source>Withdrawn at %1</source>
        <translation>于 %1 撤回</translation>
    </message>
    <message>
        <source>You answered at %1</source>
        <translation>你于 %1 回答</translation>
    </message>
    <message>
        <source>row %L1</source>
        <translation>第 %L1 行</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::DiffView</name>
    <message>
        <source>Proposed changes</source>
        <translation>拟议的更改</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::DockStrip</name>
    <message numerus="yes">
        <source>Needs you: %n</source>
        <translation>
            <numerusform>等你处理：%Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Side panel</source>
        <translation>侧栏</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Show the side panel</source>
        <translation>显示侧栏</translation>
    </message>
    <message numerus="yes">
        <source>%n more member(s)</source>
        <translation>
            <numerusform>还有 %Ln 个成员</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::DockTitle</name>
    <message>
        <source>at %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1: expand</source>
        <translation>%1：展开</translation>
    </message>
    <message>
        <source>%1: collapse</source>
        <translation>%1：收起</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::DropOverlay</name>
    <message>
        <source>Drop to open or import</source>
        <translation>松开以打开或导入</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ExportDialog</name>
    <message>
        <source>Scanning the session: %1%</source>
        <translation>正在扫描会话：%1%</translation>
    </message>
    <message>
        <source>Nothing is lost.</source>
        <translation>没有丢失任何内容。</translation>
    </message>
    <message>
        <source>Keys, tokens, passwords and home folders appear in the file as they were written.</source>
        <translation>密钥、令牌、密码和主文件夹会原样写入文件。</translation>
    </message>
    <message>
        <source>None were recognised by their format.</source>
        <translation>没有按格式识别出此类内容。</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>导出为 %1</translation>
    </message>
    <message>
        <source>Export “%1”</source>
        <translation>导出“%1”</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>What is lost in this format</source>
        <translation>此格式会丢失的内容</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>机密</translation>
    </message>
    <message>
        <source>Remove keys, tokens, passwords and home folders</source>
        <translation>移除密钥、令牌、密码和主文件夹</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more place(s)</source>
        <translation>
            <numerusform>再显示 %Ln 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more place(s) are not listed.</source>
        <translation>
            <numerusform>其后还有 %Ln 处未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Personal data, such as email addresses, phone numbers and card numbers, is not detected.</source>
        <translation>不会检测电子邮件地址、电话号码和卡号等个人数据。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FilesPage</name>
    <message>
        <source>new</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>Scanning the session…</source>
        <translation>正在扫描会话…</translation>
    </message>
    <message>
        <source>The team has not made or changed any files in this session.</source>
        <translation>本会话的团队没有新建或修改文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that the team created or changed</source>
        <translation>
            <numerusform>团队新建或修改了 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files that the team created or changed</source>
        <translation>团队新建或修改的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>By</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Go to the change</source>
        <translation>转到该更改</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FilterExamples</name>
    <message>
        <source>Search filters</source>
        <translation>搜索筛选条件</translation>
    </message>
    <message>
        <source>Bob</source>
        <extracomment>a role&apos;s name, as an example</extracomment>
        <translation>Bob</translation>
    </message>
    <message>
        <source>said by Bob</source>
        <translation>Bob 说的</translation>
    </message>
    <message>
        <source>me</source>
        <translation>我</translation>
    </message>
    <message>
        <source>written by you</source>
        <translation>你写的</translation>
    </message>
    <message>
        <source>in private chats</source>
        <translation>私聊中的</translation>
    </message>
    <message>
        <source>with an image</source>
        <translation>带图片的</translation>
    </message>
    <message>
        <source>with a question</source>
        <translation>带提问的</translation>
    </message>
    <message>
        <source>with an error</source>
        <translation>带错误的</translation>
    </message>
    <message>
        <source>with this tool</source>
        <translation>用到此工具的</translation>
    </message>
    <message>
        <source>this year</source>
        <translation>今年</translation>
    </message>
    <message>
        <source>Words and filters</source>
        <translation>词语和筛选条件</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FindBar</name>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>The search failed</source>
        <translation>搜索失败</translation>
    </message>
    <message>
        <source>Message %1 of %2 found</source>
        <translation>找到第 %1 条，共 %2 条消息</translation>
    </message>
    <message>
        <source>Message %1 of %2 found so far</source>
        <translation>找到第 %1 条，目前共 %2 条消息</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 条</translation>
    </message>
    <message>
        <source>%1 found so far</source>
        <translation>目前找到 %1 条</translation>
    </message>
    <message>
        <source>%1 of %2 here · message %3 of %4</source>
        <translation>此处 %1/%2 · 第 %3 条，共 %4 条消息</translation>
    </message>
    <message>
        <source>%1 of %2 here · message %3 of %4 so far</source>
        <translation>此处 %1/%2 · 第 %3 条，目前共 %4 条消息</translation>
    </message>
    <message>
        <source>Finds words in exactly this order. Filters narrow the search: %1.</source>
        <translation>完全按此顺序查找词语。可用筛选条件缩小范围：%1。</translation>
    </message>
    <message>
        <source>Message %1 of %2 found, in a part that is not shown</source>
        <translation>找到第 %1 条，共 %2 条消息，位于未显示的部分</translation>
    </message>
    <message>
        <source>Message %1 of %2 found so far, in a part that is not shown</source>
        <translation>找到第 %1 条，目前共 %2 条消息，位于未显示的部分</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::FolderField</name>
    <message>
        <source>A folder for the team</source>
        <translation>供团队使用的文件夹</translation>
    </message>
    <message>
        <source>A new folder for this session</source>
        <translation>为此会话新建文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Same as last time</source>
        <translation>与上次相同</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Auto-archive: commit what the team changes to git when a run ends</source>
        <translation>自动归档：运行结束时把团队的更改提交到 git</translation>
    </message>
    <message>
        <source>Commits only the files the team changed, as “Quarterdeck”. What you have staged is left alone, and nothing is pushed.</source>
        <translation>只提交团队更改过的文件，提交者为“Quarterdeck”。你已暂存的内容保持不变，也不会推送。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::GoToBar</name>
    <message>
        <source>1 to %1, or a time like 14:05</source>
        <translation>1 至 %1，或时间（如 14:05）</translation>
    </message>
    <message>
        <source>The last one is %1</source>
        <translation>最后一条是 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 条，共 %2 条</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>This conversation has no timestamps</source>
        <translation>此对话没有时间戳</translation>
    </message>
    <message>
        <source>Go to a message or a time</source>
        <translation>转到消息或时间</translation>
    </message>
    <message>
        <source>The message this link points to</source>
        <translation>此链接指向的消息</translation>
    </message>
    <message>
        <source>Not a number, a time or a link to a message</source>
        <translation>既不是编号或时间，也不是消息链接</translation>
    </message>
    <message>
        <source>Number, time or link</source>
        <translation>编号、时间或链接</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>使用指南</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>指南的各页</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HeldCard</name>
    <message>
        <source>Held: %1 to %2</source>
        <extracomment>a held message&apos;s card: who says it, and to whom</extracomment>
        <translation>已扣住：%1 发给 %2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>No text: tool calls, or files</source>
        <translation>没有文字：工具调用或文件</translation>
    </message>
    <message>
        <source>What %1 says</source>
        <translation>%1 说的话</translation>
    </message>
    <message>
        <source>The log keeps these words and yours. Whoever gets the message sees only yours.</source>
        <translation>日志会保留原文和你的文字。收到消息的人只会看到你的文字。</translation>
    </message>
    <message>
        <source>%1: message of %2</source>
        <extracomment>a button&apos;s name for those who only hear it: &quot;Let go: message of Bob&quot;</extracomment>
        <translation>%1：%2 的消息</translation>
    </message>
    <message>
        <source>Let go</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Let go, edited</source>
        <translation>按修改放行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n more held</source>
        <translation>
            <numerusform>另扣住 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Let all go</source>
        <translation>全部放行</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已 %1</translation>
    </message>
    <message>
        <source>To</source>
        <extracomment>before the choice of who gets a held message</extracomment>
        <translation>发给</translation>
    </message>
    <message>
        <source>Who gets it</source>
        <translation>谁会收到</translation>
    </message>
    <message>
        <source>only you</source>
        <translation>只有你</translation>
    </message>
    <message>
        <source>An earlier message from %1 is still held</source>
        <translation>%1 的一条更早的消息仍被扣住</translation>
    </message>
    <message>
        <source>Let go anyway</source>
        <translation>仍要放行</translation>
    </message>
    <message>
        <source>Drop…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Nobody gets it</source>
        <translation>没有人会收到</translation>
    </message>
    <message>
        <source>Why, if you like</source>
        <translation>理由（可不填）</translation>
    </message>
    <message>
        <source>Why the message is dropped</source>
        <translation>丢弃此消息的理由</translation>
    </message>
    <message>
        <source>Tell %1 that nobody got it</source>
        <translation>告知%1没有人收到</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HeldController</name>
    <message>
        <source>The message is still held.</source>
        <translation>消息仍被扣住。</translation>
    </message>
    <message>
        <source>Some messages are still held.</source>
        <translation>有些消息仍被扣住。</translation>
    </message>
    <message>
        <source>Everything is still held.</source>
        <translation>仍在扣住所有消息。</translation>
    </message>
    <message>
        <source>Nothing is held.</source>
        <translation>没有扣住任何消息。</translation>
    </message>
    <message>
        <source>The rule has not changed.</source>
        <translation>规则没有改变。</translation>
    </message>
    <message>
        <source>The message cannot be shown.</source>
        <translation>无法显示此消息。</translation>
    </message>
    <message>
        <source>Let all go anyway</source>
        <translation>仍要全部放行</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HoldBar</name>
    <message>
        <source>Held messages</source>
        <translation>扣住的消息</translation>
    </message>
    <message>
        <source>Holding everything.</source>
        <translation>正在扣住所有消息。</translation>
    </message>
    <message>
        <source>Messages are held.</source>
        <translation>有消息被扣住。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait for you.</source>
        <translation>
            <numerusform>%Ln 条消息在等你处理。</numerusform>
        </translation>
    </message>
    <message>
        <source>What a member says to another waits for you.</source>
        <translation>成员之间的每条消息都会等你处理。</translation>
    </message>
    <message>
        <source>Step message</source>
        <translation>放行一条</translation>
    </message>
    <message>
        <source>Let the oldest one go</source>
        <translation>放行最早的一条</translation>
    </message>
    <message>
        <source>Let all go</source>
        <translation>全部放行</translation>
    </message>
    <message>
        <source>Stop holding</source>
        <translation>停止扣住</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>规则…</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::HoldRulesPopup</name>
    <message>
        <source>any member</source>
        <translation>任何成员</translation>
    </message>
    <message>
        <source>another member</source>
        <translation>其他成员</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Hold everything</source>
        <translation>扣住所有消息</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>移除此规则</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No member has said anything to another yet.</source>
        <translation>成员之间还没有说过话。</translation>
    </message>
    <message numerus="yes">
        <source>Would have held none of the last %n message(s).</source>
        <translation>
            <numerusform>最近的 %Ln 条消息一条都不会被扣住。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have held %1 of the last %n message(s).</source>
        <translation>
            <numerusform>最近的 %Ln 条消息中有 %1 条会被扣住。</numerusform>
        </translation>
    </message>
    <message>
        <source>Hold rules</source>
        <translation>扣住规则</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>When</source>
        <extracomment>before the name of a member: &quot;When Alex says to David&quot;</extracomment>
        <translation>当</translation>
    </message>
    <message>
        <source>says to</source>
        <translation>对以下成员说</translation>
    </message>
    <message>
        <source>Who says it</source>
        <translation>由谁说</translation>
    </message>
    <message>
        <source>Whom it is for</source>
        <translation>对谁说</translation>
    </message>
    <message>
        <source>if it contains</source>
        <translation>如果包含</translation>
    </message>
    <message>
        <source>if it matches</source>
        <translation>如果匹配</translation>
    </message>
    <message>
        <source>How the text is compared</source>
        <translation>文字的比较方式</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>任何内容</translation>
    </message>
    <message>
        <source>Name of the rule</source>
        <translation>规则名称</translation>
    </message>
    <message>
        <source>Name (optional)</source>
        <translation>名称（可选）</translation>
    </message>
    <message>
        <source>Add rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Never held: what you say, what a member notes for itself, and what programs tell each other that route their messages themselves.</source>
        <translation>从不扣住：你说的话、成员给自己的记录，以及自行路由消息的程序之间的消息。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ImageCanvas</name>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ImageViewer</name>
    <message>
        <source>Image viewer</source>
        <translation>图片查看器</translation>
    </message>
    <message>
        <source>Previous image</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next image</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Copy the image</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save the image…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1%</source>
        <comment>zoom</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Unnamed image</source>
        <translation>未命名的图片</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 张，共 %2 张</translation>
    </message>
    <message>
        <source>Save the image</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>A file “%1” already exists; nothing was saved.</source>
        <translation>已有文件“%1”；没有保存任何内容。</translation>
    </message>
    <message>
        <source>“%1” could not be saved: %2.</source>
        <translation>无法保存“%1”：%2。</translation>
    </message>
    <message>
        <source>counting the images…</source>
        <translation>正在数图片…</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ImagesController</name>
    <message>
        <source>This image (SVG) could not be drawn: it is damaged, takes too long, or is larger than 1 MB.</source>
        <translation>无法绘制此图片（SVG）：它已损坏、绘制耗时过长，或超过 1 MB。</translation>
    </message>
    <message>
        <source>Diagram</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>R&amp;emote images</source>
        <translation>外部图片(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Ask for each</source>
        <translation>逐张询问(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Load them</source>
        <translation>加载(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Never load them</source>
        <translation>从不加载(&amp;N)</translation>
    </message>
    <message>
        <source>Lost image</source>
        <translation>丢失的图片</translation>
    </message>
    <message>
        <source>This image is lost: the message that had it cannot be read.</source>
        <translation>这张图片已丢失：它所在的消息无法读取。</translation>
    </message>
    <message>
        <source>This remote image is not loaded. Load it in its message first.</source>
        <translation>这张外部图片尚未加载。请先在它所在的消息里加载。</translation>
    </message>
    <message>
        <source>This image is lost: its message is there, but the library does not have the image.</source>
        <translation>这张图片已丢失：消息还在，但资料库里没有这张图片。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::InputBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Choose a message to see why it went where it went.</source>
        <translation>选择一条消息，查看它为何发往那里。</translation>
    </message>
    <message>
        <source>Raw message</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Who saw it</source>
        <translation>谁看到</translation>
    </message>
    <message>
        <source>No model was called for this message.</source>
        <translation>此消息没有调用模型。</translation>
    </message>
    <message>
        <source>Message details</source>
        <translation>消息详情</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>追踪</translation>
    </message>
    <message numerus="yes">
        <source>%n more step(s) are not shown.</source>
        <translation>
            <numerusform>还有 %Ln 个步骤未显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Copy as OpenAI JSON</source>
        <translation>复制为 OpenAI JSON</translation>
    </message>
    <message>
        <source>Reading what the model was given…</source>
        <translation>正在读取模型收到的内容…</translation>
    </message>
    <message>
        <source>Format of the raw message</source>
        <translation>原始消息的格式</translation>
    </message>
    <message>
        <source>This format has no equivalent.</source>
        <translation>这种格式中没有对应的内容。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::LabelsController</name>
    <message>
        <source>&amp;Name, tags and note…</source>
        <translation>名称、标签和备注(&amp;N)…</translation>
    </message>
    <message>
        <source>M&amp;ove out of archive</source>
        <translation>移出归档(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Delete for good…</source>
        <translation>永久删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消置顶(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>置顶(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>归档(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Sort by &amp;latest activity</source>
        <translation>按最近活动排序(&amp;L)</translation>
    </message>
    <message>
        <source>Sort by &amp;title</source>
        <translation>按标题排序(&amp;T)</translation>
    </message>
    <message>
        <source>Sort by &amp;start time</source>
        <translation>按开始时间排序(&amp;S)</translation>
    </message>
    <message>
        <source>Sort by si&amp;ze</source>
        <translation>按大小排序(&amp;Z)</translation>
    </message>
    <message>
        <source>Show the ar&amp;chive</source>
        <translation>显示归档(&amp;C)</translation>
    </message>
    <message>
        <source>“%1” was changed.</source>
        <translation>“%1”已更改。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>started %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>占用磁盘 %1</translation>
    </message>
    <message>
        <source>“%1” is pinned to the top.</source>
        <translation>“%1”已置顶。</translation>
    </message>
    <message>
        <source>“%1” is no longer pinned.</source>
        <translation>“%1”不再置顶。</translation>
    </message>
    <message>
        <source>“%1” was archived.</source>
        <translation>“%1”已归档。</translation>
    </message>
    <message>
        <source>“%1” was moved out of the archive.</source>
        <translation>“%1”已移出归档。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The change was undone.</source>
        <translation>更改已撤销。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Delete “%1” for good?</source>
        <translation>永久删除“%1”？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>“%1”已删除。</translation>
    </message>
    <message>
        <source>&amp;Mute its notifications</source>
        <translation>关闭其桌面通知(&amp;M)</translation>
    </message>
    <message>
        <source>The archive is empty.</source>
        <translation>归档是空的。</translation>
    </message>
    <message>
        <source>The sizes of the sessions could not be read.</source>
        <translation>无法读取会话的大小。</translation>
    </message>
    <message>
        <source>“%1” was not renamed.</source>
        <translation>“%1”未能重命名。</translation>
    </message>
    <message>
        <source>“%1” was not changed.</source>
        <translation>“%1”未能更改。</translation>
    </message>
    <message>
        <source>“%1” was not pinned.</source>
        <translation>“%1”未能置顶。</translation>
    </message>
    <message>
        <source>“%1” is still pinned.</source>
        <translation>“%1”仍然置顶。</translation>
    </message>
    <message>
        <source>“%1” was not archived.</source>
        <translation>“%1”未能归档。</translation>
    </message>
    <message>
        <source>“%1” is still archived.</source>
        <translation>“%1”仍处于归档状态。</translation>
    </message>
    <message>
        <source>The change was not undone.</source>
        <translation>更改未能撤销。</translation>
    </message>
    <message>
        <source>“%1” was not deleted.</source>
        <translation>“%1”未能删除。</translation>
    </message>
    <message>
        <source>This session no longer exists.</source>
        <translation>这个会话已不存在。</translation>
    </message>
    <message>
        <source>%1 What you typed is still here. Save it again once the problem is solved.</source>
        <translation>%1你输入的内容还在这里。问题解决后再保存一次即可。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::LimitsPopup</name>
    <message>
        <source>Enter a budget in dollars, or leave empty for no limit.</source>
        <translation>请输入预算（美元），留空表示不限。</translation>
    </message>
    <message>
        <source>Enter a number of rounds up to %L1, or leave empty for no limit.</source>
        <translation>请输入不超过 %L1 的轮数，留空表示不限。</translation>
    </message>
    <message>
        <source>%1 spent</source>
        <extracomment>%1 is an amount of money</extracomment>
        <translation>已用 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <comment>rounds</comment>
        <translation>
            <numerusform>已完成 %Ln 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Budget in $</source>
        <translation>预算（美元）</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>One model for all…</source>
        <translation>全队改用一个模型…</translation>
    </message>
    <message>
        <source>Show costs</source>
        <translation>查看费用</translation>
    </message>
    <message>
        <source>A change takes effect at once and is noted in the conversation.</source>
        <translation>更改立即生效，并记录在对话中。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::MainController</name>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>等你处理</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Copy what the inspector shows</source>
        <translation>复制检查器中的内容</translation>
    </message>
    <message>
        <source>Open or import</source>
        <translation>打开或导入</translation>
    </message>
    <message>
        <source>Stored on this computer</source>
        <translation>保存在本机</translation>
    </message>
    <message>
        <source>Nothing new is stored</source>
        <translation>不会保存任何新内容</translation>
    </message>
    <message>
        <source>Waiting for the disk</source>
        <translation>正在等待磁盘</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>View</source>
        <translation>查看内容</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>回放(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>语言(&amp;A)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::MainWindow</name>
    <message>
        <source>Quarterdeck</source>
        <translation>Quarterdeck</translation>
    </message>
    <message>
        <source>Team, questions, inspector</source>
        <translation>团队、问题、检查器</translation>
    </message>
    <message>
        <source>%1 — Quarterdeck</source>
        <translation>%1 — Quarterdeck</translation>
    </message>
    <message>
        <source>(%L1) %2</source>
        <translation>(%L1) %2</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::MediaSaver</name>
    <message>
        <source>Save the file</source>
        <translation>保存文件</translation>
    </message>
    <message>
        <source>This file is lost: its message is there, but the library does not have the file.</source>
        <translation>这个文件已丢失：消息还在，但资料库里没有这个文件。</translation>
    </message>
    <message>
        <source>“%1” could not be saved: %2.</source>
        <translation>无法保存“%1”：%2。</translation>
    </message>
    <message>
        <source>This image is no longer loaded. Load it again in its message.</source>
        <translation>这张图片已不再加载。请在它的消息中重新加载。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ModelChoice</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model server</source>
        <translation>模型服务器</translation>
    </message>
    <message>
        <source>Model name</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Add a model…</source>
        <translation>添加模型…</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ModelField</name>
    <message>
        <source>%1: server</source>
        <translation>%1：服务器</translation>
    </message>
    <message>
        <source>%1: name</source>
        <translation>%1：名称</translation>
    </message>
    <message>
        <source>%1 (not set up on this computer)</source>
        <translation>%1（未在这台电脑上设置）</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NeedsYouPanel</name>
    <message>
        <source>Not answered in this recording</source>
        <translation>在此记录中未回答</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>等你处理</translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) in “%1”</source>
        <translation>
            <numerusform>“%1”中有 %Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was waiting for you at this moment.</source>
        <translation>此刻没有等你处理的事。</translation>
    </message>
    <message>
        <source>Questions from agents in all sessions appear here.</source>
        <translation>所有会话中智能体的提问都会显示在这里。</translation>
    </message>
    <message>
        <source>%1, started %2</source>
        <extracomment>A session&apos;s title and when it was begun</extracomment>
        <translation>%1（%2 开始）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>who asks, and what</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Open “%1”</source>
        <translation>打开“%1”</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%n more question(s) in “%1”</source>
        <translation>
            <numerusform>“%1”中还有 %Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting now, in other sessions:</source>
        <translation>其他会话中现在等待的：</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) held in “%1”</source>
        <translation>
            <numerusform>“%1”中扣住 %Ln 条消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NewResultsBar</name>
    <message numerus="yes">
        <source>Show %n or more new result(s)</source>
        <translation>
            <numerusform>显示 %Ln 条以上的新结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n new result(s)</source>
        <translation>
            <numerusform>显示 %Ln 条新结果</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NewSessionDialog</name>
    <message>
        <source>Add a model first: a server on this computer, or one with a key.</source>
        <translation>请先添加模型：本机上的服务器，或需要密钥的服务。</translation>
    </message>
    <message>
        <source>Describe what the team should do.</source>
        <translation>请描述团队要做什么。</translation>
    </message>
    <message>
        <source>The task is too long: at most %L1 characters.</source>
        <translation>任务太长：最多 %L1 个字符。</translation>
    </message>
    <message>
        <source>Enter the name of the model.</source>
        <translation>请填写模型名称。</translation>
    </message>
    <message>
        <source>Enter a budget in dollars, or leave empty for no limit.</source>
        <translation>请输入预算（美元），留空表示不限。</translation>
    </message>
    <message>
        <source>Enter a number of rounds up to %L1, or leave empty for no limit.</source>
        <translation>请输入不超过 %L1 的轮数，留空表示不限。</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Budget in $</source>
        <translation>预算（美元）</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>3 to 5 rounds are enough for a small task, 8 to 15 for a large one. You are asked before a limit is exceeded.</source>
        <translation>小任务 3 到 5 轮即可，大任务 8 到 15 轮。超出上限之前会先问你。</translation>
    </message>
    <message>
        <source>Public: everyone hears what is said</source>
        <translation>公开：所有成员都能听到</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Start the team</source>
        <translation>启动团队</translation>
    </message>
    <message>
        <source>Your teams…</source>
        <translation>你的团队…</translation>
    </message>
    <message>
        <source>No price is known for this model: tokens are counted, but a budget in dollars cannot be enforced.</source>
        <translation>此模型的价格未知：无法按金额控制预算，只统计词元。</translation>
    </message>
    <message>
        <source>Describe the task in your own words; start with @Name to give it to one member</source>
        <translation>用你自己的话描述任务；以 @名字 开头就交给那位成员</translation>
    </message>
    <message>
        <source>a recording</source>
        <translation>一份记录</translation>
    </message>
    <message>
        <source>Continue “%1”</source>
        <translation>继续“%1”</translation>
    </message>
    <message>
        <source>What to do next</source>
        <translation>接下来做什么</translation>
    </message>
    <message>
        <source>Optional: if empty, the team continues with its unread messages</source>
        <translation>可选：留空时，团队会继续处理未读的消息</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::NewSessionMenu</name>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::Notifier</name>
    <message>
        <source>%1 asks you</source>
        <translation>%1 在问你</translation>
    </message>
    <message>
        <source>%1 asks you (scripted demo)</source>
        <translation>%1 在问你（预设演示）</translation>
    </message>
    <message>
        <source>Message from %1</source>
        <translation>%1 的消息</translation>
    </message>
    <message>
        <source>The run is paused</source>
        <translation>运行已暂停</translation>
    </message>
    <message>
        <source>The run has finished</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>The team has nothing more to do</source>
        <translation>团队已无事可做</translation>
    </message>
    <message>
        <source>%1 could not continue</source>
        <translation>%1 无法继续</translation>
    </message>
    <message numerus="yes">
        <source>Nothing has happened for %n minute(s)</source>
        <translation>
            <numerusform>已有 %Ln 分钟没有任何动静</numerusform>
        </translation>
    </message>
    <message>
        <source>Error from %1</source>
        <extracomment>What a notification of the desktop begins with; %1 is a program, such as Claude Code</extracomment>
        <translation>%1 的错误</translation>
    </message>
    <message>
        <source>Warning from %1</source>
        <translation>%1 的警告</translation>
    </message>
    <message>
        <source>A message from %1 is held and waits for you</source>
        <translation>%1 的一条消息已扣住，正在等你处理</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::OptionButton</name>
    <message>
        <source>%1 (default)</source>
        <translation>%1（默认）</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ParameterFields</name>
    <message>
        <source>A parameter has no name.</source>
        <translation>有一个参数没有名称。</translation>
    </message>
    <message>
        <source>Two parameters are called “%1”.</source>
        <translation>有两个参数都叫“%1”。</translation>
    </message>
    <message>
        <source>Add a parameter</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>Parameter name</source>
        <translation>参数名称</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Parameter value</source>
        <translation>参数值</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Remove this parameter</source>
        <translation>移除这个参数</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::PortForm</name>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use this port</source>
        <translation>使用此端口</translation>
    </message>
    <message>
        <source>Programs that cannot send a token themselves (AgentScope, MetaGPT&apos;s reporters, traces)</source>
        <translation>自身无法发送令牌的程序（AgentScope、MetaGPT 的上报、追踪数据）</translation>
    </message>
    <message>
        <source>Allow all on this computer</source>
        <translation>允许本机上的所有程序</translation>
    </message>
    <message>
        <source>Allow with the token in their address</source>
        <translation>地址中带令牌才允许</translation>
    </message>
    <message>
        <source>Allow none</source>
        <translation>一律不允许</translation>
    </message>
    <message>
        <source>The access token is in this file; click to copy it</source>
        <translation>访问令牌在此文件中；单击即可复制</translation>
    </message>
    <message>
        <source>Copy the access token</source>
        <translation>复制访问令牌</translation>
    </message>
    <message>
        <source>New access token</source>
        <translation>新的访问令牌</translation>
    </message>
    <message>
        <source>Make a new access token?</source>
        <translation>要生成新的访问令牌吗？</translation>
    </message>
    <message>
        <source>The old token stops working. Connected programs must connect again. Programs that were given the old token need the new one; those that read the file find it there.</source>
        <translation>旧令牌将不再有效。已连接的程序须重新连接；曾获得旧令牌的程序须换用新令牌，从文件中读取令牌的程序会在那里找到新令牌。</translation>
    </message>
    <message>
        <source>Make a new one</source>
        <translation>生成新令牌</translation>
    </message>
    <message>
        <source>Make a new token…</source>
        <translation>生成新令牌…</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::PricesDialog</name>
    <message>
        <source>The row for “%1” is incomplete: prices must be numbers, per 1000 or 1000000 tokens.</source>
        <translation>“%1”这一行不完整：价格须为数字，按 1000 或 1000000 词元计。</translation>
    </message>
    <message>
        <source>Model prices</source>
        <translation>模型价格</translation>
    </message>
    <message>
        <source>US dollars per number of tokens, as published by the providers in %1. Correct any that have changed. A name ending with * matches every model that starts with it. Models without a price are counted in tokens only.</source>
        <translation>每若干词元的美元价格，为提供商在 %1 公布的价格；如有变动请更正。以 * 结尾的名称匹配所有以此开头的模型。没有价格的模型只计词元。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prompts up to</source>
        <translation>提示词上限</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Per … tokens</source>
        <translation>每多少词元</translation>
    </message>
    <message>
        <source>Add a row</source>
        <translation>添加一行</translation>
    </message>
    <message>
        <source>Remove the row</source>
        <translation>移除该行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cached prompt</source>
        <translation>缓存的提示词</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::PrintBar</name>
    <message>
        <source>Printing: creating the pages</source>
        <translation>正在打印：正在生成页面</translation>
    </message>
    <message>
        <source>Printing: %1 of %2</source>
        <translation>正在打印：%1 / %2</translation>
    </message>
    <message>
        <source>Print messages from</source>
        <translation>打印消息，从</translation>
    </message>
    <message>
        <source>%1 in total; at most %2 can be printed at once.</source>
        <translation>共 %1 条；一次最多打印 %2 条。</translation>
    </message>
    <message>
        <source>%1 in total.</source>
        <translation>共 %1 条。</translation>
    </message>
    <message>
        <source>Print messages</source>
        <translation>打印消息</translation>
    </message>
    <message>
        <source>First message to print</source>
        <translation>要打印的第一条消息</translation>
    </message>
    <message>
        <source>Last message to print</source>
        <translation>要打印的最后一条消息</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>存为 PDF…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The first message cannot come after the last.</source>
        <translation>第一条消息不能在最后一条之后。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::PrintController</name>
    <message>
        <source>Print to PDF</source>
        <translation>打印为 PDF</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Sent to the printer “%1”.</source>
        <translation>已发送到打印机“%1”。</translation>
    </message>
    <message>
        <source>Printed to %1.</source>
        <translation>已打印到 %1。</translation>
    </message>
    <message>
        <source>Nothing was printed.</source>
        <translation>什么也没有打印。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ProgramList</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show the session of %1</source>
        <translation>显示“%1”的会话</translation>
    </message>
    <message>
        <source>None yet. Programs are listed here as soon as they connect.</source>
        <translation>还没有。程序一连接就会列在这里。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::QuestionCard</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1:%2 left</source>
        <translation>剩余 %1:%2</translation>
    </message>
    <message>
        <source>%1 asks: %2</source>
        <translation>%1 提问：%2</translation>
    </message>
    <message numerus="yes">
        <source>asks, %n field(s)</source>
        <translation>
            <numerusform>提问，%Ln 个字段</numerusform>
        </translation>
    </message>
    <message>
        <source>asks</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Show in the conversation</source>
        <translation>在对话中显示</translation>
    </message>
    <message>
        <source>Type an answer</source>
        <translation>输入回答</translation>
    </message>
    <message>
        <source>Answer to %1</source>
        <translation>回答 %1</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Fill in…</source>
        <translation>填写…</translation>
    </message>
    <message>
        <source>time is up</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>More options for the question from %1</source>
        <translation>%1 的提问：更多选项</translation>
    </message>
    <message>
        <source>Show in the conversation, decline</source>
        <translation>在对话中显示、拒绝</translation>
    </message>
    <message>
        <source>%1: question from %2</source>
        <extracomment>a button&apos;s name for those who only hear it: &quot;Later: question of Bob&quot;</extracomment>
        <translation>%1：%2 的提问</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>已等 %1</translation>
    </message>
    <message>
        <source>urgent</source>
        <translation>紧急</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>The deadline is paused</source>
        <translation>截止时间已暂停</translation>
    </message>
    <message>
        <source>Pause the deadline</source>
        <translation>暂停截止时间</translation>
    </message>
    <message>
        <source>Show in the conversation, pause the deadline, decline</source>
        <translation>在对话中显示、暂停截止时间、拒绝</translation>
    </message>
    <message>
        <source>Resume the deadline</source>
        <translation>继续计时</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s), shown in the conversation</source>
        <translation>
            <numerusform>%Ln 张图片，见会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Add images to the answer to %1</source>
        <translation>为给 %1 的回答添加图片</translation>
    </message>
    <message>
        <source>Add images: choose, paste or drop them</source>
        <translation>添加图片：选择、粘贴或拖入</translation>
    </message>
    <message>
        <source>Reason (optional)</source>
        <translation>理由（可选）</translation>
    </message>
    <message>
        <source>Reason for the answer to %1</source>
        <translation>给 %1 的回答的理由</translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s) are not shown here</source>
        <translation>
            <numerusform>另有 %Ln 行未在此显示</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of these choices look alike. Letters from other alphabets are shown as code points.</source>
        <translation>其中有些选项看起来相同。其他文字的字母以其码位显示。</translation>
    </message>
    <message numerus="yes">
        <source>%n more choice(s) are not shown here</source>
        <translation>
            <numerusform>另有 %Ln 个选项未在此显示</numerusform>
        </translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>已等 %1</translation>
    </message>
    <message>
        <source>“%1” is sent in %2 s</source>
        <translation>“%1”将在 %2 秒后发送</translation>
    </message>
    <message>
        <source>You chose “%1”, but it was not sent before the program ended.</source>
        <translation>你选了“%1”，但程序结束前没有发送。</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>“%1” is being sent</source>
        <translation>正在发送“%1”</translation>
    </message>
    <message>
        <source>It is not sent</source>
        <translation>不发送</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::QuestionsController</name>
    <message>
        <source>Your answer was not sent.</source>
        <translation>你的回答没有发出。</translation>
    </message>
    <message>
        <source>The deadline has not changed.</source>
        <translation>截止时间没有改变。</translation>
    </message>
    <message>
        <source>It was not added to your answer.</source>
        <translation>它没有加入你的回答。</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>The question has ended.</source>
        <translation>问题已经结束。</translation>
    </message>
    <message>
        <source>“%1” was not sent.</source>
        <translation>“%1”没有发送。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::RecoveryReportDialog</name>
    <message>
        <source>What was recovered</source>
        <translation>恢复的内容</translation>
    </message>
    <message>
        <source>Sessions in the damaged library</source>
        <translation>已损坏库中的会话</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::RemoteImages</name>
    <message>
        <source>Not loaded: too many images were requested at once.</source>
        <translation>未加载：一次请求的图片过多。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ReplayBar</name>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>One message back</source>
        <translation>后退一条消息</translation>
    </message>
    <message>
        <source>One message forward</source>
        <translation>前进一条消息</translation>
    </message>
    <message>
        <source>Shorten gaps</source>
        <translation>缩短间隔</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>跳到末尾</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Speed: %1</source>
        <translation>速度：%1</translation>
    </message>
    <message>
        <source>Long waits pass quickly</source>
        <translation>快速跳过长时间的等待</translation>
    </message>
    <message>
        <source>row %1 of %2</source>
        <translation>第 %1 行，共 %2 行</translation>
    </message>
    <message>
        <source>Leave the replay</source>
        <translation>退出回放</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ReplayTimeline</name>
    <message>
        <source>Timeline of the session</source>
        <translation>会话时间线</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>间隔 %1</translation>
    </message>
    <message>
        <source>A question to you</source>
        <translation>向你提问</translation>
    </message>
    <message>
        <source>An error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>A private chat</source>
        <translation>私聊</translation>
    </message>
    <message>
        <source>A mistake marked in the recording</source>
        <translation>记录中标注的错误</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::RestoreDialog</name>
    <message>
        <source>A backup is being made and checked…</source>
        <translation>正在制作并检查备份…</translation>
    </message>
    <message>
        <source>This backup was made by a newer version of Quarterdeck, and this version could not write to it. Update Quarterdeck to restore it.</source>
        <translation>此备份由更新版本的 Quarterdeck 制作，当前版本无法写入。要恢复它，请更新 Quarterdeck。</translation>
    </message>
    <message>
        <source>Reading the backups…</source>
        <translation>正在读取备份…</translation>
    </message>
    <message>
        <source>There is no backup yet. The first one is made a few minutes after Quarterdeck starts.</source>
        <translation>还没有备份。启动几分钟后会制作第一份。</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>The library goes back to how it was then. The current one is kept beside it. The window closes for a moment, and runs stop.</source>
        <translation>资料库将变回当时的样子，当前的会保留在旁边。窗口会关闭片刻，正在运行的会停止。</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>立即备份</translation>
    </message>
    <message>
        <source>Make a backup now</source>
        <translation>现在制作一份备份</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>There are no backups.</source>
        <translation>没有备份。</translation>
    </message>
    <message>
        <source>This file is damaged. Whatever can be recovered from it replaces the library; the file itself is kept.</source>
        <translation>此文件已损坏。能从中恢复的内容会取代当前资料库；文件本身会保留。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Show report…</source>
        <translation>显示报告…</translation>
    </message>
    <message>
        <source>Show what was recovered</source>
        <translation>显示恢复了什么</translation>
    </message>
    <message>
        <source>This backup was made after a recovery and lacks what was lost. A backup from before the damage may still have it.</source>
        <translation>此备份在恢复之后制作，不含丢失的内容。损坏之前的备份中可能还有。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ResultFilterFields</name>
    <message>
        <source>All tools without their own filters</source>
        <translation>没有自己的过滤器的所有工具</translation>
    </message>
    <message>
        <source>%1 (own filters)</source>
        <translation>%1（自有过滤器）</translation>
    </message>
    <message>
        <source>Tool whose results are filtered</source>
        <translation>要过滤结果的工具</translation>
    </message>
    <message>
        <source>This tool has its own filters</source>
        <translation>此工具有自己的过滤器</translation>
    </message>
    <message>
        <source>Remove control characters</source>
        <translation>去掉控制字符</translation>
    </message>
    <message>
        <source>Remove script blocks</source>
        <translation>去掉脚本代码块</translation>
    </message>
    <message>
        <source>Remove a page&apos;s console output</source>
        <translation>去掉网页控制台的输出行</translation>
    </message>
    <message>
        <source>Remove YAML blocks</source>
        <translation>去掉 YAML 代码块</translation>
    </message>
    <message>
        <source>Keep only the start and end of long results</source>
        <translation>长结果只保留开头和结尾</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::RoleForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Engineer, Reviewer…</source>
        <translation>工程师、评审……</translation>
    </message>
    <message>
        <source>Leads the team: plans and assigns the work</source>
        <translation>领导团队：制定计划并分派工作</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Also reacts to messages from</source>
        <translation>还会响应来自以下成员的消息</translation>
    </message>
    <message>
        <source>Other names it answers to</source>
        <translation>它应答的其他名字</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Same as the team</source>
        <translation>与团队相同</translation>
    </message>
    <message>
        <source>the team&apos;s</source>
        <translation>团队的模型</translation>
    </message>
    <message>
        <source>Model for summaries</source>
        <translation>写摘要的模型</translation>
    </message>
    <message>
        <source>Same as its main model</source>
        <translation>与主要模型相同</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>nobody else</source>
        <translation>没有别人</translation>
    </message>
    <message>
        <source>Played by an outside program (see Connect an agent)</source>
        <translation>由外部程序扮演（见“连接智能体”）</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SearchController</name>
    <message numerus="yes">
        <source>%n event(s) were not fully searched: not indexed yet, unreadable, longer than 1 MB, or too many words start with what you typed.</source>
        <translation>
            <numerusform>有 %Ln 个事件没有搜索完整：尚未建立索引、无法读取、超过 1 MB，或以所输入内容开头的词太多。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ServiceChoice</name>
    <message>
        <source>Another server</source>
        <translation>其他服务器</translation>
    </message>
    <message>
        <source>A connection says where models run and how they are paid for. Choose what you have; you can add more later.</source>
        <translation>连接说明模型在哪里运行、如何付费。先选择你已有的；以后可以再添加。</translation>
    </message>
    <message>
        <source>A server on this computer, or one of your own</source>
        <translation>本机上的服务器，或你自己的服务器</translation>
    </message>
    <message>
        <source>A service with a key</source>
        <translation>需要密钥的服务</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SessionDialog</name>
    <message>
        <source>Name, tags and note</source>
        <translation>名称、标签和备注</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Tags, separated by commas</source>
        <translation>标签，用逗号分隔</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SessionListModel</name>
    <message>
        <source>Needs you</source>
        <translation>等你处理</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message numerus="yes">
        <source>Needs you: %n</source>
        <translation>
            <numerusform>等你处理：%Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) for you</source>
        <translation>
            <numerusform>%Ln 个问题等你回答</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 long</source>
        <extracomment>how long a recorded session took</extracomment>
        <translation>时长 %1</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No message matches.</source>
        <translation>没有匹配的消息。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>By title</source>
        <translation>按标题</translation>
    </message>
    <message>
        <source>By start time</source>
        <translation>按开始时间</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按大小</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>by what a program connects, since when</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SessionsController</name>
    <message>
        <source>Other sessions are not affected.</source>
        <translation>其他会话不受影响。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::SessionsPanel</name>
    <message>
        <source>Sessions appear here: running ones, imported ones and samples.</source>
        <translation>会话显示在这里：运行中的、导入的和示例。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search all sessions</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>All sessions are archived.</source>
        <translation>所有会话都已归档。</translation>
    </message>
    <message>
        <source>No session has this in its title, tags or note.</source>
        <translation>没有会话的标题、标签或备注包含它。</translation>
    </message>
    <message>
        <source>Search all sessions: titles, tags, notes and messages. Narrow it down with from:Bob, in:private, has:image, tool:name or after:2026-03-01.</source>
        <translation>搜索所有会话：标题、标签、备注和全部消息。from:Bob、in:private、has:image、tool:name、after:2026-03-01 可缩小范围。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::StallMenu</name>
    <message>
        <source>Notify me when &amp;nothing happens</source>
        <translation>没有动静时提醒我(&amp;N)</translation>
    </message>
    <message>
        <source>Notify me when nothing happens</source>
        <translation>没有动静时提醒我</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message numerus="yes">
        <source>After %n minute(s)</source>
        <translation>
            <numerusform>%Ln 分钟后</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamDelegate</name>
    <message>
        <source>asks you</source>
        <translation>在问你</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamEditorDialog</name>
    <message>
        <source>The team</source>
        <translation>整个团队</translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>%1: has a problem</source>
        <translation>%1：有问题</translation>
    </message>
    <message>
        <source>New member</source>
        <translation>新成员</translation>
    </message>
    <message>
        <source>Two teams are called “%1”.</source>
        <translation>有两个团队都叫“%1”。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Your changes are not saved. Close anyway?</source>
        <translation>你的更改尚未保存。仍要关闭吗？</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>不保存就关闭</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Teams</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>The team and its members</source>
        <translation>团队及其成员</translation>
    </message>
    <message>
        <source>A team defines who its members are, what each one does and which model it uses. Start from one of the built-in teams, or from a file.</source>
        <translation>团队规定有哪些成员、每个成员做什么、使用哪个模型。可以从内置的团队或一个文件开始。</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>分享…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Add a member</source>
        <translation>添加成员</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove this member</source>
        <translation>移除这个成员</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamForm</name>
    <message>
        <source>Enter a budget in dollars, or leave empty for no limit.</source>
        <translation>请输入预算（美元），留空表示不限。</translation>
    </message>
    <message>
        <source>Enter a number of rounds up to %L1, or leave empty for no limit.</source>
        <translation>请输入不超过 %L1 的轮数，留空表示不限。</translation>
    </message>
    <message>
        <source>Drop messages marked as low priority</source>
        <translation>丢弃标为低优先级的消息</translation>
    </message>
    <message>
        <source>Deliver messages marked as broadcast to everyone</source>
        <translation>把标为广播的消息发给所有人</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What the team is for</source>
        <translation>团队的用途</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>When a session starts</source>
        <translation>会话开始时选择</translation>
    </message>
    <message>
        <source>chosen at the start</source>
        <translation>开始时选择</translation>
    </message>
    <message>
        <source>Budget in $</source>
        <translation>预算（美元）</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Calls per turn</source>
        <translation>每轮调用</translation>
    </message>
    <message>
        <source>How many times a member may call its model in one turn before you are asked.</source>
        <translation>成员在一轮中最多可调用模型多少次，之后会询问你。</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>How many times a member is retried when its model fails, before it is shown as failed.</source>
        <translation>成员的模型失败后最多重试多少次，之后显示为失败。</translation>
    </message>
    <message>
        <source>Public: everyone hears what is said</source>
        <translation>公开：所有成员都能听到</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>过滤器</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>{{name}} in a goal or a constraint is replaced by the value given here.</source>
        <translation>目标或约束中的 {{名称}} 会替换为这里给出的值。</translation>
    </message>
    <message>
        <source>Maximum tokens in a prompt</source>
        <translation>提示词的最大词元数</translation>
    </message>
    <message>
        <source>What happens to older messages</source>
        <translation>更早消息的处理方式</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Summarise with a model</source>
        <translation>由模型写成摘要</translation>
    </message>
    <message>
        <source>Tool results, before a model gets them</source>
        <translation>工具结果（交给模型之前）</translation>
    </message>
    <message>
        <source>Maximum tokens and messages in a prompt, and what happens to older messages</source>
        <translation>提示词最多的词元数和消息数，以及更早消息的处理方式</translation>
    </message>
    <message>
        <source>Maximum messages in a prompt</source>
        <translation>提示词最多的消息数</translation>
    </message>
    <message>
        <source>any number</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>How many of the messages a member remembers are given to its model, including its tool calls and their results.</source>
        <translation>成员记住的消息中有多少条交给其模型，包括工具调用及其结果。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamPanel</name>
    <message>
        <source>%1: %2</source>
        <extracomment>a member and what it does</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Direct chat</source>
        <translation>私聊</translation>
    </message>
    <message>
        <source>Show inbox</source>
        <translation>查看收件箱</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>团队</translation>
    </message>
    <message>
        <source>Each member’s state, unread messages and cost appear here while a session is open.</source>
        <translation>打开会话后，这里显示每个成员的状态、未读消息和费用。</translation>
    </message>
    <message>
        <source>End direct chat</source>
        <translation>结束私聊</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Pause: give it no turn</source>
        <translation>暂停：不让其行动</translation>
    </message>
    <message>
        <source>Let it continue</source>
        <translation>让它继续</translation>
    </message>
    <message>
        <source>Mute: deliver nothing it says</source>
        <translation>禁言：不送达其说的话</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>解除禁言</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TeamSummary</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::ToolFields</name>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>asks you first</source>
        <translation>先询问你</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::Toolbar</name>
    <message>
        <source>Not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等你回答</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Replay at %1</source>
        <translation>回放到 %1</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Quarterdeck</source>
        <translation>Quarterdeck</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Public</source>
        <translation>公开</translation>
    </message>
    <message>
        <source>Private: messages reach only those named</source>
        <translation>私密：消息只送达被点名的角色</translation>
    </message>
    <message>
        <source>Public: everyone hears every message</source>
        <translation>公开：所有人可见每条消息</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>静候中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Choose a connection…</source>
        <translation>选择连接…</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>真实记录</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Move out of archive</source>
        <translation>移出归档</translation>
    </message>
    <message>
        <source>Held: waits for you</source>
        <translation>已扣住：等你处理</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TranscriptController</name>
    <message>
        <source>Stored data has not changed.</source>
        <translation>已保存的数据没有改变。</translation>
    </message>
    <message>
        <source>The transcript stopped working.</source>
        <translation>对话页面已停止工作。</translation>
    </message>
    <message>
        <source>The session continues and is still being stored.</source>
        <translation>会话仍在继续，并仍在保存。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>No program on this desktop can open %1.</source>
        <translation>此桌面上没有程序可打开 %1。</translation>
    </message>
    <message>
        <source>Sent. It does not appear in this channel.</source>
        <translation>已发送，但不会出现在此频道中。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>It will be tried again after a while. Stored data has not changed.</source>
        <translation>稍后会自动重试。已保存的数据没有改变。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>The message was not marked.</source>
        <translation>消息未被标记。</translation>
    </message>
    <message>
        <source>There is no such message in this session.</source>
        <translation>此会话中没有这条消息。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::TranscriptMenu</name>
    <message>
        <source>O&amp;pen image</source>
        <translation>打开图片(&amp;P)</translation>
    </message>
    <message>
        <source>Cop&amp;y image</source>
        <translation>复制图片(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Copy link a&amp;ddress</source>
        <translation>复制链接地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Open link…</source>
        <translation>打开链接(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Reply</source>
        <translation>回复(&amp;R)</translation>
    </message>
    <message>
        <source>Copy message as &amp;text</source>
        <translation>将消息复制为纯文本(&amp;T)</translation>
    </message>
    <message>
        <source>Copy message as &amp;Markdown</source>
        <translation>将消息复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>Copy from &amp;here to another message…</source>
        <translation>从此处复制到另一条消息(&amp;H)…</translation>
    </message>
    <message>
        <source>Sho&amp;w formatted</source>
        <translation>显示排版效果(&amp;W)</translation>
    </message>
    <message>
        <source>Show as &amp;written</source>
        <translation>显示原文(&amp;W)</translation>
    </message>
    <message>
        <source>Stop &amp;keeping in memory</source>
        <translation>取消保留在记忆中(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Keep in memory</source>
        <translation>保留在记忆中(&amp;K)</translation>
    </message>
    <message>
        <source>Copy &amp;link to this message</source>
        <translation>复制此消息的链接(&amp;L)</translation>
    </message>
    <message>
        <source>Show in &amp;inspector</source>
        <translation>在检查器中显示(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Hold messages like this…</source>
        <translation>扣住这类消息(&amp;H)…</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::WatchedFoldersMenu</name>
    <message>
        <source>&amp;Watched folders</source>
        <translation>监视的文件夹(&amp;W)</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::WelcomePage</name>
    <message>
        <source>Getting started</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Watch a team work</source>
        <translation>看一个团队如何工作</translation>
    </message>
    <message>
        <source>Five scripted agents build a small game. They will ask you two questions. No key or network is needed, and it takes about two minutes.</source>
        <translation>五个预设的智能体将制作一个小游戏，期间会问你两个问题。无需密钥，无需联网，大约两分钟。</translation>
    </message>
    <message>
        <source>Try the demo team</source>
        <translation>试试演示团队</translation>
    </message>
    <message>
        <source>Run a team on a model</source>
        <translation>用模型运行团队</translation>
    </message>
    <message>
        <source>OpenAI-compatible, Anthropic, Ollama or llama.cpp</source>
        <translation>兼容 OpenAI、Anthropic、Ollama 或 llama.cpp</translation>
    </message>
    <message>
        <source>Connect an agent program</source>
        <translation>连接智能体程序</translation>
    </message>
    <message>
        <source>Import a file</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>or drop it anywhere on this window</source>
        <translation>或将其拖到窗口任意位置</translation>
    </message>
    <message>
        <source>AgentScope, MCP or any other: one line to add</source>
        <translation>AgentScope、MCP 或任何程序：只需加一行</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::theme::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::DiagramRenderer</name>
    <message>
        <source>The drawing stopped unexpectedly.</source>
        <translation>绘制意外中止。</translation>
    </message>
    <message>
        <source>The page for drawings could not be loaded.</source>
        <translation>无法加载绘图页面。</translation>
    </message>
    <message>
        <source>Drawing it took too long.</source>
        <translation>绘制耗时过长。</translation>
    </message>
    <message>
        <source>The drawing is too large.</source>
        <translation>图表过大。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::PageImages</name>
    <message>
        <source>This image is no longer in the message.</source>
        <translation>此图片已不在消息中。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::PrintJob</name>
    <message>
        <source>The pages took too long to create.</source>
        <translation>生成页面耗时过长。</translation>
    </message>
    <message>
        <source>The pages could not be created.</source>
        <translation>页面无法生成。</translation>
    </message>
    <message>
        <source>“%1” could not be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
    <message>
        <source>The printer “%1” could not print it.</source>
        <translation>打印机“%1”无法打印。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::PrintSheet</name>
    <message>
        <source>The pages could not be laid out: the engine stopped.</source>
        <translation>页面无法排版：引擎停止了。</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::ScrollMap</name>
    <message>
        <source>Place in the conversation</source>
        <translation>对话中的位置</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 条，共 %2 条</translation>
    </message>
    <message>
        <source>A question waiting for an answer</source>
        <translation>等待回答的问题</translation>
    </message>
    <message>
        <source>A question that has ended</source>
        <translation>已结束的问题</translation>
    </message>
    <message>
        <source>An error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Marked as a mistake</source>
        <translation>标为错误</translation>
    </message>
    <message>
        <source>A private chat</source>
        <translation>私聊</translation>
    </message>
    <message>
        <source>Found here</source>
        <translation>搜索结果在此</translation>
    </message>
</context>
<context>
    <name>quarterdeck::ui::transcript::TranscriptView</name>
    <message>
        <source>Transcript</source>
        <translation>对话记录</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
</TS>
