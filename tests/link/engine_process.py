"""Entry of a real engine process around the scripted engine: the production host, another composition."""

from app import offline

offline.install()

import importlib.util  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

from app.link import host  # noqa: E402

spec = importlib.util.spec_from_file_location("scripted", Path(__file__).with_name("scripted.py"))
assert spec is not None and spec.loader is not None
scripted = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scripted)

if __name__ == "__main__":
    sys.exit(host.main(lambda orders: scripted.ScriptedEngine()))
