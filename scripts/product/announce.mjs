import { connectedDemoLogin } from './connect-demo-login.mjs';

const list = new Intl.ListFormat('en-US');

/** Prints the URLs, the demo logins and the folder of the logs. */
export function announce({ settings, secrets, logDir }) {
  console.log(`\nPicksync is ready: ${settings.env.PUBLIC_URL ?? `http://localhost:${settings.port}`}`);
  if (settings.sandbox)
    console.log(
      `  Sandbox, in place of ${list.format(settings.standIns)}: http://localhost:${settings.sandboxPort}`,
    );
  if (settings.demo)
    console.log(
      `  Demo logins: demo@picksync.example and admin@picksync.example, password ${secrets.DEMO_PASSWORD}`,
    );
  if (settings.demo && settings.isDevelopment)
    console.log(`  With automations already: ${connectedDemoLogin}, the same password`);
  if (settings.isDevelopment) console.log('  A process starts again when one of its files changes.');
  console.log(`  Logs: ${logDir}`);
  console.log('  Stop with Ctrl-C.');
}
