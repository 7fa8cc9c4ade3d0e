import { failureReasons, findHelpPlace } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { answers } from './answers.ts';
import { searchAnswers, toSegments } from './search-answers.ts';

const keysFor = (search: string) => searchAnswers(answers, search).map(({ key }) => key);

test('each question has a key of its own', () => {
  expect(new Set(answers.map(({ key }) => key)).size).toBe(answers.length);
});

test.each(['undo', 'webhook', 'team', 'contact', 'limit', 'slack', 'shortcuts'])(
  'a search for %s finds an answer whose question has it',
  (word) => {
    const questions = searchAnswers(answers, word).map(({ question }) => question.toLowerCase());
    expect(questions.some((question) => question.includes(word))).toBe(true);
  },
);

test('a search finds part of a word in questions and answers, whatever its case', () => {
  expect(keysFor('REMOV')).toEqual(['by-hand', 'reports', 'review', 'failing', 'undo', 'restore', 'renames']);
  expect(keysFor('trial ends')).toEqual(['trial']);
  expect(keysFor('  hashes ')).toEqual(['stored']);
  expect(keysFor('locked')).toEqual(['failing', 'renames']);
  expect(keysFor('salesforce')).toEqual([]);
  expect(keysFor('*')).toEqual([]);
  expect(keysFor('  ')).toHaveLength(answers.length);
});

test('marks each match, also across the beginning of bold words', () => {
  expect(toSegments('Then **Sync Now** checks', 'then sync')).toEqual([
    { text: 'Then ', bold: false, found: true },
    { text: 'Sync', bold: true, found: true },
    { text: ' Now', bold: true, found: false },
    { text: ' checks', bold: false, found: false },
  ]);
  expect(toSegments('ababab', 'ab').map(({ found }) => found)).toEqual([true, true, true]);
  expect(toSegments('as it is', '')).toEqual([{ text: 'as it is', bold: false, found: false }]);
});

test.each(failureReasons)('the sentence for %s leads to an answer that is there', (reason) => {
  const { question, problem } = findHelpPlace(reason);
  const answer = answers.find(({ key }) => key === question);
  const rows = answer?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])) ?? [];
  expect(answer).toBeDefined();
  if (problem) expect(rows.map(({ key }) => key)).toContain(problem);
});
