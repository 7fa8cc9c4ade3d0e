-- When the person of a session last proved who they are. The sign-in counts.
ALTER TABLE "sessions" ADD COLUMN "proven_at" TIMESTAMPTZ(3);
UPDATE "sessions" SET "proven_at" = "created_at";
ALTER TABLE "sessions" ALTER COLUMN "proven_at" SET NOT NULL, ALTER COLUMN "proven_at" SET DEFAULT CURRENT_TIMESTAMP;
