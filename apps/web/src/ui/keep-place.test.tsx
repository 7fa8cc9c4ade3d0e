import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeepPlace } from './keep-place.tsx';

const rowHeight = 36;
let scrollBy: ReturnType<typeof vi.fn>;

beforeEach(() => {
  scrollBy = vi.fn();
  vi.stubGlobal('scrollBy', scrollBy);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = [...document.querySelectorAll('[data-row]')].indexOf(this);
    return new DOMRect(0, place * rowHeight - window.scrollY, 100, rowHeight);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = (...names: string[]) => (
  <KeepPlace>
    {names.map((name) => (
      <div key={name} data-row={name}>
        <button type="button">{name}</button>
      </div>
    ))}
  </KeepPlace>
);

test('the row that somebody works in stays where it is when rows come above it', () => {
  const { rerender } = render(list('a', 'b'));
  screen.getByRole('button', { name: 'b' }).focus();
  rerender(list('new', 'newer', 'a', 'b'));
  expect(scrollBy).toHaveBeenCalledWith({ top: 2 * rowHeight, behavior: 'instant' });
  scrollBy.mockClear();
  rerender(list('new', 'newer', 'a', 'b', 'below'));
  expect(scrollBy).not.toHaveBeenCalled();
});

test('the first row in sight stays on a page that is scrolled, and at its top rows simply come in', () => {
  const { rerender } = render(list('a', 'b', 'c'));
  rerender(list('new', 'a', 'b', 'c'));
  expect(scrollBy).not.toHaveBeenCalled();
  vi.stubGlobal('scrollY', 50);
  rerender(list('newer', 'new', 'a', 'b', 'c'));
  expect(scrollBy).toHaveBeenCalledWith({ top: rowHeight, behavior: 'instant' });
});
