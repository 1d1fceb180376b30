"""A note's Markdown -> parts of HTML that is safe to show: nothing in it runs, nothing in it is fetched."""
