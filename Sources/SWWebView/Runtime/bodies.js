// bodies
