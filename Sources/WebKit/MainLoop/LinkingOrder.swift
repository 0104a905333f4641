import Glibc

/// The order in which WebKit's processes search their libraries for a name.
enum LinkingOrder {
    /// A voice that WebKit links, and that nothing else of this size is compared with: 31,288 of the 71,751 names that a process of
    /// WebKit 2.50 looks up at its start are this library's own, and some eighty libraries are searched before it.
    private static let voice = "libflite_cmu_time_awb.so.1"

    /// Has the programs that this process starts from now on search the voice first, which takes a fifth of the time off the start of
    /// each of WebKit's processes. Without effect where WebKit does not link the voice.
    static func improve() {
        guard let library = dlopen(voice, RTLD_LAZY | RTLD_NOLOAD) else { return }
        dlclose(library)
        let present = getenv("LD_PRELOAD").map { String(cString: $0) } ?? ""
        guard !present.split(whereSeparator: { ": ".contains($0) }).contains(Substring(voice)) else { return }
        // Last: a sanitizer's library has to be the first.
        setenv("LD_PRELOAD", present.isEmpty ? voice : "\(present):\(voice)", 1)
    }
}
