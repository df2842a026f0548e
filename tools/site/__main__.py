"""`python -m tools.site`, which is `./dev docs`: builds the site, says what is wrong with it, and can serve it."""

import argparse
import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.site.build import SiteError, build
from tools.site.places import ROOT
from tools.site.walk import faults

PORT = 8000


def main() -> int:
    """Build, check, and serve if that was asked for."""
    parser = argparse.ArgumentParser(prog="./dev docs", description="Build the documentation; warnings are faults.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the folder (default: build/site)")
    parser.add_argument("--serve", nargs="?", type=int, const=PORT, metavar="PORT", help="show it on this machine")
    options = parser.parse_args()
    site = options.out.resolve()
    try:
        build(site)
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    found = faults(site)
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{sum(1 for _ in site.rglob('*.html'))} pages in {site}; begin with {site / 'index.html'}")
    if options.serve is not None:
        serve(site, options.serve)
    return 1 if found else 0


def serve(site: Path, port: int) -> None:
    """Answer a browser on this machine until Ctrl-C."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    sys.exit(main())
