import type { ModerateBody } from '../../contract/http/chat.ts'

/** A moderator's request. The worker adds the member whom it concerns (`target`). */
export type ModerationRequest = ModerateBody & { target?: { nickname: string; flags: string } }

export type ModerationRefusal = 'forbidden' | 'not_found' | 'helper_limit' | 'excluded_limit'

export type RequestOf<Action extends ModerationRequest['action']> = Extract<ModerationRequest, { action: Action }>
