UPDATE store_orders SET message = '' WHERE state IN ('declined', 'expired') AND paid_at IS NULL AND message <> '';
