const easyPatterns = ['password', '123456', 'qwerty', 'admin', 'welcome', 'letmein'];

/** A rule for a new password: what is said of it while somebody types, and when it is not met. */
export type PasswordRule = { label: string; message: string; isMet: (password: string) => boolean };

/** The rules for a new password, in the order in which they are told. The server refuses guessable ones on top. */
export const passwordRules: readonly PasswordRule[] = [
  {
    label: '10 characters',
    message: 'Password must be at least 10 characters',
    isMet: (password) => password.length >= 10,
  },
  {
    label: 'Uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /\p{Lu}/u.test(password),
  },
  {
    label: 'Lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /\p{Ll}/u.test(password),
  },
  {
    label: 'Number',
    message: 'Password must contain at least one number',
    isMet: (password) => /\p{Nd}/u.test(password),
  },
  {
    label: 'Special character',
    message: 'Password must contain at least one special character',
    isMet: (password) => /[^\p{L}\p{N}]/u.test(password),
  },
  {
    label: 'No common pattern',
    message: 'Password contains a common pattern that is too easy to guess',
    isMet: (password) => !easyPatterns.some((pattern) => password.toLowerCase().includes(pattern)),
  },
];
