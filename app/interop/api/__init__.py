"""The local API: FastAPI on 127.0.0.1 or a Unix socket, a client of the one engine, closed by default."""
