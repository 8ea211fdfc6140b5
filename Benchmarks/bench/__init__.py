"""What `script/bench` runs: both sides of each measure in alternation, and what comes of it."""
