"""The sidebar: saved searches, and facets with counts."""
