import type { Chapter } from '../../../contract/http/stream-chapter.ts'
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dateTimeValue, parseDateTime } from '../../lib/date-time-field.ts'
import { clockText } from '../../lib/messages/streams.ts'

const LINE = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+(\S.*)$/

/** Formats chapters as lines: "1:05 Colour". */
export const chapterLines = (chapters: readonly Chapter[]) =>
  chapters.map(({ atMs, title }) => `${clockText(atMs)} ${title}`).join('\n')

/**
 * Parses chapters and sorts them by time. Null if a line is invalid, two chapters have the same time, or there are too
 * many. Unchanged chapters keep their milliseconds.
 */
export function parseChapters(lines: string, before: readonly Chapter[]): Chapter[] | null {
  const typed = lines.split('\n').map((line) => line.trim())
  const chapters: Chapter[] = []
  for (const line of typed.filter(Boolean)) {
    const [, hours = '0', minutes, seconds, title = ''] = LINE.exec(line) ?? []
    if (!minutes || Number(seconds) > 59 || title.length > CHAPTER_TITLE_MAX) return null
    const atMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
    chapters.push({
      atMs: before.find((chapter) => Math.floor(chapter.atMs / 1000) * 1000 === atMs)?.atMs ?? atMs,
      title,
    })
  }
  const times = new Set(chapters.map(({ atMs }) => atMs))
  if (times.size < chapters.length || chapters.length > CHAPTERS_MAX) return null
  return chapters.sort((a, b) => a.atMs - b.atMs)
}

/** Formats a time as "Monday 24 November at 19:00" in the reader's time zone. */
export function startTimeText(startsAt: string): string {
  return new Date(fromWireTime(startsAt)).toLocaleString('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  })
}

/** Value of a date-time field in milliseconds since 1970, or null when it equals `before`. */
export const changedStart = (value: string, before: string): number | null =>
  value === dateTimeValue(fromWireTime(before)) ? null : parseDateTime(value)
