/** Control characters of a sheet could move the cursor of a terminal, or begin another line of a file. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Returns a text as one line without control characters. */
export function toOneLine(text: string): string {
  return text.replace(control, ' ');
}
