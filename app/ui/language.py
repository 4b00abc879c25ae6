"""The language of the window: English or Simplified Chinese, switched live through Qt's translators."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from app.paths import resources

translate = QCoreApplication.translate  # lupdate finds calls by this name

LANGUAGES = ("system", "en", "zh")


class Language(QObject):
    """Installs the translators; widgets hear of a switch as QEvent.LanguageChange, painters through `changed`."""

    changed = Signal()

    def __init__(self, app: QCoreApplication, choice: str = "system") -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self._system = QLocale.system()
        self.choice = "system"
        self.code = "en"
        self.locale = QLocale(QLocale.Language.English)
        self.set(choice)

    def set(self, choice: str) -> None:
        """`system`, `en` or `zh`; anything else counts as `system`."""
        self.choice = choice if choice in LANGUAGES else "system"
        code = self.choice
        if code == "system":
            code = "zh" if self._system.language() == QLocale.Language.Chinese else "en"
        self.code = code
        self.locale = self._locale(code)
        QLocale.setDefault(self.locale)
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = []
        qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        own = str(resources() / "i18n")
        files = [("qtbase_zh_CN", qt), ("keepsake_zh_CN", own)] if code == "zh" else [("keepsake_en", own)]
        for name, folder in files:
            translator = QTranslator(self)
            if translator.load(name, folder):
                self._app.installTranslator(translator)
                self._installed.append(translator)
        self.changed.emit()

    def _locale(self, code: str) -> QLocale:
        """The system's own locale where its language is the chosen one: people keep their date order."""
        wanted = QLocale.Language.Chinese if code == "zh" else QLocale.Language.English
        if self._system.language() == wanted and self._system.name() != "C":
            return self._system
        if code == "zh":
            return QLocale(QLocale.Language.Chinese, QLocale.Country.China)
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
