import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { tags } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Aliases of tags. An alias never leads to another alias. */
export const tagAliases = sqliteTable(
  'tag_aliases',
  {
    alias: text().primaryKey(),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('tag_aliases_tag').on(table.tagId)],
)

/** Members who follow a tag. */
export const tagFollows = sqliteTable(
  'tag_follows',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    tagId: integer('tag_id')
      .notNull()
      .references(() => tags.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tagId] }), index('tag_follows_tag').on(table.tagId)],
)
