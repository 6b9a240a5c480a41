/** Removes characters that iCalendar does not allow. Line breaks stay. */
export function calendarText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
}
