import { type LiveChange, liveChange } from '@picksync/contracts';

export type EventReader = {
  response: Response;
  /** What has come so far, oldest first. */
  changes: LiveChange[];
  /** The id of the last event, as a browser would send it back. */
  lastEventId: () => string;
  /** The text of the stream so far. */
  text: () => string;
  /** Whether the server has ended the stream. */
  hasEnded: () => boolean;
  close: () => void;
};

/** Opens a stream of events as a browser does, and reads it until it ends or is closed. */
export async function readEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  let text = '';
  let hasEnded = false;
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  };
  read()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  const field = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}: (.*)\n`, 'gm'))].map(([, value]) => value ?? '');
  return {
    response,
    get changes() {
      return field('data')
        .filter((data) => data !== '{}')
        .map((data) => liveChange.parse(JSON.parse(data)));
    },
    lastEventId: () => field('id').at(-1) ?? '',
    text: () => text,
    hasEnded: () => hasEnded,
    close: () => closing.abort(),
  };
}
