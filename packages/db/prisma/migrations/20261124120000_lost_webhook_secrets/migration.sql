-- An outgoing webhook whose secret cannot be opened is switched off, and says why.
ALTER TYPE "webhook_stop_reason" ADD VALUE 'secret_lost';
