-- The address of a deleted account, for a day at most: until the mail that says goodbye is sent.
CREATE TABLE "farewells" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "farewells_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "farewells_created_at_idx" ON "farewells"("created_at");
