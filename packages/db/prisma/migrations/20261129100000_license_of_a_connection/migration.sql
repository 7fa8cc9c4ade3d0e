-- Whether the Smartsheet user has a license: without one, an admin of a sheet may not change its columns. Null: not known.
ALTER TABLE "smartsheet_connections" ADD COLUMN "licensed" BOOLEAN;
