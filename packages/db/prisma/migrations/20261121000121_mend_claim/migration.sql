-- Whose turn it is to mend the webhooks of a connection: who was replaced meanwhile records nothing any more.
ALTER TABLE "smartsheet_connections" ADD COLUMN "mend_claim" UUID;
