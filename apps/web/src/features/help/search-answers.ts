import type { Answer } from './answers.ts';
import type { AnswerBlock } from './problems.ts';

/** A stretch of a text as it is shown. */
export type Segment = { text: string; bold: boolean; found: boolean };

function listTexts(block: AnswerBlock): readonly string[] {
  return block.kind === 'text' ? [block.text] : [...block.head, ...block.rows.flatMap(({ cells }) => cells)];
}

const bold = '**';

function plain(marked: string): string {
  return marked.replaceAll(bold, '');
}

function findPositions(search: string, text: string): number[] {
  if (search === '') return [];
  const positions: number[] = [];
  const [haystack, needle] = [text.toLowerCase(), search.toLowerCase()];
  // A letter whose lower case has another length would shift what is marked.
  if (haystack.length !== text.length) return [];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    positions.push(at);
  }
  return positions;
}

/** Returns the answers whose question or text contains `search`, ignoring case; all of them for an empty one. */
export function searchAnswers(answers: readonly Answer[], search: string): readonly Answer[] {
  const needle = search.trim().toLowerCase();
  if (needle === '') return answers;
  return answers.filter(({ question, blocks }) =>
    [question, ...blocks.flatMap(listTexts)].some((text) => plain(text).toLowerCase().includes(needle)),
  );
}

/** Splits a text where bold text or a search match begins or ends. */
export function toSegments(marked: string, search: string): Segment[] {
  const parts = marked.split(bold).map((text, at) => ({ text, bold: at % 2 === 1 }));
  const needle = search.trim();
  const found = findPositions(needle, plain(marked));
  const segments: Segment[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.text.length;
    const cuts = found.flatMap((at) => [at, at + needle.length]).filter((at) => at > start && at < end);
    let from = start;
    for (const to of [...cuts, end]) {
      if (to === from) continue;
      const isFound = found.some((at) => at <= from && to <= at + needle.length);
      segments.push({ text: part.text.slice(from - start, to - start), bold: part.bold, found: isFound });
      from = to;
    }
    start = end;
  }
  return segments;
}
