import type { Original, Upload } from '../../../contract/http/uploads.ts'
import { TITLE_MAX } from '../../../contract/limits.ts'
import type { Mat } from '../../../contract/mat.ts'
import type { RepostAnswer } from '../../../contract/reposts.ts'
import { displayTitle } from '../../../contract/text.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { uploadMessages } from '../../lib/messages/uploads.ts'
import type { Chosen } from '../entries/EntryField.tsx'
import type { ShrunkPicture } from './shrink-picture.ts'

/** Description of a picture; `madeWithAi` is null until the member chooses. */
export type SketchText = {
  title: string
  description: string
  altText: string
  tags: string[]
  mature: boolean
  unlisted: boolean
  madeWithAi: boolean | null
  /** Colour behind a transparent picture. */
  mat?: Mat
  /** Stream whose replay is published with the sketch. */
  streamId?: number | null
  /** Answer about the similar sketch of another member. */
  repostAnswer?: RepostAnswer
  /** Challenge and compo that the sketch enters, unless it is unlisted. */
  challenge?: Chosen<number> | null
  compo?: Chosen<string> | null
}

export type UploadProgress =
  | { state: 'checking' }
  | { state: 'shrinking' }
  | { state: 'waiting' }
  | { state: 'sending'; sentBytes: number }
  | { state: 'failed'; message: string; mayRetry: boolean; mayShrink?: boolean }
  | { state: 'received'; upload: Upload }
  | { state: 'posting'; upload: Upload }
  | { state: 'known'; sketchId: number }
  | { state: 'posted'; sketchId: number }

export type UploadEntry = {
  key: string
  name: string
  bytes: number
  /** Null for uploads received before this page was opened. */
  file: File | null
  progress: UploadProgress
  /** Set when a smaller copy replaced a file that was refused. */
  shrunk?: Shrunk | undefined
  text: SketchText
  /** Similar sketches of other members. Posting waits for `repostAnswer`. */
  originals?: readonly Original[]
  /** Problems by field that prevent posting. */
  problems: Partial<Record<keyof SketchText | 'form', string>>
}

/** The replaced file, why it was refused, and the sizes before and after. */
export type Shrunk = { original: File; refusal: string; copy: ShrunkPicture }

export type QueueChange =
  | { do: 'add'; entries: UploadEntry[] }
  | { do: 'progress'; key: string; progress: UploadProgress }
  | { do: 'file'; key: string; file: File; progress: UploadProgress; shrunk?: Shrunk }
  | { do: 'text'; key: string; text: Partial<SketchText> }
  | { do: 'hold'; key: string; originals: readonly Original[] }
  | { do: 'problems'; key: string; problems: UploadEntry['problems'] }
  | { do: 'move'; key: string; by: 1 | -1 }
  | { do: 'remove'; key: string }

export const EMPTY_TEXT: SketchText = {
  title: '',
  description: '',
  altText: '',
  tags: [],
  mature: false,
  unlisted: false,
  madeWithAi: null,
}

/** Reducer of the queue. Changes of removed entries are ignored. */
export function queueReducer(entries: UploadEntry[], change: QueueChange): UploadEntry[] {
  switch (change.do) {
    case 'add':
      return [...entries, ...change.entries.filter((entry) => !entries.some((other) => isSameUpload(other, entry)))]
    case 'progress':
      return withoutDuplicate(
        withEntry(entries, change.key, (entry) => ({ ...entry, progress: change.progress })),
        change.key,
      )
    case 'file':
      return withEntry(entries, change.key, (entry) => {
        const { file, progress, shrunk } = change
        return { ...entry, file, name: file.name, bytes: file.size, progress, shrunk }
      })
    case 'text':
      return withEntry(entries, change.key, (entry) => ({
        ...entry,
        text: { ...entry.text, ...change.text },
        problems: Object.fromEntries(Object.entries(entry.problems).filter(([field]) => !(field in change.text))),
      }))
    case 'hold':
      return withEntry(entries, change.key, (entry) => ({
        ...entry,
        originals: change.originals,
        problems: { repostAnswer: repostMessages.unanswered },
      }))
    case 'problems':
      return withEntry(entries, change.key, (entry) => ({ ...entry, problems: change.problems }))
    case 'move':
      return moveEntry(entries, change.key, change.by)
    case 'remove':
      return entries.filter((entry) => entry.key !== change.key)
  }
}

function withEntry(entries: UploadEntry[], key: string, change: (entry: UploadEntry) => UploadEntry): UploadEntry[] {
  return entries.map((entry) => (entry.key === key ? change(entry) : entry))
}

/** Removes the entry if another one is the same upload. */
function withoutDuplicate(entries: UploadEntry[], key: string): UploadEntry[] {
  const entry = entries.find((other) => other.key === key)
  const isDuplicate = entry && uploadOf(entry) && entries.some((other) => other !== entry && isSameUpload(other, entry))
  return isDuplicate ? entries.filter((other) => other !== entry) : entries
}

function moveEntry(entries: UploadEntry[], key: string, by: 1 | -1): UploadEntry[] {
  const from = entries.findIndex((entry) => entry.key === key)
  const [entry, other] = [entries[from], entries[from + by]]
  if (!entry || !other) return entries
  return entries.with(from, other).with(from + by, entry)
}

/** True for the same upload, or the same file picked twice. */
function isSameUpload(a: UploadEntry, b: UploadEntry): boolean {
  const [uploadA, uploadB] = [uploadOf(a), uploadOf(b)]
  if (uploadA && uploadB) return uploadA.id === uploadB.id
  return Boolean(
    a.file && b.file && a.name === b.name && a.bytes === b.bytes && a.file.lastModified === b.file.lastModified,
  )
}

export function uploadOf(entry: UploadEntry): Upload | null {
  return 'upload' in entry.progress ? entry.progress.upload : null
}

/** Suggests a title from a file name; empty for names that cameras and apps generate. */
export function titleFrom(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (/^(img|dsc|image|untitled|screenshot|scan|photo|picture)?[\s\d().:]*$/i.test(words)) return ''
  // The cut may split a surrogate pair.
  return words
    .slice(0, TITLE_MAX)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}

export function problemsOf(text: SketchText): UploadEntry['problems'] {
  return text.madeWithAi === null ? { madeWithAi: uploadMessages.unanswered } : {}
}

/** True while a picture can be described: it is not posted, and was not refused. */
export function hasForm({ progress }: UploadEntry): boolean {
  return progress.state !== 'posted' && progress.state !== 'known' && (progress.state !== 'failed' || progress.mayRetry)
}

const BUSY_STATES = ['checking', 'shrinking', 'waiting', 'sending', 'posting']

/** True while pictures are prepared, sent or posted. */
export function isBusy(entries: readonly UploadEntry[]): boolean {
  return entries.some(({ progress }) => BUSY_STATES.includes(progress.state))
}

/** True while a picture and its texts would be lost by leaving the page. */
export function hasUnsent(entries: readonly UploadEntry[]): boolean {
  return isBusy(entries) || entries.some(({ progress }) => progress.state === 'failed' && progress.mayRetry)
}

/** Pictures whose AI question is not answered. */
export function unansweredEntries(entries: readonly UploadEntry[]): UploadEntry[] {
  return entries.filter((entry) => hasForm(entry) && entry.text.madeWithAi === null)
}

type Places = { challenge: Chosen<number> | null; compo: Chosen<string> | null }

/** A sketch that enters a challenge, a compo or both when it is posted. */
export type NewEntry = Places & { title: string }

/** Entries among the received pictures. */
export function newEntriesOf(entries: readonly UploadEntry[]): NewEntry[] {
  return entries.flatMap(({ progress, text }) => {
    const places = placesOf(text)
    const isEntry = progress.state === 'received' && (places.challenge || places.compo)
    return isEntry ? [{ title: displayTitle(text.title), ...places }] : []
  })
}

/** The challenge and compo that a sketch enters. None if it is unlisted; the choice is kept for when it is listed. */
export function placesOf({ unlisted, challenge = null, compo = null }: SketchText): Places {
  return unlisted ? { challenge: null, compo: null } : { challenge, compo }
}

/** Number of the page's files, number of received files, and the received share of all bytes. */
export type SentShare = { files: number; received: number; share: number }

/** Progress of all files of the page that were not refused; null unless there are several and one is being sent. */
export function sentShare(entries: readonly UploadEntry[]): SentShare | null {
  const files = entries.filter(({ file, progress }) => file && isSent(progress))
  const received = files.filter((entry) => uploadOf(entry)).length
  if (files.length < 2 || received === files.length) return null
  let [sent, all] = [0, 0]
  for (const { bytes, progress } of files) {
    all += bytes
    sent += 'upload' in progress ? bytes : progress.state === 'sending' ? Math.min(progress.sentBytes, bytes) : 0
  }
  return { files: files.length, received, share: sent / all }
}

function isSent({ state }: UploadProgress): boolean {
  return state !== 'failed' && state !== 'known' && state !== 'posted'
}
