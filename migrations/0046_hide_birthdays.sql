-- Birthdays were shown without a choice. Members who want that choose it in their profile.
UPDATE users SET show_birthday = 0;
