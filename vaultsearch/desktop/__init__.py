"""What stands around the window: one start at a time, what is remembered, the log, the models' folder."""
