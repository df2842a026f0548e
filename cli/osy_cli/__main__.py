"""`python -m osy_cli` is `osy`."""

import sys

from osy_cli.main import main

sys.exit(main())
