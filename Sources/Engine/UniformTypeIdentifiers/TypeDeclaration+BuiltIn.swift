extension TypeDeclaration {
    /// The types of the web and their families. They win over the MIME database, and work without it.
    static let builtIn: [TypeDeclaration] = [
        declare("public.item", [], [], kindOf: []),
        declare("public.content", [], [], kindOf: []),
        declare("public.data", [], [], kindOf: ["public.item"]),
        declare("public.text", [], [], kindOf: ["public.data", "public.content"]),
        declare("public.image", [], [], kindOf: ["public.data", "public.content"]),
        declare("public.audiovisual-content", [], [], kindOf: ["public.data", "public.content"]),
        declare("public.audio", [], [], kindOf: ["public.audiovisual-content"]),
        declare("public.movie", [], [], kindOf: ["public.audiovisual-content"]),
        declare("public.video", [], [], kindOf: ["public.movie"]),
        declare("public.font", [], [], kindOf: ["public.data"]),
        declare("public.archive", [], [], kindOf: ["public.data"]),
        declare("public.source-code", [], [], kindOf: ["public.plain-text"]),
        declare("public.script", [], [], kindOf: ["public.source-code"]),
        declare("public.plain-text", ["text/plain"], ["txt", "text", "log"], kindOf: ["public.text"]),
        declare("public.html", ["text/html"], ["html", "htm", "shtml"], kindOf: ["public.text"]),
        declare("public.xhtml", ["application/xhtml+xml"], ["xhtml", "xht"], kindOf: ["public.xml"]),
        declare(
            "com.netscape.javascript-source",
            [
                "text/javascript", "application/javascript", "application/x-javascript",
                "text/ecmascript", "application/ecmascript",
            ],
            ["js", "mjs", "cjs"], kindOf: ["public.script"]),
        declare("public.json", ["application/json", "text/json"], ["json", "map"], kindOf: ["public.text"]),
        declare("org.w3.web-app-manifest", ["application/manifest+json"], ["webmanifest"], kindOf: ["public.json"]),
        declare("com.apple.geojson", ["application/geo+json"], ["geojson"], kindOf: ["public.json"]),
        declare("com.apple.webarchive", ["application/x-webarchive"], ["webarchive"], kindOf: ["public.data"]),
        declare("public.url", [], [], kindOf: ["public.data"]),
        declare("public.css", ["text/css"], ["css"], kindOf: ["public.text"]),
        declare("public.xml", ["application/xml", "text/xml"], ["xml", "xsl", "xsd"], kindOf: ["public.text"]),
        declare(
            "public.yaml",
            ["application/yaml", "application/x-yaml", "text/yaml"],
            ["yaml", "yml"], kindOf: ["public.text"]),
        declare("public.comma-separated-values-text", ["text/csv"], ["csv"], kindOf: ["public.text"]),
        declare("public.tab-separated-values-text", ["text/tab-separated-values"], ["tsv"], kindOf: ["public.text"]),
        declare("net.daringfireball.markdown", ["text/markdown"], ["md", "markdown"], kindOf: ["public.plain-text"]),
        declare("org.w3.webvtt", ["text/vtt"], ["vtt"], kindOf: ["public.plain-text"]),
        declare("public.rtf", ["application/rtf", "text/rtf"], ["rtf"], kindOf: ["public.text"]),
        declare("public.svg-image", ["image/svg+xml"], ["svg"], kindOf: ["public.image", "public.xml"]),
        declare("public.png", ["image/png"], ["png", "apng"], kindOf: ["public.image"]),
        declare("public.jpeg", ["image/jpeg", "image/jpg"], ["jpeg", "jpg", "jpe"], kindOf: ["public.image"]),
        declare("com.compuserve.gif", ["image/gif"], ["gif"], kindOf: ["public.image"]),
        declare("org.webmproject.webp", ["image/webp"], ["webp"], kindOf: ["public.image"]),
        declare("public.avif", ["image/avif"], ["avif"], kindOf: ["public.image"]),
        declare("public.heic", ["image/heic"], ["heic"], kindOf: ["public.image"]),
        declare("public.tiff", ["image/tiff"], ["tiff", "tif"], kindOf: ["public.image"]),
        declare("com.microsoft.bmp", ["image/bmp"], ["bmp"], kindOf: ["public.image"]),
        declare("com.microsoft.ico", ["image/vnd.microsoft.icon", "image/x-icon"], ["ico"], kindOf: ["public.image"]),
        declare("public.mpeg-4", ["video/mp4"], ["mp4", "m4v"], kindOf: ["public.movie"]),
        declare("com.apple.quicktime-movie", ["video/quicktime"], ["mov", "qt"], kindOf: ["public.movie"]),
        declare("org.webmproject.webm", ["video/webm"], ["webm"], kindOf: ["public.movie"]),
        declare("public.mpeg-4-audio", ["audio/mp4"], ["m4a"], kindOf: ["public.audio"]),
        declare("public.mp3", ["audio/mpeg", "audio/mp3"], ["mp3"], kindOf: ["public.audio"]),
        declare(
            "com.microsoft.waveform-audio",
            ["audio/vnd.wave", "audio/wav", "audio/x-wav"],
            ["wav", "wave"], kindOf: ["public.audio"]),
        declare("org.xiph.ogg-audio", ["audio/ogg"], ["ogg", "oga", "opus"], kindOf: ["public.audio"]),
        declare("org.xiph.flac", ["audio/flac"], ["flac"], kindOf: ["public.audio"]),
        declare("public.aac-audio", ["audio/aac"], ["aac"], kindOf: ["public.audio"]),
        declare(
            "public.m3u-playlist",
            ["application/vnd.apple.mpegurl", "audio/mpegurl"],
            ["m3u8", "m3u"], kindOf: ["public.text"]),
        declare("org.w3.woff", ["font/woff", "application/font-woff"], ["woff"], kindOf: ["public.font"]),
        declare("org.w3.woff2", ["font/woff2"], ["woff2"], kindOf: ["public.font"]),
        declare("public.truetype-ttf-font", ["font/ttf"], ["ttf"], kindOf: ["public.font"]),
        declare("public.opentype-font", ["font/otf"], ["otf"], kindOf: ["public.font"]),
        declare("com.adobe.pdf", ["application/pdf"], ["pdf"], kindOf: ["public.data", "public.content"]),
        declare("org.webassembly.wasm", ["application/wasm"], ["wasm"], kindOf: ["public.data"]),
        declare("public.zip-archive", ["application/zip"], ["zip"], kindOf: ["public.archive"]),
        declare(
            "org.gnu.gnu-zip-archive",
            ["application/gzip", "application/x-gzip"],
            ["gz", "gzip"], kindOf: ["public.archive"]),
        declare(
            "org.idpf.epub-container",
            ["application/epub+zip"],
            ["epub"], kindOf: ["public.data", "public.content"]),
    ]

    private static func declare(
        _ identifier: String, _ mimeTypes: [String], _ filenameExtensions: [String], kindOf supertypes: [String]
    ) -> TypeDeclaration {
        TypeDeclaration(
            identifier: identifier, mimeTypes: mimeTypes, filenameExtensions: filenameExtensions,
            supertypes: supertypes)
    }
}
