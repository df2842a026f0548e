"""Whether somebody asks if a call of another machine worked, before its answer is used or dropped: ruling R35."""
