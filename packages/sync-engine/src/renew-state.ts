import type { OptionHash } from './option-hash.ts';
import type { RunState } from './run-state.ts';

/**
 * Returns what runs remember with the automation's own key, where it was hashed while all automations had one key. A text that
 * is nowhere at the moment cannot be hashed again: its hash stays as it is until the text is back.
 */
export function renewState(state: RunState, texts: Iterable<string>, hash: OptionHash): RunState {
  const { baseHashes, keptHashes, excludedHashes, leaving } = state;
  const all = [...baseHashes, ...keptHashes, ...excludedHashes, ...leaving.map((entry) => entry.hash)];
  if (!all.some(hash.earlier.isOwn)) return state;
  const renewed = new Map<string, string>();
  for (const text of new Set(texts)) {
    for (const ignoreCase of [false, true])
      renewed.set(hash.earlier.of(text, { ignoreCase }), hash.of(text, { ignoreCase }));
  }
  const renew = (hashes: readonly string[]) => hashes.map((one) => renewed.get(one) ?? one);
  return {
    ...state,
    baseHashes: renew(baseHashes),
    keptHashes: renew(keptHashes),
    excludedHashes: renew(excludedHashes),
    leaving: leaving.map((entry) => ({ ...entry, hash: renewed.get(entry.hash) ?? entry.hash })),
  };
}
