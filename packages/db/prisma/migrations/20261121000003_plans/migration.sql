-- The three plans. Their ids are part of the product.
INSERT INTO "plans"
  ("id", "name", "description", "price", "tier", "is_popular", "configs_limit", "features", "updated_at")
VALUES
  (1, 'Free', 'For trying it out', 0.00, 'free', false, 1,
   '["1 configuration", "Basic sync", "Email support"]', now()),
  (2, 'Basic', 'For everyday sheets', 6.99, 'basic', true, 10,
   '["10 configurations", "Real-time sync", "Priority support", "Activity logs"]', now()),
  (3, 'Premium', 'For teams that live in their sheets', 19.99, 'premium', false, 100,
   '["100 configurations", "Advanced automation", "24/7 support", "Custom integrations", "API access"]', now());
