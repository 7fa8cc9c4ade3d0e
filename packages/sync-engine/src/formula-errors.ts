/**
 * What a cell shows when its formula or link cannot be worked out. Smartsheet sends these as ordinary cell values
 * (help article "Formula error messages").
 */
const formulaErrors: ReadonlySet<string> = new Set([
  '#BLOCKED',
  '#BOOLEAN EXPECTED',
  '#CALCULATING',
  '#CIRCULAR REFERENCE',
  '#CONTACT EXPECTED',
  '#DATE EXPECTED',
  '#DIVIDE BY ZERO',
  '#INCORRECT ARGUMENT',
  '#INCORRECT ARGUMENT SET',
  '#NESTED CRITERIA',
  '#NO MATCH',
  '#NUMBER EXPECTED',
  '#OVERFLOW',
  '#PERMISSION ERROR',
  '#REF',
  '#UNPARSEABLE',
]);

/** Families that grow: `#INVALID DATA TYPE`, `#INVALID REF`, `#UNSUPPORTED CROSS-SHEET FORMULA`, … */
const errorFamily = /^#(?:INVALID|UNSUPPORTED)(?: [A-Z-]+)*$/;

/** Returns whether a text is one of Smartsheet's formula errors. Texts that merely begin with `#` are not. */
export function isFormulaError(text: string): boolean {
  return text.startsWith('#') && (formulaErrors.has(text) || errorFamily.test(text));
}
