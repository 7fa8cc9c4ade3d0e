import { AppError } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { refuseGuessable } from './password-strength.ts';

const email = 'marlene.okafor@clients.example';

test.each([
  'Summer2024!',
  'Football123!',
  'Okafor2024!',
  'Marlene.okafor1',
  'Picksync2026!',
  'Aa1!'.repeat(50),
])('the password %s follows the rules and is refused as guessable', (password) => {
  expect(() => refuseGuessable({ password, email })).toThrow(AppError);
});

test.each(['Correct-Horse-7', 'Spruce-Harbor-42', 'xK9#mQ2$vL7p'])('the password %s is taken', (password) => {
  expect(() => refuseGuessable({ password, email })).not.toThrow();
});
