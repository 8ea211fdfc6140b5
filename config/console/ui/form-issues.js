/**
 * Shows issues at their fields: pairs of a field and its text or null. Focuses the first one; returns true if there are
 * none.
 */
export function showIssues(issues) {
  let first = null;
  for (const [field, text] of issues) {
    field.setError(text || null);
    if (text) first ??= field.input;
  }
  first?.focus();
  return first === null;
}
