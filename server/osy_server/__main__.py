"""`python -m osy_server`: the language server on stdin and stdout."""

from osy_server.app import main

if __name__ == "__main__":
    main()
