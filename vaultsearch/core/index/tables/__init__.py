"""The tables of notes and passages: their schema, reading, searching by words, writing."""
