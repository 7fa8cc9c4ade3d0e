import { consentPage, decisionButtons, escapeHtml, personChoice } from '../../console/consent-page.ts';
import type { Account, Scope } from '../model.ts';

export const provider = 'Smartsheet';

const scopeDescriptions: Partial<Record<Scope, string>> = {
  READ_SHEETS: 'See your sheets',
  WRITE_SHEETS: 'Change the rows of your sheets',
  ADMIN_SHEETS: 'Change the columns of your sheets',
  ADMIN_WEBHOOKS: 'Get notified when your sheets change',
};

const checkIcon =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg>';

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
  const choices = accounts.map(({ id, firstName, lastName, email }, n) =>
    personChoice({
      name: 'account',
      value: String(id),
      label: `${firstName} ${lastName}`,
      caption: email,
      isChecked: n === 0,
    }),
  );
  // Allow comes first, so the Enter key presses it.
  return consentPage({
    title: 'Allow access',
    provider,
    body: `<h1>Allow access to Smartsheet?</h1>
<p class="muted"><b>${name}</b> asks to work with your sheets.</p>
<form method="post" action="${escapeHtml(action)}">
<fieldset><legend>Account</legend>${choices.join('')}</fieldset>
<div class="grants"><h2>${name} will be able to</h2><ul>${grants.join('')}</ul></div>
${decisionButtons}
</form>`,
  });
}
