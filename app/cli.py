"""The `keepsake` command: which verbs there are, and how every run ends with one of three exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer
from typer.exceptions import Abort, TyperException

from app import __version__, cli_backup, cli_doctor, cli_interop, cli_memory, cli_models, cli_redact, logs, texts
from app.cli_engine import Run
from app.cli_options import Options
from app.cli_output import Output, unexpected
from app.engine.errors import KeepsakeError
from app.engine.types import Language
from app.versions import versions

DONE, FAILED, WRONG_USAGE = 0, 1, 2
_INTERRUPTED = 130  # what Typer returns for Ctrl-C


def build(language: Language) -> typer.Typer:
    """All verbs, with their help in this language."""
    plain = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}
    command = typer.Typer(help=texts.HELP["keepsake"][language], epilog=texts.HELP["options"][language], **plain)  # type: ignore[arg-type]
    verbs: dict[str, Callable[..., None]] = {
        "ask": cli_memory.ask,
        "remember": cli_memory.remember,
        "recall": cli_memory.recall,
        "memories": cli_memory.memories,
        "decisions": cli_memory.decisions,
        "forget": cli_memory.forget,
        "import": cli_memory.import_,
        "export": cli_memory.export,
        "backup": cli_backup.backup,
        "restore": cli_backup.restore,
        "consolidate": cli_memory.consolidate,
        "redact": cli_redact.redact,
        "doctor": cli_doctor.doctor,
        "serve": cli_interop.serve,
        "mcp": cli_interop.mcp,
    }
    for name, function in verbs.items():
        command.command(name, help=texts.HELP[name][language])(function)
    models = typer.Typer(**plain)  # type: ignore[arg-type]
    for name, function in cli_models.VERBS.items():
        models.command(name, help=texts.HELP[f"models {name}"][language])(function)
    models.callback(invoke_without_command=True)(cli_models.models)
    command.add_typer(models, name="models", help=texts.HELP["models"][language])

    @command.callback(invoke_without_command=True)
    def keepsake(context: typer.Context, version: bool = typer.Option(False, "--version")) -> None:
        run: Run = context.obj
        if version:
            parts = versions()
            lines = [f"{name} {number}" for name, number in parts.items()]
            run.output.result({"version": __version__, "parts": parts}, lines)
        elif context.invoked_subcommand is None:
            raise KeepsakeError("usage")

    return command


def run(options: Options, key: str | None) -> int:
    """Run one verb. `key` is KEEPSAKE_KEY as it was given; returns the exit status."""
    output = Output(options)
    logs.silence_libraries()
    if options.faults:
        output.failure("usage", {}, more=output.say("missing_value", name=options.faults[0]))
        return WRONG_USAGE
    command = build(options.lang)
    try:
        status = command(
            args=list(options.rest), prog_name="keepsake", standalone_mode=False, obj=Run(options, key, output)
        )
    except KeepsakeError as error:
        output.failure(error.code, error.detail)
        return WRONG_USAGE if error.code == "usage" else FAILED
    except TyperException as error:
        output.failure("usage", {}, more=error.format_message())
        return WRONG_USAGE if error.exit_code == WRONG_USAGE else FAILED
    except BrokenPipeError:
        output.discard()
        return FAILED
    except Exception as error:  # noqa: BLE001 - no action of a person ends in a traceback
        _note(options, error)
        told = unexpected(error)
        output.failure(told.code, told.detail)
        return FAILED
    except (KeyboardInterrupt, Abort):
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        output.failure("stopped", {})
        return FAILED
    return int(status) if isinstance(status, int) else DONE


def _note(options: Options, error: BaseException) -> None:
    """Put a fault into the profile's log, where there is a profile."""
    if options.profile.is_dir():
        logs.start(options.profile)
        logs.exception("cli.fault", error)
        logs.stop()


if __name__ == "__main__":
    from app.bootstrap import main

    sys.exit(main())
