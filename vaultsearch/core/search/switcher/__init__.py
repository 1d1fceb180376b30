"""The quick switcher: notes and headings by the letters of their names."""
