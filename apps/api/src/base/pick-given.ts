type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that are not undefined. */
export function pickGiven<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
