-- The search index of groups. The statements that add and change groups also write here.

CREATE VIRTUAL TABLE group_search USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

-- The owner of each group: its founder, or the member who accepted it.
CREATE VIEW group_owners AS SELECT
  groups.id AS group_id,
  coalesce((SELECT user_id FROM group_members WHERE group_members.group_id = groups.id AND role = 'owner'), groups.user_id) AS owner_id
FROM groups;
