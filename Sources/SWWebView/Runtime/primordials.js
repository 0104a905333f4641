// primordials
