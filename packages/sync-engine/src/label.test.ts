import { expect, test } from 'vitest';
import { createLabel } from './label.ts';

test.each([
  ['{1} – {2}', ['Acme', 'Berlin'], 'Acme – Berlin'],
  ['{1} – {2}', ['Acme', ''], 'Acme'],
  ['{1} – {2}', ['', 'Berlin'], 'Berlin'],
  ['{2}, {1}', ['Ann', 'Lee'], 'Lee, Ann'],
  ['{1} ({2})', ['Acme', 'Berlin'], 'Acme (Berlin)'],
  ['{1} ({2})', ['Acme', ''], 'Acme'],
  ['({1}) {2}', ['', 'Berlin'], 'Berlin'],
  ['{1} ({2}) – {3}', ['Acme', '', 'x'], 'Acme – x'],
  ['{1} ({2}) – {3}', ['Acme', 'Berlin', ''], 'Acme (Berlin)'],
  ['{1} [{2}] ({3})', ['Acme', '', ''], 'Acme'],
  ['[{1}] {2}', ['', 'Berlin'], 'Berlin'],
  ['{1} «{2}»', ['Acme', ''], 'Acme'],
  ['{1} [({2})] {3}', ['Acme', '', 'x'], 'Acme x'],
  ['({1}, {2}) – {3}', ['Acme', '', 'x'], '(Acme) – x'],
  ['({1}, {2}) – {3}', ['Acme', 'Berlin', ''], '(Acme, Berlin)'],
  ['[({1}, {2})] – {3}', ['Acme', 'Berlin', ''], '[(Acme, Berlin)]'],
  ['«{1}, {2}» [{3}]', ['Acme', 'Berlin', ''], '«Acme, Berlin»'],
  ['{1} ({2}, {3})', ['Acme', 'Berlin', ''], 'Acme (Berlin)'],
  ['{1}) {2}', ['Acme', ''], 'Acme'],
  ['({1}] {2}', ['Acme', ''], '(Acme'],
  ['{1} – {2} – {3}', ['Acme', '', 'x'], 'Acme – x'],
  ['{1} – {2} – {3}', ['', '', 'x'], 'x'],
  ['Client {1} / {2}.', ['Acme', ''], 'Client Acme.'],
  ['Client {1} / {2}.', ['', 'x'], 'Client x.'],
  ['{1}{1}', ['ab'], 'abab'],
  ['{1} – {2}', ['{2}', 'x'], '{2} – x'],
])('%s of %j is %j', (template, values, label) => {
  expect(createLabel(template)(values)).toBe(label);
});

test('blank parts make no label', () => {
  expect(createLabel('Client {1} ({2})!')(['', ''])).toBe('');
});
