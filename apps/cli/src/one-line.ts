/** Control characters of a sheet could move the cursor of a terminal, or begin another line of a file. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * These turn the order of what follows around, or are not seen at all: a person would read something else than a program.
 * Joiners are part of how some scripts are written.
 */
const hidden = /[\p{Cf}--[\u200c\u200d]]/gv;

/** Returns a text as one line without control characters, and without those that hide or turn around what it says. */
export function toOneLine(text: string): string {
  return text.replace(control, ' ').replace(hidden, '');
}

/** Control characters that JSON and YAML may hold as they are, and a terminal would follow. */
const unescaped = /[\u007f-\u009f\u2028\u2029]/g;

/** Returns JSON or YAML with every control character escaped. */
export function escapeControls(text: string): string {
  return text.replace(unescaped, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns data as JSON that a terminal can show. */
export function toJsonText(data: unknown, indent?: number): string {
  return escapeControls(JSON.stringify(data, null, indent));
}
