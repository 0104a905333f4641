-- The database that the suites beside this file read and change: Scripts/pages makes it anew for each run.
CREATE TABLE products (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, price REAL, stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
    photo BLOB, tags JSON);
INSERT INTO products VALUES
    (1, 'tea', 3.5, 10, x'00ff10', '["hot","green"]'), (2, 'coffee', 4.25, 0, NULL, '{"roast":{"level":3}}'),
    (3, 'milk', 1.0, 5, NULL, NULL);
CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL, big INTEGER);
CREATE TABLE numbers (n INTEGER PRIMARY KEY, label TEXT);
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200000)
INSERT INTO numbers SELECT i, printf('number %08d', i) FROM c;
