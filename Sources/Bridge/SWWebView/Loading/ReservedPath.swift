/// The paths below every `sw://` origin that the bridge answers itself.
enum ReservedPath {}
