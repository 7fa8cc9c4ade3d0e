-- CreateIndex
CREATE UNIQUE INDEX CONCURRENTLY "sessions_former_auth_token_hash_key" ON "sessions"("former_auth_token_hash");
