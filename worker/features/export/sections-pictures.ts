import { and, eq, gt, sql } from 'drizzle-orm'
import { albums } from '../../domain/albums/schema.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { isKept } from '../../domain/sketches/visibility.ts'
import { pendingUploads } from '../../domain/uploads/schema.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import { parseStrings } from '../../lib/json.ts'
import { extensionOf, type NamedThing, thingName } from './file-names.ts'
import { type NewFile, type Section, section } from './section.ts'

type Picture = NamedThing & { fileKey: string; contentType: string; bytes: number }

const pictureFile = (name: string, { fileKey, bytes }: Picture, modifiedAt: number): NewFile => ({
  name,
  source: 'picture',
  fileKey,
  bytes,
  modifiedAt,
})

const sketchName = (sketch: Picture) => `sketches/${thingName(sketch)}.${extensionOf(sketch.contentType)}`

const allSketches = section({
  name: 'sketches',
  references: ['sketches.user_id', 'sketch_tags.artist_id'],
  limit: 200,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: sketches.id,
        title: sketches.title,
        description: sketches.description,
        altText: sketches.altText,
        tags: sql<string>`(SELECT json_group_array(name) FROM (SELECT tags.name FROM sketch_tags
          JOIN tags ON tags.id = sketch_tags.tag_id WHERE sketch_tags.sketch_id = sketches.id
          ORDER BY sketch_tags.position))`,
        width: sketches.width,
        height: sketches.height,
        rotation: sketches.rotation,
        mirrored: sketches.mirrored,
        mat: sketches.mat,
        mature: sketches.mature,
        unlisted: sketches.unlisted,
        violation: sketches.violation,
        madeWithAi: sketches.madeWithAi,
        device: sketches.device,
        continuesSketch: sketches.parentId,
        coOp: sketches.coopId,
        heartsCount: sketches.heartsCount,
        likesCount: sketches.likesCount,
        commentsCount: sketches.commentsCount,
        viewsCount: sketches.viewsCount,
        featuredAt: sketches.featuredAt,
        createdAt: sketches.createdAt,
        fileKey: sketches.fileKey,
        contentType: sketches.contentType,
        bytes: sketches.bytes,
      })
      .from(sketches)
      .where(and(eq(sketches.userId, userId), gt(sketches.id, id), isKept))
      .orderBy(sketches.id)
      .limit(limit),
  at: ({ id }) => [id],
  show: ({ fileKey, tags, ...row }) => ({
    ...row,
    tags: parseStrings(tags),
    file: sketchName({ ...row, fileKey }),
  }),
  files: (row) => [pictureFile(sketchName(row), row, row.createdAt)],
})

const FILE_FOLDERS = { video: 'videos', sketchFile: 'sketch files' } as const

type SketchFile = Picture & { kind: keyof typeof FILE_FOLDERS }

const sketchFileName = (file: SketchFile) =>
  `${FILE_FOLDERS[file.kind]}/${thingName(file)}.${extensionOf(file.contentType)}`

/** Videos and sketch files, private ones too. */
const filesOfSketches = section({
  name: 'sketch-files',
  references: [],
  limit: 200,
  read: ({ db, userId, after: [sketchId = 0, kind = 0], limit }) =>
    db
      .select({
        id: sketches.id,
        title: sketches.title,
        kind: sketchFiles.kind,
        private: sketchFiles.private,
        stats: sketchFiles.stats,
        createdAt: sketchFiles.createdAt,
        fileKey: sketchFiles.fileKey,
        contentType: sketchFiles.contentType,
        bytes: sketchFiles.bytes,
      })
      .from(sketches)
      .innerJoin(
        sketchFiles,
        sql`${sketchFiles.sketchId} = ${sketches.id}
          AND (${sketches.id} > ${sketchId} OR (${kind} = 1 AND ${sketchFiles.kind} = 'video'))`,
      )
      .where(and(eq(sketches.userId, userId), sql`${sketches.id} >= ${sketchId}`, isKept))
      .orderBy(sketches.id, sketchFiles.kind)
      .limit(limit),
  // A sketch has at most one file of each kind, the sketch file before the video.
  at: ({ id, kind }) => [id, kind === 'sketchFile' ? 1 : 2],
  show: ({ id, title, fileKey, stats, ...row }) => ({
    sketch: id,
    ...row,
    stats: stats === null ? null : JSON.parse(stats),
    file: sketchFileName({ id, title, fileKey, ...row }),
  }),
  files: (row) => [pictureFile(sketchFileName(row), row, row.createdAt)],
})

function versionName(version: Picture & { replacedAt: number }): string {
  const until = new Date(version.replacedAt).toISOString().replace(/[:.]/g, '-')
  return `earlier versions/${thingName(version)} (until ${until}).${extensionOf(version.contentType)}`
}

const versions = section({
  name: 'earlier-versions',
  references: [],
  limit: 200,
  read: ({ db, userId, after: [sketchId = 0, replacedAt = 0], limit }) =>
    db
      .select({
        id: sketches.id,
        title: sketches.title,
        width: sketchVersions.width,
        height: sketchVersions.height,
        replacedAt: sketchVersions.replacedAt,
        fileKey: sketchVersions.fileKey,
        contentType: sketchVersions.contentType,
        bytes: sketchVersions.bytes,
      })
      .from(sketches)
      .innerJoin(
        sketchVersions,
        sql`${sketchVersions.sketchId} = ${sketches.id}
          AND ${sketchVersions.replacedAt} > iif(${sketches.id} = ${sketchId}, ${replacedAt}, 0)`,
      )
      .where(and(eq(sketches.userId, userId), sql`${sketches.id} >= ${sketchId}`, isKept))
      .orderBy(sketches.id, sketchVersions.replacedAt)
      .limit(limit),
  at: ({ id, replacedAt }) => [id, replacedAt],
  show: ({ id, title, fileKey, ...row }) => ({ sketch: id, ...row, file: versionName({ id, title, fileKey, ...row }) }),
  files: (row) => [pictureFile(versionName(row), row, row.replacedAt)],
})

const uploadName = (upload: { id: string; contentType: string }) =>
  `not posted/${upload.id}.${extensionOf(upload.contentType)}`

/** Pictures that wait to be posted; at most 200. */
const uploads = section({
  name: 'not-posted',
  references: ['pending_uploads.user_id'],
  limit: 1000,
  read: ({ db, userId, limit }) =>
    db
      .select({
        id: pendingUploads.id,
        fileName: pendingUploads.fileName,
        width: pendingUploads.width,
        height: pendingUploads.height,
        createdAt: pendingUploads.createdAt,
        fileKey: pendingUploads.fileKey,
        contentType: pendingUploads.contentType,
        bytes: pendingUploads.bytes,
      })
      .from(pendingUploads)
      .where(eq(pendingUploads.userId, userId))
      .limit(limit),
  show: ({ id, fileKey, ...row }) => ({ ...row, file: uploadName({ id, ...row }) }),
  files: ({ bytes, fileKey, createdAt, ...row }) => [
    { name: uploadName(row), source: 'picture', fileKey, bytes, modifiedAt: createdAt },
  ],
})

const allAlbums = section({
  name: 'albums',
  references: ['albums.user_id'],
  limit: 50,
  read: ({ db, userId, after: [id = 0], limit }) =>
    db
      .select({
        id: albums.id,
        mode: albums.mode,
        title: albums.title,
        description: albums.description,
        viewsCount: albums.viewsCount,
        createdAt: albums.createdAt,
        sketches: sql<string>`(SELECT json_group_array(sketch_id) FROM (SELECT sketch_id FROM album_sketches
          WHERE album_id = albums.id ORDER BY position))`,
      })
      .from(albums)
      .where(and(eq(albums.userId, userId), gt(albums.id, id)))
      .orderBy(albums.id)
      .limit(limit),
  at: ({ id }) => [id],
  show: ({ mode, sketches, ...row }) => ({
    ...row,
    kind: mode === 0 ? 'album' : 'collection',
    sketches: JSON.parse(sketches),
  }),
})

/** The table of another feature is read by its name. At most 12. */
export const recentEmoticons = section({
  name: 'emoticons',
  references: ['emoticons.user_id'],
  read: ({ db, userId }) =>
    db.all<{ id: number; sketch: number; createdAt: number }>(
      sql`SELECT id, sketch_id AS sketch, created_at AS createdAt FROM emoticons WHERE user_id = ${userId} ORDER BY id`,
    ),
})

export const PICTURE_SECTIONS: readonly Section[] = [allSketches, filesOfSketches, versions, uploads, allAlbums]
