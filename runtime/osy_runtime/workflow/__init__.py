"""The workflow engine: runs, slots, milestones, clocks, audit."""
