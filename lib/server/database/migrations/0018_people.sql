-- Placeholder.
SELECT 1;
