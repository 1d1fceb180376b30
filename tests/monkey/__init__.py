"""The real program under random keys, clicks and changes beneath, with a model of what must hold."""
