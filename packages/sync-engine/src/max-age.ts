/** What was read longer ago is read again before anything is written on its grounds. */
export const maxAgeMs = 5_000;
