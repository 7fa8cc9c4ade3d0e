/** Where the command menu and the letters after G lead, in the order in which they are listed. */
export const places = [
  { label: 'Dashboard', to: '/dashboard', letter: 'd', words: 'home overview' },
  { label: 'Configurations', to: '/configurations', letter: 'c', words: 'automations list search filter' },
  { label: 'Subscription', to: '/subscription', letter: 's', words: 'plan billing receipts payment' },
  {
    label: 'Settings',
    to: '/settings',
    letter: 'e',
    words: 'account profile security password notifications',
  },
  { label: 'Help & Support', to: '/help', letter: 'h', words: 'questions contact' },
] as const;

/** How the modifier is called on the keyboard of this computer. */
export function modifierKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
