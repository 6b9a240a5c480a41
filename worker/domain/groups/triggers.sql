-- Names of groups and of open requests. The statements that add and change these also write here.

CREATE VIRTUAL TABLE group_search USING fts5(
  title, description, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

CREATE VIRTUAL TABLE group_request_search USING fts5(
  title, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
