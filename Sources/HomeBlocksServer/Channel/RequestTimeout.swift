/// A request's body did not arrive in time.
struct RequestTimeout: Error {}
