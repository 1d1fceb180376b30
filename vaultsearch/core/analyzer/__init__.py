"""Text -> terms with their spans: one analyzer for what is indexed, asked, counted, corrected and marked."""
