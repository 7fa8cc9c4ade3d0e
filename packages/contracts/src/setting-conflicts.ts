import type { AutomationSettings, SettingName } from './automation-settings.ts';

/** Why two settings cannot be used together. */
type SettingConflict = { name: SettingName; message: string };

/**
 * Returns which settings exclude each other. In a two-way automation an option added by hand becomes a row, which has to give
 * exactly this option again: so every option has to be the value of one row.
 */
export function settingConflicts(settings: AutomationSettings): SettingConflict[] {
  const conflicts: SettingConflict[] = [];
  const refuse = (name: SettingName, message: string) => void conflicts.push({ name, message });
  if (settings.labelTemplate !== null && settings.splitValues !== null)
    refuse('splitValues', 'Cells are not split where a label is made from several columns');
  const pinned = [...settings.pinnedFirst, ...settings.pinnedLast].map((text) => likeness(text, settings));
  const repeated = pinned.findIndex((text, index) => pinned.indexOf(text) !== index);
  if (repeated >= 0)
    refuse(repeated < settings.pinnedFirst.length ? 'pinnedFirst' : 'pinnedLast', pinnedTwice);
  if (settings.renames === 'follow') {
    if (settings.mode === 'add_only') refuse('renames', notInAddOnly);
    if (settings.labelTemplate !== null) refuse('renames', notWithLabels);
    if (settings.splitValues !== null) refuse('renames', notWithSplitting);
    if (settings.addressColumn !== null) refuse('renames', notForContacts);
  }
  if (settings.addressColumn !== null) {
    if (settings.labelTemplate !== null) refuse('labelTemplate', notForContacts);
    if (settings.splitValues !== null) refuse('splitValues', notForContacts);
  }
  if (settings.mode !== 'two_way') return conflicts;
  if (settings.sourceKind === 'report') refuse('mode', reportsNotTwoWay);
  if (settings.labelTemplate !== null) refuse('labelTemplate', notInTwoWay);
  if (settings.splitValues !== null) refuse('splitValues', notInTwoWay);
  if (settings.filters !== null) refuse('filters', notInTwoWay);
  if (settings.graceDays !== 0) refuse('graceDays', notInTwoWay);
  if (settings.drift !== 'put_back') refuse('drift', notInTwoWay);
  if (settings.renames !== 'replace') refuse('renames', notInTwoWay);
  if (settings.addressColumn !== null) refuse('mode', contactsNotTwoWay);
  return conflicts;
}

const pinnedTwice = 'An option can be pinned only once';

/** Returns the same text for options that would be one in the dropdown. */
function likeness(text: string, { ignoreCase }: AutomationSettings): string {
  const spelling = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return ignoreCase ? spelling.toLowerCase() : spelling;
}

/** Said of settings that make no contacts. */
export const notForContacts = 'Not available for a contact column';

/** Said of a pinned option of a contact column. */
export const pinNeedsAddress = 'A pinned contact needs an address, such as Office <office@example.com>';

/** Said of a contact column that is filled. */
export const contactsNotTwoWay = 'A contact column is filled from its source only';

/** Said where a report would be two-way. */
export const reportsNotTwoWay = 'A report has no bottom to which a row could be added';

const notInTwoWay = 'Not available for a two-way automation';
const notInAddOnly = 'Not available where nothing is removed: the old name stays as well';
const notWithLabels = 'Not available where a label is made from several columns';
const notWithSplitting = 'Not available where cells are split';
