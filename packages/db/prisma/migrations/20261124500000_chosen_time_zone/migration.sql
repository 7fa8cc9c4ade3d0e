-- Who had chosen a zone before this version cannot be told from whom the browser told it: the browser's counts until they choose.
ALTER TABLE "users" ADD COLUMN "is_time_zone_chosen" BOOLEAN NOT NULL DEFAULT false;
