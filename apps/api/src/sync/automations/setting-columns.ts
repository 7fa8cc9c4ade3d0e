import { type SettingName, settingNames } from '@picksync/contracts';

function getColumn(name: SettingName): string {
  // `order` is a word of SQL.
  return name === 'order'
    ? 'option_order'
    : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of the settings in the database, by setting. */
export const settingColumnNames = Object.fromEntries(
  settingNames.map((name) => [name, getColumn(name)]),
) as Record<SettingName, string>;
