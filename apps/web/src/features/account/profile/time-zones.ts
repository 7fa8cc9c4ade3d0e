import type { ComboboxOption } from '../../../ui/combobox-options.ts';

/** Returns the time zone of this browser; undefined where it does not tell. */
export function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the time of day in a zone, as in `14:33`; undefined for a zone that this browser does not know. */
export function timeIn(timeZone: string, at: Date): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(at);
  } catch {
    return undefined;
  }
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

let options: ComboboxOption[] | undefined;

/** Returns every time zone that this browser knows, with its distance from Greenwich today. */
export function timeZoneOptions(): ComboboxOption[] {
  options ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    detail: offsetOf(zone),
  }));
  return options;
}
