"""Evaluation: questions with judgments -> runs -> metrics with their confidence intervals."""
