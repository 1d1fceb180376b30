"""The search's own sentences in the user's language: its errors, notices and hints are written in English."""
