import { parseExactJson } from './exact-json.ts';

/** Reads the body of an answer to the end; undefined when it is no JSON. Rejects when the connection is cut. */
export type ReadBody = (reply: Response) => Promise<unknown>;

export const readJsonBody: ReadBody = async (reply) => parseOrUndefined(await reply.text());

/** The parser's own error is dropped: it quotes the text, which may hold cell values. */
export const parseOrUndefined = (text: string): unknown => {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
};
