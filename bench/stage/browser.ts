import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import type { Stage } from './stage.ts';

const root = join(import.meta.dirname, '..', '..');

/** The folder of the built web application. */
export const webDist = join(root, 'apps', 'web', 'dist');

/** Builds the web application, unless its build is up to date. */
export function buildWeb(): void {
  const turbo = join(root, 'node_modules', '.bin', 'turbo');
  const { status, stdout } = spawnSync(turbo, ['run', 'generate', 'build', '--output-logs=errors-only'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}`);
}

/** Starts a browser that makes no requests of its own, and closes it with the stage. */
export async function startBrowser(stage: Pick<Stage, 'atEnd'>): Promise<Browser> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  stage.atEnd(() => browser.close());
  return browser;
}
