import HTTPMessages
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        (1.5, Duration.milliseconds(1500)), (0, .zero), (-1, .zero), (-1e300, .zero), (.nan, .zero),
        (-.infinity, .zero), (1e300, .seconds(31_536_000)), (.infinity, .seconds(31_536_000)),
    ])
    func `any number of seconds is a duration up to a year`(seconds: Double, duration: Duration) {
        #expect(Duration.clamping(seconds: seconds) == duration)
    }
}
