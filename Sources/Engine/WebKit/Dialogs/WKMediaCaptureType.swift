/// Which devices a page wants to record with. Apple API.
public enum WKMediaCaptureType: Int, Sendable {
    /// The camera.
    case camera = 0
    /// The microphone.
    case microphone = 1
    /// Both.
    case cameraAndMicrophone = 2
}
