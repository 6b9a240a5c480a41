import { PRODUCT_NAME } from '../../../contract/product.ts'

const LINE_OCTETS = 75

/** A stream that is announced, as a calendar is told of it. Times in milliseconds since 1970. */
export type CalendarEvent = {
  id: number
  title: string
  description: string
  nickname: string
  startsAt: number
  changedAt: number
}

/** A calendar of one event, an hour long, as iCalendar [RFC 5545]; `origin` is where the site is. */
export function calendarOf(event: CalendarEvent, origin: string): string {
  const url = `${origin}/stream/${event.id}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//Streams//EN`,
    'BEGIN:VEVENT',
    `UID:stream-${event.id}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `DTSTART:${utc(event.startsAt)}`,
    'DURATION:PT1H',
    `SUMMARY:${escaped(`${event.title} by ${event.nickname}`)}`,
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** A line in pieces of 75 octets at most; each that follows begins with a space, and none parts a letter. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += letter
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}
