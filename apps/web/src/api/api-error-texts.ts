import { type ApiError, networkFailure, timeoutFailure } from './api-error.ts';

export type ApiErrorText = {
  title: string;
  message: string;
  suggestion: string;
  severity: 'warning' | 'error';
};

const byStatusText: Record<string, ApiErrorText | undefined> = {
  [networkFailure]: {
    title: 'Connection Problem',
    message: 'We could not reach the server.',
    suggestion: 'Check your internet connection and try again.',
    severity: 'warning',
  },
  [timeoutFailure]: {
    title: 'Request Timeout',
    message: 'The server took too long to answer.',
    suggestion: 'Wait a moment and try again.',
    severity: 'warning',
  },
};

const byStatus: Record<number, ApiErrorText | undefined> = {
  401: {
    title: 'Authentication Required',
    message: 'Your session has ended.',
    suggestion: 'Log in again to continue.',
    severity: 'warning',
  },
  403: {
    title: 'Access Denied',
    message: 'You do not have the right to do this.',
    suggestion: 'Use an account that may, or ask for access.',
    severity: 'error',
  },
  404: {
    title: 'Not Found',
    message: 'What you asked for does not exist, or is not yours.',
    suggestion: 'Reload the page to see what is there now.',
    severity: 'warning',
  },
  500: {
    title: 'Server Error',
    message: 'Something went wrong on our side. Please try again.',
    suggestion: 'If it happens again, write to support with the code below.',
    severity: 'error',
  },
  503: {
    title: 'Service Unavailable',
    message: 'The service cannot answer right now.',
    suggestion: 'Try again in a minute.',
    severity: 'warning',
  },
};

const unknown: ApiErrorText = {
  title: 'An Error Occurred',
  message: 'Something did not work as it should. Please try again.',
  suggestion: 'If it happens again, write to support with the code below.',
  severity: 'error',
};

/** Returns what a failed call means and what to do. A message of the server replaces the text of the status. */
export function apiErrorText(error: ApiError): ApiErrorText {
  const text = byStatusText[error.statusText] ?? byStatus[error.status] ?? unknown;
  if (error.code === 'maintenance')
    return { ...text, title: 'Picksync is being updated', message: error.message, suggestion: '' };
  const serverMessage = error.status === 0 || error.status === 401 ? undefined : error.reply.message;
  return serverMessage ? { ...text, message: serverMessage } : text;
}

/** Returns the short code that the dialog shows for support. */
export function apiErrorCode(error: ApiError): string {
  return [error.status || error.statusText, error.code].filter(Boolean).join(' · ');
}
