"""Sentences for people outside the window: one per error code, and what the command line says. English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.engine.types import Language

_HOLE = re.compile(r"\{(\w+)\}")

# One sentence a person can act on per code of engine/errors.py: what is wrong, then what helps.
ERRORS: dict[str, dict[Language, str]] = {
    "vault_wrong_key": {
        "en": "This key does not open the vault. Nothing was changed; try another key, or the recovery words.",
        "zh": "这个密钥打不开保险库。什么都没有改动；请换一个密钥，或使用恢复短语。",
    },
    "vault_not_a_vault": {
        "en": "The vault file is not a vault, or it belongs to another key. It was left as it is.",
        "zh": "保险库文件不是保险库，或者属于另一个密钥。文件未被改动。",
    },
    "vault_damaged": {
        "en": "The vault is damaged. Nothing was written to it; restore a backup, or save what can still be read.",
        "zh": "保险库已损坏。没有向其中写入任何内容；请从备份恢复，或抢救还能读出的部分。",
    },
    "vault_newer": {
        "en": "This vault was written by a newer Keepsake. Update Keepsake to open it.",
        "zh": "这个保险库由更新版本的 Keepsake 写入。请更新 Keepsake 后再打开。",
    },
    "vault_missing": {
        "en": "There is no vault here yet. Open Keepsake to set one up, or set KEEPSAKE_KEY (64 hex digits).",
        "zh": "这里还没有保险库。请打开 Keepsake 进行设置，或设置 KEEPSAKE_KEY（64 位十六进制）。",
    },
    "vault_in_use": {
        "en": "Another program holds this profile and does not answer. Close it and try again.",
        "zh": "另一个程序占用了这个资料夹且没有响应。请关闭它后再试。",
    },
    "vault_read_only": {
        "en": "The profile's folder cannot be written. Check its permissions, or choose another with --profile.",
        "zh": "资料夹不可写。请检查权限，或用 --profile 选择另一个。",
    },
    "disk_full": {
        "en": "The disk is full. Nothing was lost; free some space and try again.",
        "zh": "磁盘已满。没有丢失任何内容；请腾出空间后再试。",
    },
    "vault_locked": {
        "en": "The vault is locked. Unlock it in the window, or set KEEPSAKE_KEY.",
        "zh": "保险库已锁定。请在窗口中解锁，或设置 KEEPSAKE_KEY。",
    },
    "vault_exists": {
        "en": "There is a vault here already, and it is kept. Unlock it instead.",
        "zh": "这里已经有一个保险库，会保留它。请直接解锁。",
    },
    "vault_no_way_in": {
        "en": "No passphrase, keyring entry or recovery words are set up for this vault.",
        "zh": "这个保险库没有设置口令、钥匙串条目或恢复短语。",
    },
    "passphrase_wrong": {
        "en": "That is not the passphrase. Try again, or use the recovery words.",
        "zh": "口令不对。请重试，或使用恢复短语。",
    },
    "passphrase_weak": {
        "en": "This passphrase is too easy to guess. Take a longer one, such as four unrelated words.",
        "zh": "这个口令太容易被猜到。请用更长的口令，例如四个不相关的词。",
    },
    "recovery_wrong": {
        "en": "These are not the recovery words of this vault. Check their order and spelling.",
        "zh": "这不是这个保险库的恢复短语。请检查顺序和拼写。",
    },
    "keyring_none": {
        "en": "This system has no keyring. Use a passphrase instead.",
        "zh": "这个系统没有钥匙串。请改用口令。",
    },
    "keyring_locked": {
        "en": "The system's keyring is locked. Unlock it and try again, or use the recovery words.",
        "zh": "系统钥匙串已锁定。请解锁后重试，或使用恢复短语。",
    },
    "keyring_changed": {
        "en": "The system uses another keyring than before, and it has no key of this vault. Use the recovery words.",
        "zh": "系统换了钥匙串，其中没有这个保险库的密钥。请使用恢复短语。",
    },
    "keyring_no_entry": {
        "en": "The keyring has no key of this vault. Use the passphrase or the recovery words.",
        "zh": "钥匙串里没有这个保险库的密钥。请使用口令或恢复短语。",
    },
    "backup_damaged": {
        "en": "This backup is damaged or not a backup. Your vault was left as it is.",
        "zh": "这个备份已损坏，或者不是备份。你的保险库未被改动。",
    },
    "backup_wrong_passphrase": {
        "en": "That is not the backup's passphrase. Your vault was left as it is.",
        "zh": "备份的口令不对。你的保险库未被改动。",
    },
    "backup_place": {
        "en": "A backup cannot lie in the vault's own folder. Choose another place, best on another disk.",
        "zh": "备份不能放在保险库自己的文件夹里。请换一个位置，最好在另一块磁盘上。",
    },
    "passphrase_needed": {
        "en": "A passphrase is needed: on a terminal it is asked for, else give --passphrase-fd a file descriptor.",
        "zh": "需要口令：在终端中会询问，否则请用 --passphrase-fd 指定文件描述符。",
    },
    "key_format": {
        "en": "KEEPSAKE_KEY must be 64 hexadecimal digits.",
        "zh": "KEEPSAKE_KEY 必须是 64 位十六进制数字。",
    },
    "model_resting": {
        "en": "The battery is low: background work with the model waits.",
        "zh": "电量低：需要模型的后台工作已暂停。",
    },
    "model_missing": {
        "en": "The model {name} is not installed. Fetch it with: keepsake models fetch",
        "zh": "模型 {name} 未安装。请运行：keepsake models fetch",
    },
    "model_damaged": {
        "en": "The file of the model {name} is damaged. Remove it and fetch or import it again.",
        "zh": "模型 {name} 的文件已损坏。请删除后重新获取或导入。",
    },
    "model_unsupported": {
        "en": "The model {name} is of a kind this version cannot run.",
        "zh": "这个版本无法运行模型 {name} 这种类型。",
    },
    "model_too_large": {
        "en": "The model {name} needs more memory than this machine has free.",
        "zh": "模型 {name} 所需内存超过这台机器的可用内存。",
    },
    "model_wrong_role": {
        "en": "The model {name} is not made for this job.",
        "zh": "模型 {name} 不适合这个用途。",
    },
    "model_unknown": {
        "en": "There is no model called {name}. See: keepsake models list",
        "zh": "没有名为 {name} 的模型。请查看：keepsake models list",
    },
    "model_checksum": {
        "en": "The bytes of {name} are not the expected ones (SHA-256 differs). They were not installed.",
        "zh": "{name} 的内容与预期不符（SHA-256 不同），没有安装。",
    },
    "model_shipped": {
        "en": "The model {name} came with the installation and can only be removed with it.",
        "zh": "模型 {name} 随安装包提供，只能与安装一起移除。",
    },
    "model_no_template": {
        "en": "The model {name} has no chat template. Import it with one, for example: --template chatml",
        "zh": "模型 {name} 没有对话模板。若仍要使用，请在导入时指定一个，例如：--template chatml",
    },
    "embedder_missing": {
        "en": "The embedding model is not installed, so nothing can be remembered. Run: keepsake models fetch",
        "zh": "嵌入模型未安装，无法记忆。请运行：keepsake models fetch",
    },
    "fetch_failed": {
        "en": "Fetching {name} failed. What has arrived is kept; run the same command again to go on.",
        "zh": "获取 {name} 失败。已下载的部分会保留；再次运行同一命令即可继续。",
    },
    "fetch_frozen": {
        "en": "The installed app does not download models. Import a file: keepsake models import FILE",
        "zh": "安装版不会下载模型。请导入文件：keepsake models import 文件",
    },
    "redaction_failed": {
        "en": "Secrets could not be masked, so nothing was stored.",
        "zh": "无法为敏感信息打码，因此没有保存任何内容。",
    },
    "empty_text": {"en": "There is no text to work with.", "zh": "没有可处理的文字。"},
    "memory_unknown": {"en": "There is no memory with this id.", "zh": "没有这个编号的记忆。"},
    "conversation_unknown": {"en": "There is no conversation with this id.", "zh": "没有这个编号的对话。"},
    "message_unknown": {"en": "There is no message with this id.", "zh": "没有这个编号的消息。"},
    "nothing_to_forget": {"en": "No memory matches; nothing was forgotten.", "zh": "没有匹配的记忆，什么都没忘掉。"},
    "file_unreadable": {"en": "The file cannot be read.", "zh": "文件无法读取。"},
    "file_format_unknown": {
        "en": "This file is in no format Keepsake knows. Name one with --format.",
        "zh": "无法识别这个文件的格式。请用 --format 指定。",
    },
    "file_bad_entry": {
        "en": "Entry {where} of the file cannot be understood, and was not taken.",
        "zh": "文件中的条目 {where} 无法识别，没有采用。",
    },
    "import_running": {
        "en": "Another import is running. Wait for it, or pause it first.",
        "zh": "另一个导入正在进行。请等它完成，或先暂停它。",
    },
    "import_unknown": {
        "en": "There is no such import to go on with or to take back.",
        "zh": "没有这样一个可以继续或撤回的导入。",
    },
    "owner_unknown": {
        "en": "It is not clear which of the speakers is you.",
        "zh": "无法判断对话中哪一位是你。",
    },
    "engine_gone": {
        "en": "The engine stopped unexpectedly. What was stored is safe; try again.",
        "zh": "引擎意外停止。已保存的内容是安全的；请重试。",
    },
    "engine_busy": {
        "en": "The engine is busy. Try again in a moment.",
        "zh": "引擎正忙。请稍后再试。",
    },
    "usage": {"en": "Wrong usage. See: keepsake --help", "zh": "用法不对。请查看：keepsake --help"},
    "identifier_private": {
        "en": "{name} must not hold private data such as an e-mail address or a phone number. Use another name.",
        "zh": "{name} 不能包含邮箱、电话号码等隐私信息。请换一个名称。",
    },
    "client_read_only": {
        "en": "{name} may read memories, not change them. Its owner can permit it: keepsake mcp --allow NAME",
        "zh": "{name} 只能读取记忆，不能更改。主人可以授权：keepsake mcp --allow 名称",
    },
    "port_taken": {
        "en": "The address {name} is taken by another program. Choose another with --port or --unix.",
        "zh": "地址 {name} 已被其他程序占用。请用 --port 或 --unix 另选一个。",
    },
    "extra_missing": {
        "en": "This needs an optional part. Install it with: pip install 'keepsake[{name}]'",
        "zh": "此功能需要可选组件。请安装：pip install 'keepsake[{name}]'",
    },
    "not_local": {
        "en": "Keepsake does not use the network; the attempt was refused.",
        "zh": "Keepsake 不使用网络；该尝试已被拒绝。",
    },
    "stopped": {"en": "Stopped.", "zh": "已停止。"},
    "setting_invalid": {"en": "{name} does not take this value.", "zh": "{name} 不接受这个值。"},
    "profile_synced": {
        "en": "The profile's folder is synchronised to a cloud service. Choose another folder.",
        "zh": "资料夹位于云同步目录中。请选择其他位置。",
    },
    "no_display": {
        "en": "There is no display to open a window on. Try: keepsake --demo, or keepsake --help",
        "zh": "没有可用的显示器来打开窗口。可以试试：keepsake --demo 或 keepsake --help",
    },
    "qt_library_missing": {
        "en": "The window needs a system library that is missing: {name}",
        "zh": "窗口缺少一个系统库：{name}",
    },
    "unknown": {
        "en": "Something went wrong inside Keepsake. The log in the profile's folder says where.",
        "zh": "Keepsake 内部出错。资料夹中的日志记录了位置。",
    },
}

# What the command line says besides results.
CLI: dict[str, dict[Language, str]] = {
    "remembered": {"en": "Remembered: {content}", "zh": "已记住：{content}"},
    "no_memories": {"en": "Nothing is remembered yet.", "zh": "还没有任何记忆。"},
    "no_decisions": {"en": "Nothing has been decided yet.", "zh": "还没有任何决定。"},
    "nothing_found": {"en": "Nothing found.", "zh": "没有找到。"},
    "forgotten": {
        "en": "Forgotten: {count}. {bytes} bytes of the vault were searched afterwards; nothing of it is left.",
        "zh": "已忘掉 {count} 条。随后检查了保险库的 {bytes} 字节，没有任何残留。",
    },
    "forgotten_unverified": {
        "en": "Forgotten: {count}. The free space is overwritten at the next start.",
        "zh": "已忘掉 {count} 条。剩余空间将在下次启动时覆写。",
    },
    "report": {
        "en": "{messages} messages: {added} memories added, {updated} updated, {superseded} replaced, {dropped} left.",
        "zh": "{messages} 条消息：新增记忆 {added} 条，更新 {updated} 条，取代 {superseded} 条，略过 {dropped} 条。",
    },
    "exported": {
        "en": "Written, readable by anybody who gets the file: {file}",
        "zh": "已写入；得到文件的人都能读取：{file}",
    },
    "backed_up": {
        "en": "The backup is written and encrypted, {bytes} bytes: {file}",
        "zh": "备份已写入并加密，共 {bytes} 字节：{file}",
    },
    "restored": {
        "en": "Restored: {memories} memories, {messages} messages. What was here before is set aside, encrypted.",
        "zh": "已恢复：{memories} 条记忆，{messages} 条消息。原有内容已加密另存。",
    },
    "ask_backup_passphrase": {"en": "Passphrase of the backup: ", "zh": "备份的口令："},
    "progress": {"en": "{done} of {total}", "zh": "已完成 {done} / {total}"},
    "used": {"en": "From memories: {ids}", "zh": "依据记忆：{ids}"},
    "model_there": {"en": "installed", "zh": "已安装"},
    "model_absent": {"en": "not installed", "zh": "未安装"},
    "model_in_use": {"en": "{name} answers from now on.", "zh": "今后由 {name} 回答。"},
    "embedding_in_use": {
        "en": "{name} is to find memories. They are read anew in quiet moments; until then the old model finds them.",
        "zh": "今后由 {name} 查找记忆。空闲时会重新读取全部记忆，完成之前仍用旧模型查找。",
    },
    "fetched": {"en": "{name}: there, and checked", "zh": "{name}：已就绪，校验无误"},
    "doctor_good": {"en": "Everything works.", "zh": "一切正常。"},
    "doctor_bad": {"en": "{count} checks failed.", "zh": "{count} 项检查未通过。"},
    "ask_passphrase": {"en": "Passphrase: ", "zh": "口令："},
    "ask_new_passphrase": {"en": "New passphrase: ", "zh": "新口令："},
    "ask_again": {"en": "The same again: ", "zh": "再输入一次："},
    "not_the_same": {"en": "The two differ. Once more, please.", "zh": "两次输入不同，请重来。"},
    "recovery_words": {
        "en": "Write these recovery words down on paper. They open the vault when nothing else does:\n{words}",
        "zh": "请把恢复短语抄在纸上。其他方式都失效时，它们能打开保险库：\n{words}",
    },
    "serving": {
        "en": "The local API listens on {address}. Stop it with Ctrl-C.",
        "zh": "本地接口正在监听 {address}。按 Ctrl-C 停止。",
    },
    "token_new": {
        "en": "Token, shown this once: {token}",
        "zh": "令牌（只显示这一次）：{token}",
    },
    "token_kept": {
        "en": "The token is the one in the keyring; make another with --new-token.",
        "zh": "令牌沿用钥匙串中的那个；用 --new-token 可换新的。",
    },
    "mcp_writers": {"en": "May change memories over MCP: {names}", "zh": "可通过 MCP 更改记忆：{names}"},
    "nobody": {"en": "nobody", "zh": "无"},
    "missing_value": {"en": "{name} needs a value.", "zh": "{name} 需要一个值。"},
}

# `keepsake --help` and `keepsake VERB --help`.
HELP: dict[str, dict[Language, str]] = {
    "keepsake": {
        "en": "A private memory companion. Without a verb it opens the window; --demo plays a scripted conversation.",
        "zh": "私密的记忆伙伴。不带动词时打开窗口；--demo 播放一段演示对话。",
    },
    "options": {
        "en": "Before or after any verb: --profile DIR, --model NAME, --lang en|zh, --json.",
        "zh": "可放在动词前后：--profile 目录、--model 名称、--lang en|zh、--json。",
    },
    "ask": {"en": "Say something and get an answer.", "zh": "说一句话并得到回答。"},
    "remember": {"en": "Keep a sentence as you wrote it.", "zh": "原样记住一句话。"},
    "recall": {"en": "Find what is remembered about something.", "zh": "查找相关的记忆。"},
    "memories": {
        "en": "List memories; with --all the archived and replaced ones too.",
        "zh": "列出记忆；加 --all 时包括已归档和被取代的。",
    },
    "decisions": {
        "en": "Read the log: what was kept, dropped or replaced, and why; the newest first.",
        "zh": "查看记录：保存、丢弃或取代了什么，以及原因；最新的在前。",
    },
    "forget": {
        "en": "Forget for good: by id, the --last one, all --matching a text, a --conversation, from --since to before "
        "--until, all about a --person, or --all.",
        "zh": "彻底忘掉：按编号、最近一条（--last）、含某段文字的（--matching）、一个对话（--conversation）、"
        "一段时间（--since 起、--until 前）、关于某人的（--person），或全部（--all）。",
    },
    "import": {
        "en": "Remember what conversations in a file say.",
        "zh": "从文件中的对话里记忆。",
    },
    "export": {
        "en": "Write everything to a readable file, unencrypted.",
        "zh": "把所有内容写入可读的文件，不加密。",
    },
    "backup": {
        "en": "Write an encrypted backup with a passphrase of its own, asked for or read from --passphrase-fd N.",
        "zh": "写入加密备份，使用独立的口令（询问，或从 --passphrase-fd N 读取）。",
    },
    "restore": {
        "en": "Put what a backup holds in the place of what is here.",
        "zh": "用备份中的内容取代现有内容。",
    },
    "consolidate": {"en": "Remember what still waits to be remembered.", "zh": "处理还在等待记忆的消息。"},
    "redact": {
        "en": "Mask secrets in lines of standard input (--jsonl: one {\"text\"} a line). Needs no vault.",
        "zh": "为标准输入的每一行打码（--jsonl：每行一个 {\"text\"}）。不需要保险库。",
    },
    "serve": {
        "en": "Open the local API to other programs of yours, with a token.",
        "zh": "向你的其他程序开放本地接口，需要令牌。",
    },
    "mcp": {
        "en": "Be an MCP server on standard input and output; clients may read, and write where --allow NAME is given.",
        "zh": "在标准输入输出上作为 MCP 服务器；客户端可读，经 --allow 名称 授权后可写。",
    },
    "doctor": {"en": "Try everything out and say what works.", "zh": "逐项检查并说明是否正常。"},
    "models": {"en": "Models on this machine.", "zh": "这台机器上的模型。"},
    "models list": {"en": "List the known models.", "zh": "列出已知模型。"},
    "models fetch": {
        "en": "Fetch models; the only command that uses the network.",
        "zh": "获取模型；唯一会使用网络的命令。",
    },
    "models import": {"en": "Import a GGUF file.", "zh": "导入 GGUF 文件。"},
    "models use": {"en": "Choose the model that answers.", "zh": "选择用来回答的模型。"},
    "models remove": {"en": "Remove a model from this machine.", "zh": "从这台机器删除一个模型。"},
}


def error_text(code: str, language: Language, detail: Mapping[str, object]) -> str:
    """The sentence of an error code. A place for which there is no detail is left out with its blank."""
    return _filled(ERRORS.get(code, ERRORS["unknown"])[language], detail)


def say(sentence: str, language: Language, /, **values: object) -> str:
    return CLI[sentence][language].format(**values)


def holes(text: str) -> set[str]:
    """Names of the places a sentence wants filled."""
    return set(_HOLE.findall(text))


def _filled(text: str, detail: Mapping[str, object]) -> str:
    text = _HOLE.sub(lambda hole: str(detail.get(hole[1], "")), text)
    return re.sub(r"[ ]{2,}", " ", text).strip()
