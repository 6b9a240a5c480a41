import { and, asc, eq, sql } from 'drizzle-orm'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'
import { crc32 } from '../../../contract/crc32.ts'
import { type Db, statement } from '../../lib/database.ts'
import { checksumOf } from './checksum.ts'
import { README } from './readme.ts'
import { FIRST_RECORDING, listRecordings, type RecordingPosition } from './recordings.ts'
import { exportedFiles } from './schema.ts'
import type { NewFile, Position, Section } from './section.ts'
import { SECTIONS } from './sections.ts'

/** A run of the job on an export. Once another run has taken over its claim, its statements change nothing. */
export type Run = { db: Db; files: R2Bucket; exportId: number; userId: number; token: string; now: number }

/** A small part of a step. */
export type Advance = {
  /** For the batch that also stores the progress. */
  statements: SQLiteRaw<never[]>[]
  /** The next position, as JSON values; null when the step is finished. */
  next: unknown
  /** Calls to D1 and R2 that were made, and sizes of files that were listed or read. */
  calls: number
  bytesListed?: number
  bytesRead?: number
}

export type Step = {
  /** Unique. An interrupted export continues at the step with this name. */
  name: string
  advance: (run: Run, position: unknown) => Promise<Advance>
}

/** Files that are read at the same time. */
const FILES_AT_ONCE = 4

/** The folder in R2 of the files that the job makes. */
export const EXPORTS_PREFIX = 'exports/'
export const exportFolder = (exportId: number) => `${EXPORTS_PREFIX}${exportId}/`

/** The condition that a run still has its claim on its row of `account_exports`. */
export const isClaimed = ({ exportId, token }: Run) =>
  sql`account_exports.id = ${exportId} AND account_exports.run = ${token} AND account_exports.state = 'making'`

const encoder = new TextEncoder()

type ListedFile = NewFile & { crc32?: number }

/** Stores a text under a new key, so that a repeated step never changes the file of a row. */
async function storeText(run: Run, name: string, text: string): Promise<ListedFile> {
  const bytes = encoder.encode(text)
  const fileKey = `${exportFolder(run.exportId)}${crypto.randomUUID()}`
  await run.files.put(fileKey, bytes)
  return { name, source: 'data', fileKey, bytes: bytes.length, modifiedAt: run.now, crc32: crc32(bytes) }
}

/** The statement that adds files to an export. A step that is repeated replaces what it added. */
function listFiles(run: Run, files: readonly ListedFile[]): SQLiteRaw<never[]> {
  return statement(
    run.db,
    sql`INSERT INTO exported_files (export_id, name, source, file_key, bytes, crc32, modified_at)
      SELECT account_exports.id, file.value ->> 'name', file.value ->> 'source', file.value ->> 'fileKey',
        file.value ->> 'bytes', file.value ->> 'crc32', file.value ->> 'modifiedAt'
      FROM account_exports, json_each(${JSON.stringify(files)}) AS file WHERE ${isClaimed(run)}
      ON CONFLICT (export_id, name) DO UPDATE SET file_key = excluded.file_key, bytes = excluded.bytes,
        crc32 = excluded.crc32, modified_at = excluded.modified_at`,
  )
}

const sumOf = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const readmeStep: Step = {
  name: 'readme',
  advance: async (run) => {
    const file = await storeText(run, 'README.txt', README)
    return { statements: [listFiles(run, [file])], next: null, calls: 2 }
  },
}

/** The number of the next JSON file of a section, and the last row of the previous file. */
type SectionPosition = { file: number; after: Position }

function sectionStep({ name, page }: Section): Step {
  return {
    name,
    advance: async (run, position) => {
      const { file, after } = (position as SectionPosition | null) ?? { file: 1, after: [] }
      const { items, files, next } = await page(run.db, run.userId, after)
      const json = `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`
      const stored = await storeText(run, `data/${name}${file > 1 ? `-${file}` : ''}.json`, json)
      return {
        statements: [listFiles(run, [stored, ...files])],
        next: next && ({ file: file + 1, after: next } satisfies SectionPosition),
        calls: 3,
        bytesListed: sumOf(files),
      }
    },
  }
}

const recordingsStep: Step = {
  name: 'recordings',
  advance: async (run, position) => {
    const listed = await listRecordings(run.db, run.files, {
      userId: run.userId,
      position: (position as RecordingPosition | null) ?? FIRST_RECORDING,
    })
    const statements = [listFiles(run, listed.files)]
    return { statements, next: listed.next, calls: 3, bytesListed: sumOf(listed.files) }
  },
}

/** Reads each file of the site once, because a zip has the checksum of a file before the file. */
const checksumsStep: Step = {
  name: 'checksums',
  advance: async (run) => {
    const unread = await run.db
      .select({ id: exportedFiles.id, fileKey: exportedFiles.fileKey, bytes: exportedFiles.bytes })
      .from(exportedFiles)
      .where(and(eq(exportedFiles.exportId, run.exportId), sql`crc32 IS NULL AND missing = 0`))
      .orderBy(asc(exportedFiles.id))
      .limit(FILES_AT_ONCE)
    const read = await Promise.all(
      unread.map(async ({ id, fileKey }) => ({ id, ...(await checksumOf(run.files, fileKey)) })),
    )
    const update = statement(
      run.db,
      sql`UPDATE exported_files SET crc32 = file.value ->> 'crc32', missing = file.value ->> 'crc32' IS NULL,
          bytes = coalesce(file.value ->> 'bytes', exported_files.bytes)
        FROM json_each(${JSON.stringify(read)}) AS file
        WHERE exported_files.id = file.value ->> 'id' AND EXISTS (SELECT 1 FROM account_exports WHERE ${isClaimed(run)})`,
    )
    return {
      statements: [update],
      next: unread.length < FILES_AT_ONCE ? null : true,
      calls: 2 + unread.length,
      bytesRead: sumOf(unread),
    }
  },
}

export const STEPS: readonly Step[] = [readmeStep, ...SECTIONS.map(sectionStep), recordingsStep, checksumsStep]

/** The name of the state after all steps. */
export const LAST_STEP = 'finish'

/** The share of the steps before a step, from 0 to 1. */
export function stepsDone(name: string): number {
  return name === LAST_STEP
    ? 1
    : Math.max(
        0,
        STEPS.findIndex((step) => step.name === name),
      ) /
        (STEPS.length - 1)
}
