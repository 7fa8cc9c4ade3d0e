import type { DestinationStream } from 'pino';

/** A destination for the log that keeps its lines, for tests that look at what was written. */
export function collectLines(): DestinationStream & {
  text: () => string;
  lines: () => Record<string, unknown>[];
} {
  const written: string[] = [];
  return {
    write: (line) => void written.push(line),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  };
}
