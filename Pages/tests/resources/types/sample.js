window.sample = 42;
