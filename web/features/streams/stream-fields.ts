import type { Chapter } from '../../../contract/http/chapter.ts'
import { CHAPTER_MAX, CHAPTERS_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { clockWords } from '../../lib/messages/streams.ts'

/** The sketch that a text names: its number, or an address that ends in it; null for nothing, undefined for something else. */
export function parseSketch(text: string): number | null | undefined {
  const typed = text.trim()
  if (!typed) return null
  const number = /^(?:.*\/sketch\/)?([1-9]\d{0,14})(?:[/?#].*)?$/.exec(typed)?.[1]
  return number ? Number(number) : undefined
}

/** The same the other way round. */
export const sketchPath = (sketchId: number | null) => (sketchId === null ? '' : `/sketch/${sketchId}`)

const LINE = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+(\S.*)$/

/** Chapters as lines, each a time and a title: "1:05 Colour". */
export const chapterLines = (chapters: readonly Chapter[]) =>
  chapters.map(({ atMs, title }) => `${clockWords(atMs)} ${title}`).join('\n')

/**
 * The chapters that lines stand for, in their order; null where one is none, two begin together, or there are too many. One
 * that stood there before keeps its time to the millisecond.
 */
export function parseChapters(lines: string, before: readonly Chapter[]): Chapter[] | null {
  const typed = lines.split('\n').map((line) => line.trim())
  const chapters: Chapter[] = []
  for (const line of typed.filter(Boolean)) {
    const [, hours = '0', minutes, seconds, title = ''] = LINE.exec(line) ?? []
    if (!minutes || Number(seconds) > 59 || title.length > CHAPTER_MAX) return null
    const atMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    chapters.push({ atMs: before.find((one) => Math.floor(one.atMs / 1000) * 1000 === atMs)?.atMs ?? atMs, title })
  }
  const times = new Set(chapters.map(({ atMs }) => atMs))
  if (times.size < chapters.length || chapters.length > CHAPTERS_MAX) return null
  return chapters.sort((one, other) => one.atMs - other.atMs)
}

/** "Monday 24 November at 19:00", by the clock of whoever reads it. */
export function startTimeText(startsAt: string): string {
  return new Date(fromWireTime(startsAt)).toLocaleString('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  })
}

/** A time of a field for date and time, which is local, in milliseconds since 1970; NaN for none. */
export const parseStartTime = (value: string) => (value ? new Date(value).getTime() : Number.NaN)

/** The same the other way round, to the minute. */
export function startTimeValue(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The time that such a field names where that is another than `before`, in milliseconds since 1970; else null. */
export const changedStart = (value: string, before: string): number | null =>
  value === startTimeValue(fromWireTime(before)) ? null : parseStartTime(value)
