"""Small random changes of the code, and whether the tests see them: `python -m tests.mutants`."""
