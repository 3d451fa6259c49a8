"""The lab: studies as files, run on all cores or a cluster, with answers and their intervals. See docs/lab.md."""
