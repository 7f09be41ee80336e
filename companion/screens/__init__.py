"""What people see on the display: screens as values (`kinds`), and how each of them is drawn."""
