-- The search index of the forum. It has no triggers: `reindexPosts` renews it in the batch that changes a post.

CREATE VIRTUAL TABLE forum_search USING fts5(
  title, text, facets, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);

-- The indexed text of each post. The first post includes the title of its topic.
CREATE VIEW forum_documents AS SELECT
  forum_posts.id AS post_id,
  iif(forum_posts.number = 1, forum_topics.title, '') AS title,
  forum_posts.text AS text,
  'u' || forum_posts.user_id AS facets
FROM forum_posts JOIN forum_topics ON forum_topics.id = forum_posts.topic_id WHERE forum_posts.deleted_at IS NULL;
