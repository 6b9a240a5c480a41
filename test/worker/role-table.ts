import { env } from 'cloudflare:workers'
import type { LibraryImageList } from '../../contract/http/co-ops.ts'
import type { EditBody } from '../../contract/http/edit-sketch.ts'
import type { ShownSketch } from '../../contract/http/sketch-page.ts'
import { unsubscribePath } from '../../worker/domain/mail/unsubscribe.ts'
import { profileFormOf, profileInfoOf } from '../support/profile-form.ts'
import { mp4 } from '../support/videos.ts'
import { addAlbum } from '../support/worker/albums.ts'
import { addAwards, addCategory, addNominee, closeYear } from '../support/worker/awards.ts'
import { addUnconfirmedBan } from '../support/worker/bans.ts'
import { addBrush } from '../support/worker/brushes.ts'
import { addAppeal, addCommentCase, addDecidedCase } from '../support/worker/cases.ts'
import {
  addChallenge,
  addGroupChallenge,
  addIdea,
  addSuggestion,
  enterChallenge,
} from '../support/worker/challenges.ts'
import { addChannel } from '../support/worker/chat.ts'
import { addComment } from '../support/worker/comments.ts'
import { addCompo, addEntries, addEntry, addInvite, closeCompo, readCompo } from '../support/worker/compos.ts'
import { makeExport } from '../support/worker/exports.ts'
import { addPost, addTopic } from '../support/worker/forum.ts'
import { addedToGroup, addGroup, joinGroup, postToGroups, requestGroup } from '../support/worker/groups.ts'
import { addFailedMail } from '../support/worker/mails.ts'
import { addThread } from '../support/worker/messages.ts'
import { addPasskeys } from '../support/worker/passkeys.ts'
import type { Person } from '../support/worker/people.ts'
import { addPerson, addRegular } from '../support/worker/people.ts'
import { pictures, uniqueCopy } from '../support/worker/pictures.ts'
import { addBlockedPicture, addRepostOf } from '../support/worker/reposts.ts'
import type { RequestOptions } from '../support/worker/site.ts'
import { jsonOf, ORIGIN, requestJson, sendRequest } from '../support/worker/site.ts'
import { croquisFile, putFile } from '../support/worker/sketch-files.ts'
import { addCoOp, addSketch } from '../support/worker/sketches.ts'
import { addOrders } from '../support/worker/store.ts'
import { addPicture, addUpload, postBody } from '../support/worker/uploads.ts'
import { makeStreams, type StreamsOfWorld, streamRoles } from './role-table-streams.ts'
import type { Role, Sample as SampleOf } from './roles.ts'

/** A member and one thing of each kind that they own, for the requests of the table. */
export type RoleWorld = {
  owner: Person
  /** A member without anything. */
  stranger: Person
  /** The web address of a patron. */
  patronSlug: string
  sketchId: number
  coOpId: number
  sharedImageId: number
  albumId: number
  brush: { id: number; previewUrl: string }
  image: string
  uploadId: string
  video: string
  sessionId: string
  passkeyId: number
  /** The address at which the owner switches off a kind of mail, and a mail that was given up. */
  unsubscribePath: string
  failedMailId: number
  orders: { paidId: number; waitingToken: string }
  /** An open case, and one whose decision can be undone. */
  caseId: number
  undoableCaseId: number
  /** A decided case about the owner, and an open appeal of another member. */
  decidedCaseId: number
  appealId: number
  /** A permanent ban of another member, to be confirmed. */
  banId: number
  commentId: number
  /** A sketch of another member that is like the owner's, and a blocked picture. */
  repostId: number
  blockedPictureId: number
  /** A challenge in which the sketch is entered, and an idea in the queue. */
  challengeId: number
  ideaId: number
  suggestionId: number
  /**
   * An open compo with another sketch of the owner, one in voting with sketches of others, one with a result, and one
   * without entries.
   */
  compo: { key: string; entryId: number }
  votingCompo: string
  invitedSketch: number
  closedCompo: string
  emptyCompoId: number
  /**
   * Categories for sketches: one open for nominations, with a nominee of the owner's, and one in voting with a nominee.
   */
  nominating: { categoryId: number; nomineeId: number; sketchId: number }
  awardVoting: { categoryId: number; nomineeId: number }
  /** A closed category without votes, and a sketch. */
  uncounted: { categoryId: number; sketchId: number }
  /** A group of the owner with the sketch, a request of the owner, and another sketch in the queue of another group. */
  groupId: string
  groupChallengeId: number
  groupRequestId: number
  groupFeatureId: number
  /** A thread between the owner and another member. */
  threadId: number
  /** A topic of the owner with a second post of theirs. */
  topicId: number
  postId: number
  /** A zip of the owner's export. */
  exportPath: string
  /** An open room of the owner. */
  roomChannel: string
  streams: StreamsOfWorld
}

async function addSharedImage(sketchId: number): Promise<number> {
  const as = await addPerson({ flags: 'm' })
  await jsonOf(sendRequest('/api/v2/content/createImage', { as, body: { sketchId, path: 'reference', title: '' } }))
  const { items } = await requestJson<LibraryImageList>('/api/v2/content/images', { as })
  return items[0]?.id ?? 0
}

/**
 * Makes a world. With `only`, the names of the parts that a request uses, most others stay empty: to make them all
 * takes much longer than the request.
 */
export async function makeRoleWorld(only?: ReadonlySet<string>): Promise<RoleWorld> {
  const isUsed = (...names: (keyof RoleWorld)[]) => !only || names.some((name) => only.has(name))
  const areGroupsUsed = isUsed('groupId', 'groupRequestId', 'groupFeatureId', 'groupChallengeId')
  const isCommentUsed = isUsed('commentId', 'caseId')
  const isSketchUsed = isUsed('sketchId', 'image', 'video', 'albumId', 'repostId', 'challengeId')
  // Old enough to vote.
  const owner = await addRegular()
  const { sketchId, imageUrl, challengeId } =
    isSketchUsed || isCommentUsed || areGroupsUsed
      ? await addEnteredSketch(owner)
      : { sketchId: 0, imageUrl: '', challengeId: 0 }
  const commentId = isCommentUsed ? (await addComment(owner, sketchId)).id : 0
  const isForumUsed = isUsed('topicId', 'postId')
  const topicId = isForumUsed ? await addTopic(owner) : 0
  const patronSlug = `patron-${owner.id}`
  if (isUsed('patronSlug')) await addPerson({ flags: 'p', slug: patronSlug })
  return {
    owner,
    stranger: isUsed('stranger') ? await addPerson() : owner,
    patronSlug,
    sketchId,
    coOpId: isUsed('coOpId') ? await addCoOp(owner) : 0,
    sharedImageId: isUsed('sharedImageId') ? await addSharedImage(await addSketch(owner)) : 0,
    albumId: isUsed('albumId') ? await addAlbum(owner, { sketchId }) : 0,
    brush: isUsed('brush') ? await addBrush() : { id: 0, previewUrl: '' },
    image: imageUrl,
    uploadId: isUsed('uploadId') ? (await addUpload(owner)).id : '',
    sessionId: isUsed('sessionId') ? await sessionIdOf(owner) : '',
    passkeyId: isUsed('passkeyId') ? await addPasskeys(owner) : 0,
    unsubscribePath: await unsubscribePath(env.MAIL_SECRET, owner.id, 'fans'),
    orders: isUsed('orders') ? await addOrders(owner) : { paidId: 0, waitingToken: '' },
    failedMailId: isUsed('failedMailId') ? await addFailedMail(owner) : 0,
    caseId: isUsed('caseId') ? await addCommentCase(commentId) : 0,
    undoableCaseId: isUsed('undoableCaseId') ? await addDecidedCase() : 0,
    decidedCaseId: isUsed('decidedCaseId') ? await addDecidedCase(owner) : 0,
    appealId: isUsed('appealId') ? (await addAppeal()).id : 0,
    banId: isUsed('banId') ? (await addUnconfirmedBan()).id : 0,
    commentId,
    repostId: isUsed('repostId') ? await addRepostOf(sketchId) : 0,
    blockedPictureId: isUsed('blockedPictureId') ? await addBlockedPicture() : 0,
    challengeId,
    compo: isUsed('compo') ? await addCompoFor(owner) : { key: '', entryId: 0 },
    votingCompo: isUsed('votingCompo') ? await addCompoWithEntries() : '',
    invitedSketch: isUsed('invitedSketch') ? await addInvited(owner) : 0,
    closedCompo: isUsed('closedCompo') ? await addClosedCompo() : '',
    emptyCompoId: isUsed('emptyCompoId') ? (await readCompo(await addCompo())).compoId : 0,
    nominating: isUsed('nominating') ? await addNominatingFor(owner) : { categoryId: 0, nomineeId: 0, sketchId: 0 },
    awardVoting: isUsed('awardVoting') ? await addAwardVoting() : { categoryId: 0, nomineeId: 0 },
    uncounted: isUsed('uncounted') ? await addUncounted() : { categoryId: 0, sketchId: 0 },
    ...(areGroupsUsed
      ? await addGroupsFor(owner, sketchId)
      : { groupId: '', groupChallengeId: 0, groupRequestId: 0, groupFeatureId: 0 }),
    ideaId: isUsed('ideaId') ? await addIdea(owner) : 0,
    suggestionId: isUsed('suggestionId') ? await addSuggestion(owner) : 0,
    exportPath: isUsed('exportPath') ? ((await makeExport(owner)).parts[0]?.url ?? '') : '',
    threadId: isUsed('threadId') ? await addThread(await addPerson(), owner) : 0,
    topicId,
    postId: isForumUsed ? (await addPost(owner, topicId)).id : 0,
    video: isUsed('video') ? await videoUrlOf(sketchId) : '',
    roomChannel: isUsed('roomChannel') ? await addChannel({ ownerId: owner.id }) : '',
    streams: isUsed('streams') ? await makeStreams(owner) : { announcedId: 0, liveId: 0, replayId: 0 },
  }
}

/** A sketch with a sketch file and a time-lapse video, in a challenge. */
async function addEnteredSketch(owner: Person) {
  const { id: sketchId, imageUrl } = await addPicture(owner, { tags: ['role-table'] })
  await putFile(owner, `/sketch/${sketchId}/file`, croquisFile())
  await putFile(owner, `/sketch/${sketchId}/video`, mp4())
  const challengeId = await addChallenge(owner)
  await jsonOf(enterChallenge(owner, challengeId, sketchId))
  return { sketchId, imageUrl, challengeId }
}

async function videoUrlOf(sketchId: number): Promise<string> {
  const { videoUrl } = await requestJson<ShownSketch>(`/api/v2/sketch/${sketchId}`)
  return videoUrl ?? ''
}

async function sessionIdOf(owner: Person): Promise<string> {
  const { items } = await requestJson<{ items: { id: string }[] }>('/api/v2/sessions', { as: owner })
  return items[0]?.id ?? ''
}

async function addInvited(owner: Person) {
  const sketchId = await addSketch(owner)
  await addInvite(sketchId, await addCompo())
  return sketchId
}

async function addNominatingFor(owner: Person) {
  const categoryId = await addCategory(await addAwards('nominating'))
  const artist = await addPerson()
  const { id: nomineeId } = await addNominee(categoryId, { by: owner })
  return { categoryId, nomineeId, sketchId: await addSketch(artist) }
}

async function addAwardVoting() {
  const categoryId = await addCategory(await addAwards('voting'))
  return { categoryId, nomineeId: (await addNominee(categoryId)).id }
}

async function addUncounted() {
  const year = await addAwards('voting')
  const categoryId = await addCategory(year)
  await closeYear(year)
  return { categoryId, sketchId: await addSketch(await addPerson()) }
}

async function addCompoFor(owner: Person) {
  const key = await addCompo({ entriesPerMember: 2 })
  return { key, entryId: await addEntry(key, owner) }
}

async function addCompoWithEntries(): Promise<string> {
  const key = await addCompo({ state: 'voting' })
  await addEntries(key, 2)
  return key
}

async function addClosedCompo(): Promise<string> {
  const key = await addCompo()
  await closeCompo(key)
  return key
}

async function addGroupsFor(owner: Person, sketchId: number) {
  const groupId = await addGroup(owner)
  await addedToGroup(owner, groupId, sketchId)
  const other = await addGroup(await addPerson())
  await addedToGroup(owner, other, sketchId)
  await joinGroup(owner, other)
  const groupRequestId = await requestGroup(owner)
  await jsonOf(postToGroups(await addPerson(), { action: 'requestVote', requestId: groupRequestId }))
  const queued = await env.DB.prepare('SELECT id FROM group_feature_requests WHERE user_id = ?').bind(owner.id).first()
  const groupChallengeId = await addGroupChallenge(owner, groupId, { daysAgo: 1 })
  return { groupId, groupChallengeId, groupRequestId, groupFeatureId: Number(queued?.id) }
}

type Sample = SampleOf<RoleWorld>

/** The same read by `POST`: its query is the body. */
function byPost({ path, ...read }: Role & Sample): Role & Sample {
  const url = (world: RoleWorld) => new URL(path(world), ORIGIN)
  return {
    ...read,
    path: (world) => url(world).pathname,
    call: (world) => ({ body: Object.fromEntries(url(world).searchParams) }),
  }
}

/** An edit that changes nothing. */
export function editBodyOf(fields: EditBody = {}): EditBody {
  const { uploadId: _uploadId, unlisted: _unlisted, ...otherFields } = postBody('')
  const files = { video: true, file: true, privateFile: false, watermark: false }
  return { ...otherFields, privacy: 'public', angle: 0, mat: null, parentSketchId: null, ...files, ...fields }
}

function filePut(raw: Uint8Array<ArrayBuffer>): RequestOptions {
  return { method: 'PUT', raw, headers: { 'content-length': String(raw.length) } }
}

/**
 * Every route of the site with its callers (`Role`) and an example of a request (`Sample`). A missing route fails a
 * test.
 */
export const roleTable: Record<string, Role & Sample> = {
  'GET /healthz': { caller: 'anyone', path: () => '/healthz' },

  'GET /': { caller: 'anyone', path: () => '/' },
  'GET /gallery/:mode': { caller: 'anyone', path: () => '/gallery/recent' },

  'GET /sketch/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ sketchId }) => `/sketch/${sketchId}` },
  'GET /sketch/:id{[1-9][0-9]{0,14}}/:of{edit|synthesize}': {
    caller: 'anyone',
    path: ({ sketchId }) => `/sketch/${sketchId}/synthesize`,
    call: () => ({ headers: { accept: 'text/html' } }),
  },
  'GET /stats/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ owner }) => `/stats/${owner.id}` },
  'GET /e/stats/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ owner }) => `/e/stats/${owner.id}` },
  'GET /shared/brush/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ brush }) => `/shared/brush/${brush.id}` },
  'GET /chat/:room': { caller: 'anyone', path: () => '/chat/lobby' },
  'GET /user/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ owner }) => `/user/${owner.id}` },
  'GET /user/:id{[1-9][0-9]{0,14}}/:view{(?:sketches|about|likes|hearts|albums|streams|comments|fans|fanof)}': {
    caller: 'anyone',
    path: ({ owner }) => `/user/${owner.id}/albums`,
  },
  'GET /user/:id{[1-9][0-9]{0,14}}/album/:albumId{[1-9][0-9]{0,14}}': {
    caller: 'anyone',
    path: ({ owner, albumId }) => `/user/${owner.id}/album/${albumId}`,
  },
  'GET /challenges': { caller: 'anyone', path: () => '/challenges' },
  'GET /forum': { caller: 'anyone', path: () => '/forum' },
  'GET /forum/:category{[a-z][a-z0-9-]{1,31}}': { caller: 'anyone', path: () => '/forum/critique' },
  'GET /forum/topic/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ topicId }) => `/forum/topic/${topicId}` },
  'GET /artists': { caller: 'anyone', path: () => '/artists' },
  'GET /search': { caller: 'anyone', path: () => '/search?query=sea' },
  'GET /streams': { caller: 'anyone', path: () => '/streams' },
  'GET /recover': { caller: 'anyone', path: () => '/recover' },
  'GET /numbers': { caller: 'anyone', path: () => '/numbers' },
  'GET /store': { caller: 'anyone', path: () => '/store' },
  'GET /api/v2/numbers': { caller: 'anyone', path: () => '/api/v2/numbers' },
  'GET /challenge/:id{[1-9][0-9]{0,14}}': {
    caller: 'anyone',
    path: ({ challengeId }) => `/challenge/${challengeId}`,
  },
  'GET /compos': { caller: 'anyone', path: () => '/compos' },
  'GET /compo/:key': { caller: 'anyone', path: ({ compo }) => `/compo/${compo.key}` },
  'GET /compo/:key/vote': { caller: 'anyone', path: ({ compo }) => `/compo/${compo.key}/vote` },
  'GET /awards': { caller: 'anyone', path: () => '/awards' },
  'GET /awards/:year{[0-9]{4}}': { caller: 'anyone', path: () => '/awards/2022' },
  'GET /groups': { caller: 'anyone', path: () => '/groups' },
  'GET /group/:slug': { caller: 'anyone', path: ({ groupId }) => `/group/${groupId}` },
  'GET /gallery/group/:slug': { caller: 'anyone', path: ({ groupId }) => `/gallery/group/${groupId}` },
  'GET /feeds/group/:group{[^/]+\\.ics}': { caller: 'anyone', path: ({ groupId }) => `/feeds/group/${groupId}.ics` },
  'GET /feeds/groups.ics': { caller: 'anyone', path: () => '/feeds/groups.ics' },
  'GET /tag/:tag': { caller: 'anyone', path: () => '/tag/role-table' },
  'GET /gallery/tag/:tag': { caller: 'anyone', path: () => '/gallery/tag/role-table' },
  'GET /gallery/co-op/:id{[1-9][0-9]{0,14}}': { caller: 'anyone', path: ({ coOpId }) => `/gallery/co-op/${coOpId}` },
  'GET /feeds/recent.atom': { caller: 'anyone', path: () => '/feeds/recent.atom' },
  'GET /feeds/featured.atom': { caller: 'anyone', path: () => '/feeds/featured.atom' },
  'GET /feeds/trending.atom': { caller: 'anyone', path: () => '/feeds/trending.atom' },
  'GET /feeds/tag/:tag{[^/]+\\.atom}': { caller: 'anyone', path: () => '/feeds/tag/role-table.atom' },
  'GET /feeds/user/:id{[1-9][0-9]{0,14}\\.atom}': {
    caller: 'anyone',
    path: ({ owner }) => `/feeds/user/${owner.id}.atom`,
  },
  'GET /oembed': {
    caller: 'anyone',
    path: ({ sketchId }) => `/oembed?url=${encodeURIComponent(`${ORIGIN}/sketch/${sketchId}`)}&format=json`,
  },
  'GET /robots.txt': { caller: 'anyone', path: () => '/robots.txt' },
  'GET /sitemap.xml': { caller: 'anyone', path: () => '/sitemap.xml' },
  'GET /sitemap/:part{(?:sketches|profiles|topics)-[1-9][0-9]{0,9}\\.xml}': {
    caller: 'anyone',
    path: () => '/sitemap/sketches-1.xml',
  },

  'GET /sign-in': { caller: 'anyone', path: () => '/sign-in', status: 502 },
  'GET /sign-in/callback': { caller: 'anyone', path: () => '/sign-in/callback', status: 302 },
  'GET /sign-in/apple': { caller: 'anyone', path: () => '/sign-in/apple', status: 302 },
  'POST /api/v2/signUp': {
    caller: 'newcomer',
    path: () => '/api/v2/signUp',
    call: () => ({ body: { nickname: 'Newcomer', birthDate: '1996-05-03' } }),
  },
  'POST /api/v2/signUp/end': {
    caller: 'anyone',
    path: () => '/api/v2/signUp/end',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'GET /api/v2/logins': { caller: 'member', ownSession: true, path: () => '/api/v2/logins' },
  'POST /api/v2/logins/link': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/logins/link',
    call: () => ({ body: { provider: 'apple' } }),
  },
  'POST /api/v2/logins/unlink': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/logins/unlink',
    call: () => ({ body: { provider: 'google' } }),
  },
  'POST /api/v2/passkeys/options': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/passkeys/options',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'POST /api/v2/passkeys/add': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/passkeys/add',
    call: () => ({
      body: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    }),
    status: 400,
  },
  'POST /api/v2/passkeys/rename': {
    caller: 'owner',
    stranger: 404,
    ownSession: true,
    path: () => '/api/v2/passkeys/rename',
    call: ({ passkeyId }) => ({ body: { id: passkeyId, name: 'Key' } }),
  },
  'POST /api/v2/passkeys/remove': {
    caller: 'owner',
    stranger: 404,
    ownSession: true,
    path: () => '/api/v2/passkeys/remove',
    call: ({ passkeyId }) => ({ body: { id: passkeyId } }),
  },
  'POST /api/v2/passkeys/signInOptions': {
    caller: 'anyone',
    path: () => '/api/v2/passkeys/signInOptions',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'POST /api/v2/passkeys/signIn': {
    caller: 'anyone',
    path: () => '/api/v2/passkeys/signIn',
    call: () => ({
      body: {
        ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
        response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
      },
    }),
    status: 400,
  },
  'POST /api/v2/backupCodes/renew': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/backupCodes/renew',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'POST /api/v2/recover/backupCode': {
    caller: 'anyone',
    path: () => '/api/v2/recover/backupCode',
    call: () => ({ body: { nickname: 'Nobody', code: '0000-0000-0000-0000' } }),
    status: 400,
  },
  'POST /api/v2/account/delete': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/account/delete',
    call: () => ({ body: { nickname: 'somebody else' } }),
    status: 400,
  },
  'POST /api/v2/account/keep': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/account/keep',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'GET /api/v2/store': { caller: 'member', path: () => '/api/v2/store' },
  // The provider does not answer: test/worker/store tries orders with one that does.
  'POST /api/v2/store/order': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/store/order',
    call: () => ({ body: { item: 'hearts25', key: 'key-of-the-role-table' } }),
    status: 502,
  },
  'POST /api/v2/store/capture': {
    caller: 'owner',
    ownSession: true,
    stranger: 404,
    path: () => '/api/v2/store/capture',
    call: ({ orders }) => ({ body: { token: orders.waitingToken } }),
    status: 502,
  },
  'GET /api/v2/store/orders': { caller: 'member', ownSession: true, path: () => '/api/v2/store/orders' },
  'GET /api/v2/store/gifts': { caller: 'member', ownSession: true, path: () => '/api/v2/store/gifts' },
  'GET /api/v2/store/order/:id': {
    caller: 'owner',
    stranger: 404,
    ownSession: true,
    path: ({ orders }) => `/api/v2/store/order/${orders.paidId}`,
  },
  'POST /api/v2/store/notice': {
    caller: 'anyone',
    signed: true,
    path: () => '/api/v2/store/notice',
    call: () => ({ raw: '{}', headers: { origin: null } }),
    status: 400,
  },
  'POST /api/v2/recover/generate': {
    caller: 'anyone',
    path: () => '/api/v2/recover/generate',
    call: () => ({ body: { email: 'nobody@people.test' } }),
  },
  'POST /api/v2/recover/accept': {
    caller: 'anyone',
    path: () => '/api/v2/recover/accept',
    call: () => ({ body: { key: '0'.repeat(40) } }),
    status: 400,
  },
  'POST /api/v2/email/confirm': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/email/confirm',
    call: () => ({ body: { key: '0'.repeat(40) } }),
    status: 400,
  },
  'POST /api/v2/email/repeat': {
    caller: 'member',
    path: () => '/api/v2/email/repeat',
    call: () => ({ body: {} }),
    bodiless: true,
    ownSession: true,
    status: 404,
  },
  'POST /unsubscribe/:token': {
    caller: 'anyone',
    signed: true,
    path: ({ unsubscribePath }) => unsubscribePath,
    call: () => ({ raw: 'List-Unsubscribe=One-Click', headers: { origin: null } }),
  },
  'POST /api/v2/unsubscribe': {
    caller: 'anyone',
    path: () => '/api/v2/unsubscribe',
    call: ({ unsubscribePath }) => ({ body: { token: unsubscribePath.split('/').at(-1), on: true } }),
  },
  'GET /api/v2/gloperate/failedMails': { caller: 'staff', path: () => '/api/v2/gloperate/failedMails' },
  'GET /api/v2/gloperate/log': { caller: 'staff', path: () => '/api/v2/gloperate/log' },
  'POST /api/v2/gloperate/retryMail': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/retryMail',
    call: ({ failedMailId }) => ({ body: { id: failedMailId } }),
  },
  'POST /api/v2/authAppleId': {
    caller: 'anyone',
    path: () => '/api/v2/authAppleId',
    call: () => ({ body: { identityToken: 'no token' } }),
    status: 400,
  },
  'GET /api/v2/session': { caller: 'anyone', path: () => '/api/v2/session' },
  'GET /api/v2/sessions': { caller: 'member', ownSession: true, path: () => '/api/v2/sessions' },
  'POST /api/v2/sessions/end': {
    caller: 'owner',
    stranger: 404,
    ownSession: true,
    path: () => '/api/v2/sessions/end',
    call: ({ sessionId }) => ({ body: { id: sessionId } }),
  },
  'POST /logout': { caller: 'anyone', path: () => '/logout', call: () => ({ body: {} }), bodiless: true },

  'GET /recentSketches': { caller: 'anyone', path: () => '/recentSketches' },
  'GET /featuredSketches': { caller: 'anyone', path: () => '/featuredSketches' },
  'GET /recentHearts': { caller: 'anyone', path: () => '/recentHearts' },
  'GET /topSketches/:page': { caller: 'anyone', path: () => '/topSketches/1?format=json' },
  'GET /api/v2/search/tops': { caller: 'anyone', path: () => '/api/v2/search/tops?days=7' },
  'GET /api/v2/index/trending': { caller: 'anyone', path: () => '/api/v2/index/trending?page=1' },
  'GET /user/:id/sketches': { caller: 'anyone', path: ({ owner }) => `/user/${owner.id}/sketches?format=json` },
  'GET /user/:id/hearts': { caller: 'anyone', path: ({ owner }) => `/user/${owner.id}/hearts?format=json` },
  'GET /tag/:tag/sketches': { caller: 'anyone', path: () => '/tag/sea/sketches?format=json' },
  'GET /api/v2/coOp/:id': { caller: 'anyone', path: ({ coOpId }) => `/api/v2/coOp/${coOpId}` },
  'GET /api/v2/coOp/:id/tree': { caller: 'anyone', path: ({ coOpId }) => `/api/v2/coOp/${coOpId}/tree` },
  'POST /api/v2/content/createImage': {
    caller: 'staff',
    path: () => '/api/v2/content/createImage',
    call: ({ sketchId }) => ({ body: { sketchId, path: 'reference', title: '' } }),
  },
  'GET /api/v2/content/images': { caller: 'staff', path: () => '/api/v2/content/images' },
  'POST /api/v2/content/removeImage': {
    caller: 'staff',
    path: () => '/api/v2/content/removeImage',
    call: ({ sharedImageId }) => ({ body: { id: sharedImageId, reason: 'Twice.' } }),
  },
  'POST /api/v2/content/createCoOpSketch': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/content/createCoOpSketch',
    call: ({ sketchId }) => ({ body: { sketchId, path: 'co-ops', title: 'Go on', desc: '' } }),
  },
  'GET /api/v2/user/recommendations': { caller: 'member', path: () => '/api/v2/user/recommendations' },
  'GET /api/v2/challenge/streak': { caller: 'member', path: () => '/api/v2/challenge/streak' },
  'POST /api/v2/user/timeZone': {
    caller: 'member',
    path: () => '/api/v2/user/timeZone',
    call: () => ({ body: { timeZone: 'Europe/Paris' } }),
  },
  'GET /api/v2/user/sketchesToEnter': {
    caller: 'member',
    path: () => '/api/v2/user/sketchesToEnter?in=challenge',
  },
  'GET /activity/:page': { caller: 'member', path: () => '/activity/1?format=json&filter=uploads' },
  'GET /api/v2/notices': { caller: 'member', path: () => '/api/v2/notices?category=comments' },
  'POST /api/v2/notices/read': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/notices/read',
    call: () => ({ body: { all: true } }),
  },
  'POST /api/v2/notices/mute': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/notices/mute',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'GET /api/v2/notices/settings': { caller: 'member', ownSession: true, path: () => '/api/v2/notices/settings' },
  'POST /api/v2/notices/settings': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/notices/settings',
    call: () => ({ body: { category: 'hearts', on: false } }),
  },
  'GET /editProfile': { caller: 'member', ownSession: true, path: () => '/editProfile?format=json' },
  'POST /editProfile': {
    ownSession: true,
    caller: 'member',
    path: () => '/editProfile',
    call: () => ({ body: profileFormOf(`Renamed ${crypto.randomUUID().slice(0, 8)}`) }),
  },
  'GET /user/:id/edit': { caller: 'staff', path: ({ owner }) => `/user/${owner.id}/edit?format=json` },
  'POST /user/:id/edit': {
    caller: 'staff',
    path: ({ owner }) => `/user/${owner.id}/edit`,
    call: ({ owner }) => ({ body: { ...profileInfoOf(owner.nickname), reason: 'Rude.' } }),
  },
  'GET /api/v2/patron/:name': { caller: 'anyone', path: ({ patronSlug }) => `/api/v2/patron/${patronSlug}` },
  'POST /api/v2/user/noteToFans': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/user/noteToFans',
    call: () => ({ body: { message: 'New prints in the shop.' } }),
  },
  'POST /api/v2/user/theme': {
    caller: 'member',
    path: () => '/api/v2/user/theme',
    call: () => ({ body: { theme: 'gray' } }),
  },
  'GET /api/v2/sketch/:id': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/sketch/${sketchId}` },
  'POST /api/v2/sketch/:id': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/api/v2/sketch/${sketchId}`,
    call: () => ({ body: { action: 'delete' } }),
  },
  'GET /sketch/:id/edit': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/edit?format=json`,
  },
  'POST /sketch/:id/edit': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/edit?format=json`,
    call: () => ({ body: editBodyOf() }),
  },
  'GET /sketch/:png{[1-9][0-9]{0,14}\\.png}': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}.png`,
  },
  'GET /sketch/:id/versions': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/versions?format=json`,
  },
  'POST /sketch/:id/version': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/version`,
    call: ({ uploadId }) => ({ body: { uploadId } }),
  },
  'PUT /sketch/:id/video': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/video`,
    call: () => filePut(mp4()),
  },
  'PUT /sketch/:id/file': {
    caller: 'owner',
    stranger: 403,
    path: ({ sketchId }) => `/sketch/${sketchId}/file`,
    call: () => filePut(croquisFile()),
  },
  'GET /video/:address{[0-9a-f]{40}}': { caller: 'anyone', path: ({ video }) => video },
  'GET /sketch-file/:file{[1-9][0-9]{0,14}\\.croquis}': {
    caller: 'anyone',
    path: ({ sketchId }) => `/sketch-file/${sketchId}.croquis`,
  },
  'GET /api/v2/sketchStats/:id': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/sketchStats/${sketchId}` },
  'GET /api/v2/sketchThumb/:id': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/sketchThumb/${sketchId}` },
  'GET /api/v2/sketchInfo/:id': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/sketchInfo/${sketchId}` },
  'GET /api/v2/sketchHearts/:id': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/sketchHearts/${sketchId}` },
  'GET /api/v2/sketchHasCoOps/:id': { caller: 'anyone', path: ({ coOpId }) => `/api/v2/sketchHasCoOps/${coOpId}` },
  'POST /api/v2/user/setAvatar': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/setAvatar',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'POST /api/v2/user/setCover': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/setCover',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
    status: 409,
  },
  'POST /api/v2/user/setEmoticon': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/user/setEmoticon',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'GET /api/v2/tags': { caller: 'anyone', path: () => '/api/v2/tags?query=sea' },
  'GET /api/v2/tag/follow': { caller: 'anyone', path: () => '/api/v2/tag/follow?tag=role-table' },
  'POST /api/v2/tag/follow': {
    caller: 'member',
    path: () => '/api/v2/tag/follow',
    call: () => ({ body: { tag: 'role-table' } }),
  },
  'POST /api/v2/tag/unfollow': {
    caller: 'member',
    path: () => '/api/v2/tag/unfollow',
    call: () => ({ body: { tag: 'role-table' } }),
  },
  'POST /api/v2/tags/alias': {
    caller: 'staff',
    path: () => '/api/v2/tags/alias',
    call: () => ({ body: { alias: 'table-of-roles', tag: 'role-table', reason: 'Same word.' } }),
  },
  'GET /api/v2/tags/aliases': { caller: 'staff', path: () => '/api/v2/tags/aliases' },
  'POST /api/v2/tags/alias/remove': {
    caller: 'staff',
    path: () => '/api/v2/tags/alias/remove',
    call: () => ({ body: { alias: 'no-alias', tag: 'role-table', reason: 'Another word.' } }),
    status: 404,
  },
  'GET /api/v2/users': { caller: 'anyone', path: () => '/api/v2/users?sort=fans' },
  'GET /api/v2/users/latest': { caller: 'anyone', path: () => '/api/v2/users/latest' },
  'GET /api/v2/search/user': { caller: 'anyone', path: () => '/api/v2/search/user?query=mira' },
  'GET /api/v2/search/sketch': {
    caller: 'anyone',
    path: () => `/api/v2/search/sketch?query=${encodeURIComponent('sea tag:cat user:mira -wip')}`,
  },
  'GET /api/v2/search/suggestions': { caller: 'anyone', path: () => '/api/v2/search/suggestions?q=sea' },
  'GET /api/v2/search/magic': {
    caller: 'anyone',
    path: ({ sketchId }) => `/api/v2/search/magic?like=${sketchId}&colours=1b1d21&query=sea`,
  },
  'GET /image/:key{[0-9a-f]{40}}/:width{[1-9][0-9]*}': { caller: 'anyone', path: ({ image }) => `${image}/200` },

  'GET /api/v2/index': { caller: 'anyone', path: () => '/api/v2/index?recent=25&motd=true' },
  'POST /api/v2/index': {
    caller: 'anyone',
    path: () => '/api/v2/index',
    call: () => ({ body: { recent: 25, motd: true } }),
  },
  'POST /api/v2/gloperate/motd': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/motd',
    call: () => ({ body: { text: 'Good light today', link: '/gallery/trending' } }),
  },
  'GET /api/v2/sketch/:id/neighbours': {
    caller: 'anyone',
    path: ({ sketchId }) => `/api/v2/sketch/${sketchId}/neighbours?in=recent`,
  },
  'POST /rate': {
    ownSession: true,
    caller: 'member',
    path: () => '/rate',
    call: ({ sketchId }) => ({ body: { rating: 'rules', which: sketchId } }),
  },
  'POST /sketch/:id/report': {
    ownSession: true,
    caller: 'member',
    path: ({ sketchId }) => `/sketch/${sketchId}/report`,
    call: () => ({ body: { details: '', notsketch: true } }),
  },
  'POST /sketch/:id/dispute': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: ({ repostId }) => `/sketch/${repostId}/dispute`,
    call: () => ({ body: { details: '' } }),
  },
  'GET /api/v2/gloperate/blockedPictures': { caller: 'staff', path: () => '/api/v2/gloperate/blockedPictures' },
  'POST /api/v2/gloperate/picture/block': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/picture/block',
    call: ({ repostId }) => ({ body: { sketchId: repostId, reason: 'Stolen.' } }),
  },
  'POST /api/v2/gloperate/picture/unblock': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/picture/unblock',
    call: ({ blockedPictureId }) => ({ body: { id: blockedPictureId, reason: 'A mistake.' } }),
  },
  'POST /gloperate/feature': {
    caller: 'staff',
    path: () => '/gloperate/feature',
    call: ({ sketchId }) => ({ body: { sketchId, reason: 'The light.' } }),
  },
  'POST /gloperate/violation': {
    caller: 'staff',
    path: () => '/gloperate/violation',
    call: ({ sketchId }) => ({ body: { sketchId, violation: 'copyright', reason: 'Copied.' } }),
  },
  'POST /gloperate/mark': {
    caller: 'staff',
    path: () => '/gloperate/mark',
    call: ({ sketchId }) => ({ body: { sketchId, mark: 'mature', on: true, reason: 'A nude.' } }),
  },
  'GET /api/v2/gloperate/reportedSketches': { caller: 'staff', path: () => '/api/v2/gloperate/reportedSketches' },

  'POST /api/v2/gloperate/ban': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/ban',
    call: ({ owner }) => ({ body: { uid: owner.id, duration: 0, reason: 'Be kind.' } }),
  },
  'POST /api/v2/gloperate/liftBan': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/liftBan',
    call: ({ owner }) => ({ body: { uid: owner.id, reason: 'Talked it over.' } }),
  },
  'GET /api/v2/gloperate/standing': {
    caller: 'staff',
    path: ({ owner }) => `/api/v2/gloperate/standing?user=${owner.id}`,
  },
  'POST /api/v2/gloperate/confirmBan': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/confirmBan',
    call: ({ banId }) => ({ body: { id: banId } }),
  },
  'GET /api/v2/gloperate/bans': { caller: 'staff', path: () => '/api/v2/gloperate/bans' },
  'POST /api/v2/user/warningAccept': {
    caller: 'owner',
    stranger: 403,
    ownSession: true,
    path: () => '/api/v2/user/warningAccept',
    call: ({ owner }) => ({ body: { userId: owner.id } }),
  },
  'GET /api/v2/user/export': { caller: 'member', ownSession: true, path: () => '/api/v2/user/export' },
  'POST /api/v2/user/export': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/user/export',
    call: () => ({ body: {} }),
  },
  'GET /api/v2/user/export/:id/:part': {
    caller: 'owner',
    stranger: 404,
    ownSession: true,
    path: ({ exportPath }) => exportPath,
  },
  'GET /admin/orders': { caller: 'admin', path: () => '/admin/orders' },
  'GET /admin/member/:id': { caller: 'staff', path: ({ owner }) => `/admin/member/${owner.id}` },
  'POST /admin/role': {
    caller: 'admin',
    path: () => '/admin/role',
    call: ({ owner }) => ({ body: { userId: owner.id, role: 'f', granted: true, reason: 'Has an eye.' } }),
  },
  'POST /admin/mergeTo': {
    caller: 'staff',
    path: () => '/admin/mergeTo',
    call: ({ owner, stranger }) => ({
      body: { userId: stranger.id, targetUserId: owner.id, reason: 'Both are theirs.' },
    }),
  },
  'POST /admin/impersonate': {
    caller: 'staff',
    path: () => '/admin/impersonate',
    call: ({ owner }) => ({ body: { userId: owner.id, reason: 'Asked for help.' } }),
  },
  'POST /admin/impersonate/stop': {
    caller: 'member',
    path: () => '/admin/impersonate/stop',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'POST /api/v2/report': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/report',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'GET /api/v2/messages': { ownSession: true, caller: 'member', path: () => '/api/v2/messages' },
  'POST /api/v2/messages': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/messages',
    call: () => ({ body: { page: 1 } }),
  },
  'GET /api/v2/message/posts': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: ({ threadId }) => `/api/v2/message/posts?id=${threadId}`,
  },
  'POST /api/v2/message/posts': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/message/posts',
    call: ({ threadId }) => ({ body: { id: threadId, page: 1 } }),
  },
  'POST /api/v2/message/write': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/message/write',
    call: ({ owner }) => ({ body: { to: owner.id, subject: 'Swap', text: 'Pears?' } }),
  },
  'POST /api/v2/message/reply': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/message/reply',
    call: ({ threadId }) => ({ body: { id: threadId, text: 'Pears.' } }),
  },
  'POST /api/v2/message/read': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/message/read',
    call: ({ threadId }) => ({ body: { id: threadId, upTo: 1 } }),
  },
  'POST /message/:id': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: ({ threadId }) => `/message/${threadId}`,
    call: () => ({ body: { action: 'accept' } }),
  },
  'GET /api/v2/forum/topics': { caller: 'anyone', path: () => '/api/v2/forum/topics' },
  'GET /api/v2/forum/topic/:id': { caller: 'anyone', path: ({ topicId }) => `/api/v2/forum/topic/${topicId}` },
  'GET /api/v2/forum/search': { caller: 'anyone', path: () => '/api/v2/forum/search?query=water' },
  'POST /api/v2/forum/topic': {
    caller: 'member',
    path: () => '/api/v2/forum/topic',
    call: () => ({ body: { category: 2, title: 'Muddy water', text: 'Why?', key: crypto.randomUUID() } }),
  },
  'POST /api/v2/forum/post': {
    caller: 'member',
    path: () => '/api/v2/forum/post',
    call: ({ topicId }) => ({ body: { topic: topicId, text: 'Clean brush.', key: crypto.randomUUID() } }),
  },
  'POST /api/v2/forum/post/edit': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/forum/post/edit',
    call: ({ postId }) => ({ body: { id: postId, text: 'Why is it grey?' } }),
  },
  'POST /api/v2/forum/post/delete': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/forum/post/delete',
    call: ({ postId }) => ({ body: { id: postId } }),
  },
  'POST /api/v2/forum/post/report': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/forum/post/report',
    call: ({ postId }) => ({ body: { id: postId } }),
  },
  'POST /api/v2/forum/read': {
    caller: 'member',
    path: () => '/api/v2/forum/read',
    call: ({ topicId }) => ({ body: { topic: topicId, upTo: 1 } }),
  },
  'POST /api/v2/forum/watch': {
    caller: 'member',
    path: () => '/api/v2/forum/watch',
    call: ({ topicId }) => ({ body: { topic: topicId, on: true } }),
  },
  'POST /api/v2/forum/moderate': {
    caller: 'staff',
    path: () => '/api/v2/forum/moderate',
    call: ({ topicId }) => ({ body: { topic: topicId, action: 'pin', reason: 'Useful.' } }),
  },
  'POST /api/v2/forum/category': {
    caller: 'staff',
    path: () => '/api/v2/forum/category',
    call: () => ({
      body: {
        slug: `paper-${crypto.randomUUID().slice(0, 8)}`,
        name: 'Paper',
        description: '',
        staffOnly: false,
        closed: false,
        reason: 'Asked for.',
      },
    }),
  },
  'POST /api/v2/forum/categories': {
    caller: 'staff',
    path: () => '/api/v2/forum/categories',
    call: () => ({ body: { ids: [2, 1] } }),
  },
  'GET /api/v2/gloperate/reportedMessages': { caller: 'staff', path: () => '/api/v2/gloperate/reportedMessages' },
  'GET /api/v2/gloperate/counts': { caller: 'staff', path: () => '/api/v2/gloperate/counts' },
  'GET /api/v2/gloperate/cases': { caller: 'staff', path: () => '/api/v2/gloperate/cases' },
  'GET /api/v2/gloperate/case': { caller: 'staff', path: ({ caseId }) => `/api/v2/gloperate/case?id=${caseId}` },
  'POST /api/v2/gloperate/case/claim': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/case/claim',
    call: ({ caseId }) => ({ body: { id: caseId } }),
  },
  'POST /api/v2/gloperate/case/release': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/case/release',
    call: ({ caseId }) => ({ body: { id: caseId } }),
  },
  'POST /api/v2/gloperate/case/decide': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/case/decide',
    call: ({ caseId }) => ({ body: { id: caseId, action: 'none' } }),
  },
  'POST /api/v2/gloperate/case/undo': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/case/undo',
    call: ({ undoableCaseId }) => ({ body: { id: undoableCaseId, reason: 'A mistake.' } }),
  },
  'GET /api/v2/decision': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: ({ decidedCaseId }) => `/api/v2/decision?case=${decidedCaseId}`,
  },
  'POST /api/v2/appeal': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/appeal',
    call: () => ({ body: { case: 999_999, text: 'It is a life drawing.' } }),
    status: 404,
  },
  'GET /api/v2/gloperate/appeals': { caller: 'staff', path: () => '/api/v2/gloperate/appeals' },
  'POST /api/v2/gloperate/appeal/decide': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/appeal/decide',
    call: ({ appealId }) => ({ body: { id: appealId, outcome: 'overturned', reason: 'A life drawing.' } }),
  },
  'GET /api/v2/gloperate/reportedComments': { caller: 'staff', path: () => '/api/v2/gloperate/reportedComments' },
  'GET /api/v2/gloperate/reportedUsers': { caller: 'staff', path: () => '/api/v2/gloperate/reportedUsers' },

  'POST /heart': {
    ownSession: true,
    caller: 'member',
    path: () => '/heart',
    call: ({ sketchId }) => ({ body: { action: 'heart', which: sketchId } }),
  },
  'GET /api/comments/:which': { caller: 'anyone', path: ({ sketchId }) => `/api/comments/${sketchId}?type=sketch` },
  'POST /comment': {
    caller: 'member',
    path: () => '/comment',
    call: ({ sketchId }) => ({
      body: { key: crypto.randomUUID(), comment: 'What light!', type: 'sketch', which: sketchId },
    }),
  },

  'POST /api/v2/gloperate/deleteComment': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/deleteComment',
    call: ({ commentId }) => ({ body: { id: commentId, reason: 'Unkind.' } }),
  },
  'POST /api/v2/report/comment': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/report/comment',
    call: ({ commentId }) => ({ body: { id: commentId } }),
  },
  'GET /api/v2/mention/named': { caller: 'anyone', path: () => '/api/v2/mention/named?names=%40mira' },
  'GET /api/v2/mention': { caller: 'member', path: () => '/api/v2/mention?query=mi' },

  'GET /socket/chat/:channel': { caller: 'member', path: () => '/socket/chat/lobby', status: 426 },
  'GET /socket/member': { caller: 'member', path: () => '/socket/member', status: 426 },
  'GET /socket/whiteboard': { caller: 'member', path: () => '/socket/whiteboard', status: 426 },
  'GET /whiteboard/board.png': { caller: 'anyone', path: () => '/whiteboard/board.png' },
  'GET /api/v2/whiteboard/history': { caller: 'anyone', path: () => '/api/v2/whiteboard/history' },
  'POST /api/v2/whiteboard/draw-policy': {
    caller: 'staff',
    path: () => '/api/v2/whiteboard/draw-policy',
    call: () => ({ body: { frozen: false, excludesNewMembers: false } }),
  },
  'POST /api/v2/whiteboard/rollback': {
    caller: 'staff',
    path: () => '/api/v2/whiteboard/rollback',
    call: ({ owner }) => ({ body: { userId: owner.id, minutes: null, area: null, reason: 'Spam.' } }),
  },
  'POST /api/v2/whiteboard/restore': {
    caller: 'staff',
    path: () => '/api/v2/whiteboard/restore',
    call: () => ({ body: { revision: 1 } }),
    status: 404,
  },
  'GET /whiteboard/slices/:name{[1-9][0-9]*-[0-9]+\\.png}': {
    caller: 'anyone',
    path: () => '/whiteboard/slices/1-0.png',
    status: 404,
  },
  'GET /api/v2/whiteboard/log': { caller: 'anyone', path: () => '/api/v2/whiteboard/log' },
  'GET /api/v2/whiteboard/log/:revision{[0-9]{1,15}}/:after{[0-9]{1,15}}': {
    caller: 'anyone',
    path: () => '/api/v2/whiteboard/log/0/0',
  },
  'GET /whiteboard/snapshots/:revision{[0-9]{1,15}}/:file{[1-9][0-9]{0,14}\\.png}': {
    caller: 'anyone',
    path: () => '/whiteboard/snapshots/0/1.png',
    status: 404,
  },
  ...streamRoles,
  'GET /api/v2/chat/ticket': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/chat/ticket?channel=lobby',
  },
  'POST /api/v2/chat/moderate': {
    caller: 'staff',
    ownSession: true,
    path: () => '/api/v2/chat/moderate',
    call: () => ({ body: { action: 'topic', channel: 'lobby', message: 'Be kind' } }),
  },
  'GET /api/v2/chat/settings': {
    caller: 'staff',
    ownSession: true,
    path: () => '/api/v2/chat/settings?channel=lobby',
  },
  'GET /api/v2/chat/room': { caller: 'member', path: () => '/api/v2/chat/room?channel=lobby' },
  'POST /api/v2/chat/handOver': {
    caller: 'owner',
    stranger: 403,
    ownSession: true,
    path: () => '/api/v2/chat/handOver',
    call: ({ roomChannel, stranger }) => ({ body: { action: 'offer', channel: roomChannel, userId: stranger.id } }),
  },
  'POST /api/v2/chat/close': {
    caller: 'owner',
    stranger: 403,
    ownSession: true,
    path: () => '/api/v2/chat/close',
    call: ({ roomChannel }) => ({ body: { channel: roomChannel } }),
  },
  'GET /api/v2/chat/search': { caller: 'staff', path: () => '/api/v2/chat/search?channel=lobby&query=kind' },

  'GET /api/user/:id': { caller: 'anyone', path: ({ owner }) => `/api/user/${owner.id}` },
  'POST /api/fan': { caller: 'member', path: () => '/api/fan', call: ({ owner }) => ({ body: { user: owner.id } }) },
  'POST /api/unfan': {
    caller: 'member',
    path: () => '/api/unfan',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'POST /api/v2/fan/notify': {
    caller: 'member',
    path: () => '/api/v2/fan/notify',
    call: ({ owner }) => ({ body: { user: owner.id, which: 'stream', value: true } }),
    status: 403,
  },
  'POST /api/v2/user/apiKey': {
    caller: 'member',
    ownSession: true,
    path: () => '/api/v2/user/apiKey',
    call: () => ({ body: {} }),
    bodiless: true,
  },
  'GET /api/v2/fan/followers': { caller: 'anyone', path: ({ owner }) => `/api/v2/fan/followers?user=${owner.id}` },
  'GET /api/v2/fan/following': { caller: 'anyone', path: ({ owner }) => `/api/v2/fan/following?user=${owner.id}` },
  'GET /api/v2/fan/fanOf': { caller: 'member', path: () => '/api/v2/fan/fanOf' },
  'GET /api/v2/users/people': { caller: 'anyone', path: ({ owner }) => `/api/v2/users/people?users=${owner.id}` },
  'GET /api/v2/fan/status': { caller: 'member', path: ({ owner }) => `/api/v2/fan/status?users=${owner.id}` },
  'POST /api/v2/user/block': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/user/block',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'POST /api/v2/user/unblock': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/user/unblock',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  'GET /api/v2/user/blocked': { ownSession: true, caller: 'member', path: () => '/api/v2/user/blocked?infos=1' },

  'GET /api/v2/upload/sketch': { caller: 'member', ownSession: true, path: () => '/api/v2/upload/sketch' },
  'PUT /api/v2/upload/file': {
    ownSession: true,
    caller: 'member',
    path: () => '/api/v2/upload/file',
    call: () => filePut(uniqueCopy(pictures.png)),
  },
  'POST /api/v2/upload/sketch': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/upload/sketch',
    call: ({ uploadId }) => ({ body: postBody(uploadId) }),
  },
  'POST /api/v2/upload/drop': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/upload/drop',
    call: ({ uploadId }) => ({ body: { uploadId } }),
  },

  'GET /api/v2/content/categories': { caller: 'anyone', path: () => '/api/v2/content/categories?kind=brush' },
  'POST /api/v2/content/categories': {
    caller: 'anyone',
    path: () => '/api/v2/content/categories',
    call: () => ({ body: { kind: 'brush' } }),
  },
  'GET /api/v2/content/items': { caller: 'anyone', path: () => '/api/v2/content/items?kind=brush' },
  'POST /api/v2/content/items': {
    caller: 'anyone',
    path: () => '/api/v2/content/items',
    call: () => ({ body: { kind: 'brush', category: '', sort: 'title', cursor: '' } }),
  },
  'GET /api/v2/content/brush/:id': { caller: 'anyone', path: ({ brush }) => `/api/v2/content/brush/${brush.id}` },
  'GET /shared/brush/:file{[1-9][0-9]{0,14}\\.json}': {
    caller: 'anyone',
    path: ({ brush }) => `/shared/brush/${brush.id}.json`,
  },
  'GET /image/brush/:name{[0-9a-f]{40}}': { caller: 'anyone', path: ({ brush }) => brush.previewUrl },

  'GET /api/v2/challenge': { caller: 'anyone', path: () => '/api/v2/challenge' },
  'POST /api/v2/challenge': { caller: 'anyone', path: () => '/api/v2/challenge', call: () => ({ body: {} }) },
  'GET /api/v2/challenge/:id': { caller: 'anyone', path: ({ challengeId }) => `/api/v2/challenge/${challengeId}` },
  'GET /api/v2/search/challenge': { caller: 'anyone', path: () => '/api/v2/search/challenge?query=tide' },
  'POST /api/v2/search/challenge': {
    caller: 'anyone',
    path: () => '/api/v2/search/challenge',
    call: () => ({ body: { query: 'tide' } }),
  },
  'POST /challenges': {
    caller: 'owner',
    stranger: 403,
    path: () => '/challenges',
    call: ({ challengeId, sketchId }) => ({ body: { challengeId, sketchId } }),
  },
  'GET /api/v2/challenge/suggestions': { caller: 'member', path: () => '/api/v2/challenge/suggestions' },
  'POST /api/v2/challenge/withdraw': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/challenge/withdraw',
    call: ({ suggestionId }) => ({ body: { id: suggestionId } }),
  },
  'POST /api/v2/challenge/open': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/challenge/open',
    call: ({ groupId }) => ({ body: { group: groupId, title: 'A heron', description: '' } }),
  },
  'POST /api/v2/challenge/delete': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/challenge/delete',
    call: ({ groupChallengeId }) => ({ body: { challengeId: groupChallengeId } }),
  },
  'POST /api/v2/challenge/removeSketch': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/challenge/removeSketch',
    call: ({ sketchId }) => ({ body: { sketch: sketchId } }),
  },
  'GET /api/v2/compo': { caller: 'anyone', path: () => '/api/v2/compo' },
  'GET /api/v2/compo/open': { caller: 'member', path: () => '/api/v2/compo/open' },
  'POST /api/v2/compo': { caller: 'anyone', path: () => '/api/v2/compo', call: () => ({ body: {} }) },
  'GET /api/v2/compo/info': { caller: 'anyone', path: ({ compo }) => `/api/v2/compo/info?name=${compo.key}` },
  'POST /api/v2/compo/info': {
    caller: 'anyone',
    path: () => '/api/v2/compo/info',
    call: ({ compo }) => ({ body: { name: compo.key } }),
  },
  'GET /api/v2/compo/voters': {
    caller: 'staff',
    path: ({ closedCompo }) => `/api/v2/compo/voters?name=${closedCompo}`,
  },
  'GET /compo/:key/ballots.json': { caller: 'anyone', path: ({ closedCompo }) => `/compo/${closedCompo}/ballots.json` },
  'GET /compo/:key/:page': { caller: 'anyone', path: ({ compo }) => `/compo/${compo.key}/1?format=json` },
  'POST /compo/:key': {
    caller: 'owner',
    stranger: 403,
    path: ({ compo }) => `/compo/${compo.key}`,
    call: ({ sketchId }) => ({ body: { sketchId } }),
  },
  'POST /api/compoRemoveSketch': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/compoRemoveSketch',
    call: ({ compo }) => ({ body: { which: compo.entryId } }),
  },
  'POST /admin/compoInvite': {
    caller: 'staff',
    path: () => '/admin/compoInvite',
    call: ({ compo, sketchId }) => ({ body: { sketchId, compo: compo.key } }),
  },
  'POST /admin/inviteAccepted': {
    caller: 'owner',
    stranger: 404,
    path: () => '/admin/inviteAccepted',
    call: ({ invitedSketch }) => ({ body: { sketchId: invitedSketch } }),
  },
  'POST /api/v2/compo/declineInvite': {
    ownSession: true,
    caller: 'owner',
    stranger: 404,
    path: () => '/api/v2/compo/declineInvite',
    call: ({ invitedSketch }) => ({ body: { sketchId: invitedSketch } }),
  },
  'GET /api/compoVote/:key': {
    caller: 'member',
    ownSession: true,
    path: ({ votingCompo }) => `/api/compoVote/${votingCompo}`,
  },
  // A new member, as a stranger is, may not vote yet.
  'POST /api/compoVote/:key': {
    caller: 'owner',
    ownSession: true,
    stranger: 403,
    path: ({ votingCompo }) => `/api/compoVote/${votingCompo}`,
    call: () => ({ body: { step: 0, votes: '[]' } }),
  },
  'POST /api/v2/compo/delete': {
    caller: 'staff',
    path: () => '/api/v2/compo/delete',
    call: ({ emptyCompoId }) => ({ body: { compoId: emptyCompoId, reason: 'A mistake.' } }),
  },
  'POST /api/v2/compo/edit': {
    ownSession: true,
    caller: 'staff',
    path: () => '/api/v2/compo/edit',
    call: () => ({
      body: {
        key: `edited-${crypto.randomUUID().slice(0, 8)}`,
        title: 'Windows',
        thumbnail: null,
        startDate: '20260101000000',
        endDate: '20260108000000',
        endVotingDate: '20260115000000',
        entriesPerMember: 1,
        group: null,
      },
    }),
  },
  'GET /api/v2/awards/info': { caller: 'anyone', path: () => '/api/v2/awards/info?year=2022' },
  'POST /api/v2/awards/info': {
    caller: 'anyone',
    path: () => '/api/v2/awards/info',
    call: () => ({ body: { year: 2022 } }),
  },
  // Patrons read their own, which is tested in stats/.
  'GET /api/v2/stats': { caller: 'staff', path: ({ owner }) => `/api/v2/stats?user=${owner.id}` },
  'POST /api/v2/stats': {
    caller: 'staff',
    path: () => '/api/v2/stats',
    call: ({ owner }) => ({ body: { user: owner.id } }),
  },
  // A new member, as a stranger is, may not vote yet.
  'POST /api/v2/awards/vote': {
    caller: 'owner',
    ownSession: true,
    stranger: 403,
    path: () => '/api/v2/awards/vote',
    call: ({ awardVoting }) => ({ body: { cat: awardVoting.categoryId, obj: awardVoting.nomineeId } }),
  },
  'POST /awards': {
    caller: 'owner',
    ownSession: true,
    stranger: 403,
    path: () => '/awards',
    call: ({ nominating }) => ({
      body: { categoryId: nominating.categoryId, action: 'nominateSketch', sketchId: nominating.sketchId },
    }),
  },
  'POST /api/v2/awards/withdraw': {
    caller: 'owner',
    ownSession: true,
    stranger: 403,
    path: () => '/api/v2/awards/withdraw',
    call: ({ nominating }) => ({ body: { cat: nominating.categoryId, obj: nominating.nomineeId } }),
  },
  'POST /api/v2/awards/removeNominee': {
    caller: 'staff',
    path: () => '/api/v2/awards/removeNominee',
    call: ({ nominating }) => ({
      body: { cat: nominating.categoryId, obj: nominating.nomineeId, reason: 'Not this year.' },
    }),
  },
  'POST /api/v2/awards/edit': {
    caller: 'staff',
    path: () => '/api/v2/awards/edit',
    call: () => ({
      body: {
        year: 2998,
        nominationsStart: '29981201000000',
        nominationsEnd: '29990101000000',
        votingStart: '29990101000000',
        votingEnd: '29990201000000',
        categories: [],
      },
    }),
  },
  'POST /api/v2/awards/winner': {
    caller: 'staff',
    path: () => '/api/v2/awards/winner',
    call: ({ uncounted }) => ({
      body: { cat: uncounted.categoryId, obj: uncounted.sketchId, winner: true, reason: 'It won on paper.' },
    }),
  },
  'GET /api/v2/gloperate/challenges': { caller: 'staff', path: () => '/api/v2/gloperate/challenges' },
  'POST /api/v2/gloperate/challenge': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/challenge',
    call: () => ({ body: { title: 'A heron', description: '' } }),
  },
  'POST /api/v2/gloperate/challenge/edit': {
    ownSession: true,
    caller: 'staff',
    path: () => '/api/v2/gloperate/challenge/edit',
    call: ({ challengeId }) => ({ body: { challengeId, title: 'A heron, again', description: '' } }),
  },
  'POST /api/v2/gloperate/challenge/move': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/challenge/move',
    call: ({ ideaId }) => ({ body: { id: ideaId, to: 'earlier' } }),
  },
  'POST /api/v2/gloperate/challenge/remove': {
    caller: 'staff',
    path: () => '/api/v2/gloperate/challenge/remove',
    call: ({ ideaId }) => ({ body: { id: ideaId, reason: 'Had that.' } }),
  },
  'GET /api/v2/group': { caller: 'anyone', path: ({ groupId }) => `/api/v2/group?action=info&groupId=${groupId}` },
  // The roles of its writes are tested in groups/.
  'POST /api/v2/group': {
    caller: 'anyone',
    path: () => '/api/v2/group',
    call: () => ({ body: { action: 'query' } }),
  },
  'GET /api/v2/user/groups_recents': {
    caller: 'anyone',
    path: ({ owner }) => `/api/v2/user/groups_recents?userId=${owner.id}`,
  },
  ...Object.fromEntries(
    ['groupActivity', 'groupStats', 'features', 'groupFeatures'].flatMap((name) => {
      const path = () => `/api/v2/assist/${name}`
      return [
        [`GET /api/v2/assist/${name}`, { caller: 'groupAdmin', path }],
        [`POST /api/v2/assist/${name}`, { caller: 'groupAdmin', path, call: () => ({ body: {} }) }],
      ] satisfies [string, Role & Sample][]
    }),
  ),
  'GET /api/v2/assist/groupRequests': { caller: 'groupAdmin', path: () => '/api/v2/assist/groupRequests' },
  'POST /api/v2/assist/groupMod': {
    caller: 'groupAdmin',
    path: () => '/api/v2/assist/groupMod',
    call: ({ groupId }) => ({ body: { id: groupId, official: true, reason: 'A club.' } }),
  },
  'POST /api/v2/assist/groupSuggest': {
    caller: 'groupAdmin',
    path: () => '/api/v2/assist/groupSuggest',
    call: ({ groupId, sketchId }) => ({ body: { groupId, sketchId } }),
  },
  'GET /api/v2/album/info': {
    caller: 'anyone',
    path: ({ owner, albumId }) => `/api/v2/album/info?userId=${owner.id}&albumId=${albumId}`,
  },
  'GET /api/v2/album/sketches': {
    caller: 'anyone',
    path: ({ owner, albumId }) => `/api/v2/album/sketches?userId=${owner.id}&albumId=${albumId}`,
  },
  'GET /api/v2/album/list': { caller: 'anyone', path: ({ owner }) => `/api/v2/album/list?userId=${owner.id}` },
  'GET /api/v2/album/sketch': { caller: 'anyone', path: ({ sketchId }) => `/api/v2/album/sketch?sketchId=${sketchId}` },
  'POST /api/v2/album/create': {
    caller: 'member',
    path: () => '/api/v2/album/create',
    call: () => ({ body: { title: 'By the sea', description: '', collection: false } }),
  },
  'POST /api/v2/album/edit': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/edit',
    call: ({ albumId }) => ({ body: { albumId, title: 'By the lake', description: '' } }),
  },
  'POST /api/v2/album/delete': {
    ownSession: true,
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/delete',
    call: ({ owner, albumId }) => ({ body: { userId: owner.id, albumId } }),
  },
  'POST /api/v2/album/add': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/add',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId } }),
  },
  'POST /api/v2/album/remove': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/remove',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId } }),
  },
  'POST /api/v2/album/order': {
    caller: 'owner',
    stranger: 403,
    path: () => '/api/v2/album/order',
    call: ({ albumId, sketchId }) => ({ body: { albumId, sketchId, after: null } }),
  },
}

for (const name of [
  ...['users', 'search/user', 'search/sketch', 'search/magic', 'fan/followers', 'fan/following', 'user/blocked'],
  ...['album/info', 'album/sketches', 'album/list', 'album/sketch'],
]) {
  const read = roleTable[`GET /api/v2/${name}`]
  if (!read) throw new Error(`not a read: ${name}`)
  roleTable[`POST /api/v2/${name}`] = byPost(read)
}

/** Writes by the site's pages. */
export const writes = Object.entries(roleTable).filter(([route, { signed }]) => !route.startsWith('GET ') && !signed)
export const jsonWrites = writes.filter(([route]) => route.startsWith('POST '))
