"""The benchmark of `script/bench`: both sides of each measurement in alternation, and the results."""
