import type { StreamItem } from '../../../contract/http/stream-item.ts'
import {
  type AnnouncedStream,
  orientationOf,
  type ReplayItem,
  streamPreviewPath,
} from '../../../contract/http/streams.ts'
import { toWireTime } from '../../../contract/time.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { imageBase } from '../../lib/image-base.ts'

/** What lists of streams read, from `streams` joined with the `users` whose they are. */
export const streamColumns = {
  id: streams.id,
  title: streams.title,
  preview: streams.preview,
  sw: streams.sw,
  sh: streams.sh,
  userId: streams.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  mature: streams.mature,
  totalViews: streams.totalViews,
  watching: streams.watching,
  startedAt: streams.startedAt,
  createdAt: streams.createdAt,
}

type StreamRow = Pick<
  typeof streams.$inferSelect,
  'id' | 'title' | 'preview' | 'sw' | 'sh' | 'userId' | 'mature' | 'totalViews' | 'watching' | 'startedAt' | 'createdAt'
> & { nickname: string; avatarKey: string | null }

/** A stream as lists carry it [2 §3]. */
export function streamItemOf(row: StreamRow): StreamItem {
  const { id, title, sw, sh, userId, mature, totalViews, watching } = row
  return {
    ...{ id, title, sw, sh, userId, mature, totalViews, watching },
    preview: row.preview === 0 ? null : streamPreviewPath(id, row.preview),
    orientation: orientationOf(sw, sh),
    userNickname: row.nickname,
    userAvatar: row.avatarKey && imageBase(row.avatarKey),
    date: toWireTime(row.startedAt ?? row.createdAt),
  }
}

/** The same of recordings. */
export const replayColumns = { ...streamColumns, durationMs: streams.durationMs, postedMature: streams.postedMature }

/** A recording as lists carry it. */
export function replayItemOf(row: StreamRow & { durationMs: number; postedMature: boolean }): ReplayItem {
  return { ...streamItemOf(row), mature: row.mature || row.postedMature, durationMs: row.durationMs }
}

type AnnouncedRow = Pick<typeof streams.$inferSelect, 'id' | 'title' | 'description' | 'mature' | 'startsAt'> & {
  userId: number
  nickname: string
  avatarKey: string | null
  reminders: number
  reminded: boolean
}

/** A stream that is announced, as lists carry it. */
export function announcedOf({ userId, nickname, avatarKey, startsAt, ...row }: AnnouncedRow): AnnouncedStream {
  return { ...row, user: personOf({ id: userId, nickname, avatarKey }), startsAt: toWireTime(startsAt ?? 0) }
}
