import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { EVIDENCE_RETENTION_DAYS, UNUSED_EVIDENCE_DAYS } from '../../../contract/limits.ts'
import { STAFF_ACTIONS } from '../../../contract/staff-actions.ts'
import { addBan } from '../../support/worker/bans.ts'
import {
  addAppeal,
  addDecidedCase,
  appeal,
  caseOf,
  closeCase,
  decideAppeal,
  decisionOf,
  listAppeals,
  readCase,
} from '../../support/worker/cases.ts'
import { addComment } from '../../support/worker/comments.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000

const countAll = () =>
  env.DB.prepare('SELECT (SELECT count(*) FROM cases) AS cases, (SELECT count(*) FROM case_reports) AS reports').first()
const removeAfter = (days: number) => runNamed(['remove old cases'], env, Date.now() + days * DAY_MS)

describe('the term of evidence', () => {
  it('cases and their reports are deleted after their term, counted from the decision', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    await jsonOf(sendRequest('/api/v2/report', { as: mira, body: { user: noor.id } }))
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await countAll()).toEqual({ cases: 1, reports: 1 })
    await closeCase('profile', noor.id)
    await removeAfter(EVIDENCE_RETENTION_DAYS - 1)
    expect(await countAll()).toEqual({ cases: 1, reports: 1 })
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await countAll()).toEqual({ cases: 0, reports: 0 })
  })

  it('the evidence of a case that was closed without an act is deleted after its term, and the decision stays', async () => {
    const [mira, noor, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(sendRequest('/api/v2/report', { as: mira, body: { user: noor.id } }))
    const { id } = await caseOf('profile', noor.id)
    const runAfter = (days: number) => runNamed(['remove unused evidence'], env, Date.now() + days * DAY_MS)
    const evidence = async () => (await readCase(staff, id)).evidence
    await runAfter(UNUSED_EVIDENCE_DAYS + 1)
    expect(await evidence()).toMatchObject({ nickname: noor.nickname })
    await closeCase('profile', noor.id)
    await runAfter(UNUSED_EVIDENCE_DAYS - 1)
    expect(await evidence()).toMatchObject({ nickname: noor.nickname })
    await runAfter(UNUSED_EVIDENCE_DAYS + 1)
    expect(await readCase(staff, id)).toMatchObject({
      evidence: null,
      title: '',
      people: [],
      decision: { action: 'none' },
    })
    expect(await decisionOf(mira, id)).toMatchObject({ acted: false })
  })

  it('the evidence of a case with an act stays for the term of the case', async () => {
    const [id, staff] = [await addDecidedCase(), await addPerson({ flags: 'm' })]
    await runNamed(['remove unused evidence'], env, Date.now() + EVIDENCE_RETENTION_DAYS * DAY_MS)
    expect((await readCase(staff, id)).evidence).toMatchObject({ kind: 'sketch', title: 'Low tide' })
  })

  it('an open appeal keeps its case beyond the term', async () => {
    const { id } = await addAppeal()
    const cases = async () => (await countAll())?.cases
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await cases()).toBe(1)
    await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), id))
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await cases()).toBe(0)
  })

  it('appeals against bans are deleted after the term, counted from the answer', async () => {
    const [artist, staff] = [await addBan(await addPerson(), 24), await addPerson({ flags: 'm' })]
    await jsonOf(appeal(artist))
    const { items } = await listAppeals(staff)
    await jsonOf(decideAppeal(staff, items[0]?.id ?? 0))
    const appeals = () => env.DB.prepare('SELECT count(*) AS n FROM appeals').first('n')
    await removeAfter(EVIDENCE_RETENTION_DAYS - 1)
    expect(await appeals()).toBe(1)
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await appeals()).toBe(0)
  })
})

/**
 * Actions whose changes are ids, names, numbers, times and texts of staff, or none. Restoring a topic and entering a compo
 * read some.
 */
const ACTIONS_WITHOUT_TERM = `
  ban shorten_ban warn lift_ban confirm_ban sketch_restore violation picture_block feature compo_entry_remove
  compo_entry_disqualify compo_invite compo_invite_accept compo_invite_withdraw compo_voters compo_entry_restore
  awards_open awards_edit awards_preview award_winner award_nominee_remove award_nominee_restore
  challenge_entry_remove challenge_entry_restore createImage createCoOpSketch stream_end replay_hide chat_mute
  chat_unmute chat_clear chat_settings chat_appoint chat_dismiss chat_exclude chat_readmit chat_offer chat_withdraw
  chat_hand_over chat_decline chat_close board_order marks_taken_back marks_given_back case_dismiss appeal_uphold
  appeal_overturn role_grant role_take impersonate impersonate_stop merge topic_moderate category_edit motd tag_alias
  tag_alias_remove group_official group_unofficial group_hide group_show group_hand_over group_offer group_role
  group_sketch_remove group_feature_approve group_feature_reject`
  .trim()
  .split(/\s+/)

describe('the term of texts on the staff log', () => {
  const removeTexts = (bindings = env) => runNamed(['remove old texts from the log'], bindings, Date.now())
  /** Deletes a comment as staff. The log then has the entry a second time, with a date of some days ago. */
  const deleteComment = async (daysAgo: number) => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const { id } = await addComment(mira, await addSketch(await addPerson()), 'Where does @Noor live?')
    const body = { id, reason: 'Asks where somebody lives.' }
    await jsonOf(sendRequest('/api/v2/gloperate/deleteComment', { as: staff, body }))
    await env.DB.prepare(
      `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT staff_id, action, user_id, target_type, target_id, reason, changes, created_at - ? FROM audit_log
        WHERE user_id = ?`,
    )
      .bind(daysAgo * DAY_MS, mira.id)
      .run()
    return mira
  }

  it('the staff log loses them after the term of evidence, and keeps the act with its reason', async () => {
    const [mira, noor] = [
      await deleteComment(EVIDENCE_RETENTION_DAYS + 1),
      await deleteComment(EVIDENCE_RETENTION_DAYS - 1),
    ]
    const [ofMira, ofNoor] = [await staffLogOf(mira), await staffLogOf(noor)]
    await removeTexts()
    expect(await staffLogOf(mira)).toEqual([ofMira[0], { ...ofMira[1], changes: '{}' }])
    expect(await staffLogOf(noor)).toEqual(ofNoor)
  })

  it('nothing else of an entry can be changed, and no text is removed before the term', async () => {
    const mira = await deleteComment(EVIDENCE_RETENTION_DAYS + 1)
    const change = (values: string) =>
      env.DB.prepare(`UPDATE audit_log SET ${values} WHERE user_id = ? AND changes <> '{}'`).bind(mira.id).run()
    await expect(change("changes = '{}'")).rejects.toThrow('audit_log_is_append_only')
    await removeTexts()
    await expect(change("changes = '{}'")).rejects.toThrow('audit_log_is_append_only')
    await expect(
      env.DB.prepare("UPDATE audit_log SET reason = '' WHERE user_id = ?").bind(mira.id).run(),
    ).rejects.toThrow('audit_log_is_append_only')
  })

  it('a text whose term ended within the last minute waits, because the clock of the database may be late', async () => {
    const staff = await addPerson({ flags: 'm' })
    const add = (at: number) =>
      env.DB.prepare(
        `INSERT INTO audit_log (staff_id, action, target_type, target_id, changes, created_at)
          VALUES (?, 'edit', 'user', 0, '{"text":["Where does @Noor live?",null]}', ?)`,
      )
        .bind(staff.id, at)
        .run()
    const end = Date.now() - EVIDENCE_RETENTION_DAYS * DAY_MS
    await add(end - DAY_MS)
    await add(end + 5000)
    await runNamed(['remove old texts from the log'], env, Date.now() + 10_000)
    const { results } = await env.DB.prepare('SELECT changes FROM audit_log WHERE staff_id = ? ORDER BY id')
      .bind(staff.id)
      .all()
    expect(results).toEqual([{ changes: '{}' }, { changes: '{"text":["Where does @Noor live?",null]}' }])
  })

  it('all actions whose changes hold texts of members lose them, and no others', async () => {
    const staff = await addPerson({ flags: 'm' })
    const at = Date.now() - (EVIDENCE_RETENTION_DAYS + 1) * DAY_MS
    const log = env.DB.prepare(`INSERT INTO audit_log (staff_id, action, target_type, target_id, changes, created_at)
      VALUES (?, ?, 'user', 0, '{"text":["Where does @Noor live?",null]}', ?)`)
    await env.DB.batch(STAFF_ACTIONS.map((action) => log.bind(staff.id, action, at)))
    await removeTexts()
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_log WHERE staff_id = ? AND changes <> '{}' ORDER BY id",
    )
      .bind(staff.id)
      .all<{ action: string }>()
    expect(results.map(({ action }) => action)).toEqual(ACTIONS_WITHOUT_TERM)
  })

  it('the log loses the titles of a renamed topic, and keeps the state of a locked one', async () => {
    const staff = await addPerson({ flags: 'm' })
    const at = Date.now() - (EVIDENCE_RETENTION_DAYS + 1) * DAY_MS
    const locked = '{"state":["open","locked"]}'
    const log = env.DB.prepare(`INSERT INTO audit_log (staff_id, action, target_type, target_id, changes, created_at)
      VALUES (?, 'topic_moderate', 'topic', 1, ?, ?)`)
    await env.DB.batch(
      [locked, '{"title":["Where does @Noor live?","Noor"]}'].map((text) => log.bind(staff.id, text, at)),
    )
    await removeTexts()
    const { results } = await env.DB.prepare('SELECT changes FROM audit_log WHERE staff_id = ? ORDER BY id')
      .bind(staff.id)
      .all()
    expect(results).toEqual([{ changes: locked }, { changes: '{}' }])
  })

  it('the job reads no entries whose text is gone', async () => {
    await deleteComment(EVIDENCE_RETENTION_DAYS + 1)
    await removeTexts()
    expect(await countRowsRead(removeTexts)).toBeLessThan(5)
  })
})
