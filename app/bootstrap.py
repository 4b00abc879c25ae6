"""Composition root: the guard first, then the window, the engine process or the command line."""

from __future__ import annotations

from app import offline

offline.install()

import os  # noqa: E402 - nothing may come before the guard
import sys  # noqa: E402

KEY_VARIABLE = "KEEPSAKE_KEY"


def main(argv: list[str] | None = None) -> int:
    """Run what the arguments ask for and return the exit status. Heavy parts are imported where they are needed."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()
    key = os.environ.pop(KEY_VARIABLE, None)  # children and libraries never see it
    if key is not None:
        from app.vault.hardening import forbid_core_dumps

        forbid_core_dumps()  # nor does anybody who could read this process's first environment
    arguments = _arguments(sys.argv[1:] if argv is None else argv)
    if arguments == ["--engine"]:
        return _engine()
    if arguments == ["--qt-check"]:
        return _qt_check()
    from app import cli_options

    options = cli_options.read(arguments)
    if options.rest or options.faults or (options.json and not options.demo):
        from app import cli

        return cli.run(options, key)
    if options.demo:
        from app import demo

        return demo.run(options)
    from app.ui import start

    return start.window(options, key)


def _engine() -> int:
    from app.link import host
    from app.link.server import Handler

    def open_engine(orders: host.Orders) -> Handler:
        from app import compose  # inside, so that a part that does not load has somebody to tell

        return compose.open_engine(orders)

    return host.main(open_engine)


def _qt_check() -> int:
    from app.ui import loads

    sys.stdout.write(loads.check() + "\n")
    return 0


def _arguments(raw: list[str]) -> list[str]:
    """Arguments are UTF-8 whatever the locale says, where they are UTF-8 at all."""
    if sys.platform == "win32":
        return list(raw)
    arguments = []
    for argument in raw:
        try:
            arguments.append(os.fsencode(argument).decode("utf-8"))
        except (UnicodeDecodeError, UnicodeEncodeError):
            arguments.append(argument)
    return arguments


if __name__ == "__main__":
    sys.exit(main())
