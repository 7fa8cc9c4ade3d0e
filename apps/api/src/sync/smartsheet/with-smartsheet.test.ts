import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { requireConnection } from './with-smartsheet.ts';

const app = await testApp();
afterAll(() => app.close());

test('a user who was deleted a moment ago is signed out, and somebody new is asked to connect Smartsheet', async () => {
  const { userId } = await app.signIn();
  await expect(requireConnection(app.context, userId)).rejects.toMatchObject({
    code: 'smartsheet_not_connected',
  });
  await app.db.user.delete({ where: { id: userId } });
  await expect(requireConnection(app.context, userId)).rejects.toMatchObject({ code: 'unauthenticated' });
});
