import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

/**
 * Lets the tests of a file answer for the outside world by nock, and nothing past it. Files share a process, so that what one of
 * them has ended is begun again here, and is over for those that come after.
 */
export function interceptNetwork({ allow }: { allow?: string } = {}): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
    if (allow) nock.enableNetConnect(allow);
  });
  afterEach(() => nock.cleanAll());
  afterAll(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}
