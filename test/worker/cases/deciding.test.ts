import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { RULES } from '../../../contract/rules.ts'
import { beginMerge } from '../../../worker/features/staff/merge.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { banNoticeOf } from '../../support/worker/bans.ts'
import {
  addCommentCase,
  addProfileCase,
  addSketchCase,
  caseOf,
  decide,
  readCase,
  undoDecision,
} from '../../support/worker/cases.ts'
import { addChallenge, addGroupChallenge, challengeOf, enterChallenge } from '../../support/worker/challenges.ts'
import { addComment, deleteComment } from '../../support/worker/comments.ts'
import {
  addCompo,
  addSketchToCompo,
  closeCompo,
  moveCompo,
  pickEntry,
  readCompo,
  readEntries,
} from '../../support/worker/compos.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addPost, addTopic, deletePost } from '../../support/worker/forum.ts'
import { addGroup, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { startStream } from '../../support/worker/stream-calls.ts'

const addPostCase = async (post: number) => {
  await jsonOf(sendRequest('/api/v2/forum/post/report', { as: await addPerson(), body: { id: post } }))
  return (await caseOf('post', post)).id
}
const sketchRow = (id: number) => env.DB.prepare('SELECT violation, mature FROM sketches WHERE id = ?').bind(id).first()

let staff: Person
let ines: Person
let sketch: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ines = await addPerson()
  sketch = await addSketch(ines)
})

describe('a decision', () => {
  it('a decision acts, closes the case and is on the staff log with rule and reason', async () => {
    const id = await addSketchCase(sketch)
    const body = {
      action: 'violation',
      violation: 'copyright',
      rule: 'credit',
      reason: 'It is a photo of a print.',
      note: 'Asked.',
    }
    await jsonOf(decide(staff, id, body))
    expect(await sketchRow(sketch)).toMatchObject({ violation: 'copyright' })
    expect((await readCase(staff, id)).decision).toMatchObject({
      staffId: staff.id,
      staff: staff.nickname,
      action: 'violation',
      rule: 'credit',
      reason: 'It is a photo of a print.',
      note: 'Asked.',
      canUndo: true,
    })
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({
      staff_id: staff.id,
      action: 'violation',
      reason: `${RULES.credit}\nIt is a photo of a print.`,
    })
  })

  it('a decision without an act is also on the staff log', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'none', reason: 'Fine.' }))
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({
      staff_id: staff.id,
      action: 'case_dismiss',
      reason: 'Fine.',
    })
  })

  it('only one of two simultaneous decisions takes effect, and the other member of staff reads its maker and its act', async () => {
    const id = await addProfileCase(ines)
    const other = await addPerson({ flags: 'm' })
    const replies = await Promise.all([
      decide(staff, id, { action: 'warn', rule: 'kindness', reason: 'Be kind.' }),
      decide(other, id, { action: 'ban', duration: 24, rule: 'kindness', reason: 'Be kind.' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const acts = await env.DB.prepare('SELECT count(*) AS n FROM bans WHERE user_id = ?').bind(ines.id).first('n')
    expect(acts).toBe(1)
    expect(await errorOf(decide(other, id))).toEqual([409, 'decided_already'])
    expect((await readCase(other, id)).decision?.staff).toMatch(/./)
  })

  it('staff cannot decide cases about themselves', async () => {
    const id = await addSketchCase(await addSketch(staff))
    expect(await errorOf(decide(staff, id))).toEqual([403, 'forbidden'])
  })

  it('an act must fit the kind, and have its rule and its values', async () => {
    const id = await addSketchCase(sketch)
    for (const body of [
      { action: 'end_stream', rule: 'kindness' },
      { action: 'mature' },
      { action: 'violation', rule: 'credit' },
      { action: 'ban', rule: 'kindness' },
      { action: 'ban', rule: 'kindness', duration: 0 },
      { action: 'none', duration: 24 },
      { action: 'none', rule: 'no rule' },
    ])
      expect(await errorOf(decide(staff, id, body))).toEqual([400, 'bad_request'])
    expect((await readCase(staff, id)).decision).toBeNull()
  })

  it('a case stays open if its ban is refused', async () => {
    const [first, second] = [await addProfileCase(ines), await addSketchCase(sketch)]
    await jsonOf(decide(staff, first, { action: 'ban', duration: 168, rule: 'kindness', reason: 'Be kind.' }))
    const warning = { action: 'warn', rule: 'kindness', reason: 'Be kind.' }
    expect(await errorOf(decide(staff, second, warning))).toEqual([409, 'suspended_already'])
    expect((await readCase(staff, second)).decision).toBeNull()
  })

  it('an act on a deleted thing is refused, and the case can be closed without one', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await errorOf(decide(staff, id, { action: 'mature', rule: 'mature' }))).toEqual([409, 'already_gone'])
    await jsonOf(decide(staff, id))
  })

  for (const fault of ['refused', 'lost'] as const)
    it(`act and decision happen together or not at all when a call to the database is ${fault}`, async () => {
      let id = await addSketchCase(sketch)
      const body = () => ({ id, action: 'violation', violation: 'notsketch', rule: 'sketches' })
      const send = (bindings: typeof env) =>
        sendRequestWith(bindings, '/api/v2/gloperate/case/decide', { as: staff, body: body() })
      await withEveryFault(fault, send, async () => {
        const [row, { decision }] = [await sketchRow(sketch), await readCase(staff, id)]
        expect(row?.violation === 'notsketch').toBe(decision !== null)
        sketch = await addSketch(ines)
        id = await addSketchCase(sketch)
      })
    })
})

describe('the acts of decisions', () => {
  it('a sketch is marked as mature, and the undo removes the mark', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'mature', rule: 'mature' }))
    expect(await sketchRow(sketch)).toMatchObject({ mature: 1 })
    await jsonOf(undoDecision(staff, id))
    expect(await sketchRow(sketch)).toMatchObject({ mature: 0 })
  })

  it('a violation is undone with a reason on the staff log, once', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'violation', violation: 'notsketch', rule: 'sketches' }))
    await jsonOf(undoDecision(staff, id))
    expect(await sketchRow(sketch)).toMatchObject({ violation: null })
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({ action: 'violation', reason: 'A mistake.' })
    expect((await readCase(staff, id)).decision).toMatchObject({ canUndo: false, undone: { nickname: staff.nickname } })
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'cannot_undo'])
  })

  it('a violation that other staff changed since is not undone', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'violation', violation: 'notsketch', rule: 'sketches' }))
    const change = { sketchId: sketch, violation: 'copyright', reason: 'Copied.' }
    await jsonOf(sendRequest('/gloperate/violation', { as: staff, body: change }))
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
  })

  it('a sketch is removed from its challenge, and the undo enters it again', async () => {
    const challenge = await addChallenge(await addPerson())
    await jsonOf(enterChallenge(ines, challenge, sketch))
    const entries = () =>
      env.DB.prepare('SELECT count(*) AS n FROM challenge_entries WHERE sketch_id = ?').bind(sketch).first('n')
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_challenge', rule: 'sketches' }))
    expect(await entries()).toBe(0)
    await jsonOf(undoDecision(staff, id))
    expect(await entries()).toBe(1)
  })

  it('the undo restores an entry although its artist has left the group of the challenge', async () => {
    const owner = await addPerson()
    const groupId = await addGroup(owner)
    await joinGroup(ines, groupId)
    const challenge = await addGroupChallenge(owner, groupId)
    await jsonOf(enterChallenge(ines, challenge, sketch))
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_challenge', rule: 'sketches' }))
    await jsonOf(postToGroups(ines, { action: 'leave', groupId }))
    await jsonOf(undoDecision(staff, id))
    expect(await challengeOf(challenge)).toMatchObject({ entries: 1 })
  })

  it('a sketch is removed from its compo, and the undo enters it again', async () => {
    const key = await addCompo({ state: 'voting' })
    await addSketchToCompo(key, sketch)
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_compo', rule: 'sketches' }))
    expect(await readCompo(key)).toMatchObject({ entries: 0 })
    await jsonOf(undoDecision(staff, id))
    expect(await readCompo(key)).toMatchObject({ entries: 1 })
  })

  it('after the end of voting a sketch is disqualified, even before its compo has a result', async () => {
    const [key, winner] = [await addCompo(), await addSketch(await addPerson())]
    for (const entry of [sketch, winner]) await addSketchToCompo(key, entry)
    await pickEntry(key, winner)
    await moveCompo(key, 'closed')
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_compo', rule: 'sketches' }))
    const places = async () => (await readEntries(key)).items.map(({ place, disqualified }) => [place, disqualified])
    expect(await places()).toEqual([
      [1, false],
      [-1, true],
    ])
    await jsonOf(undoDecision(staff, id))
    expect(await places()).toEqual([
      [1, false],
      [2, false],
    ])
  })

  it('a removal from a compo is not undone after its close', async () => {
    const key = await addCompo({ state: 'voting' })
    await addSketchToCompo(key, sketch)
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_compo', rule: 'sketches' }))
    await closeCompo(key)
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
    expect((await readEntries(key)).items).toEqual([])
  })

  it('an undo does not set a mark as mature again that was removed since', async () => {
    const setMature = (mature: number) =>
      env.DB.prepare('UPDATE sketches SET mature = ? WHERE id = ?').bind(mature, sketch).run()
    const id = await addSketchCase(sketch)
    await setMature(1)
    await jsonOf(decide(staff, id, { action: 'mature', rule: 'mature' }))
    await setMature(0)
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
    expect(await sketchRow(sketch)).toMatchObject({ mature: 0 })
    expect((await readCase(staff, id)).decision?.undone).toBeNull()
  })

  it('a removal from a challenge is not undone after a new entry', async () => {
    const [challenge, next] = [await addChallenge(staff), await addChallenge(staff)]
    await jsonOf(enterChallenge(ines, challenge, sketch))
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'leave_challenge', rule: 'sketches' }))
    await jsonOf(enterChallenge(ines, next, sketch))
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({ action: 'challenge_entry_remove' })
    expect((await readCase(staff, id)).decision?.undone).toBeNull()
  })

  it('a hidden replay that is shown again or deleted since is not undone', async () => {
    const stream = await startStream(ines)
    const setReplay = (replay: string) =>
      env.DB.prepare("UPDATE streams SET state = 'ended', replay = ? WHERE id = ?").bind(replay, stream).run()
    await setReplay('kept')
    await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { stream, seconds: 65 } }))
    const { id } = await caseOf('stream', stream)
    await jsonOf(decide(staff, id, { action: 'hide_replay', rule: 'privacy' }))
    await setReplay('kept')
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'changed_meanwhile'])
    await setReplay('none')
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'already_gone'])
    expect((await readCase(staff, id)).decision?.undone).toBeNull()
  })

  it('the undo restores a deleted sketch once, and the staff log has both', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'delete', rule: 'credit', reason: 'Copied.' }))
    expect(await sketchRow(sketch)).toEqual({ violation: 'removed', mature: 0 })
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({ action: 'delete', reason: `${RULES.credit}\nCopied.` })
    expect((await readCase(staff, id)).decision).toMatchObject({ canUndo: true })
    await jsonOf(undoDecision(staff, id))
    expect(await sketchRow(sketch)).toEqual({ violation: null, mature: 0 })
    expect((await staffLogOf(ines)).at(-1)).toMatchObject({ action: 'sketch_restore', reason: 'A mistake.' })
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'cannot_undo'])
  })

  it('a decision deletes a comment, and is possible even if the comment was already deleted', async () => {
    const mira = await addPerson()
    const [first, second] = [await addComment(mira, sketch, 'rude'), await addComment(mira, sketch, 'rude')]
    const ids = [await addCommentCase(first.id), await addCommentCase(second.id)] as const
    await jsonOf(decide(staff, ids[0], { action: 'delete', rule: 'kindness' }))
    expect(await readCase(staff, ids[0])).toMatchObject({ present: null, decision: { action: 'delete' } })
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'delete', reason: RULES.kindness })
    await jsonOf(deleteComment(mira, second.id))
    await jsonOf(decide(staff, ids[1], { action: 'delete', rule: 'kindness' }))
    const closed = { action: 'case_dismiss', reason: RULES.kindness }
    expect((await staffLogOf(mira)).at(-1)).toMatchObject(closed)
  })

  it('a case of a post is on the staff log once, even if the post was already deleted', async () => {
    const mira = await addRegular()
    const topic = await addTopic(mira)
    const [first, second] = [await addPost(mira, topic), await addPost(mira, topic)]
    const ids = [await addPostCase(first.id), await addPostCase(second.id)] as const
    await jsonOf(decide(staff, ids[0], { action: 'delete', rule: 'kindness' }))
    await jsonOf(deletePost(mira, second.id))
    await jsonOf(decide(staff, ids[1], { action: 'delete', rule: 'kindness' }))
    expect((await staffLogOf(mira)).map(({ action }) => action)).toEqual(['delete', 'case_dismiss'])
  })

  it('a member is warned or banned, and the undo withdraws it', async () => {
    const id = await addProfileCase(ines)
    await jsonOf(decide(staff, id, { action: 'ban', duration: 24, rule: 'kindness', reason: 'Be kind.' }))
    expect(await banNoticeOf(ines)).toMatchObject({ duration: 24, reason: `${RULES.kindness}\nBe kind.` })
    await jsonOf(undoDecision(staff, id))
    expect(await banNoticeOf(ines)).toBeNull()
    const again = await addProfileCase(ines)
    await jsonOf(decide(staff, again, { action: 'warn', rule: 'kindness' }))
    expect(await banNoticeOf(ines)).toMatchObject({ duration: 0 })
  })

  it('an account whose merge has begun is not banned, because nobody is logged in to it', async () => {
    const id = await addSketchCase(sketch)
    const begun = { staffId: staff.id, userId: ines.id, targetId: (await addPerson()).id, reason: '', now: Date.now() }
    await beginMerge(openDb(env.DB), begun)
    const ban = { action: 'ban', duration: 24, rule: 'kindness', reason: 'Be kind.' }
    expect(await errorOf(decide(staff, id, ban))).toEqual([409, 'already_gone'])
  })

  it('a gloperator cannot ban an admin', async () => {
    const id = await addProfileCase(await addPerson({ flags: 'a' }))
    expect(await errorOf(decide(staff, id, { action: 'ban', duration: 24, rule: 'kindness' }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('a live stream ends, and its replay is hidden and shown again', async () => {
    const stream = await startStream(ines)
    const report = async () => {
      await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { stream, seconds: 65 } }))
      return (await caseOf('stream', stream)).id
    }
    const live = await report()
    expect((await readCase(staff, live)).reports).toMatchObject([{ atSeconds: 65 }])
    await jsonOf(decide(staff, live, { action: 'end_stream', rule: 'privacy' }))
    const streamRow = () => env.DB.prepare('SELECT state, replay FROM streams WHERE id = ?').bind(stream).first()
    expect(await streamRow()).toMatchObject({ state: 'ended' })
    await env.DB.prepare("UPDATE streams SET replay = 'kept' WHERE id = ?").bind(stream).run()
    const ended = await report()
    expect(await errorOf(decide(staff, ended, { action: 'end_stream', rule: 'privacy' }))).toEqual([
      409,
      'already_gone',
    ])
    await jsonOf(decide(staff, ended, { action: 'hide_replay', rule: 'privacy' }))
    expect(await streamRow()).toMatchObject({ replay: 'hidden' })
    await jsonOf(undoDecision(staff, ended))
    expect(await streamRow()).toMatchObject({ replay: 'kept' })
  })
})
