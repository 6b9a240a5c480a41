import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'

/** The calendar of all groups. Its events are their compos and challenges, which do not exist yet. */
export function groupCalendar(): string {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: 'Groups', language: 'EN' }, name: 'Group events' })
  // The library does not end the last line.
  return `${calendar}\r\n`
}
