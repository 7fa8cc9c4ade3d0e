import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PasswordInput } from './password-input.tsx';

const renderPassword = () => {
  render(<PasswordInput aria-label="Password" autoComplete="current-password" />);
  return screen.getByLabelText<HTMLInputElement>('Password');
};

test('a password is hidden until its owner asks to see it', async () => {
  const input = renderPassword();
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input.type).toBe('password');
});

test('a password can be pasted, and a password manager knows what is asked for', async () => {
  const input = renderPassword();
  await userEvent.click(input);
  await userEvent.paste(' Spruce-Harbor-42 ');
  expect(input.value).toBe(' Spruce-Harbor-42 ');
  expect(input.autocomplete).toBe('current-password');
});
