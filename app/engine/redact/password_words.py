"""Words one talks about passwords with, and so never the password itself."""

from __future__ import annotations

import re

_FUNCTION_WORDS = """
a an the this that these those my your his her its our their mine yours i you he she it we they me him us
them who whom whose which what when where why how is are was were be been being am do does did done have has
had having can could will would shall should may might must not no nor never none nothing and or but if then
else than as of in into onto on at by for from to with without about over under after before between through
during until since because while so too very just only also again still already yet there here up down out
off please don't doesn't isn't wasn't can't won't i'm it's that's there's what's some any each every all both
few many much more most other such own same one two three four five six seven eight nine ten first second
last next
"""
_DESCRIBING = """
required wrong incorrect correct right expired invalid valid missing empty blank unknown optional mandatory
necessary needed weak strong stronger weaker good bad better fine okay ok safe secure insecure secret private
confidential hidden visible public personal common unique random simple easy hard difficult long short longer
shorter old new older newer different identical similar case sensitive insensitive protected encrypted hashed
salted stored saved changed updated reset resetting set shared reused compromised leaked stolen hacked
exposed lost forgotten remembered written typed entered accepted rejected denied allowed disabled enabled
locked unlocked ready available unavailable important useless useful temporary permanent default standard
normal special characters character letters digits numbers words word length minimum maximum least being
getting going becoming part type field string value text file manager policy hint recovery protection
generator vault strength prompt box form page today tomorrow yesterday now later soon always often sometimes
usually maybe probably really quite pretty somewhat rather enough almost likely currently stupid silly
annoying funny terrible horrible great awesome nice cool ridiculous embarrassing obvious memorable impossible
possible sufficient acceptable password passwords passcode pin code login username account email e-mail phone
number name date birthday anniversary biometric fingerprint based free less only true false null nil none
undefined todo tbd boolean int integer object input attached below above inside enclosed following stated
given provided sent expires expire expiring works work working fails fail failed doesn't matches match
matching mismatch contains contain includes include uses use everywhere anywhere somewhere elsewhere nowhere
everything anything something nothing everyone anyone someone known guessable crackable rotating
authentication authenticator key keys sticky note notebook drawer paper mind memory head safe-keeping gone
broken fixed mine yours ours theirs classified sacred overrated dead bullshit garbage rubbish hell crap
case-sensitive up-to-date out-of-date superfluous sufficiently written-down system system-generated
auto-generated auto alphanumeric numeric alphabetic uppercase lowercase capital upper lower mixed symbols
symbol punctuation spaces space limit limits months days weeks hours minutes
"""
_PRODUCTS = """
1password 1password8 keepass keepassxc keepass2 lastpass bitwarden dashlane keychain enpass nordpass passbolt
vaultwarden proton google chrome
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
DESCRIBING = frozenset(_DESCRIBING.split())
PRODUCTS = frozenset(_PRODUCTS.split())
CHINESE_TALK = re.compile(
    r"[的了在不没没有我你他她它和与或很太都也要会能可请让把被给对吗呢吧啊哦么什谁哪怎为]|秘密|密码|密碼|口令|生日|一种|一个|一串|一组|方式"
    r"|手机|电话|名字|拼音|默认|统一|设置|设定|一样|相同|不同|错误|正确|过期|失效|必填|必须|至少|忘记|记得|随机"
    r"|复杂|简单|数字|字母|大写|小写|大小写|符号|位数|字符|安全|加密|保存|修改|更改|重置|输入|登录|公司|初始|空白"
    r"|为空|身份证|动态|指纹|面部|人脸|手势|图案|短信|邮箱|账号|帐号|用户|管理员|自动|生成|需要|必需|定期|更换|无效"
    r"|有效|待定|未知|保密|机密|另外|单独|发送|私聊|见附|如下|如上|以下|以上|同上"
)
