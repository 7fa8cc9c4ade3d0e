import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

const texts = { title: 'Delete Automation', description: 'This cannot be undone.', confirmLabel: 'Delete' };

test('a double click agrees once, even before what it began is drawn', async () => {
  const onConfirm = vi.fn();
  render(<ConfirmDialog open {...texts} pending={false} onConfirm={onConfirm} onCancel={() => undefined} />);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('the second press of the double click that opened it answers nothing', () => {
  const answers = { onConfirm: vi.fn(), onCancel: vi.fn() };
  render(<ConfirmDialog open {...texts} {...answers} />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }), { detail: 2 });
  expect(answers.onConfirm).not.toHaveBeenCalled();
  expect(answers.onCancel).not.toHaveBeenCalled();
});
