// The error tells this file and the next line.
throw new Error('as it should');
