import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sentence } from './sentence.tsx';

const link = (words: string) => <a href="/help">{words}</a>;

test('a sentence has its links where its text has them', () => {
  const { container } = render(
    <Sentence
      text="If not, <contact>ask us</contact>, or <docs>read</docs>."
      parts={{ contact: link, docs: link }}
    />,
  );
  expect(container.textContent).toBe('If not, ask us, or read.');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['ask us', 'read']);
});

test('a sentence without marks, and one whose marks mean nothing here, is its text', () => {
  const { container } = render(<Sentence text="Fewer than 3 < 4, <b>plainly</b>." parts={{}} />);
  expect(container.textContent).toBe('Fewer than 3 < 4, plainly.');
});
