"""English."""

from matou.core.grammar import Grammar

MONTHS = ("", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Rules(Grammar):
    NAME = "English"
    LOCALE = "en_GB"
    SMALL = (
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
        "eighteen", "nineteen", "twenty",
    )  # fmt: skip
    NTH = ("", "first", "second", "third", "fourth", "fifth", "sixth")
    ARTICLE = "the "
    AND, OR = "and", "or"
    THOUSANDS, DECIMAL = ",", "."

    def nth(self, n: int) -> str:
        teen = n % 100 // 10 == 1
        return f"{n}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"

    def date(self, day: int, month: int, year: int) -> str:
        return f"{day} {MONTHS[month]} {year}"
