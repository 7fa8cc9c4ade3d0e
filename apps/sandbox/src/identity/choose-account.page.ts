import {
  consentErrorPage,
  consentPage,
  decisionButtons,
  escapeHtml,
  personChoice,
} from '../console/consent-page.ts';
import type { Provider } from './provider.ts';

type Choosing = {
  provider: Provider;
  /** The app's registered name. */
  app: string;
  /** The form's action. Its query carries the authorize request. */
  action: string;
  /** What is wrong with what was typed before. */
  problem?: string;
};

/** Returns the page on which a person chooses who they are at Google or Microsoft. */
export function chooseAccountPage({ provider, app, action, problem }: Choosing): string {
  const choices = provider.people.map(({ id, name, email, note }, n) =>
    personChoice({
      name: 'person',
      value: id,
      label: name,
      caption: `${email} · ${note}`,
      isChecked: problem === undefined && n === 0,
    }),
  );
  const typed = personChoice({
    name: 'person',
    value: 'typed',
    label: 'Another account',
    caption: 'with the address below',
    isChecked: problem !== undefined,
  });
  return consentPage({
    title: `Sign in with ${provider.label}`,
    provider: provider.label,
    body: `<h1>Sign in with ${provider.label}</h1>
<p class="muted"><b>${escapeHtml(app)}</b> asks for your name and email address.</p>
<form method="post" action="${escapeHtml(action)}">
<fieldset><legend>Account</legend>${choices.join('')}${typed}</fieldset>
<div class="typed"><label class="field-label" for="email">Address</label><input class="input" id="email" name="email" type="email" autocomplete="off" placeholder="name@company.example"${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="email-problem"'}>
${problem === undefined ? '' : `<p class="problem" id="email-problem" role="alert">${escapeHtml(problem)}</p>`}
<label class="vouch"><input type="checkbox" name="verified" value="yes" checked>${provider.label} vouches for the address</label></div>
${decisionButtons}
</form>`,
  });
}

export function identityErrorPage(provider: Provider, message: string): string {
  return consentErrorPage({ message, provider: provider.label });
}
