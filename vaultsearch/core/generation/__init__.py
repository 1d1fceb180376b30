"""Answers by a language model of the user's: the endpoint, the prompt, and the check of each sentence."""
