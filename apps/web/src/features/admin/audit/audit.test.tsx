import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { adminApi } from '../../../testing/admin.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const create = 'POST /api/admin/audit-exports';

test('an administrator downloads what the audit log shows', async () => {
  const api = fakeApi({
    ...adminApi,
    'GET /api/admin/audit-events': { body: [] },
    // A place on the page: leaving it is not part of this.
    [create]: { body: { path: '#file' } },
  });
  renderApp('/admin/audit-log');
  await userEvent.selectOptions(await screen.findByLabelText('Whose actions'), 'By everybody');
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(window.location.hash).toBe('#file'));
  expect(api.received(create).map(({ body }) => body)).toEqual([{ by: 'everybody' }]);
});
