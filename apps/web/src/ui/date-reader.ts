import type { DateReader } from '@picksync/contracts';

let reader: DateReader | null = null;

/** Returns how the signed-in user reads dates and times; null when nobody is signed in. */
export function getDateReader(): DateReader | null {
  return reader;
}

/** Has every page show dates and times as this user reads them; as is usual for null. */
export function setDateReader(next: DateReader | null): void {
  reader = next;
}

/** Returns the time zone of this browser, for days in figures and mails; undefined where it does not tell. */
export function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
