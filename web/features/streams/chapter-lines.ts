import type { Chapter } from '../../../contract/http/chapter.ts'
import { CHAPTER_MAX, CHAPTERS_MAX } from '../../../contract/limits.ts'
import { clockWords } from '../../lib/messages/streams.ts'

const LINE = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+(\S.*)$/

/** Chapters as lines, each a time and a title: "1:05 Colour". */
export const linesOf = (chapters: readonly Chapter[]) =>
  chapters.map(({ atMs, title }) => `${clockWords(atMs)} ${title}`).join('\n')

/**
 * The chapters that lines stand for, in their order; null where one is none, two begin together, or there are too many. One
 * that stood there before keeps its time to the millisecond.
 */
export function chaptersOf(lines: string, before: readonly Chapter[]): Chapter[] | null {
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
