import type { ModerationRequest } from './moderation-request.ts'
import type { Effect, Member } from './state.ts'

export type Changes = Record<string, readonly [before: unknown, after: unknown]>

/** Makes the effect that reports a moderator's act to the audit log. */
export function auditEvent(
  by: Member,
  request: ModerationRequest,
  now: number,
  about: { userId?: number; reason?: string; changes: Changes },
): Effect {
  const { userId = null, reason = '', changes } = about
  return {
    do: 'report',
    event: { kind: 'act', at: now, staffId: by.id, act: `chat_${request.action}`, userId, reason, changes },
  }
}
