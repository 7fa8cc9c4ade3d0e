/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Marks that would end the isolation, or turn what follows it. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a name as it may stand in a sentence, a toast or a label: one with letters that are written from right to left
 * is isolated, so that the words and figures around it keep their order. In an element of its own, the web app uses `Name`.
 */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name.replace(directionMarks, '')}\u2069` : name;
}
