import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { EVIDENCE_RETENTION_DAYS, UNUSED_EVIDENCE_DAYS } from '../../../contract/limits.ts'
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
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'

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
