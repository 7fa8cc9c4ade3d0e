-- A worker leaves alone an automation whose settings are of a newer version than its own.
ALTER TABLE "automations" ADD COLUMN "settings_version" INTEGER NOT NULL DEFAULT 1;
