"""Start Keepsake from a checkout or a frozen app."""

from app.bootstrap import main

if __name__ == "__main__":
    raise SystemExit(main())
