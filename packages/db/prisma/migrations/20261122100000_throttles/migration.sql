-- Counts of tries (of passwords, of mails to an address) that hold over all API processes and their restarts.
-- The columns and their order are those of rate-limiter-flexible.
CREATE TABLE "throttles" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "throttles_expire_idx" ON "throttles"("expire");
