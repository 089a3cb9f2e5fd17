-- Notices are worded when they are read: until now their words held the names of others, also of ended accounts.
UPDATE "notifications" SET
  "title" = '', "message" = '',
  "data" = "data" - 'favoriteUsername' - 'ratingUsername' - 'sharerUsername'
WHERE "type" <> 'system_announcement';
