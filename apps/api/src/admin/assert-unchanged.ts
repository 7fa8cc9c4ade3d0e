import { isDeepStrictEqual } from 'node:util';
import { AppError, type ErrorCode } from '@picksync/contracts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Throws `code` where a field that an administrator has seen is now neither as it was seen nor as it is wanted, so that the edit
 * of another is not overwritten unseen.
 */
export function assertUnchanged(
  now: Fields,
  { seen, wanted, code }: { seen: Fields; wanted: Fields; code: ErrorCode },
): void {
  const isKnown = (name: string) =>
    [seen, wanted].some((fields) => isDeepStrictEqual(now[name], fields[name]));
  if (!Object.keys(seen).every(isKnown)) throw new AppError(code);
}
