import { createBracketScanner } from './json.brackets.ts';

/** Bytes of rows to hand over at a time: few parses, little garbage. */
const defaultBatchBytes = 256 * 1024;
const tailBytes = 32;

/**
 * Takes the answer of "Get Sheet" apart while it arrives: `onRows` gets whole rows as JSON arrays, and `end` gives
 * back the rest of the answer with an empty list of rows. So a sheet of 20,000 rows is never in memory as one text
 * and one tree, and the process answers others in between. Whether the pieces are JSON is for the parser to say.
 */
export function createRowsSplitter({
  onRows,
  member = 'rows',
  batchBytes = defaultBatchBytes,
}: {
  onRows: (json: string) => void;
  /** The list that is taken out. */
  member?: 'rows' | 'data';
  batchBytes?: number;
}) {
  const beginsWith = new RegExp(`(?<!\\\\)"${member}"\\s*:\\s*$`);
  const rest: Uint8Array[] = [];
  let batch: Uint8Array[] = [];
  let batched = 0;
  let inRows = false;
  let piece: Uint8Array = Buffer.alloc(0);
  /** Up to where the piece is dealt with. */
  let done = 0;
  /** The end of the piece before. */
  let tail: Uint8Array = piece;

  const keepTo = (end: number) => {
    const part = piece.subarray(done, end);
    done = end;
    (inRows ? batch : rest).push(part);
    if (inRows) batched += part.length;
  };

  const handOver = () => {
    const rows = Buffer.concat(batch).toString('utf8').replace(/^\s*,/, '');
    batch = [];
    batched = 0;
    if (rows.trim() !== '') onRows(`[${rows}]`);
  };

  const beginsRows = (at: number) => {
    const before = Buffer.concat([tail, piece.subarray(Math.max(0, at - tailBytes), at)]).toString('latin1');
    return beginsWith.test(before);
  };

  const scan = createBracketScanner((at, depth, isOpening) => {
    if (!inRows) {
      if (!isOpening || depth !== 2 || !beginsRows(at)) return;
      keepTo(at + 1);
      inRows = true;
    } else if (!isOpening && depth === 2) {
      keepTo(at);
      handOver();
      inRows = false;
    } else if (!isOpening && depth === 3 && batched + at - done >= batchBytes) {
      keepTo(at + 1);
      handOver();
    }
  });

  return {
    /** The next bytes of the answer. */
    push: (next: Uint8Array): void => {
      piece = next;
      done = 0;
      scan(next);
      keepTo(next.length);
      tail =
        next.length >= tailBytes
          ? next.subarray(-tailBytes)
          : Buffer.concat([tail, next]).subarray(-tailBytes);
    },
    /** After the last bytes: the answer without its rows. */
    end: (): string => Buffer.concat(rest).toString('utf8'),
  };
}
