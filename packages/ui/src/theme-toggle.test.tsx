import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ThemeToggle } from './theme-toggle.tsx';

const focused = () => document.activeElement?.getAttribute('aria-label');

test('the theme is one stop, at what is chosen, and the arrows go to the other choices', async () => {
  const chosen = vi.fn();
  render(<ThemeToggle value="system" onChange={chosen} />);
  await userEvent.tab();
  expect(focused()).toBe('Same as the system');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Dark');
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledWith('dark');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(focused()).toBe('Light');
  await userEvent.tab();
  expect(screen.getByRole('toolbar', { name: 'Theme' }).contains(document.activeElement)).toBe(false);
});
