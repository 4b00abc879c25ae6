<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_GB">
    <context>
        <name>About</name>
        <message>
            <source>A readable file, not encrypted</source>
            <translation>可直接阅读的文件，未加密</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出……</translation>
        </message>
        <message>
            <source>Nothing yet. Tell me something.</source>
            <translation>还没有内容。跟我说点什么吧。</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>What I know about you</source>
            <translation>我知道的你</translation>
        </message>
        <message>
            <source>Written to {name}. This file is not encrypted: whoever gets it can read it.</source>
            <translation>已写入 {name}。这个文件没有加密，拿到它的人都能看。</translation>
        </message>
        <message>
            <source>You</source>
            <translation>你</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message numerus="yes">
            <source>%n memories were deleted, with the words they came from.</source>
            <comment>count</comment>
            <translation>
                <numerusform>已删除 %n 条记忆，以及它们的来源原话。</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy as Markdown</source>
            <translation>复制为 Markdown</translation>
        </message>
        <message>
            <source>Copy selection</source>
            <translation>复制所选</translation>
        </message>
        <message>
            <source>No memory was behind this. Say what is right, and it will be remembered.</source>
            <translation>这次回答没有用到记忆。说出正确的内容，就会被记住。</translation>
        </message>
        <message>
            <source>Nothing was remembered from this message.</source>
            <translation>这条消息没有留下记忆。</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Open {address} in another program? It may go online; Keepsake does not.</source>
            <translation>用其他程序打开 {address}？那个程序可能会联网；Keepsake 不会。</translation>
        </message>
        <message>
            <source>That is remembered already.</source>
            <translation>这条已经记住了。</translation>
        </message>
    </context>
    <context>
        <name>Chat</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Delete this conversation for good? What was remembered from it can stay.</source>
            <translation>永久删除这个对话？从中记住的内容可以保留。</translation>
        </message>
        <message>
            <source>Delete with memories</source>
            <translation>连同记忆一起删除</translation>
        </message>
        <message>
            <source>Delete, keep memories</source>
            <translation>删除，保留记忆</translation>
        </message>
        <message>
            <source>Deleted for good: messages {messages}, memories {memories}.</source>
            <translation>已永久删除：消息 {messages} 条，记忆 {memories} 条。</translation>
        </message>
        <message>
            <source>You are rewording an earlier message; the old one stays as a branch.</source>
            <translation>你正在改写之前的一条消息，旧的会作为分支保留。</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>Enter sends, Shift+Enter starts a new line</source>
            <translation>Enter 发送，Shift+Enter 换行</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>Private: nothing of this is kept…</source>
            <translation>私密：这里的内容不会保留……</translation>
        </message>
        <message>
            <source>Say something…</source>
            <translation>说点什么……</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
    </context>
    <context>
        <name>Conversations</name>
        <message>
            <source>Conversations</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Delete…</source>
            <translation>删除……</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>置顶</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>已置顶</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <source>Search conversations</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消置顶</translation>
        </message>
    </context>
    <context>
        <name>Dates</name>
        <message numerus="yes">
            <source>%n min ago</source>
            <comment>minutes</comment>
            <translation>
                <numerusform>%n 分钟前</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n s ago</source>
            <comment>seconds</comment>
            <translation>
                <numerusform>%n 秒前</numerusform>
            </translation>
        </message>
        <message>
            <source>This month</source>
            <translation>本月</translation>
        </message>
        <message>
            <source>This week</source>
            <translation>本周</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
    </context>
    <context>
        <name>Empty</name>
        <message>
            <source>I live in Bruges and my daughter is allergic to peanuts.</source>
            <translation>我住在上海，女儿对花生过敏。</translation>
        </message>
        <message>
            <source>Remember that I like short answers.</source>
            <translation>记住我喜欢简短的回答。</translation>
        </message>
        <message>
            <source>Say things worth keeping, and ask for them weeks later. Numbers of cards, passports and the like are hidden before anything is written.</source>
            <translation>说说值得记住的事，几周后再来问。银行卡、护照之类的号码在写入之前就会被隐去。</translation>
        </message>
        <message>
            <source>What do you know about me?</source>
            <translation>你记得我什么？</translation>
        </message>
        <message>
            <source>What is on your mind?</source>
            <translation>在想什么？</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <source>The engine stopped and has been restarted. What you wrote is kept.</source>
            <translation>引擎停了，已经重新启动。你写的内容还在。</translation>
        </message>
    </context>
    <context>
        <name>Flow</name>
        <message>
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
        </message>
    </context>
    <context>
        <name>Header</name>
        <message>
            <source>Keepsake never goes online. A guard inside it refuses every network connection and counts the attempts: so far there were none. Models, memories and answers stay on this computer.</source>
            <translation>Keepsake 从不联网。内置的守卫会拒绝一切网络连接并计数：到现在一次也没有。模型、记忆和回答都留在这台电脑上。</translation>
        </message>
        <message>
            <source>Local model {size}</source>
            <translation>本地模型 {size}</translation>
        </message>
        <message>
            <source>Memories</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>No model</source>
            <translation>没有模型</translation>
        </message>
        <message numerus="yes">
            <source>Offline · %n connections</source>
            <comment>attempts</comment>
            <translation>
                <numerusform>离线 · %n 次联网</numerusform>
            </translation>
        </message>
        <message>
            <source>Opens the models</source>
            <translation>打开模型页</translation>
        </message>
        <message>
            <source>Shows or hides the memory panel</source>
            <translation>显示或收起记忆栏</translation>
        </message>
        <message numerus="yes">
            <source>Something in this program tried to reach the network %n times. It was refused and counted; nothing left this computer.</source>
            <comment>attempts</comment>
            <translation>
                <numerusform>程序里有东西试图联网 %n 次，都被拒绝并计数，没有任何内容离开这台电脑。</numerusform>
            </translation>
        </message>
        <message>
            <source>{title} (private)</source>
            <translation>{title}（私密）</translation>
        </message>
    </context>
    <context>
        <name>Import</name>
        <message numerus="yes">
            <source>%n conversations</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 个对话</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries cannot be read and are left out: {places}</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 个条目无法读取，将略过：{places}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries could not be read and were left out.</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 个条目无法读取，已略过。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories were learned</source>
            <comment>count</comment>
            <translation>
                <numerusform>记住了 %n 条，</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 条消息</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them yours</source>
            <comment>count</comment>
            <translation>
                <numerusform>其中你说的 %n 条</numerusform>
            </translation>
        </message>
        <message>
            <source>(in the first 1,000 of your messages)</source>
            <translation>（在你最早的 1000 条消息里）</translation>
        </message>
        <message>
            <source>An export of Keepsake: what is not here yet is taken over as it is.</source>
            <translation>这是 Keepsake 自己的导出：这里还没有的内容会原样收进来。</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Choose a file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>Choose all</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Choose an export</source>
            <translation>选择导出文件</translation>
        </message>
        <message>
            <source>Choose none</source>
            <translation>全不选</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话</translation>
        </message>
        <message>
            <source>Conversations in the file</source>
            <translation>文件里的对话</translation>
        </message>
        <message>
            <source>Drop an export here, as a file or ZIP.</source>
            <translation>把导出的文件或 ZIP 拖到这里。</translation>
        </message>
        <message>
            <source>Earlier imports</source>
            <translation>以前的导入</translation>
        </message>
        <message>
            <source>Everything in this file was here already.</source>
            <translation>这个文件里的内容都已经在这里了。</translation>
        </message>
        <message>
            <source>From ChatGPT, Claude, Open WebUI, SillyTavern, Telegram, WeChat, QQ or Keepsake. The format is found by itself.</source>
            <translation>支持 ChatGPT、Claude、Open WebUI、SillyTavern、Telegram、微信、QQ 和 Keepsake，格式会自动识别。</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>Import another file</source>
            <translation>再导入一个文件</translation>
        </message>
        <message>
            <source>Import conversations</source>
            <translation>导入对话</translation>
        </message>
        <message>
            <source>Importing</source>
            <translation>正在导入</translation>
        </message>
        <message>
            <source>Looking into {file}…</source>
            <translation>正在查看 {file}…</translation>
        </message>
        <message>
            <source>Masked before anything is written: {counts}</source>
            <translation>写入之前会遮住：{counts}</translation>
        </message>
        <message>
            <source>Measuring how long it will take here…</source>
            <translation>正在估算在这台电脑上要多久…</translation>
        </message>
        <message>
            <source>Messages</source>
            <translation>消息</translation>
        </message>
        <message>
            <source>New</source>
            <translation>新的</translation>
        </message>
        <message>
            <source>Nothing that would be masked was seen.</source>
            <translation>没有看到需要遮住的内容。</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Paused. You can go on whenever you like.</source>
            <translation>已暂停，随时可以继续。</translation>
        </message>
        <message>
            <source>Progress of the import</source>
            <translation>导入进度</translation>
        </message>
        <message>
            <source>Said</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Stop and take back</source>
            <translation>停止并撤回</translation>
        </message>
        <message>
            <source>Take back</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>Take back…</source>
            <translation>撤回…</translation>
        </message>
        <message>
            <source>Take this import back? Its conversations and memories are deleted for good.</source>
            <translation>要撤回这次导入吗？它带来的对话和记忆会被彻底删除。</translation>
        </message>
        <message>
            <source>Taken back: {memories} memories and {messages} messages were deleted.</source>
            <translation>已撤回：删除了 {memories} 条记忆和 {messages} 条消息。</translation>
        </message>
        <message>
            <source>The file does not say whose words are yours. Only yours become memories.</source>
            <translation>文件里没有写明哪些话是你说的。只有你说的话会成为记忆。</translation>
        </message>
        <message>
            <source>There is nothing to import in this file.</source>
            <translation>这个文件里没有可以导入的内容。</translation>
        </message>
        <message>
            <source>WeChat ({tool})</source>
            <translation>微信（{tool}）</translation>
        </message>
        <message>
            <source>Who are you in this chat?</source>
            <translation>这个聊天里哪一个是你？</translation>
        </message>
        <message>
            <source>Without a title</source>
            <translation>无标题</translation>
        </message>
        <message numerus="yes">
            <source>about %n hours</source>
            <comment>duration</comment>
            <translation>
                <numerusform>大约 %n 小时</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n minutes</source>
            <comment>duration</comment>
            <translation>
                <numerusform>大约 %n 分钟</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>from %n messages.</source>
            <comment>count</comment>
            <translation>
                <numerusform>来自 %n 条消息。</numerusform>
            </translation>
        </message>
        <message>
            <source>less than a minute</source>
            <translation>不到一分钟</translation>
        </message>
        <message>
            <source>not finished</source>
            <translation>未完成</translation>
        </message>
        <message>
            <source>running</source>
            <translation>进行中</translation>
        </message>
        <message>
            <source>stopped after {done} of {total}</source>
            <translation>停在 {done} / {total}</translation>
        </message>
        <message>
            <source>{done} of {total} messages</source>
            <translation>{done} / {total} 条消息</translation>
        </message>
        <message>
            <source>{time} left</source>
            <translation>还要{time}</translation>
        </message>
        <message>
            <source>{time} on this computer. You can go on chatting meanwhile.</source>
            <translation>在这台电脑上{time}。导入时可以继续聊天。</translation>
        </message>
    </context>
    <context>
        <name>Keys</name>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Enter</source>
            <translation>Enter</translation>
        </message>
        <message>
            <source>From message to message</source>
            <translation>逐条消息移动</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>放大文字</translation>
        </message>
        <message>
            <source>Lock now</source>
            <translation>立即锁定</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>New conversation</source>
            <translation>新对话</translation>
        </message>
        <message>
            <source>New line</source>
            <translation>换行</translation>
        </message>
        <message>
            <source>New private conversation</source>
            <translation>新的私密对话</translation>
        </message>
        <message>
            <source>Normal text size</source>
            <translation>正常文字大小</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Search conversations</source>
            <translation>搜索对话</translation>
        </message>
        <message>
            <source>Send</source>
            <translation>发送</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Show or hide the memory panel</source>
            <translation>显示或收起记忆栏</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>缩小文字</translation>
        </message>
        <message>
            <source>Stop the answer</source>
            <translation>停止回答</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Write</source>
            <translation>输入框</translation>
        </message>
    </context>
    <context>
        <name>Masking</name>
        <message>
            <source>Always kept</source>
            <translation>一律保留</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Check now</source>
            <translation>现在检查</translation>
        </message>
        <message>
            <source>Checked {done} of {total}, {changed} masked anew</source>
            <translation>已检查 {done}/{total}，重新遮盖 {changed} 条</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message numerus="yes">
            <source>Done: %n stored texts were masked anew. Their old bytes are overwritten when it is quiet.</source>
            <translation>
                <numerusform>检查完毕：重新遮盖了 %n 条已存内容，旧的字节会在空闲时覆盖掉。</numerusform>
            </translation>
        </message>
        <message>
            <source>Mask again</source>
            <translation>重新遮盖</translation>
        </message>
        <message>
            <source>Masked words are replaced before anything is written. The counts are all that is kept of them.</source>
            <translation>遮盖发生在写入之前。被遮盖的内容不会留下，只记次数。</translation>
        </message>
        <message>
            <source>My choice</source>
            <translation>自选</translation>
        </message>
        <message>
            <source>Not now</source>
            <translation>暂不</translation>
        </message>
        <message>
            <source>Nothing. “Always” under a message you write puts a pattern here.</source>
            <translation>还没有。写消息时点下面的“一律保留”，样式就会列在这里。</translation>
        </message>
        <message>
            <source>Secrets and numbers</source>
            <translation>机密与号码</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Strict</source>
            <translation>严格</translation>
        </message>
        <message>
            <source>What is masked</source>
            <translation>遮盖什么</translation>
        </message>
        <message numerus="yes">
            <source>What is stored was masked by the old choice. Check %n stored texts as well?</source>
            <translation>
                <numerusform>已存的内容是按原来的选择遮盖的。要一并检查这 %n 条吗？</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>masked %n times</source>
            <translation>
                <numerusform>遮盖过 %n 次</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Masks</name>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>还有 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n things will be masked</source>
            <translation>
                <numerusform>有 %n 处会被遮盖</numerusform>
            </translation>
        </message>
        <message>
            <source>Always</source>
            <translation>一律保留</translation>
        </message>
        <message>
            <source>Every {type} written like {shape} stays as it is. Settings, “What is masked” takes it back.</source>
            <translation>今后写成 {shape} 样式的{type}都照原样保存。可在设置的“遮盖什么”里收回。</translation>
        </message>
        <message>
            <source>From now on every {type} written like {shape} is stored as it is.</source>
            <translation>今后写成 {shape} 样式的{type}都照原样保存。</translation>
        </message>
        <message>
            <source>In this message only: it is then stored as you typed it.</source>
            <translation>只限这一条消息：照你输入的样子保存。</translation>
        </message>
        <message>
            <source>It stays as you typed it</source>
            <translation>照原样保留</translation>
        </message>
        <message>
            <source>Keep this one</source>
            <translation>保留这处</translation>
        </message>
        <message>
            <source>Mask it after all</source>
            <translation>还是遮盖</translation>
        </message>
        <message>
            <source>What will be masked</source>
            <translation>将被遮盖的内容</translation>
        </message>
        <message>
            <source>stays</source>
            <translation>照原样</translation>
        </message>
    </context>
    <context>
        <name>Memory</name>
        <message>
            <source>Edit</source>
            <translation>修改</translation>
        </message>
        <message>
            <source>Episode</source>
            <translation>经历</translation>
        </message>
        <message>
            <source>Fact</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>For {date}</source>
            <translation>日期 {date}</translation>
        </message>
        <message>
            <source>Forget</source>
            <translation>忘掉</translation>
        </message>
        <message>
            <source>Importance {value}</source>
            <translation>重要度 {value}</translation>
        </message>
        <message>
            <source>Open the conversation</source>
            <translation>打开对话</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>固定</translation>
        </message>
        <message numerus="yes">
            <source>Recalled %n times</source>
            <comment>count</comment>
            <translation>
                <numerusform>被想起 %n 次</numerusform>
            </translation>
        </message>
        <message>
            <source>Rule</source>
            <translation>规律</translation>
        </message>
        <message>
            <source>Said {date}</source>
            <translation>说于 {date}</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Strength</source>
            <translation>强度</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>What is right</source>
            <translation>正确的内容</translation>
        </message>
        <message>
            <source>archived</source>
            <translation>已归档</translation>
        </message>
        <message>
            <source>fading</source>
            <translation>正在淡去</translation>
        </message>
        <message>
            <source>faint</source>
            <translation>快忘了</translation>
        </message>
        <message>
            <source>new</source>
            <translation>新</translation>
        </message>
        <message>
            <source>now</source>
            <translation>现在</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>replaced</source>
            <translation>已被取代</translation>
        </message>
        <message>
            <source>replaced an earlier one</source>
            <translation>取代了旧的一条</translation>
        </message>
        <message>
            <source>steady</source>
            <translation>稳定</translation>
        </message>
        <message>
            <source>strong</source>
            <translation>记得很牢</translation>
        </message>
    </context>
    <context>
        <name>Message</name>
        <message>
            <source>Again</source>
            <translation>重新回答</translation>
        </message>
        <message>
            <source>Conversation</source>
            <translation>对话内容</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy code</source>
            <translation>复制代码</translation>
        </message>
        <message>
            <source>Ctrl+Up and Ctrl+Down go from message to message, the menu key shows the actions</source>
            <translation>Ctrl+上/下 逐条移动，菜单键显示可用的操作</translation>
        </message>
        <message>
            <source>Edit</source>
            <translation>修改</translation>
        </message>
        <message>
            <source>Forget this</source>
            <translation>忘掉这条</translation>
        </message>
        <message>
            <source>Forgotten again</source>
            <translation>已撤销记忆</translation>
        </message>
        <message>
            <source>Masked before it was written: {type}</source>
            <translation>写入前已隐去：{type}</translation>
        </message>
        <message>
            <source>New text below</source>
            <translation>下面有新内容</translation>
        </message>
        <message>
            <source>Remember this</source>
            <translation>记住这条</translation>
        </message>
        <message numerus="yes">
            <source>Remembered %n things</source>
            <comment>count</comment>
            <translation>
                <numerusform>记住了 %n 条</numerusform>
            </translation>
        </message>
        <message>
            <source>That’s wrong</source>
            <translation>不对</translation>
        </message>
        <message>
            <source>Thinking…</source>
            <translation>在想……</translation>
        </message>
        <message>
            <source>To the end</source>
            <translation>到最后</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>You</source>
            <translation>你</translation>
        </message>
        <message>
            <source>message {place} of {count}</source>
            <translation>第 {place} 条，共 {count} 条</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>已停止</translation>
        </message>
        <message numerus="yes">
            <source>used %n memories</source>
            <comment>count</comment>
            <translation>
                <numerusform>用到 %n 条记忆</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Models</name>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Fetch</source>
            <translation>获取</translation>
        </message>
        <message>
            <source>Import a file…</source>
            <translation>导入文件……</translation>
        </message>
        <message>
            <source>Import a model file</source>
            <translation>导入模型文件</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Models are files on this computer. Fetching one is the only thing in Keepsake that uses the network, in a program of its own and only when you ask for it.</source>
            <translation>模型是这台电脑上的文件。只有获取模型会用到网络：由单独的程序进行，并且只在你要求时进行。</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Use</source>
            <translation>使用</translation>
        </message>
        <message>
            <source>Use the common ChatML template</source>
            <translation>使用通用的 ChatML 模板</translation>
        </message>
        <message>
            <source>answers</source>
            <translation>负责回答</translation>
        </message>
        <message>
            <source>finds memories</source>
            <translation>负责查找记忆</translation>
        </message>
        <message>
            <source>in use</source>
            <translation>使用中</translation>
        </message>
        <message>
            <source>installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <source>needs {size} of memory</source>
            <translation>需要 {size} 内存</translation>
        </message>
        <message>
            <source>not installed</source>
            <translation>未安装</translation>
        </message>
        <message>
            <source>sorts what was found</source>
            <translation>负责排序结果</translation>
        </message>
        <message>
            <source>{number} tokens a second here</source>
            <translation>本机每秒 {number} 个 token</translation>
        </message>
    </context>
    <context>
        <name>Palette</name>
        <message>
            <source>Command</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>Type a command or the name of a conversation</source>
            <translation>输入命令或对话名称</translation>
        </message>
    </context>
    <context>
        <name>Panel</name>
        <message>
            <source>Hidden before anything was written. Nobody can bring it back from here.</source>
            <translation>在写入之前就已隐去，没有人能从这里找回。</translation>
        </message>
        <message>
            <source>Just remembered</source>
            <translation>刚刚记住的</translation>
        </message>
        <message>
            <source>Masked</source>
            <translation>已隐去</translation>
        </message>
        <message>
            <source>Memories</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Used in this answer</source>
            <translation>这次回答用到的</translation>
        </message>
        <message>
            <source>What an answer used and what was just remembered is shown here.</source>
            <translation>回答用到的记忆和刚刚记住的内容会显示在这里。</translation>
        </message>
    </context>
    <context>
        <name>Passphrase</name>
        <message>
            <source>Hard to guess. Longer is better.</source>
            <translation>不易猜到，越长越好。</translation>
        </message>
        <message>
            <source>New passphrase</source>
            <translation>新口令</translation>
        </message>
        <message>
            <source>Nobody can reset it for you.</source>
            <translation>没有人能替你重设它。</translation>
        </message>
        <message>
            <source>The same again</source>
            <translation>再输入一次</translation>
        </message>
        <message>
            <source>The two differ.</source>
            <translation>两次输入不同。</translation>
        </message>
        <message>
            <source>Too easy to guess. Four unrelated words are better.</source>
            <translation>太容易猜到了，用几个不相关的词更好。</translation>
        </message>
        <message>
            <source>Very hard to guess.</source>
            <translation>极难猜到。</translation>
        </message>
    </context>
    <context>
        <name>Recovery</name>
        <message>
            <source>Copy the words</source>
            <translation>复制这些词</translation>
        </message>
        <message>
            <source>I have written them down</source>
            <translation>我已经抄下来了</translation>
        </message>
        <message>
            <source>Recovery words</source>
            <translation>恢复短语</translation>
        </message>
        <message>
            <source>Right. Keep the paper where only you find it.</source>
            <translation>没错。把纸收在只有你找得到的地方。</translation>
        </message>
        <message>
            <source>Show them again</source>
            <translation>再看一遍</translation>
        </message>
        <message>
            <source>Type two of them, to be sure that they are on your paper.</source>
            <translation>请输入其中两个词，确认已经抄在纸上。</translation>
        </message>
        <message>
            <source>Word number {place}</source>
            <translation>第 {place} 个词</translation>
        </message>
        <message>
            <source>Write these words on paper. They open your memories when everything else is lost, and they are shown only now.</source>
            <translation>请把这些词抄在纸上。其他方式都失效时，它们能打开你的记忆；只在此刻显示。</translation>
        </message>
    </context>
    <context>
        <name>Rereading</name>
        <message>
            <source>Reading memories anew for another search model: {done} of {total}. Searching goes on meanwhile.</source>
            <translation>正在为另一个查找模型重新读取记忆：{done} / {total}。其间查找照常。</translation>
        </message>
    </context>
    <context>
        <name>Restore</name>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Checking every byte of it, then putting it in place…</source>
            <translation>正在逐字节检查，随后放入…</translation>
        </message>
        <message>
            <source>Choose the backup</source>
            <translation>选择备份</translation>
        </message>
        <message>
            <source>Choose the file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>From then on it opens with the keyring of this computer</source>
            <translation>以后用这台电脑的钥匙串打开</translation>
        </message>
        <message>
            <source>From then on the backup’s passphrase opens it</source>
            <translation>以后用备份的口令打开</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Passphrase of the backup</source>
            <translation>备份的口令</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>恢复</translation>
        </message>
        <message>
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <source>The backup is restored</source>
            <translation>备份已恢复</translation>
        </message>
        <message>
            <source>The vault that is here, and that is not open, is set aside with its ways in. It is not deleted, and what the backup holds takes its place.</source>
            <translation>这里现有的保险库没有打开，会连同它的打开方式一起另存，不会删除；备份中的内容将取代它的位置。</translation>
        </message>
        <message>
            <source>What is here now ({memories} memories, {messages} messages) is replaced. It stays beside the vault, encrypted, until you next delete something. The ways in stay as they are.</source>
            <translation>这里现有的内容（{memories} 条记忆，{messages} 条消息）会被取代。它仍以加密形式留在保险库旁边，直到你下一次删除内容为止。打开方式保持不变。</translation>
        </message>
        <message>
            <source>What the backup holds becomes the vault of this computer.</source>
            <translation>备份中的内容将成为这台电脑上的保险库。</translation>
        </message>
        <message>
            <source>{memories} memories and {messages} messages are here again.</source>
            <translation>{memories} 条记忆和 {messages} 条消息已经回来了。</translation>
        </message>
    </context>
    <context>
        <name>Review</name>
        <message numerus="yes">
            <source>%n things are due.</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 件事到期了。</numerusform>
            </translation>
        </message>
        <message>
            <source>About to fade</source>
            <translation>快要淡忘</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>归档</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Bring back</source>
            <translation>找回</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>Due now</source>
            <translation>现在该做</translation>
        </message>
        <message>
            <source>Faded into the archive</source>
            <translation>已淡入归档</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Leave archived</source>
            <translation>留在归档</translation>
        </message>
        <message>
            <source>Newly learned</source>
            <translation>新记住的</translation>
        </message>
        <message>
            <source>Nothing to decide. Come back another day.</source>
            <translation>没有需要决定的，改天再来。</translation>
        </message>
        <message>
            <source>Replaced by something newer</source>
            <translation>被新的取代</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>回顾</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>查看</translation>
        </message>
        <message>
            <source>That is right</source>
            <translation>没错</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message numerus="yes">
            <source>While you were away, %n memories faded.</source>
            <comment>count</comment>
            <translation>
                <numerusform>你不在的时候，%n 条记忆淡忘了，已归档。</numerusform>
            </translation>
        </message>
        <message>
            <source>Your weekly review is ready.</source>
            <translation>本周回顾准备好了。</translation>
        </message>
        <message>
            <source>due {date}</source>
            <translation>{date} 到期</translation>
        </message>
    </context>
    <context>
        <name>Settings</name>
        <message>
            <source> days</source>
            <translation> 天</translation>
        </message>
        <message>
            <source> min</source>
            <translation> 分钟</translation>
        </message>
        <message>
            <source>-1 puts there what fits, 0 nothing.</source>
            <translation>-1 表示能放多少放多少，0 表示不用显卡。</translation>
        </message>
        <message>
            <source>0 is sober, 1 is playful.</source>
            <translation>0 是严谨，1 是活泼。</translation>
        </message>
        <message>
            <source>0 never locks by itself.</source>
            <translation>0 表示不自动锁定。</translation>
        </message>
        <message>
            <source>0 takes all real cores of this computer.</source>
            <translation>0 表示使用本机全部物理核心。</translation>
        </message>
        <message>
            <source>All memories and conversations, for good.</source>
            <translation>所有记忆和对话，永久删除。</translation>
        </message>
        <message>
            <source>Archive when unused for</source>
            <translation>多久不用就归档</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Background work waits then. 0 never waits.</source>
            <translation>此时后台工作暂停；0 表示从不暂停。</translation>
        </message>
        <message>
            <source>Choose, fetch, import or remove.</source>
            <translation>选择、获取、导入或移除。</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>清除</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Closing the window keeps Keepsake at hand.</source>
            <translation>关闭窗口后 Keepsake 仍在手边。</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Data</source>
            <translation>数据</translation>
        </message>
        <message>
            <source>Delete all memories and conversations for good? Nothing brings them back.</source>
            <translation>永久删除所有记忆和对话？删除后无法找回。</translation>
        </message>
        <message>
            <source>Delete everything</source>
            <translation>全部删除</translation>
        </message>
        <message>
            <source>Delete everything…</source>
            <translation>全部删除……</translation>
        </message>
        <message>
            <source>Delete…</source>
            <translation>删除……</translation>
        </message>
        <message>
            <source>Each kind, how often it was masked, and what you let through.</source>
            <translation>每一类内容、遮盖过的次数，以及你放行的样式。</translation>
        </message>
        <message>
            <source>Everything was deleted. The free bytes of the file are being overwritten.</source>
            <translation>已全部删除。正在覆盖文件里的空闲字节。</translation>
        </message>
        <message>
            <source>Freedom of wording</source>
            <translation>用词自由度</translation>
        </message>
        <message>
            <source>From ChatGPT, Claude, Telegram, WeChat and others; earlier imports.</source>
            <translation>来自 ChatGPT、Claude、Telegram、微信等；也可查看以前的导入。</translation>
        </message>
        <message>
            <source>General</source>
            <translation>通用</translation>
        </message>
        <message>
            <source>Half-life of a memory</source>
            <translation>记忆的半衰期</translation>
        </message>
        <message>
            <source>How sure before keeping</source>
            <translation>多有把握才记</translation>
        </message>
        <message>
            <source>How you want to be answered</source>
            <translation>希望的回答方式</translation>
        </message>
        <message>
            <source>Import conversations…</source>
            <translation>导入对话……</translation>
        </message>
        <message>
            <source>Important and often used ones last longer.</source>
            <translation>重要的和常用的会留得更久。</translation>
        </message>
        <message>
            <source>In tokens, at most; less is taken where the memory is small.</source>
            <translation>上限，单位为 token；内存小时会自动减少。</translation>
        </message>
        <message>
            <source>In tokens; a token is about three quarters of a word.</source>
            <translation>以词元计；一个词元约合一个多汉字。</translation>
        </message>
        <message>
            <source>Keyring, passphrase, recovery words, a new key.</source>
            <translation>钥匙串、口令、恢复短语、更换密钥。</translation>
        </message>
        <message>
            <source>Keys and backups</source>
            <translation>密钥与备份</translation>
        </message>
        <message>
            <source>Kinds and counts</source>
            <translation>种类与次数</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Layers on the graphics card</source>
            <translation>放到显卡上的层数</translation>
        </message>
        <message>
            <source>Length of the context</source>
            <translation>上下文长度</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Lock when idle</source>
            <translation>空闲时锁定</translation>
        </message>
        <message>
            <source>Longest answer</source>
            <translation>回答长度上限</translation>
        </message>
        <message>
            <source>Lower keeps more, and more that does not matter.</source>
            <translation>越低记得越多，无关紧要的也越多。</translation>
        </message>
        <message>
            <source>Make a backup…</source>
            <translation>备份……</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Models on this computer</source>
            <translation>这台电脑上的模型</translation>
        </message>
        <message>
            <source>My choice</source>
            <translation>自选</translation>
        </message>
        <message>
            <source>No wishes are kept. Say, for example: please keep your answers short.</source>
            <translation>没有记下任何要求。可以说，例如：以后回答简短一点。</translation>
        </message>
        <message>
            <source>Nothing is remembered unless you say “remember”.</source>
            <translation>除非你说“记住”，否则什么都不记。</translation>
        </message>
        <message>
            <source>Offline</source>
            <translation>离线</translation>
        </message>
        <message>
            <source>Once a week: what fades, what is new, what is due.</source>
            <translation>每周一次：什么快淡忘、什么是新的、什么到期了。</translation>
        </message>
        <message>
            <source>One encrypted file with a passphrase of its own.</source>
            <translation>一个单独设密码的加密文件。</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Pause remembering</source>
            <translation>暂停记忆</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
        <message>
            <source>Processor cores for the model</source>
            <translation>模型使用的处理器核心</translation>
        </message>
        <message>
            <source>Remember after a pause of</source>
            <translation>停顿多久后整理记忆</translation>
        </message>
        <message>
            <source>Rest on battery below</source>
            <translation>电量低于此值时休息</translation>
        </message>
        <message>
            <source>Restore a backup…</source>
            <translation>恢复备份…</translation>
        </message>
        <message>
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <source>Secrets and numbers</source>
            <translation>秘密和号码</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Stay in the tray</source>
            <translation>留在托盘</translation>
        </message>
        <message>
            <source>Strict</source>
            <translation>严格</translation>
        </message>
        <message>
            <source>Strict hides names too; the memory then knows less.</source>
            <translation>严格模式连人名也隐去，记忆会少知道一些。</translation>
        </message>
        <message>
            <source>Text size</source>
            <translation>文字大小</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>Weekly review</source>
            <translation>每周回顾</translation>
        </message>
        <message>
            <source>What is here is set aside, not lost.</source>
            <translation>现有内容会另存，不会丢失。</translation>
        </message>
        <message>
            <source>What is masked</source>
            <translation>隐去哪些内容</translation>
        </message>
        <message>
            <source>What the guard refused so far.</source>
            <translation>守卫到现在拒绝了什么。</translation>
        </message>
        <message>
            <source>Wishes you typed, such as short answers or a name to be called by.</source>
            <translation>你在对话里提过的要求，例如回答简短、怎么称呼你。</translation>
        </message>
        <message>
            <source>You are answered like this: {wishes}.</source>
            <translation>现在的回答方式：{wishes}。</translation>
        </message>
    </context>
    <context>
        <name>Timeline</name>
        <message numerus="yes">
            <source>%n memories chosen</source>
            <comment>count</comment>
            <translation>
                <numerusform>已选 %n 条记忆</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n memories will be deleted for good.</source>
            <comment>count</comment>
            <translation>
                <numerusform>将永久删除 %n 条记忆。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n more</source>
            <comment>count</comment>
            <translation>
                <numerusform>还有 %n 个</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n times</source>
            <comment>count</comment>
            <translation>
                <numerusform>%n 次</numerusform>
            </translation>
        </message>
        <message>
            <source>Active</source>
            <translation>有效</translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>All tags</source>
            <translation>所有标签</translation>
        </message>
        <message>
            <source>Also said</source>
            <translation>也说过</translation>
        </message>
        <message>
            <source>Any importance</source>
            <translation>不限重要性</translation>
        </message>
        <message>
            <source>Any time</source>
            <translation>不限时间</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>归档</translation>
        </message>
        <message>
            <source>Archived</source>
            <translation>已归档</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Choose a memory to see how it fades and where it came from.</source>
            <translation>选择一条记忆，看它怎样淡去、从哪里来。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Delete now</source>
            <translation>立即删除</translation>
        </message>
        <message>
            <source>Episodes</source>
            <translation>经历</translation>
        </message>
        <message>
            <source>Facts</source>
            <translation>事实</translation>
        </message>
        <message>
            <source>Fading</source>
            <translation>淡去</translation>
        </message>
        <message>
            <source>For</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>Forget…</source>
            <translation>忘掉……</translation>
        </message>
        <message>
            <source>Held</source>
            <translation>有效期</translation>
        </message>
        <message>
            <source>Importance</source>
            <translation>重要度</translation>
        </message>
        <message>
            <source>Important</source>
            <translation>重要</translation>
        </message>
        <message>
            <source>Last month</source>
            <translation>最近一月</translation>
        </message>
        <message>
            <source>Last three months</source>
            <translation>最近三月</translation>
        </message>
        <message>
            <source>Last week</source>
            <translation>最近一周</translation>
        </message>
        <message>
            <source>Last year</source>
            <translation>最近一年</translation>
        </message>
        <message>
            <source>List</source>
            <translation>列表</translation>
        </message>
        <message>
            <source>Memories</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Memories over time; the table below holds the same</source>
            <translation>随时间分布的记忆；下面的表格内容相同</translation>
        </message>
        <message>
            <source>Memory</source>
            <translation>记忆</translation>
        </message>
        <message>
            <source>Nothing here yet</source>
            <translation>这里还没有内容</translation>
        </message>
        <message>
            <source>Period</source>
            <translation>时段</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>Recalled</source>
            <translation>被想起</translation>
        </message>
        <message>
            <source>Replaced</source>
            <translation>已取代</translation>
        </message>
        <message>
            <source>Replaced by</source>
            <translation>被取代为</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>恢复</translation>
        </message>
        <message>
            <source>Review</source>
            <translation>回顾</translation>
        </message>
        <message>
            <source>Rules</source>
            <translation>规律</translation>
        </message>
        <message>
            <source>Said</source>
            <translation>说于</translation>
        </message>
        <message>
            <source>Search memories</source>
            <translation>搜索记忆</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Strength</source>
            <translation>强度</translation>
        </message>
        <message>
            <source>Strength over time</source>
            <translation>强度随时间的变化</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间线</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>类型</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undo the replacement</source>
            <translation>撤销取代</translation>
        </message>
        <message>
            <source>Used in</source>
            <translation>用在</translation>
        </message>
        <message>
            <source>Very important</source>
            <translation>很重要</translation>
        </message>
        <message>
            <source>does not fade into the archive</source>
            <translation>不会淡入归档</translation>
        </message>
        <message>
            <source>fades into the archive below this line: not before {date}</source>
            <translation>低于这条线会归档：不早于 {date}</translation>
        </message>
        <message>
            <source>today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>{times}, last on {date}</source>
            <translation>{times}，最近一次 {date}</translation>
        </message>
    </context>
    <context>
        <name>Tray</name>
        <message>
            <source>Lock now</source>
            <translation>立即锁定</translation>
        </message>
        <message>
            <source>Open Keepsake</source>
            <translation>打开 Keepsake</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Your answer is ready.</source>
            <translation>你的回答好了。</translation>
        </message>
    </context>
    <context>
        <name>Unlock</name>
        <message>
            <source>Locked</source>
            <translation>已锁定</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Open with the keyring</source>
            <translation>用钥匙串打开</translation>
        </message>
        <message>
            <source>Passphrase</source>
            <translation>口令</translation>
        </message>
        <message>
            <source>Recovery words</source>
            <translation>恢复短语</translation>
        </message>
        <message>
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <source>Save what can be read, and open</source>
            <translation>抢救可读的内容并打开</translation>
        </message>
        <message>
            <source>Save what can be read, with the keyring’s key</source>
            <translation>用钥匙串抢救可读的内容</translation>
        </message>
        <message>
            <source>Type the recovery words you wrote down at set-up.</source>
            <translation>输入设置时抄下的恢复短语。</translation>
        </message>
        <message>
            <source>Use another way</source>
            <translation>用其他方式</translation>
        </message>
        <message>
            <source>Use the recovery words</source>
            <translation>用恢复短语</translation>
        </message>
        <message>
            <source>Your memories are encrypted. The key lies in the keyring of this computer.</source>
            <translation>你的记忆是加密的。密钥在这台电脑的钥匙串里。</translation>
        </message>
        <message>
            <source>Your memories are encrypted. Type your passphrase to open them.</source>
            <translation>你的记忆是加密的。输入口令来打开。</translation>
        </message>
    </context>
    <context>
        <name>Vault</name>
        <message>
            <source>24 words on paper, for when nothing else opens it.</source>
            <translation>抄在纸上的 24 个词，在其他方式都打不开时使用。</translation>
        </message>
        <message>
            <source>A passphrase for this backup alone. Without it nobody can read the file, nor can you.</source>
            <translation>只用于这份备份的口令。没有它，谁也读不了这个文件，包括你自己。</translation>
        </message>
        <message>
            <source>Asked for at every start.</source>
            <translation>每次启动时询问。</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Backups</source>
            <translation>备份</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation>更改…</translation>
        </message>
        <message>
            <source>Choose a place and write</source>
            <translation>选择位置并写入</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>Encrypting everything anew. This may take a minute…</source>
            <translation>正在重新加密全部内容，可能需要一分钟…</translation>
        </message>
        <message>
            <source>Encrypts everything under a new key, should somebody have seen the old one.</source>
            <translation>用新密钥重新加密全部内容，以防旧密钥被人看到。</translation>
        </message>
        <message>
            <source>Everything lies under a new key. All ways in work as before.</source>
            <translation>全部内容已换用新密钥。所有打开方式照旧。</translation>
        </message>
        <message>
            <source>From now on it opens with your session.</source>
            <translation>今后随你的登录会话打开。</translation>
        </message>
        <message>
            <source>How it opens</source>
            <translation>打开方式</translation>
        </message>
        <message>
            <source>Keyring of this computer</source>
            <translation>这台电脑的钥匙串</translation>
        </message>
        <message>
            <source>Keys and backups</source>
            <translation>密钥与备份</translation>
        </message>
        <message>
            <source>Make a backup</source>
            <translation>制作备份</translation>
        </message>
        <message>
            <source>Make new words</source>
            <translation>生成新的短语</translation>
        </message>
        <message>
            <source>Make…</source>
            <translation>制作…</translation>
        </message>
        <message>
            <source>New words…</source>
            <translation>更换短语…</translation>
        </message>
        <message>
            <source>Not set.</source>
            <translation>未设置。</translation>
        </message>
        <message>
            <source>Not used.</source>
            <translation>未使用。</translation>
        </message>
        <message>
            <source>Nothing is encrypted anew: it is another way to the same key.</source>
            <translation>不会重新加密：这只是通向同一把密钥的另一条路。</translation>
        </message>
        <message>
            <source>One encrypted file with a passphrase of its own.</source>
            <translation>一个加密文件，使用独立的口令。</translation>
        </message>
        <message>
            <source>Opens it where the keyring does not.</source>
            <translation>钥匙串打不开时可用它打开。</translation>
        </message>
        <message>
            <source>Opens with your session.</source>
            <translation>随你的登录会话打开。</translation>
        </message>
        <message>
            <source>Passphrase</source>
            <translation>口令</translation>
        </message>
        <message>
            <source>Puts what a backup holds in the place of what is here.</source>
            <translation>用备份中的内容取代现有内容。</translation>
        </message>
        <message>
            <source>Recovery words</source>
            <translation>恢复短语</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Renew the key</source>
            <translation>更换密钥</translation>
        </message>
        <message>
            <source>Restore a backup</source>
            <translation>恢复备份</translation>
        </message>
        <message>
            <source>Restore…</source>
            <translation>恢复…</translation>
        </message>
        <message>
            <source>Saved: {memories} memories and {messages} messages. The damaged file is kept beside the vault until you next delete something.</source>
            <translation>已抢救 {memories} 条记忆和 {messages} 条消息。损坏的文件仍留在保险库旁边，直到你下一次删除内容为止。</translation>
        </message>
        <message>
            <source>Set the passphrase</source>
            <translation>设置口令</translation>
        </message>
        <message>
            <source>Set…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <source>Stop using it</source>
            <translation>停用</translation>
        </message>
        <message>
            <source>The backup is written: {file}</source>
            <translation>备份已写入：{file}</translation>
        </message>
        <message>
            <source>The key itself</source>
            <translation>密钥本身</translation>
        </message>
        <message>
            <source>The keyring no longer opens it.</source>
            <translation>钥匙串不再能打开它。</translation>
        </message>
        <message>
            <source>The new recovery words hold. The old ones no longer open anything.</source>
            <translation>新的恢复短语已生效，旧的不再有用。</translation>
        </message>
        <message>
            <source>The passphrase is set. Nobody can reset it for you.</source>
            <translation>口令已设置。没有人能替你重设它。</translation>
        </message>
        <message>
            <source>The passphrase no longer opens it.</source>
            <translation>口令不再能打开它。</translation>
        </message>
        <message>
            <source>The present passphrase</source>
            <translation>现在的口令</translation>
        </message>
        <message>
            <source>The vault lies in a folder that {program} copies elsewhere. A half-copied file can damage it: move the folder and name its new place with --profile.</source>
            <translation>保险库所在的文件夹会被 {program} 复制到别处，复制到一半的文件可能损坏它：请移动该文件夹，并用 --profile 指明新位置。</translation>
        </message>
        <message>
            <source>The words you have on paper stop working as soon as new ones are made.</source>
            <translation>一旦生成新的短语，你纸上的旧短语就会失效。</translation>
        </message>
        <message>
            <source>This system has none.</source>
            <translation>这个系统没有。</translation>
        </message>
        <message>
            <source>Type the present passphrase, then press “Remove” again.</source>
            <translation>请输入现在的口令，再按一次“移除”。</translation>
        </message>
        <message>
            <source>Use the keyring</source>
            <translation>使用钥匙串</translation>
        </message>
    </context>
    <context>
        <name>Welcome</name>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Card and passport numbers, passwords and keys are hidden before anything is written.</source>
            <translation>银行卡号、护照号、密码和密钥在写入之前就会被隐去。</translation>
        </message>
        <message>
            <source>Everything that is needed is on this computer.</source>
            <translation>需要的都在这台电脑上了。</translation>
        </message>
        <message>
            <source>Fetch what is needed</source>
            <translation>获取需要的模型</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>How shall the key be kept?</source>
            <translation>密钥放在哪里？</translation>
        </message>
        <message>
            <source>Import a file…</source>
            <translation>导入文件……</translation>
        </message>
        <message>
            <source>In the keyring of this computer: opens with your session</source>
            <translation>放在这台电脑的钥匙串里：随登录一起打开</translation>
        </message>
        <message>
            <source>It is a memory of what you tell it, on this computer alone.</source>
            <translation>它记住你告诉它的事，只在这台电脑上。</translation>
        </message>
        <message>
            <source>It keeps what is worth keeping, in your words, and shows what an answer stood on.</source>
            <translation>它用你的原话留住值得记住的事，并说明每次回答的依据。</translation>
        </message>
        <message>
            <source>It never goes online. The small model here makes mistakes, and is no doctor or lawyer.</source>
            <translation>它从不联网。这里运行的是小模型，会出错，也不是医生或律师。</translation>
        </message>
        <message>
            <source>One that answers and one that finds memories are needed. Only fetching uses the network.</source>
            <translation>需要一个负责回答的模型和一个负责查找记忆的模型。只有获取它们时会用到网络。</translation>
        </message>
        <message>
            <source>Restore a backup instead</source>
            <translation>改为恢复备份</translation>
        </message>
        <message>
            <source>Start talking</source>
            <translation>开始聊天</translation>
        </message>
        <message>
            <source>Step {number} of {count}</source>
            <translation>第 {number} 步，共 {count} 步</translation>
        </message>
        <message>
            <source>Tell it something about yourself, then ask for it.</source>
            <translation>告诉它一件关于你的事，然后问问看。</translation>
        </message>
        <message>
            <source>The window speaks it; you may write in either at any time.</source>
            <translation>界面使用这种语言；你随时可以用任一种语言书写。</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation>试一试</translation>
        </message>
        <message>
            <source>What Keepsake does, and does not</source>
            <translation>Keepsake 做什么，不做什么</translation>
        </message>
        <message>
            <source>What is not used fades. What you delete is gone, with proof.</source>
            <translation>不用的会慢慢淡去。你删除的会彻底消失，并有凭据。</translation>
        </message>
        <message>
            <source>Which language shall we speak?</source>
            <translation>我们说哪种语言？</translation>
        </message>
        <message>
            <source>Which model shall answer?</source>
            <translation>由哪个模型回答？</translation>
        </message>
        <message>
            <source>With a passphrase: asked at every start</source>
            <translation>用口令：每次启动时询问</translation>
        </message>
        <message>
            <source>Your memories are encrypted. The key has to lie somewhere you can reach.</source>
            <translation>你的记忆是加密的。密钥要放在你拿得到的地方。</translation>
        </message>
        <message>
            <source>“Forget that.”</source>
            <translation>“忘了刚才那条。”</translation>
        </message>
        <message>
            <source>“Remember that I like short answers.”</source>
            <translation>“记住我喜欢简短的回答。”</translation>
        </message>
        <message>
            <source>“What do you know about me?”</source>
            <translation>“你记得我什么？”</translation>
        </message>
    </context>
    <context>
        <name>Window</name>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
        </message>
    </context>
</TS>
