"""Who may do what: the rules of `security` blocks, policies, grants, `[Authorize]`, asked of one world's callers."""
