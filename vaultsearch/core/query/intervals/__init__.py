"""Times in plain speech -> intervals of days: "last month", "zwischen 3. und 10. Juni", "上个月"."""
