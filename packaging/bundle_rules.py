"""Which parts of the dependencies belong into the frozen app. Read by keepsake.spec; standard library only."""

from __future__ import annotations

import re

# Modules no code of Keepsake reaches, which analysis would drag in.
EXCLUDED_MODULES = [
    "tkinter", "unittest", "pydoc_data", "lib2to3", "idlelib", "ensurepip", "venv", "pip",
    "setuptools", "pkg_resources",
    "_pytest", "pytest", "hypothesis", "mypy", "ruff", "uv", "PyInstaller",
    "scipy", "sklearn", "matplotlib", "PIL", "pandas", "torch", "tensorflow", "cupy", "jax", "transformers", "stanza",
    "IPython", "ipykernel", "notebook", "chromadb", "faiss", "langchain_core", "langsmith", "mcp", "fastapi", "uvicorn",
    "starlette", "spacy.tests", "thinc.tests", "numpy.tests", "numpy.f2py", "numpy.testing",
    "zstandard", "phonenumbers.geodata", "phonenumbers.carrierdata", "phonenumbers.tzdata", "lib2to3", "test",
    "llama_cpp.server", "llama_cpp.mtmd_cpp", "llama_cpp.llava_cpp",
    "PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtQuickWidgets", "PySide6.QtSql", "PySide6.QtTest", "PySide6.QtXml",
    "PySide6.QtHelp", "PySide6.QtDesigner", "PySide6.QtUiTools", "PySide6.QtConcurrent", "PySide6.QtPrintSupport",
]  # fmt: skip

# Modules that are found by name at run time.
HIDDEN_IMPORTS = [
    "spacy.lang.en", "spacy.lang.zh", "opencc", "keyring.backends.SecretService", "keyring.backends.libsecret",
    "keyring.backends.kwallet", "keyring.backends.macOS", "keyring.backends.Windows", "keyring.backends.fail",
    "keyring.backends.chainer", "jeepney", "secretstorage", "cryptography.hazmat.backends.openssl",
]  # fmt: skip

# Packages whose modules are imported by names that stand in data.
WHOLE_PACKAGES = ["stdnum"]

# Distributions whose metadata is read at run time: versions in doctor, entry points of keyring and spaCy's registries.
METADATA = [
    "argon2-cffi", "argon2-cffi-bindings", "cryptography", "keyring", "llama-cpp-python", "numpy", "presidio-analyzer",
    "PySide6-Essentials", "shiboken6", "spacy", "spacy-legacy", "spacy-loggers", "sqlcipher3", "thinc", "tldextract",
    "usearch", "phonenumbers", "python-stdnum", "snowballstemmer", "opencc-python-reimplemented", "dateparser",
]  # fmt: skip

# Data files: package -> patterns relative to it.
DATA = {
    "presidio_analyzer": ["conf/*.yaml"],
    "tldextract": [".tld_set_snapshot"],
    "opencc": ["dictionary/TSCharacters.txt"],
    "mnemonic": ["wordlist/*.txt"],
    "spacy": ["lang/en/*", "lang/zh/*", "default_config*.cfg"],
}

_QT_PLUGINS = (
    "platforms/libqxcb", "platforms/libqwayland", "platforms/libqoffscreen", "platforms/libqminimal.",
    "platforms/qwindows", "platforms/qoffscreen", "platforms/qminimal", "platforms/libqcocoa",
    "platforminputcontexts/libcompose", "platforminputcontexts/libibus", "platforminputcontexts/libfcitx",
    "platformthemes/libqxdgdesktopportal", "xcbglintegrations/",
    "wayland-", "iconengines/", "imageformats/libqsvg", "imageformats/qsvg", "imageformats/libqico",
    "imageformats/qico", "imageformats/libqjpeg", "imageformats/qjpeg", "styles/",
)  # fmt: skip
_QT_LIBRARIES = (
    "Qml", "Quick", "VirtualKeyboard", "Pdf", "Test", "Sql", "PrintSupport", "Designer", "Help", "UiTools", "EglFS",
    "ShaderTools", "Concurrent", "Labs", "WaylandEglCompositor", "WaylandCompositor", "WebSockets", "SerialPort",
    "Positioning",
)  # fmt: skip
_UNWANTED_QT = re.compile(rf"(?:^|/)(?:lib)?Qt6?(?:{'|'.join(_QT_LIBRARIES)})\w*(?:\.framework)?[./]")
_OTHER_UNWANTED = re.compile(
    r"(?:^|/)(?:"
    r"libmvec\.so\.1$|"  # a part of glibc, which must be the system's own
    r"(?:lib)?mtmd\.(?:so|dll|dylib)|libmtmd\.so\.\d|libggml-base\.so$|libllama\.so\.\d"  # names nothing opens
    r"|spacy/tests/|thinc/tests/|[^/]+\.(?:pyx|pxd|cpp|pyi|typed)$"
    r")"
)
_SPACY_LANGUAGE = re.compile(r"(?:^|/)spacy/lang/([a-z]+)/")
_QT_TRANSLATION = re.compile(r"/translations/(?!qtbase_zh_CN|qtbase_en)[^/]+\.qm$")


def wanted(name: str) -> bool:
    """Whether a file, named by its place in the app folder with forward slashes, belongs into it."""
    if "/plugins/" in name and ("PySide6" in name or "Qt" in name):
        return any(f"/plugins/{plugin}" in name for plugin in _QT_PLUGINS)
    language = _SPACY_LANGUAGE.search(name)
    if language and language[1] not in ("en", "zh"):
        return False
    if _QT_TRANSLATION.search(name) or "PySide6/Qt/qml/" in name or "PySide6/qml/" in name:
        return False
    return not (_UNWANTED_QT.search(name) or _OTHER_UNWANTED.search(name))


def resource_wanted(name: str) -> bool:
    """Whether a file below resources/ is needed at run time; sources of translations and training lines are not."""
    return not name.endswith((".ts", ".md")) and name != "salience/lines.jsonl"
