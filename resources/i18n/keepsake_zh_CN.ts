<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_GB">
<context>
    <name>Actions</name>
    <message>
        <source>That is remembered already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was remembered from this message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n memories were deleted, with the words they came from.</source>
        <comment>count</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>No memory was behind this answer. Say what is right, and it will be remembered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {address} in another program? It may go online; Keepsake does not.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Delete this conversation? What was remembered from it stays unless you delete that too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are rewording an earlier message; the old one stays as a branch. Esc leaves it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Private: nothing of this is kept…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say something…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Conversations</name>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n s ago</source>
        <comment>seconds</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <comment>minutes</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This month</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Empty</name>
    <message>
        <source>What is on your mind?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say things worth keeping, and ask for them weeks later. Numbers of cards, passports and the like are hidden before anything is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>I live in Bruges and my daughter is allergic to peanuts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember that I like short answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What do you know about me?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>The engine stopped and has been restarted. What you wrote is kept.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Flow</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>Something in this program tried to reach the network %n times. It was refused and counted; nothing left this computer.</source>
        <comment>attempts</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Keepsake never goes online. A guard inside it refuses every network connection and counts the attempts: so far there were none. Models, memories and answers stay on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{title} (private)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Offline · %n connections</source>
        <comment>attempts</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the memory panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New private conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the memory panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From message to message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>archived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steady</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Episode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strength</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replaced an earlier one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importance {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Recalled %n times</source>
        <comment>count</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Said {date}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For {date}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Forget this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That’s wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>used %n memories</source>
        <comment>count</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Forgotten again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remembered %n things</source>
        <comment>count</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Masked before it was written: {type}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New text below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Up and Ctrl+Down go from message to message, the menu key shows what can be done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Import a model file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finds memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sorts what was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not installed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models are files on this computer. Fetching one is the only thing in Keepsake that uses the network, in a program of its own and only when you ask for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Type a command or the name of a conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Used in this answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Just remembered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden before anything was written. Nobody can bring it back from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What an answer used and what was just remembered is shown here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing the window keeps Keepsake at hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose, fetch, import or remove.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freedom of wording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 is sober, 1 is playful.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In tokens; a token is about three quarters of a word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strict hides names too; the memory then knows less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Secrets and numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock when idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 never locks by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the guard refused so far.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause remembering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is remembered unless you say “remember”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How sure before keeping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower keeps more, and more that does not matter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remember after a pause of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half-life of a memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Important and often used ones last longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive when unused for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From Keepsake, ChatGPT, Claude, Open WebUI or SillyTavern files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a backup…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One encrypted file with a passphrase of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete everything…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All memories and conversations, for good.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all memories and conversations for good? Nothing can bring them back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything was deleted. The free bytes of the file are being overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing: {done} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n memories were learned.</source>
        <comment>count</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Make a backup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase of the backup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The backup is written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Keepsake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your answer is ready.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Unlock</name>
    <message>
        <source>Locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the recovery words you wrote down at set-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your memories are encrypted. Type your passphrase to open them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your memories are encrypted. The key lies in the keyring of this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recovery words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open with the keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the recovery words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Step {number} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start talking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which language shall we speak?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window speaks it; you may write in either at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What Keepsake does, and does not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a memory of what you tell it, on this computer alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps what is worth keeping, in your words, and shows what an answer stood on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers of cards and passports, passwords and keys are hidden before anything is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is not used fades. What you delete is gone, with proof.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It never goes online. A small model runs here; it makes mistakes, and it is no doctor or lawyer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How shall the key be kept?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your memories are encrypted. The key has to lie somewhere you can reach.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the keyring of this computer: opens with your session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a passphrase: asked at every start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase, at least 8 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write these words on paper. They open your memories when everything else is lost, and they are shown only now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recovery words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which model shall answer?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything that is needed is on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that answers and one that finds memories are needed. Fetching them is the only time the network is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch what is needed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell it something about yourself, then ask for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“Remember that I like short answers.”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“What do you know about me?”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“Forget that.”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
