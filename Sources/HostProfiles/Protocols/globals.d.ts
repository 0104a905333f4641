/** The text that messages of flutter.js have. The native half sets this text. */
declare const secret: string;
