import { parseExactJson } from './exact-json.ts';
import { createRowsSplitter } from './rows.splitter.ts';

/** The body of an answer, in the chunks in which it arrives. Iterating rejects when the connection is cut or stalls. */
type ReplyBody = { body: AsyncIterable<Uint8Array> };

/** Reads the body of an answer to the end; undefined when it is no JSON. Rejects when the connection is cut. */
export type ReadBody = (reply: ReplyBody) => Promise<unknown>;

export const readJsonBody: ReadBody = async ({ body }) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return parseOrUndefined(new TextDecoder().decode(Buffer.concat(pieces)));
};

/**
 * Reads the body of an answer while it arrives, and hands over the items of its list in batches, so that a long list is
 * never in memory as one text and one tree. Returns the rest of the answer; undefined when it is no JSON.
 */
export async function readInBatches(
  { body }: ReplyBody,
  list: { member: 'rows' | 'data'; batchBytes?: number; onItems: (items: unknown[]) => void },
): Promise<object | undefined> {
  const { onItems, ...place } = list;
  let isJson = true;
  const splitter = createRowsSplitter({
    ...place,
    onRows: (json) => {
      const items = parseOrUndefined(json);
      if (Array.isArray(items)) onItems(items);
      else isJson = false;
    },
  });
  for await (const piece of body) splitter.push(piece);
  const rest = parseOrUndefined(splitter.end());
  return isJson && typeof rest === 'object' && rest !== null ? rest : undefined;
}

/**
 * Returns the parsed text, or undefined. The parser's own error is dropped: it quotes the text, which may hold cell
 * values.
 */
function parseOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
