"""What bots need: what a game lends them, nets, opinions weighed, and the frame of a bot."""
