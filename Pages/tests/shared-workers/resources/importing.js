// Takes its time: the modules that it needs come first.
import './echo.js';
await new Promise((resolve) => setTimeout(resolve, 50));
self.isComplete = true;
