import { angle, type EditBody, type EditFields, type EditReply } from '../../../contract/http/edit-sketch.ts'
import type { AuditEntry } from '../../domain/audit-log/audit-log.ts'
import type { sketchFiles } from '../../domain/sketch-files/schema.ts'
import type { sketches } from '../../domain/sketches/schema.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import { imageBase } from '../../lib/image-base.ts'
import { parseStrings } from '../../lib/json.ts'

/** A sketch with what its edit shows and checks. */
export type EditedSketch = typeof sketches.$inferSelect &
  AccessFields & {
    tags: string
    /** The artist's name in a watermark. */
    watermarkName: string
    isJudged: boolean
    /** A decision of staff that marked it as mature is in force. */
    isMarkedMature: boolean
    /** A decision of staff that marked it as made with AI is in force. */
    isMarkedAi: boolean
    /** The stream whose replay was posted with the sketch. */
    replayStreamId: number | null
    files: (typeof sketchFiles.$inferSelect)[]
  }

/** Rights of the editing member: owns the sketch, may post mature sketches, is a patron. */
type Rights = { own: boolean; mature: boolean; pro: boolean }

/** The reply that fills the form of an edit. */
export function editReplyOf(edited: EditedSketch, { own, mature, pro }: Rights): EditReply {
  const { video, sketchFile } = filesOf(edited)
  return {
    id: edited.id,
    own,
    fields: fieldsOf(edited),
    imageUrl: imageBase(edited.imageKey),
    thumbhash: edited.thumbhash,
    width: edited.width,
    height: edited.height,
    showMature: own && (mature || edited.mature),
    userPro: own && pro,
    watermarkName: edited.watermarkName,
    pictureStays: edited.isJudged,
    videoBytes: video?.bytes ?? null,
    fileBytes: sketchFile?.bytes ?? null,
  }
}

function fieldsOf(edited: EditedSketch): EditFields {
  const { video, sketchFile } = filesOf(edited)
  return {
    title: edited.title,
    description: edited.description,
    altText: edited.altText,
    tags: parseStrings(edited.tags),
    privacy: edited.unlisted ? 'unlisted' : 'public',
    mature: edited.mature,
    madeWithAi: edited.madeWithAi,
    angle: angle.parse(edited.angle),
    mat: edited.mat,
    parentSketchId: edited.parentId,
    video: video !== undefined,
    file: sketchFile !== undefined,
    privateFile: sketchFile?.private ?? false,
    watermark: edited.watermark !== null,
  }
}

function filesOf({ files }: EditedSketch) {
  const fileOf = (kind: 'video' | 'sketchFile') => files.find((file) => file.kind === kind)
  return { video: fileOf('video'), sketchFile: fileOf('sketchFile') }
}

/** The fields that an edit names and changes. */
export function changedFields(body: EditBody, edited: EditedSketch): (keyof EditFields)[] {
  const before = fieldsOf(edited)
  const named = (Object.keys(before) as (keyof EditFields)[]).filter((name) => body[name] !== undefined)
  return named.filter((name) => JSON.stringify(body[name]) !== JSON.stringify(before[name]))
}

/** The changed values by name, each before and after. Fields that the edit does not name are unchanged. */
export function changesOf(body: EditBody, edited: EditedSketch): NonNullable<AuditEntry['changes']> {
  const before = fieldsOf(edited)
  return Object.fromEntries(changedFields(body, edited).map((name) => [name, [before[name], body[name]] as const]))
}
