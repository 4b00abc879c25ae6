"""Entry of a real engine process around the scripted engine: the production host, another composition."""

from app import offline

offline.install()

import sys  # noqa: E402

from app.link import host  # noqa: E402
from tests.link.scripted import ScriptedEngine  # noqa: E402

if __name__ == "__main__":
    sys.exit(host.main(lambda orders: ScriptedEngine()))
