"""Rerankers: each module holds one, `registry` builds them, `chain` runs them one after the other."""
