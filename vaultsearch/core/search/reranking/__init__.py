"""Orders candidates anew: each module holds one reranker, `chain` puts them one after the other."""
