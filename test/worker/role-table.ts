import type { EditBody } from '../../contract/http/edit-sketch.ts'
import type { ShownSketch } from '../../contract/http/sketch-page.ts'
import { addAlbum } from '../support/worker/albums.ts'
import { addBrush } from '../support/worker/brushes.ts'
import { addChallenge, addIdea, enterChallenge } from '../support/worker/challenges.ts'
import { addComment } from '../support/worker/comments.ts'
import type { Person } from '../support/worker/people.ts'
import { addPerson } from '../support/worker/people.ts'
import { pictures, uniqueCopy } from '../support/worker/pictures.ts'
import type { RequestOptions } from '../support/worker/site.ts'
import { requestJson, jsonOf, ORIGIN } from '../support/worker/site.ts'
import { croquisFile, mp4, putFile } from '../support/worker/sketch-files.ts'
import { addCoOp } from '../support/worker/sketches.ts'
import { addPicture, addUpload, postBody } from '../support/worker/uploads.ts'
import { makeStreams, type StreamsOfWorld, streamRoles } from './role-table-streams.ts'
import type { Role, Sample as SampleOf } from './roles.ts'

/** A member who owns one of everything. */
export type World = {
  owner: Person
  sketchId: number
  coOpId: number
  albumId: number
  brush: { id: number; previewUrl: string }
  image: string
  uploadId: string
  video: string
  sessionId: string
  commentId: number
  /** A challenge in which the sketch is entered, and an idea in the queue. */
  challengeId: number
  ideaId: number
  streams: StreamsOfWorld
}

export async function makeWorld(): Promise<World> {
  const owner = await addPerson()
  const sketch = await addPicture(owner, { tags: ['role-table'] })
  const { id: uploadId } = await addUpload(owner)
  await putFile(owner, `/sketch/${sketch.id}/file`, croquisFile())
  await putFile(owner, `/sketch/${sketch.id}/video`, mp4())
  const { videoUrl } = await requestJson<ShownSketch>(`/api/v2/sketch/${sketch.id}`)
  const { items } = await requestJson<{ items: { id: string }[] }>('/api/v2/sessions', { as: owner })
  const coOpId = await addCoOp(owner)
  const albumId = await addAlbum(owner, { sketchId: sketch.id })
  const { id: commentId } = await addComment(owner, sketch.id)
  const challengeId = await addChallenge(owner)
  await jsonOf(enterChallenge(owner, challengeId, sketch.id))
  return {
    owner,
    sketchId: sketch.id,
    coOpId,
    albumId,
    brush: await addBrush(),
    image: sketch.imageUrl,
    uploadId,
    sessionId: items[0]?.id ?? '',
    commentId,
    challengeId,
    ideaId: await addIdea(owner),
    video: videoUrl ?? '',
    streams: await makeStreams(owner),
  }
}

type Sample = SampleOf<World>

/** An edit that changes nothing. */
export function editBodyOf(fields: Partial<EditBody> = {}): EditBody {
  const { uploadId: _uploadId, unlisted: _unlisted, ...words } = postBody('')
  const files = { video: true, file: true, privateFile: false, watermark: false }
  return { ...words, privacy: 'public', angle: 0, parentSketchId: null, ...files, ...fields }
}

function filePut(raw: Uint8Array<ArrayBuffer>): RequestOptions {
  return { method: 'PUT', raw, headers: { 'content-length': String(raw.length) } }
}

/** Every route of the site. A test fails when a route is missing here. */
export const roleTable: Record<string, Role & Sample> = {
  'GET /healthz': { who: 'anyone', path: () => '/healthz' },

  'GET /': { who: 'anyone', path: () => '/' },
  'GET /gallery/recent': { who: 'anyone', path: () => '/gallery/recent' },

  'GET /sketch/:id{[1-9][0-9]{0,14}}': { who: 'anyone', path: ({ sketchId }) => `/sketch/${sketchId}` },
  'GET /user/:id{[1-9][0-9]{0,14}}': { who: 'anyone', path: ({ owner }) => `/user/${owner.id}` },
  'GET /user/:id{[1-9][0-9]{0,14}}/:view{(?:sketches|hearts|albums|likes|comments|fans|fanof)}': {
    who: 'anyone',
    path: ({ owner }) => `/user/${owner.id}/albums`,
  },
  'GET /user/:id{[1-9][0-9]{0,14}}/album/:albumId{[1-9][0-9]{0,14}}': {
    who: 'anyone',
    path: ({ owner, albumId }) => `/user/${owner.id}/album/${albumId}`,
  },
  'GET /challenge/:id{[1-9][0-9]{0,14}}': {
    who: 'anyone',
    path: ({ challengeId }) => `/challenge/${challengeId}`,
  },
  'GET /tag/:tag': { who: 'anyone', path: () => '/tag/role-table' },
  'GET /gallery/tag/:tag': { who: 'anyone', path: () => '/gallery/tag/role-table' },
  'GET /gallery/:mode{(?:featured|trending|tops|tops7|tops30|hearts)}': {
    who: 'anyone',
    path: () => '/gallery/featured',
  },
  'GET /gallery/co-op/:id{[1-9][0-9]{0,14}}': { who: 'anyone', path: ({ coOpId }) => `/gallery/co-op/${coOpId}` },
  'GET /feeds/recent.atom': { who: 'anyone', path: () => '/feeds/recent.atom' },
  'GET /feeds/featured.atom': { who: 'anyone', path: () => '/feeds/featured.atom' },
  'GET /feeds/trending.atom': { who: 'anyone', path: () => '/feeds/trending.atom' },
  'GET /feeds/tag/:tag{[^/]+\\.atom}': { who: 'anyone', path: () => '/feeds/tag/role-table.atom' },
  'GET /feeds/user/:id{[1-9][0-9]{0,14}\\.atom}': {
    who: 'anyone',
    path: ({ owner }) => `/feeds/user/${owner.id}.atom`,
  },
  'GET /oembed': {
    who: 'anyone',
    path: ({ sketchId }) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/sketch/${sketchId}`)}&format=json`,
  },
  'GET /robots.txt': { who: 'anyone', path: () => '/robots.txt' },
  'GET /sitemap.xml': { who: 'anyone', path: () => '/sitemap.xml' },
  'GET /sitemap/:part{(?:sketches|profiles)-[1-9][0-9]{0,9}\\.xml}': {
    who: 'anyone',
    path: () => '/sitemap/sketches-1.xml',
  },

  'GET /sign-in': { who: 'anyone', path: () => '/sign-in', answers: 502 },
  'GET /sign-in/callback': { who: 'anyone', path: () => '/sign-in/callback', answers: 302 },
  'GET /sign-in/apple': { who: 'anyone', path: () => '/sign-in/apple', answers: 302 },
  'POST /api/v2/signUp': {
    who: 'newcomer',
    path: () => '/api/v2/signUp',
    call: () => ({ body: { nickname: 'Newcomer', birthDate: '1996-05-03' } }),
  },
  'POST /api/v2/authAppleId': {
    who: 'anyone',
    path: () => '/api/v2/authAppleId',
    call: () => ({ body: { identityToken: 'no token' } }),
    answers: 400,
  },
  'GET /api/v2/session': { who: 'anyone', path: () => '/api/v2/session' },
  'GET /api/v2/sessions': { who: 'member', path: () => '/api/v2/sessions' },
  'POST /api/v2/sessions/end': {
    who: 'owner',
    stranger: 404,
    path: () => '/api/v2/sessions/end',
    call: ({ sessionId }) => ({ body: { id: sessionId } }),
  },
  'POST /logout': { who: 'member', path: () => '/logout', call: () => ({ body: {} }), bodiless: true },

  'GET /recentSketches': { who: 'anyone', path: () => '/recentSketches' },
  'GET /featuredSketches': { who: 'anyone', path: () => '/featuredSketches' },
  'GET /recentHearts': { who: 'anyone', path: () => '/recentHearts' },
  'GET /topSketches/:page': { who: 'anyone', path: () => '/topSketches/1?format=json' },
  'GET /api/v2/search/tops': { who: 'anyone', path: () => '/api/v2/search/tops?days=7' },
  'GET /api/v2/index/trending': { who: 'anyone', path: () => '/api/v2/index/trending?page=1' },
  'GET /user/:id/sketches': { who: 'anyone', path: ({ owner }) => `/user/${owner.id}/sketches?format=json` },
  'GET /user/:id/hearts': { who: 'anyone', path: ({ owner }) => `/user/${owner.id}/hearts?format=json` },
  'GET /tag/:tag/sketches': { who: 'anyone', path: () => '/tag/sea/sketches?format=json' },
  'GET /api/v2/coOp/:id': { who: 'anyone', path: ({ coOpId }) => `/api/v2/coOp/${coOpId}` },
  'GET /api/v2/coOp/:id/tree': { who: 'anyone', path: ({ coOpId }) => `/api/v2/coOp/${coOpId}/tree` },
  'POST /api/v2/content/createImage': {
    who: 'staff',
    path: () => '/api/v2/content/createImage',
    call: ({ sketchId }) => ({ body: { sketchId, path: 'reference', title: '' } }),
  },
  'POST /api/v2/content/createCoOpSketch': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/content/createCoOpSketch',
    call: ({ sketchId }) => ({ body: { sketchId, path: 'co-ops', title: 'Go on', desc: '' } }),
  },
  'GET /api/v2/user/recommendations': { who: 'member', path: () => '/api/v2/user/recommendations' },
  'GET /activity/:page': { who: 'member', path: () => '/activity/1?format=json&filter=uploads' },
  'GET /api/v2/notices': { who: 'member', path: () => '/api/v2/notices?category=comments' },
  'POST /api/v2/notices/read': {
    who: 'member',
    path: () => '/api/v2/notices/read',
    call: () => ({ body: { all: true } }),
  },
  'POST /api/v2/notices/mute': {
    who: 'member',
    path: () => '/api/v2/notices/mute',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'GET /api/v2/notices/settings': { who: 'member', path: () => '/api/v2/notices/settings' },
  'POST /api/v2/notices/settings': {
    who: 'member',
    path: () => '/api/v2/notices/settings',
    call: () => ({ body: { category: 'hearts', on: false } }),
  },
  'GET /api/v2/sketch/:id': { who: 'anyone', path: ({ sketchId }) => `/api/v2/sketch/${sketchId}` },
  'POST /api/v2/sketch/:id': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/api/v2/sketch/${sketchId}`,
    call: () => ({ body: { action: 'delete' } }),
  },
  'GET /sketch/:id/edit': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/edit?format=json`,
  },
  'POST /sketch/:id/edit': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/edit?format=json`,
    call: () => ({ body: editBodyOf() }),
  },
  'GET /sketch/:png{[1-9][0-9]{0,14}\\.png}': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}.png`,
  },
  'GET /sketch/:id/versions': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/versions?format=json`,
  },
  'POST /sketch/:id/version': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/version`,
    call: ({ uploadId }) => ({ body: { uploadId } }),
  },
  'PUT /sketch/:id/video': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/video`,
    call: () => filePut(mp4()),
  },
  'PUT /sketch/:id/file': {
    who: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/file`,
    call: () => filePut(croquisFile()),
  },
  'GET /video/:address{[0-9a-f]{40}}': { who: 'anyone', path: ({ video }) => video },
  'GET /sketch-file/:file{[1-9][0-9]{0,14}\\.croquis}': {
    who: 'anyone',
    path: ({ sketchId }) => `/sketch-file/${sketchId}.croquis`,
  },
  'GET /api/v2/sketchStats/:id': { who: 'anyone', path: ({ sketchId }) => `/api/v2/sketchStats/${sketchId}` },
  'GET /api/v2/sketchInfo/:id': { who: 'anyone', path: ({ sketchId }) => `/api/v2/sketchInfo/${sketchId}` },
  'GET /api/v2/sketchHearts/:id': { who: 'anyone', path: ({ sketchId }) => `/api/v2/sketchHearts/${sketchId}` },
  'GET /api/v2/sketchHasCoOps/:id': { who: 'anyone', path: ({ coOpId }) => `/api/v2/sketchHasCoOps/${coOpId}` },
  'POST /api/v2/user/setAvatar': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/setAvatar',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'POST /api/v2/user/setCover': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/setCover',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
    answers: 409,
  },
  'GET /api/v2/tags': { who: 'anyone', path: () => '/api/v2/tags?query=sea' },
  'GET /api/v2/tag/follow': { who: 'anyone', path: () => '/api/v2/tag/follow?tag=role-table' },
  'POST /api/v2/tag/follow': {
    who: 'member',
    path: () => '/api/v2/tag/follow',
    call: () => ({ body: { tag: 'role-table' } }),
  },
  'POST /api/v2/tag/unfollow': {
    who: 'member',
    path: () => '/api/v2/tag/unfollow',
    call: () => ({ body: { tag: 'role-table' } }),
  },
  'POST /api/v2/tags/alias': {
    who: 'staff',
    path: () => '/api/v2/tags/alias',
    call: () => ({ body: { alias: 'table-of-roles', tag: 'role-table' } }),
  },
  'GET /api/v2/users': { who: 'anyone', path: () => '/api/v2/users?sort=fans' },
  'GET /api/v2/search/user': { who: 'anyone', path: () => '/api/v2/search/user?query=mira' },
  'GET /api/v2/search/sketch': {
    who: 'anyone',
    path: () => `/api/v2/search/sketch?query=${encodeURIComponent('sea tag:cat user:mira -wip')}`,
  },
  'GET /api/v2/search/magic': {
    who: 'anyone',
    path: ({ sketchId }) => `/api/v2/search/magic?like=${sketchId}&colours=1b1d21&query=sea`,
  },
  'GET /image/:key{[0-9a-f]{40}}/:width{[1-9][0-9]*}': { who: 'anyone', path: ({ image }) => `${image}/200` },

  'POST /api/v2/index': {
    who: 'anyone',
    path: () => '/api/v2/index',
    call: () => ({ body: { recent: 25, motd: true } }),
  },
  'POST /api/v2/gloperate/motd': {
    who: 'staff',
    path: () => '/api/v2/gloperate/motd',
    call: () => ({ body: { text: 'Good light today', link: '/gallery/trending' } }),
  },
  'GET /api/v2/sketch/:id/neighbours': {
    who: 'anyone',
    path: ({ sketchId }) => `/api/v2/sketch/${sketchId}/neighbours?in=recent`,
  },
  'POST /rate': {
    who: 'member',
    path: () => '/rate',
    call: ({ sketchId }) => ({ body: { rating: 'rules', which: sketchId } }),
  },
  'POST /sketch/:id/report': {
    who: 'member',
    path: ({ sketchId }) => `/sketch/${sketchId}/report`,
    call: () => ({ body: { details: '', notsketch: true } }),
  },
  'POST /gloperate/feature': {
    who: 'staff',
    path: () => '/gloperate/feature',
    call: ({ sketchId }) => ({ body: { sketchId } }),
  },
  'POST /gloperate/violation': {
    who: 'staff',
    path: () => '/gloperate/violation',
    call: ({ sketchId }) => ({ body: { sketchId, violation: 'copyright' } }),
  },
  'GET /api/v2/gloperate/reportedSketches': { who: 'staff', path: () => '/api/v2/gloperate/reportedSketches' },

  'POST /api/v2/gloperate/ban': {
    who: 'staff',
    path: () => '/api/v2/gloperate/ban',
    call: ({ owner }) => ({ body: { uid: owner.id, duration: 0, reason: 'Be kind.' } }),
  },
  'GET /api/v2/gloperate/bans': { who: 'staff', path: () => '/api/v2/gloperate/bans' },
  'POST /api/v2/user/warningAccept': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/warningAccept',
    call: ({ owner }) => ({ body: { userId: owner.id } }),
  },
  'POST /api/v2/report': {
    who: 'member',
    path: () => '/api/v2/report',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'GET /api/v2/gloperate/reportedUsers': { who: 'staff', path: () => '/api/v2/gloperate/reportedUsers' },

  'POST /heart': {
    who: 'member',
    path: () => '/heart',
    call: ({ sketchId }) => ({ body: { action: 'heart', which: sketchId } }),
  },
  'GET /api/comments/:which': { who: 'anyone', path: ({ sketchId }) => `/api/comments/${sketchId}?type=sketch` },
  'POST /comment': {
    who: 'member',
    path: () => '/comment',
    call: ({ sketchId }) => ({
      body: { key: crypto.randomUUID(), comment: 'What light!', type: 'sketch', which: sketchId },
    }),
  },

  'POST /api/v2/gloperate/deleteComment': {
    who: 'staff',
    path: () => '/api/v2/gloperate/deleteComment',
    call: ({ commentId }) => ({ body: { id: commentId } }),
  },
  'POST /api/v2/report/comment': {
    who: 'member',
    path: () => '/api/v2/report/comment',
    call: ({ commentId }) => ({ body: { id: commentId } }),
  },
  'GET /api/v2/mention': { who: 'member', path: () => '/api/v2/mention?query=mi' },

  'GET /socket/chat/:channel': { who: 'member', path: () => '/socket/chat/lobby', answers: 426 },
  'GET /socket/whiteboard': { who: 'member', path: () => '/socket/whiteboard', answers: 426 },
  'GET /whiteboard/board.png': { who: 'anyone', path: () => '/whiteboard/board.png' },
  'GET /api/v2/whiteboard/history': { who: 'anyone', path: () => '/api/v2/whiteboard/history' },
  'POST /api/v2/whiteboard/draw-policy': {
    who: 'staff',
    path: () => '/api/v2/whiteboard/draw-policy',
    call: () => ({ body: { frozen: false, excludesNewMembers: false } }),
  },
  'POST /api/v2/whiteboard/rollback': {
    who: 'staff',
    path: () => '/api/v2/whiteboard/rollback',
    call: ({ owner }) => ({ body: { userId: owner.id, minutes: null, area: null } }),
  },
  'POST /api/v2/whiteboard/restore': {
    who: 'staff',
    path: () => '/api/v2/whiteboard/restore',
    call: () => ({ body: { revision: 1 } }),
    answers: 404,
  },
  'GET /whiteboard/slices/:name{[1-9][0-9]*-[0-9]+\\.png}': {
    who: 'anyone',
    path: () => '/whiteboard/slices/1-0.png',
    answers: 404,
  },
  'GET /api/v2/whiteboard/log': { who: 'anyone', path: () => '/api/v2/whiteboard/log' },
  'GET /api/v2/whiteboard/log/:revision{[0-9]{1,15}}/:after{[0-9]{1,15}}': {
    who: 'anyone',
    path: () => '/api/v2/whiteboard/log/0/0',
  },
  'GET /whiteboard/snapshots/:revision{[0-9]{1,15}}/:file{[1-9][0-9]{0,14}\\.png}': {
    who: 'anyone',
    path: () => '/whiteboard/snapshots/0/1.png',
    answers: 404,
  },
  ...streamRoles,
  'GET /api/v2/chat/ticket': { who: 'member', path: () => '/api/v2/chat/ticket?channel=lobby' },
  'POST /api/v2/chat/moderate': {
    who: 'staff',
    path: () => '/api/v2/chat/moderate',
    call: () => ({ body: { action: 'topic', channel: 'lobby', message: 'Be kind' } }),
  },
  'GET /api/v2/chat/settings': { who: 'staff', path: () => '/api/v2/chat/settings?channel=lobby' },
  'GET /api/v2/chat/search': { who: 'staff', path: () => '/api/v2/chat/search?channel=lobby&query=kind' },

  'GET /api/user/:id': { who: 'anyone', path: ({ owner }) => `/api/user/${owner.id}` },
  'POST /api/fan': { who: 'member', path: () => '/api/fan', call: ({ owner }) => ({ body: { user: owner.id } }) },
  'POST /api/unfan': { who: 'member', path: () => '/api/unfan', call: ({ owner }) => ({ body: { user: owner.id } }) },
  'POST /api/v2/fan/notify': {
    who: 'member',
    path: () => '/api/v2/fan/notify',
    call: ({ owner }) => ({ body: { user: owner.id, which: 'stream', value: true } }),
    answers: 403,
  },
  'GET /api/v2/fan/followers': { who: 'anyone', path: ({ owner }) => `/api/v2/fan/followers?user=${owner.id}` },
  'GET /api/v2/fan/following': { who: 'anyone', path: ({ owner }) => `/api/v2/fan/following?user=${owner.id}` },
  'GET /api/v2/fan/fanOf': { who: 'member', path: () => '/api/v2/fan/fanOf' },
  'GET /api/v2/fan/status': { who: 'member', path: ({ owner }) => `/api/v2/fan/status?users=${owner.id}` },
  'POST /api/v2/user/block': {
    who: 'member',
    path: () => '/api/v2/user/block',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'POST /api/v2/user/unblock': {
    who: 'member',
    path: () => '/api/v2/user/unblock',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'GET /api/v2/user/blocked': { who: 'member', path: () => '/api/v2/user/blocked?infos=1' },

  'GET /api/v2/upload/sketch': { who: 'member', path: () => '/api/v2/upload/sketch' },
  'PUT /api/v2/upload/file': {
    who: 'member',
    path: () => '/api/v2/upload/file',
    call: () => {
      const raw = uniqueCopy(pictures.png)
      return { method: 'PUT', raw, headers: { 'content-length': String(raw.length) } }
    },
  },
  'POST /api/v2/upload/sketch': {
    who: 'owner',
    stranger: 404,
    path: () => '/api/v2/upload/sketch',
    call: ({ uploadId }) => ({ body: postBody(uploadId) }),
  },
  'POST /api/v2/upload/drop': {
    who: 'owner',
    stranger: 404,
    path: () => '/api/v2/upload/drop',
    call: ({ uploadId }) => ({ body: { uploadId } }),
  },

  'GET /api/v2/content/categories': { who: 'anyone', path: () => '/api/v2/content/categories?kind=brush' },
  'POST /api/v2/content/categories': {
    who: 'anyone',
    path: () => '/api/v2/content/categories',
    call: () => ({ body: { kind: 'brush' } }),
  },
  'GET /api/v2/content/items': { who: 'anyone', path: () => '/api/v2/content/items?kind=brush' },
  'POST /api/v2/content/items': {
    who: 'anyone',
    path: () => '/api/v2/content/items',
    call: () => ({ body: { kind: 'brush', category: '', sort: 'title', cursor: '' } }),
  },
  'GET /api/v2/content/brush/:id': { who: 'anyone', path: ({ brush }) => `/api/v2/content/brush/${brush.id}` },
  'GET /shared/brush/:file{[1-9][0-9]{0,14}\\.json}': {
    who: 'anyone',
    path: ({ brush }) => `/shared/brush/${brush.id}.json`,
  },
  'GET /image/brush/:name{[0-9a-f]{40}}': { who: 'anyone', path: ({ brush }) => brush.previewUrl },

  'GET /api/v2/challenge': { who: 'anyone', path: () => '/api/v2/challenge' },
  'GET /api/v2/challenge/:id': { who: 'anyone', path: ({ challengeId }) => `/api/v2/challenge/${challengeId}` },
  'POST /api/v2/search/challenge': {
    who: 'anyone',
    path: () => '/api/v2/search/challenge',
    call: () => ({ body: { query: 'tide' } }),
  },
  'POST /challenges': {
    who: 'owner',
    stranger: 403,
    path: () => '/challenges',
    call: ({ challengeId, sketchId }) => ({ body: { challengeId, sketchId } }),
  },
  'POST /api/v2/challenge/removeSketch': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/challenge/removeSketch',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'GET /api/v2/gloperate/challenges': { who: 'staff', path: () => '/api/v2/gloperate/challenges' },
  'POST /api/v2/gloperate/challenge': {
    who: 'staff',
    path: () => '/api/v2/gloperate/challenge',
    call: () => ({ body: { title: 'A heron', description: '' } }),
  },
  'POST /api/v2/gloperate/challenge/move': {
    who: 'staff',
    path: () => '/api/v2/gloperate/challenge/move',
    call: ({ ideaId }) => ({ body: { id: ideaId, to: 'earlier' } }),
  },
  'POST /api/v2/gloperate/challenge/remove': {
    who: 'staff',
    path: () => '/api/v2/gloperate/challenge/remove',
    call: ({ ideaId }) => ({ body: { id: ideaId } }),
  },
  'GET /api/v2/album/info': {
    who: 'anyone',
    path: ({ owner, albumId }) => `/api/v2/album/info?userId=${owner.id}&albumId=${albumId}`,
  },
  'GET /api/v2/album/sketches': {
    who: 'anyone',
    path: ({ owner, albumId }) => `/api/v2/album/sketches?userId=${owner.id}&albumId=${albumId}`,
  },
  'GET /api/v2/album/list': { who: 'anyone', path: ({ owner }) => `/api/v2/album/list?userId=${owner.id}` },
  'GET /api/v2/album/sketch': { who: 'anyone', path: ({ sketchId }) => `/api/v2/album/sketch?sketchId=${sketchId}` },
  'POST /api/v2/album/create': {
    who: 'member',
    path: () => '/api/v2/album/create',
    call: () => ({ body: { title: 'By the sea', description: '', collection: false } }),
  },
  'POST /api/v2/album/edit': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/edit',
    call: ({ albumId }) => ({ body: { albumId, title: 'By the lake', description: '' } }),
  },
  'POST /api/v2/album/delete': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/delete',
    call: ({ owner, albumId }) => ({ body: { userId: owner.id, albumId } }),
  },
  'POST /api/v2/album/add': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/add',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId } }),
  },
  'POST /api/v2/album/remove': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/remove',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId } }),
  },
  'POST /api/v2/album/order': {
    who: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/order',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId, after: null } }),
  },
}
