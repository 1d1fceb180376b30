"""The sidebar: facets with counts, and the searches that are saved."""
