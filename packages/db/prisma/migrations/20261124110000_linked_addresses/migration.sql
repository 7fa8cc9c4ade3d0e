-- What a person recognises a linked provider by: the address it gave, and the day.
ALTER TABLE "users"
  ADD COLUMN "google_email" TEXT,
  ADD COLUMN "google_linked_at" TIMESTAMPTZ(3),
  ADD COLUMN "microsoft_email" TEXT,
  ADD COLUMN "microsoft_linked_at" TIMESTAMPTZ(3);
