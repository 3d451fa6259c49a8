"""What the owner of a server decides: reports, mutes, bans, limits."""
