import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** `path` consists of folder names, separated by `/`. */
export const brushCategories = sqliteTable(
  'brush_categories',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    path: text().notNull(),
    title: text().notNull(),
    position: integer().notNull(),
    brushesCount: integer('brushes_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('brush_categories_key').on(table.key),
    uniqueIndex('brush_categories_path').on(table.path),
    index('brush_categories_position').on(table.position, table.id),
  ],
)

export const brushes = sqliteTable(
  'brushes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => brushCategories.id),
    title: text().notNull(),
    /** Brush file as JSON, see contract/brush.ts. */
    file: text().notNull(),
    /** Hash of the picture of its stroke. */
    previewKey: text('preview_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('brushes_in_category').on(table.categoryId, table.title),
    index('brushes_title').on(table.title, table.id),
  ],
)
