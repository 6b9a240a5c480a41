-- The search index of open requests. The statements that add and change requests also write here.

CREATE VIRTUAL TABLE group_request_search USING fts5(
  title, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
