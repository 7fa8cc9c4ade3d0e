-- Demo logins are marked, so that a start with a real provider finds and removes them.
ALTER TABLE "users" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;

-- Those made before there was a mark. Nobody can receive mail at these addresses, so they are nobody else's.
UPDATE "users" SET "is_demo" = true WHERE "email" IN ('demo@picksync.example', 'admin@picksync.example');
