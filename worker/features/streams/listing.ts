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

export const streamColumns = {
  id: streams.id,
  title: streams.title,
  previewNumber: streams.previewNumber,
  width: streams.width,
  height: streams.height,
  userId: streams.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  mature: streams.mature,
  viewsCount: streams.viewsCount,
  viewersCount: streams.viewersCount,
  startedAt: streams.startedAt,
  createdAt: streams.createdAt,
}

type StreamRow = Pick<
  typeof streams.$inferSelect,
  | 'id'
  | 'title'
  | 'previewNumber'
  | 'width'
  | 'height'
  | 'userId'
  | 'mature'
  | 'viewsCount'
  | 'viewersCount'
  | 'startedAt'
  | 'createdAt'
> & { nickname: string; avatarKey: string | null }

/** A list item [2 §3]. */
export function streamItemOf(row: StreamRow): StreamItem {
  const { id, title, width, height, userId, mature, previewNumber } = row
  return {
    ...{ id, title, userId, mature, sw: width, sh: height },
    totalViews: row.viewsCount,
    watching: row.viewersCount,
    preview: previewNumber === 0 ? null : streamPreviewPath(id, previewNumber),
    orientation: orientationOf(width, height),
    userNickname: row.nickname,
    userAvatar: row.avatarKey && imageBase(row.avatarKey),
    date: toWireTime(row.startedAt ?? row.createdAt),
  }
}

export const replayColumns = { ...streamColumns, durationMs: streams.durationMs, replayMature: streams.replayMature }

export function replayItemOf(row: StreamRow & { durationMs: number; replayMature: boolean }): ReplayItem {
  return { ...streamItemOf(row), mature: row.mature || row.replayMature, durationMs: row.durationMs }
}

type AnnouncedRow = Pick<typeof streams.$inferSelect, 'id' | 'title' | 'description' | 'mature' | 'startsAt'> & {
  userId: number
  nickname: string
  avatarKey: string | null
  reminders: number
  reminded: boolean
}

export function announcedStreamOf({ userId, nickname, avatarKey, startsAt, ...row }: AnnouncedRow): AnnouncedStream {
  return { ...row, user: personOf({ id: userId, nickname, avatarKey }), startsAt: toWireTime(startsAt ?? 0) }
}
