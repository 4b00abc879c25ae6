"""How clients (window, command line, local door) and the engine talk."""
