import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('a double click agrees once, even before what it began is drawn', async () => {
  const onConfirm = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Delete Automation"
      description="This cannot be undone."
      confirmLabel="Delete"
      pending={false}
      onConfirm={onConfirm}
      onCancel={() => undefined}
    />,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
