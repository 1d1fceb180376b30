"""How well a search ranks: questions with judgments -> rankings -> figures with their intervals."""
