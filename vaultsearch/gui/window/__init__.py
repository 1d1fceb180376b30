"""The window itself: what stands where, its dialogs, and its life from start to end."""
