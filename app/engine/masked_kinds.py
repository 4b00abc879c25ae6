"""The kinds of things that are masked and what each is called in both languages; known to the engine and the window."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.types import Language


@dataclass(frozen=True, slots=True)
class TypeName:
    """Words for a type: `en` and `zh` stand in masks; settings show them too."""

    en: str
    zh: str

    def __getitem__(self, lang: Language) -> str:
        return self.zh if lang == "zh" else self.en


TYPES: dict[str, TypeName] = {
    "BANK_CARD": TypeName("card number", "银行卡号"),
    "CVV": TypeName("card security code", "卡片安全码"),
    "BANK_ACCOUNT": TypeName("bank account", "银行账号"),
    "IBAN": TypeName("IBAN", "国际银行账号"),
    "PHONE": TypeName("phone number", "电话号码"),
    "EMAIL": TypeName("e-mail address", "邮箱地址"),
    "ADDRESS": TypeName("street address", "详细地址"),
    "CN_ID": TypeName("Chinese ID number", "身份证号"),
    "HK_ID": TypeName("Hong Kong ID number", "香港身份证号"),
    "MO_ID": TypeName("Macau ID number", "澳门身份证号"),
    "TW_ID": TypeName("Taiwan ID number", "台湾身份证号"),
    "TRAVEL_PERMIT": TypeName("travel permit number", "通行证号"),
    "CN_PASSPORT": TypeName("Chinese passport number", "护照号"),
    "PASSPORT": TypeName("passport number", "外国护照号"),
    "DRIVER_LICENSE": TypeName("driving licence number", "驾驶证号"),
    "SOCIAL_SECURITY": TypeName("social security card number", "社保卡号"),
    "US_SSN": TypeName("social security number", "美国社会安全号"),
    "US_ITIN": TypeName("US taxpayer number", "美国纳税人号"),
    "NATIONAL_ID": TypeName("national ID number", "证件号码"),
    "CN_PLATE": TypeName("Chinese number plate", "车牌号"),
    "PLATE": TypeName("number plate", "外国车牌号"),
    "IP": TypeName("IP address", "IP地址"),
    "MAC": TypeName("MAC address", "MAC地址"),
    "URL_CREDENTIAL": TypeName("login in a link", "链接中的登录信息"),
    "PASSWORD": TypeName("password", "密码"),
    "OTP": TypeName("one-time code", "验证码"),
    "API_KEY": TypeName("API key", "API密钥"),
    "JWT": TypeName("access token", "访问令牌"),
    "PRIVATE_KEY": TypeName("private key", "私钥"),
    "CRYPTO": TypeName("wallet address", "钱包地址"),
    "MNEMONIC": TypeName("recovery phrase", "助记词"),
    # Strict policy only.
    "PERSON": TypeName("name", "姓名"),
    "PLACE": TypeName("place", "地点"),
    "ORGANISATION": TypeName("organisation", "机构"),
    "BIRTH_DATE": TypeName("date of birth", "出生日期"),
}
STRICT_ONLY = frozenset({"PERSON", "PLACE", "ORGANISATION", "BIRTH_DATE"})
STANDARD_TYPES = frozenset(TYPES) - STRICT_ONLY
