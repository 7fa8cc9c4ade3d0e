-- The password of the last registration of an address that was verified already. It opens nothing: a login with it is
-- answered as one to an account that waits for its verification, so that nobody learns whether the address had one.
ALTER TABLE "users" ADD COLUMN "declined_password_hash" TEXT;
