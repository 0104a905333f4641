// The compiler imports this module for files that import Testing and UIKit: Swift Testing names it as what the two need together. On
// Apple's systems it attaches pictures to tests.
