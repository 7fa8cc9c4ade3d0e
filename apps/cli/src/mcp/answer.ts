import { PicksyncError } from '@picksync/client';
import { toJsonText, toOneLine } from '../one-line.ts';

/** What a tool says, as the protocol carries it. */
export type Answer = { content: { type: 'text'; text: string }[]; isError?: boolean };

/** Why a tool cannot do what it was asked, in a sentence that says what to do instead. */
export class Refusal extends Error {}

/** Returns what `work` says, or the sentence by which it was refused. Errors of another kind are thrown. */
export async function answerWith(work: () => Promise<string>): Promise<Answer> {
  try {
    return toAnswer(await work());
  } catch (error) {
    if (error instanceof Refusal) return { ...toAnswer(error.message), isError: true };
    if (!(error instanceof PicksyncError)) throw error;
    const fields = Object.entries(error.errors).map(([field, message]) => `${field}: ${message}`);
    return {
      ...toAnswer([`${error.message} (${error.code})`, ...fields].map(toOneLine).join('\n')),
      isError: true,
    };
  }
}

function toAnswer(text: string): Answer {
  return { content: [{ type: 'text', text }] };
}

/** Returns a name from a sheet in quotes, as one line: it is what somebody wrote there and not what we say. */
export function quoted(name: string): string {
  return toJsonText(toOneLine(name));
}
