"""A vault for other programs: its search, its notes and their relations, over the Model Context Protocol."""
