import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';

/** Returns the time zone of this browser; undefined where it does not tell. */
export function timeZoneHere(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
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
