"""Several threads may parse at once, from the first look at the tables on."""

import subprocess
import sys

PROGRAM = """
import sys, threading
sys.setswitchinterval(1e-6)
from osy_grammar.parse import parse
TEXT = "class It { TimeSpan FromHours(double hours); int F() { return 1 + 2 * 3; } }"
start, wrong = threading.Barrier(6), []
def work():
    start.wait()
    wrong.extend(parse(TEXT).problems)
threads = [threading.Thread(target=work) for _ in range(6)]
[each.start() for each in threads]
[each.join() for each in threads]
sys.exit(len(wrong))
"""


def test_the_first_parses_of_several_threads_agree() -> None:
    for _ in range(5):
        assert subprocess.run([sys.executable, "-c", PROGRAM], check=False).returncode == 0
