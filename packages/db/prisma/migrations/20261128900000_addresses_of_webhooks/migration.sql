-- AlterEnum
ALTER TYPE "webhook_stop_reason" ADD VALUE 'port_refused';

-- Addresses are stored as they are called from now on. Of those that were typed otherwise: without spaces inside, fragment
-- and standard port, with the host in lower case and a path. What goes beyond that is stored anew with the next edit.
UPDATE outgoing_webhooks w
SET url = lower(p.parts[1]) || '://' || regexp_replace(lower(p.parts[2]), CASE WHEN p.parts[1] ILIKE 'https' THEN ':443$' ELSE ':80$' END, '')
  || CASE WHEN p.parts[3] LIKE '/%' THEN p.parts[3] ELSE '/' || p.parts[3] END
FROM (
  SELECT id, regexp_match(regexp_replace(url, '[\t\r\n]|#.*$', '', 'g'), '^(https?)://([^/?\\]+)([^\\]*)$', 'i') AS parts
  FROM outgoing_webhooks
) p
WHERE p.id = w.id AND p.parts IS NOT NULL;
