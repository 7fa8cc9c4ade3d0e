import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { controlOf, formSettings, settingEntries } from './setting-controls.tsx';

test.each(formSettings)('%s comes out of its control as it went in', (name) => {
  const entry = controlOf(name).entryOf(defaultSettings[name]);
  expect(settingEntries[name].parse(entry)).toEqual(entry);
  expect(controlOf(name).read(entry)).toEqual({ value: defaultSettings[name] });
  const { entryOf, example, read } = controlOf(name);
  expect(settingEntries[name].parse(entryOf(example))).toEqual(entryOf(example));
  expect(read(entryOf(example))).toEqual({ value: example });
});
