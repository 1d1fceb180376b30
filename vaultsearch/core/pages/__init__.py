"""Files as they look: pages of PDFs and thumbnails as pixels, marks on rendered text."""
