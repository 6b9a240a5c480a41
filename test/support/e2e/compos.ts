import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { type CompoBallot, type CompoBody, compoBallot } from '../../../contract/http/compos.ts'
import { toWireTime } from '../../../contract/time.ts'
import { freshName, type Member } from './people.ts'
import type { PictureFile } from './pictures.ts'
import { siteHeaders } from './site.ts'
import { postSketch } from './sketches.ts'

/** A gloperator among the seeded people, who are old enough to vote. */
export const GLOPERATOR = 'Ines Karlsen'
/** An admin among the seeded people. Admins move the end of a compo without notice. */
export const ADMIN = 'Noor'
export const PICK_FIRST =
  "Please select your choice for best sketch in this group or tap Skip if you really can't decide."

const HOUR_MS = 3_600_000

/** Hours from now to the start, the end of entries and the end of voting. */
type Hours = readonly [number, number, number]
export const OPEN: Hours = [-2, 24, 48]
export const VOTING: Hours = [-3, -1, 24]
export const OVER: Hours = [-4, -2, -0.1]

async function post(request: APIRequestContext, path: string, data: object): Promise<unknown> {
  const reply = await request.post(path, { headers: siteHeaders(), data })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

const datesOf = (hours: Hours, now = Date.now()) => {
  const [startDate, endDate, endVotingDate] = hours.map((hour) => toWireTime(now + hour * HOUR_MS))
  return { startDate, endDate, endVotingDate }
}

let compoCount = 0
/** A compo with a key of its own. */
export function freshCompo() {
  const title = freshName('Way home')
  return { title, key: `way-home-${process.pid}-${++compoCount}` }
}

type Opened = { key: string; title: string }

/** Opens a compo by requests, as staff. `now` is the time of a site whose clock is moved. */
export async function openCompo({ request }: Member, compo: Opened & { hours?: Hours; now?: number }): Promise<void> {
  const { hours = OPEN, now, ...names } = compo
  const body = { ...names, ...datesOf(hours, now), thumbnail: null, group: null, entriesPerMember: 1 }
  await post(request, '/api/v2/compo/edit', body satisfies Partial<CompoBody>)
}

/** Moves the dates of a compo, as an admin. Tests share the site, so its clock cannot be moved. */
export async function moveCompo({ request }: Member, { key, title }: Opened, hours: Hours): Promise<void> {
  const info = await request.get('/api/v2/compo/info', { params: { name: key } })
  const { compoId } = (await info.json()) as { compoId: number }
  const fields = { thumbnail: null, group: null, entriesPerMember: 1, reason: 'A test.' }
  const body = { compoId, key, title, ...datesOf(hours), ...fields }
  await post(request, '/api/v2/compo/edit', body satisfies Partial<CompoBody>)
}

export const enterCompo = ({ request }: Member, key: string, sketchId: number) =>
  post(request, `/compo/${key}`, { sketchId })

/** Invites a sketch into a compo, as staff. */
export const inviteToCompo = ({ request }: Member, compo: string, sketchId: number) =>
  post(request, '/admin/compoInvite', { sketchId, compo })

/** A compo in voting with five entries, by default small drawings, opened by a member of staff. */
export async function openVoting(
  anotherMember: (nickname: string) => Promise<Member>,
  drawn?: () => Promise<PictureFile>,
) {
  const compo = freshCompo()
  const staff = await anotherMember(ADMIN)
  await openCompo(staff, compo)
  for (const title of ['Kerb', 'Crossing', 'Last bus', 'Side door', 'Lantern']) {
    const member = await anotherMember(freshName('Entrant'))
    await enterCompo(member, compo.key, await postSketch(member, { title }, await drawn?.()))
  }
  await moveCompo(staff, compo, VOTING)
  return { compo, staff }
}

/** Votes by requests: for `favourite` wherever it is shown, otherwise for the first sketch of a set. */
export async function voteFor({ request }: Member, key: string, favourite: number): Promise<void> {
  const send = async (step: number, votes: number[][]): Promise<CompoBallot> =>
    compoBallot.parse(await post(request, `/api/compoVote/${key}`, { step, votes }))
  let ballot = await send(0, [])
  while (ballot.step < ballot.total) {
    const ids = ballot.sets[ballot.step]?.sketches.map(({ id }) => id) ?? []
    const votes = [ids.toSorted((a, b) => Number(b === favourite) - Number(a === favourite))]
    ballot = await send(ballot.step, votes)
  }
}

export const setOf = (page: Page, number: number, of = 2) =>
  page.getByRole('region', { name: `Set ${number} of ${of}` })
export const tilesOf = (page: Page) => page.getByRole('region', { name: /^Set/ }).getByRole('button')

/** Runs the scheduled jobs of the local site. */
export async function runSchedule({ request }: Member): Promise<void> {
  expect((await request.get('/cdn-cgi/handler/scheduled')).ok()).toBe(true)
}
