-- The site's total of members.

CREATE TRIGGER users_insert_counts AFTER INSERT ON users BEGIN
  UPDATE totals SET count = count + 1 WHERE name = 'members';
END;
