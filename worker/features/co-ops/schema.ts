import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'

/** Names of co-ops. A sketch began a co-op if its `coop_id` is its own id. */
export const coOps = sqliteTable('co_ops', {
  sketchId: integer('sketch_id')
    .primaryKey()
    .references(() => sketches.id, { onDelete: 'cascade' }),
  /** Folder in the content library. */
  path: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: integer('created_at').notNull(),
})

/** Images of the content library. A folder contains a sketch at most once. */
export const libraryImages = sqliteTable(
  'library_images',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    title: text().notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('library_images_sketch').on(table.sketchId, table.path),
    index('library_images_path').on(table.path, table.id),
  ],
)
