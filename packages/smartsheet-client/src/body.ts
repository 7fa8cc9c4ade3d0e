import { parseExactJson } from './exact-json.ts';

/** The body of an answer, in the chunks in which it arrives. Iterating rejects when the connection is cut or stalls. */
export type ReplyBody = { body: AsyncIterable<Uint8Array> };

/** Reads the body of an answer to the end; undefined when it is no JSON. Rejects when the connection is cut. */
export type ReadBody = (reply: ReplyBody) => Promise<unknown>;

export const readJsonBody: ReadBody = async ({ body }) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return parseOrUndefined(new TextDecoder().decode(Buffer.concat(pieces)));
};

/**
 * Returns the parsed text, or undefined. The parser's own error is dropped: it quotes the text, which may hold cell
 * values.
 */
export function parseOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
