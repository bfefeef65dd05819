"""Clocktowers, by Alan R. Moon and Aaron Weissblum: build towers free of mice."""
