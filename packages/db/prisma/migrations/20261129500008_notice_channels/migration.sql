-- CreateEnum
CREATE TYPE "channel_kind" AS ENUM ('slack', 'teams');

-- CreateTable
CREATE TABLE "notice_channels" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "channel_kind" NOT NULL,
    "address_sealed" TEXT NOT NULL,
    "address_hint" TEXT NOT NULL,
    "choices" TEXT[],
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "stop_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_notices" (
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "channel_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notice_channels_user_id_kind_key" ON "notice_channels"("user_id", "kind");

-- CreateIndex
CREATE INDEX "channel_notices_created_at_idx" ON "channel_notices"("created_at");

-- CreateIndex
CREATE INDEX "channel_notices_key_idx" ON "channel_notices"("key");

-- CreateIndex
CREATE UNIQUE INDEX "channel_notices_channel_id_key_key" ON "channel_notices"("channel_id", "key");

-- AddForeignKey
ALTER TABLE "notice_channels" ADD CONSTRAINT "notice_channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_notices" ADD CONSTRAINT "channel_notices_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notice_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
