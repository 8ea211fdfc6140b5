/// Strings that programs send in place of a missing value.
public enum AbsentValue {
    public static func matches(_ text: String) -> Bool {
        switch text.utf8.count {
        case 3: text == "nil"
        case 4: text == "null" || text == "None"
        case 6: text == "(null)"
        case 9: text == "undefined"
        default: false
        }
    }
}
