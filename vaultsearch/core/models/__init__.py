"""Embedding models: weights, tokenizers, encoders, and the device that they run on."""
