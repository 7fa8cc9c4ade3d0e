import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { useToast } from '../../stores/toast.ts';
import { ConnectHelp } from './connect-help.tsx';

const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
const setClipboard = (given: PropertyDescriptor) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, ...given });
afterEach(() => setClipboard(before ?? { value: undefined }));

const redirectAddress = 'https://picksync.example/api/auth/callback';

async function copyWith(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  setClipboard({ value: clipboard });
  render(<ConnectHelp redirectAddress={redirectAddress} />);
  await userEvent.click(screen.getByText('OAuth setup help'));
  await userEvent.click(screen.getByRole('button', { name: 'Copy the redirect address' }));
}

test('the redirect address is copied', async () => {
  const copied: string[] = [];
  await copyWith({ writeText: async (text) => void copied.push(text) });
  await screen.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual([redirectAddress]);
});

test('a page without https, and so without a clipboard, says that nothing was copied', async () => {
  await copyWith(undefined);
  await waitFor(() => expect(useToast.getState().toast?.title).toBe('Not copied'));
});
