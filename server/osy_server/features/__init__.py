"""One request of the protocol a file: find the document, ask `osy_analysis.ide`, convert."""
