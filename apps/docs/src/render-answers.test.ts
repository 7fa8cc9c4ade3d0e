import { answers } from '@picksync/web/src/features/help/answers.ts';
import { expect, test } from 'vitest';
import { renderAnswers } from './render-answers.ts';

test('every answer of the help is on the page, under its question', () => {
  const page = renderAnswers(answers);
  expect(answers.length).toBeGreaterThan(0);
  for (const { question, blocks } of answers) {
    expect(page).toContain(`\n\n## ${question}\n\n`);
    for (const block of blocks) if (block.kind === 'text') expect(page).toContain(`\n\n${block.text}\n`);
  }
});

test('a table stays a table, whatever its cells hold', () => {
  const rows = [{ key: 'one', cells: ['a | b', '**c**'] }];
  const page = renderAnswers([
    { key: 'k', question: 'Why?', blocks: [{ kind: 'table', head: ['A', 'B'], rows }] },
  ]);
  expect(page).toContain('| A | B |\n| --- | --- |\n| a \\| b | **c** |\n');
});
