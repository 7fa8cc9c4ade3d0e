import axe from 'axe-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Throws where the document breaks a rule of WCAG 2.2 AA. Colours and sizes are judged in a browser: here nothing is drawn. */
export async function expectAccessible(): Promise<void> {
  const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } };
  const { violations } = await axe.run(document.body, { runOnly: { type: 'tag', values: tags }, rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
