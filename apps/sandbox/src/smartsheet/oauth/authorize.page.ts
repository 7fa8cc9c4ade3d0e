import type { Account, Scope } from '../model.ts';

const WORDS: Partial<Record<Scope, string>> = {
  READ_SHEETS: 'See your sheets',
  WRITE_SHEETS: 'Change the rows of your sheets',
  ADMIN_SHEETS: 'Change the columns of your sheets',
  ADMIN_WEBHOOKS: 'Be told when your sheets change',
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Smartsheet sandbox</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(26rem, 100vw - 2rem); padding: 1.5rem; border: 1px solid GrayText; border-radius: .75rem; }
h1 { margin: 0 0 .25rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
fieldset { margin: 0 0 1rem; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .5rem; }
label { display: flex; gap: .6rem; align-items: baseline; padding: .35rem 0; }
label small { display: block; opacity: .75; }
ul { margin: 0 0 1.25rem; padding-left: 1.25rem; }
footer { display: flex; gap: .75rem; justify-content: flex-end; }
button { font: inherit; padding: .5rem 1.1rem; border-radius: .5rem; border: 1px solid GrayText; background: Canvas; color: CanvasText; cursor: pointer; }
button[value=allow] { background: #1d4ed8; border-color: #1d4ed8; color: #fff; }
:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;

/** Asks which account lets the app in, and whether. The request travels on in the form's own address. */
export function authorizePage(parts: { accounts: Account[]; scopes: Scope[]; action: string }): string {
  const accounts = parts.accounts.map(
    ({ id, email, firstName, lastName }, n) =>
      `<label><input type="radio" name="account" value="${id}"${n === 0 ? ' checked' : ''}>` +
      `<span>${escapeHtml(`${firstName} ${lastName}`)}<small>${escapeHtml(email)}</small></span></label>`,
  );
  const scopes = parts.scopes.map((scope) => `<li>${escapeHtml(WORDS[scope] ?? scope)}</li>`);
  return page(
    'Allow access',
    `<h1>Allow access to Smartsheet?</h1>
<p>This is the sandbox: nothing leaves this machine.</p>
<form method="post" action="${escapeHtml(parts.action)}">
<fieldset><legend>Account</legend>${accounts.join('')}</fieldset>
<p>The app will be able to:</p>
<ul>${scopes.join('')}</ul>
<footer><button name="decision" value="deny">Deny</button><button name="decision" value="allow">Allow</button></footer>
</form>`,
  );
}

export const refusalPage = (message: string): string =>
  page('Cannot continue', `<h1>This app cannot ask for access</h1><p>${escapeHtml(message)}</p>`);
