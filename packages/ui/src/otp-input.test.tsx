import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { OtpInput } from './otp-input.tsx';

const Code = ({ isRefused = false }) => {
  const [value, setValue] = useState('');
  return <OtpInput aria-label="Code" aria-invalid={isRefused} value={value} onChange={setValue} />;
};

const renderCode = (isRefused = false) => {
  render(<Code isRefused={isRefused} />);
  return screen.getByLabelText<HTMLInputElement>('Code');
};

test('digits are typed one after the other, and no more than six are taken', async () => {
  const input = renderCode();
  await userEvent.type(input, '1234567');
  expect(input.value).toBe('123456');
});

test('a digit that is typed after a refused code begins the next one', async () => {
  const input = renderCode(true);
  await userEvent.type(input, '00000012');
  expect(input.value).toBe('12');
  await userEvent.type(input, '{Backspace}3456');
  expect(input.value).toBe('13456');
});

test('a code pasted with blanks and dashes round it is tidied', async () => {
  const input = renderCode();
  await userEvent.click(input);
  await userEvent.paste(' 123-456\n');
  expect(input.value).toBe('123456');
});

test('letters are kept, so that it can be said what is wrong with them', async () => {
  const input = renderCode();
  await userEvent.type(input, '12a');
  expect(input.value).toBe('12a');
});

test('the phone offers the code of a message and shows digits to type', () => {
  const input = renderCode();
  expect(input.autocomplete).toBe('one-time-code');
  expect(input.inputMode).toBe('numeric');
});
