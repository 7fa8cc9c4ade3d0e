-- A copy of a user's data, made by a job in pieces and kept for one day.
CREATE TABLE "data_exports" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "data_exports_user_id_created_at_idx" ON "data_exports"("user_id", "created_at");

CREATE INDEX "data_exports_expires_at_idx" ON "data_exports"("expires_at");

-- One export is made at a time.
CREATE UNIQUE INDEX "data_exports_making_key" ON "data_exports"("user_id")
  WHERE "ready_at" IS NULL AND "failed_at" IS NULL;

ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "data_export_chunks" (
    "export_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "data_export_chunks_pkey" PRIMARY KEY ("export_id", "place")
);

ALTER TABLE "data_export_chunks" ADD CONSTRAINT "data_export_chunks_export_id_fkey"
  FOREIGN KEY ("export_id") REFERENCES "data_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
