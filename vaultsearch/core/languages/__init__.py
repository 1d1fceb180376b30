"""Language detection, and the words and routing of languages."""
