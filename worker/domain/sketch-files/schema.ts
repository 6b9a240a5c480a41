import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'

/** What belongs to a sketch beside its picture: a video, and the file that it was drawn in. */
export const sketchFiles = sqliteTable(
  'sketch_files',
  {
    fileKey: text('file_key').primaryKey(),
    sketchId: integer('sketch_id')
      .notNull()
      .references(() => sketches.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['video', 'sketchFile'] }).notNull(),
    /** Its address: unguessable, replaced together with the sketch's. */
    address: text().notNull(),
    /** For its artist alone [1 §5]. */
    private: integer({ mode: 'boolean' }).notNull().default(false),
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    /** What a sketch file tells of how it was drawn, JSON of `SketchStats`. */
    stats: text(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sketch_files_kind').on(table.sketchId, table.kind),
    uniqueIndex('sketch_files_address').on(table.address),
  ],
)
