"""What the window shows of a file beside its text: pages and pictures as pixels, marks on them."""
