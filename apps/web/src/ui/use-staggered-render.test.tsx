import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { beginPage, settlePage } from './page-settled.ts';
import { untilDrawn, useStaggeredRender } from './use-staggered-render.ts';

afterEach(settlePage);

/** A part of a page that notes when it is drawn. */
function part(name: string, drawn: string[]) {
  return function Part() {
    if (!useStaggeredRender()) return null;
    drawn.push(name);
    return <p>{name}</p>;
  };
}

test('the parts of the first page are drawn one after another, as they stand on it, and not with its outline', async () => {
  beginPage();
  const drawn: string[] = [];
  const [First, Second, Third] = [part('First', drawn), part('Second', drawn), part('Third', drawn)];
  render(
    <>
      <First />
      <Second />
      <Third />
    </>,
  );
  expect(drawn).toEqual([]);
  await screen.findByText('Third');
  expect(drawn).toEqual(['First', 'Second', 'Third']);
});

test('a part that is taken away before its turn holds up none of the others', async () => {
  beginPage();
  const drawn: string[] = [];
  const [First, Second, Third] = [part('First', drawn), part('Second', drawn), part('Third', drawn)];
  const { rerender } = render([<First key="1" />, <Second key="2" />, <Third key="3" />]);
  rerender([<Third key="3" />]);
  await screen.findByText('Third');
  expect(drawn).toEqual(['Third']);
});

test('the first page is drawn once the parts that stand in other parts are drawn too', async () => {
  beginPage();
  const drawn: string[] = [];
  const Inner = part('Inner', drawn);
  const Outer = () => (useStaggeredRender() ? <Inner /> : null);
  render(<Outer />);
  await untilDrawn();
  expect(drawn).toEqual(['Inner']);
});

test('once the first page is there every part is drawn at once', () => {
  const drawn: string[] = [];
  const Later = part('Later', drawn);
  render(<Later />);
  expect(drawn).toEqual(['Later']);
});
