import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'

/** Videos and sketch files, at most one of each kind per sketch. */
export const sketchFiles = sqliteTable(
  'sketch_files',
  {
    fileKey: text('file_key').primaryKey(),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['video', 'sketchFile'] }).notNull(),
    /** Unguessable; replaced together with the image key of the sketch. */
    address: text().notNull(),
    /** Only its artist may download it [1 §5]. */
    private: integer({ mode: 'boolean' }).notNull().default(false),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    /** JSON of `SketchStats`; null for a video. */
    stats: text(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sketch_files_kind').on(table.sketchId, table.kind),
    uniqueIndex('sketch_files_address').on(table.address),
  ],
)
