"""Pictures of the real program in each of its states, to be looked at: `python -m tests.pictures FOLDER`."""
