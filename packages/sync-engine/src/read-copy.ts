import { type CallOptions, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import { longestCopyBytes, readCopyFile } from './copy-file.ts';
import type { OptionHash } from './option-hash.ts';

/** What is known of a copy: where it is, and what was written. */
type KnownCopy = { sheetId: string; attachmentId: string; contentHash: string };

/** `gone`: it is not there any more. `changed`: it is not the file that was written. */
export type FoundCopy = { state: 'gone' | 'changed' } | { state: 'kept'; options: string[] };

/** Reads a copy of a list. It holds option texts: never store or log them. Throws SmartsheetError. */
export async function readCopy(input: {
  client: SmartsheetClient;
  copy: KnownCopy;
  hash: OptionHash;
  call?: CallOptions;
}): Promise<FoundCopy> {
  const { client, copy, hash, call = {} } = input;
  const { sheetId, attachmentId } = copy;
  const url = await findAddress(() => client.attachments.get({ ...call, sheetId, attachmentId }));
  if (url === undefined) return { state: 'gone' };
  const bytes = url && (await client.attachments.download({ url, maxBytes: longestCopyBytes, ...call }));
  if (!bytes) return { state: 'changed' };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const options = hash.isOfFile(copy.contentHash, text) ? readCopyFile(text) : null;
  return options === null ? { state: 'changed' } : { state: 'kept', options };
}

/** Returns where the file can be read; null where it has no address, undefined where it is gone. */
async function findAddress(get: () => Promise<{ url: string | null }>): Promise<string | null | undefined> {
  try {
    return (await get()).url;
  } catch (error) {
    if (error instanceof SmartsheetError && error.reason === 'not_found') return undefined;
    throw error;
  }
}
