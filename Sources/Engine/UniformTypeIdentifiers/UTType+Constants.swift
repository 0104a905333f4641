extension UTType {
    /// The root of everything that can be stored.
    public static let item = UTType(knownIdentifier: "public.item")

    /// Anything with content a person looks at, reads or hears.
    public static let content = UTType(knownIdentifier: "public.content")

    /// Any stream of bytes.
    public static let data = UTType(knownIdentifier: "public.data")

    /// Any text, with or without markup.
    public static let text = UTType(knownIdentifier: "public.text")

    /// Any picture.
    public static let image = UTType(knownIdentifier: "public.image")

    /// Any sound or moving picture.
    public static let audiovisualContent = UTType(knownIdentifier: "public.audiovisual-content")

    /// Any sound.
    public static let audio = UTType(knownIdentifier: "public.audio")

    /// Any moving picture, with or without sound.
    public static let movie = UTType(knownIdentifier: "public.movie")

    /// Moving pictures without sound.
    public static let video = UTType(knownIdentifier: "public.video")

    /// Any font.
    public static let font = UTType(knownIdentifier: "public.font")

    /// Several files in one.
    public static let archive = UTType(knownIdentifier: "public.archive")

    /// Any program text.
    public static let sourceCode = UTType(knownIdentifier: "public.source-code")

    /// A program text that is run as it is.
    public static let script = UTType(knownIdentifier: "public.script")

    /// Text without markup, `text/plain`.
    public static let plainText = UTType(knownIdentifier: "public.plain-text")

    /// HTML, `text/html`.
    public static let html = UTType(knownIdentifier: "public.html")

    /// JavaScript, `text/javascript`, modules included.
    public static let javaScript = UTType(knownIdentifier: "com.netscape.javascript-source")

    /// JSON, `application/json`, source maps included.
    public static let json = UTType(knownIdentifier: "public.json")

    /// A style sheet, `text/css`. Not a constant on iOS.
    public static let css = UTType(knownIdentifier: "public.css")

    /// XML, `application/xml`.
    public static let xml = UTType(knownIdentifier: "public.xml")

    /// YAML, `application/yaml`.
    public static let yaml = UTType(knownIdentifier: "public.yaml")

    /// Comma-separated values, `text/csv`.
    public static let commaSeparatedText = UTType(knownIdentifier: "public.comma-separated-values-text")

    /// Tab-separated values, `text/tab-separated-values`.
    public static let tabSeparatedText = UTType(knownIdentifier: "public.tab-separated-values-text")

    /// Rich text, `application/rtf`.
    public static let rtf = UTType(knownIdentifier: "public.rtf")

    /// An SVG drawing, `image/svg+xml`.
    public static let svg = UTType(knownIdentifier: "public.svg-image")

    /// A PNG picture, `image/png`.
    public static let png = UTType(knownIdentifier: "public.png")

    /// A JPEG picture, `image/jpeg`.
    public static let jpeg = UTType(knownIdentifier: "public.jpeg")

    /// A GIF picture, `image/gif`.
    public static let gif = UTType(knownIdentifier: "com.compuserve.gif")

    /// A WebP picture, `image/webp`.
    public static let webP = UTType(knownIdentifier: "org.webmproject.webp")

    /// A HEIC picture, `image/heic`.
    public static let heic = UTType(knownIdentifier: "public.heic")

    /// A TIFF picture, `image/tiff`.
    public static let tiff = UTType(knownIdentifier: "public.tiff")

    /// A BMP picture, `image/bmp`.
    public static let bmp = UTType(knownIdentifier: "com.microsoft.bmp")

    /// An icon file, `image/vnd.microsoft.icon`.
    public static let ico = UTType(knownIdentifier: "com.microsoft.ico")

    /// An MPEG-4 movie, `video/mp4`.
    public static let mpeg4Movie = UTType(knownIdentifier: "public.mpeg-4")

    /// A QuickTime movie, `video/quicktime`.
    public static let quickTimeMovie = UTType(knownIdentifier: "com.apple.quicktime-movie")

    /// MPEG-4 sound, `audio/mp4`.
    public static let mpeg4Audio = UTType(knownIdentifier: "public.mpeg-4-audio")

    /// MP3 sound, `audio/mpeg`.
    public static let mp3 = UTType(knownIdentifier: "public.mp3")

    /// Waveform sound, `audio/vnd.wave`.
    public static let wav = UTType(knownIdentifier: "com.microsoft.waveform-audio")

    /// A web archive, `application/x-webarchive`.
    public static let webArchive = UTType(knownIdentifier: "com.apple.webarchive")

    /// An address.
    public static let url = UTType(knownIdentifier: "public.url")

    /// A PDF document, `application/pdf`.
    public static let pdf = UTType(knownIdentifier: "com.adobe.pdf")

    /// A WebAssembly module, `application/wasm`. Not a constant on iOS.
    public static let wasm = UTType(knownIdentifier: "org.webassembly.wasm")

    /// A ZIP archive, `application/zip`.
    public static let zip = UTType(knownIdentifier: "public.zip-archive")

    /// A file compressed by gzip, `application/gzip`.
    public static let gzip = UTType(knownIdentifier: "org.gnu.gnu-zip-archive")

    /// An electronic book, `application/epub+zip`.
    public static let epub = UTType(knownIdentifier: "org.idpf.epub-container")
}
