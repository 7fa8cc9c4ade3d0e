/** A read that is older than this is repeated before anything is written because of it. */
export const maxAgeMs = 5_000;
