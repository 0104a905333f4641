postMessage('nested of inner');
