const segmenter = new Intl.Segmenter('en');

/** Returns the first `count` characters of a text, as a reader counts them; all of a shorter one. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let taken = 0;
  for (const { index } of segmenter.segment(text)) {
    if (taken === count) return text.slice(0, index);
    taken += 1;
  }
  return text;
}
