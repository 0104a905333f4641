-- What was seen at the weir: the table behind sqlite://species.
CREATE TABLE species (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    picture TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    protected BOOLEAN NOT NULL DEFAULT FALSE
);
INSERT INTO species (name, picture, seen, protected) VALUES
    ('Grey heron', 'heron.svg', 14, FALSE),
    ('Kingfisher', 'kingfisher.svg', 9, TRUE),
    ('Tawny owl', 'owl.svg', 6, FALSE),
    ('Roach', 'roach.svg', 31, FALSE),
    ('Otter', 'otter.svg', 2, TRUE);
