"""Answers by the user's language model: the endpoint, the prompt, and checks for each sentence."""
