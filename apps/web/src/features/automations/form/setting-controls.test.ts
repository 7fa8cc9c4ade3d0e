import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { formSettings, getControl, settingEntries } from './setting-controls.tsx';

test.each(formSettings)('%s comes out of its control as it went in', (name) => {
  const entry = getControl(name).toEntry(defaultSettings[name]);
  expect(settingEntries[name].parse(entry)).toEqual(entry);
  expect(getControl(name).read(entry)).toEqual({ value: defaultSettings[name] });
  const { toEntry, example, read } = getControl(name);
  expect(settingEntries[name].parse(toEntry(example))).toEqual(toEntry(example));
  expect(read(toEntry(example))).toEqual({ value: example });
});
