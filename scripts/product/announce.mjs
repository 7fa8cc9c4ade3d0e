const list = new Intl.ListFormat('en-US');

/** Prints the URLs, the demo logins and the folder of the logs. */
export function announce({ settings, secrets, logDir }) {
  console.log(`\nPicksync is ready: http://localhost:${settings.port}`);
  if (settings.sandbox)
    console.log(
      `  Sandbox, in place of ${list.format(settings.standIns)}: http://localhost:${settings.sandboxPort}`,
    );
  if (settings.demo)
    console.log(
      `  Demo logins: demo@picksync.example and admin@picksync.example, password ${secrets.DEMO_PASSWORD}`,
    );
  console.log(`  Logs: ${logDir}`);
  console.log('  Stop with Ctrl-C.');
}
