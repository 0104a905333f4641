/// A location on the earth, with the members of the Geolocation API.
public struct PhoneLocation: Sendable, Equatable {
    /// The coordinates in degrees.
    public var latitude, longitude: Double
    /// The accuracy in metres.
    public var accuracy = 5.0

    /// Makes a location.
    public init(latitude: Double, longitude: Double, accuracy: Double = 5) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
    }

    /// The members of `GeolocationCoordinates`.
    var coordinates: NativeValue {
        [
            "latitude": .number(latitude), "longitude": .number(longitude), "accuracy": .number(accuracy),
            "altitude": nil, "altitudeAccuracy": nil, "heading": nil, "speed": nil,
        ]
    }
}
