import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Where brushes are filed. `path` names the folders down to one, with `/` between them. */
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

/** Brushes that everyone may take. */
export const brushes = sqliteTable(
  'brushes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => brushCategories.id),
    title: text().notNull(),
    /** The brush file, JSON; see contract/brush.ts. */
    file: text().notNull(),
    /** The address of its drawn stroke, which is named by its bytes. */
    previewKey: text('preview_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('brushes_in_category').on(table.categoryId, table.title),
    index('brushes_title').on(table.title, table.id),
  ],
)
