import * as z from 'zod/mini'

const NAME_MAX = 64

/** True for an IANA name, such as `Europe/Paris`, that this platform knows. Offsets such as `+02:00` are no names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const timeZone = z.string().check(z.maxLength(NAME_MAX), z.refine(isTimeZone))

/** `POST /api/v2/user/timeZone`: the browser's time zone, saved if the member has none. */
export const timeZoneBody = z.strictObject({ timeZone })
