"""The settings file, its defaults, search history and the files shipped with the program."""
