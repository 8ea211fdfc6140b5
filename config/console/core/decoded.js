/** A part of an address with its percent-encoding decoded; as it is where a `%` encodes nothing. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
