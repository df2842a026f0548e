"""`python -m osy_cli` is `osy`."""

from osy_cli.process import start

start()
