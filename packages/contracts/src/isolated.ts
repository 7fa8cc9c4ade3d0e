/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Marks that would end the isolation, or change the direction of the text after it. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text without marks that turn the direction of what follows. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(directionMarks, '');
}

/**
 * Returns a name for use in a sentence, a toast or a label: without marks that change the direction of the text after it, and
 * isolated if it has right-to-left letters, so that the words and figures around it keep their order. For an element of
 * its own, the web app uses `Name`.
 */
export function isolated(name: string): string {
  const unmarked = withoutDirectionMarks(name);
  return rightToLeft.test(unmarked) ? `\u2068${unmarked}\u2069` : unmarked;
}
