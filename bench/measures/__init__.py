"""One module for each thing measured; ``measures()`` gives its lanes and floors."""
