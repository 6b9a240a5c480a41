import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { id } from '../../contract/http/common.ts'
import { person } from '../../contract/http/users.ts'

/** A ticket is good for so long; sockets then ask for another. */
export const TICKET_SECONDS = 600

const AUDIENCE = 'sockets'

/** How a member stands to a room: in what its order asks for. */
export const standing = z.object({
  channel: z.string(),
  /** Whether they are a fan of the room's owner. */
  fan: z.boolean(),
  /** Whether they are in the room's group. */
  belongs: z.boolean(),
})
export type Standing = z.infer<typeof standing>

/** Who a ticket is for, and the session that it falls with. */
export const ticketClaims = z.object({
  member: z.extend(person, { id, flags: z.string(), since: z.int() }),
  session: z.string(),
  standing: z.nullable(standing),
})
export type TicketClaims = z.infer<typeof ticketClaims>

const keyOf = (secret: string) => new TextEncoder().encode(secret)

/** A ticket for the sockets of one member (`chatId`), signed, good for ten minutes. */
export function signTicket(secret: string, claims: TicketClaims, now: number): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(now / 1000) + TICKET_SECONDS)
    .sign(keyOf(secret))
}

/** What a ticket says and until when, in milliseconds since 1970; null for one that is forged, old or anything else. */
export async function readTicket(
  secret: string,
  ticket: string,
  now: number,
): Promise<(TicketClaims & { until: number }) | null> {
  try {
    const { payload } = await jwtVerify(ticket, keyOf(secret), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    })
    const claims = ticketClaims.safeParse(payload)
    return claims.success ? { ...claims.data, until: (payload.exp ?? 0) * 1000 } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
