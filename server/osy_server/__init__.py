"""The language server: pygls in front, `osy_analysis.ide` behind, test runs in processes of their own."""
