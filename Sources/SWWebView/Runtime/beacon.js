// beacon
