import type { Account, Scope } from '../model.ts';

const scopeDescriptions: Partial<Record<Scope, string>> = {
  READ_SHEETS: 'See your sheets',
  WRITE_SHEETS: 'Change the rows of your sheets',
  ADMIN_SHEETS: 'Change the columns of your sheets',
  ADMIN_WEBHOOKS: 'Get notified when your sheets change',
};

/** The page uses the console's styles and no script. */
const stylesheets = ['tokens', 'base', 'controls', 'layout', 'consent'].map(
  (name) => `<link rel="stylesheet" href="/console/style/${name}.css">`,
);

const checkIcon =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>';

function escapeHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function page(title: string, body: string) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Picksync sandbox</title>
<link rel="icon" href="/console/logo.svg" type="image/svg+xml">
${stylesheets.join('\n')}
</head>
<body>
<main class="consent">
<div class="brand"><img src="/console/logo.svg" alt="" width="22" height="22">Picksync sandbox</div>
<div class="consent-card">${body}</div>
<p class="caption">This page stands in for Smartsheet’s own. Nothing leaves this machine.</p>
</main>
</body>
</html>
`;
}

function initialsOf({ firstName, lastName }: Account) {
  return `${firstName.charAt(0)}${lastName.charAt(0)}`;
}

function accountChoice(account: Account, isFirst: boolean) {
  return (
    `<label class="account"><input type="radio" name="account" value="${account.id}"${isFirst ? ' checked' : ''}>` +
    `<span class="initials" aria-hidden="true">${escapeHtml(initialsOf(account))}</span>` +
    `<span class="clip">${escapeHtml(`${account.firstName} ${account.lastName}`)}` +
    `<span class="caption clip">${escapeHtml(account.email)}</span></span></label>`
  );
}

type Consent = {
  /** The app's registered name. */
  app: string;
  accounts: Account[];
  scopes: Scope[];
  /** The form's action. Its query carries the authorize request. */
  action: string;
};

/** Returns the page that asks for permission and for the account. */
export function authorizePage({ app, accounts, scopes, action }: Consent): string {
  const name = escapeHtml(app);
  const descriptions = scopes.map((scope) => scopeDescriptions[scope] ?? scope);
  const grants = (scopes.length > 0 ? descriptions : ['See your name and email address']).map(
    (text) => `<li>${checkIcon}${escapeHtml(text)}</li>`,
  );
  // Allow comes first, so the Enter key presses it.
  return page(
    'Allow access',
    `<h1>Allow access to Smartsheet?</h1>
<p class="muted"><b>${name}</b> asks to work with your sheets.</p>
<form method="post" action="${escapeHtml(action)}">
<fieldset><legend>Account</legend>${accounts.map((account, n) => accountChoice(account, n === 0)).join('')}</fieldset>
<div class="grants"><h2>${name} will be able to</h2><ul>${grants.join('')}</ul></div>
<div class="decision"><button class="button primary" name="decision" value="allow">Allow</button><button class="button" name="decision" value="deny">Deny</button></div>
</form>`,
  );
}

export function errorPage(message: string): string {
  return page(
    'Cannot continue',
    `<h1>This app cannot ask for access</h1><p class="muted">${escapeHtml(message)}</p>`,
  );
}
