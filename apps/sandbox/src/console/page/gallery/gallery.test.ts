import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const components = dirname(fileURLToPath(import.meta.resolve('@picksync/ui/button.tsx')));

/** Parts that are shown by what they belong to. */
const parts = ['combobox-list.tsx', 'dialog-notice-strip.tsx', 'side-overlay.tsx', 'toast-place.tsx'];

test('the gallery shows every component of packages/ui', () => {
  const shown = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const names = readdirSync(components).filter((name) => /^[^.]+\.tsx$/.test(name) && !parts.includes(name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !shown.includes(`'@picksync/ui/${name}'`))).toEqual([]);
});
