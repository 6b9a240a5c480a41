import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { EditProfileReply, ProfileForm } from '../../../contract/http/edit-profile.ts'
import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { editBodyOf } from '../role-table.ts'

const save = (as: Person, fields: Partial<ProfileForm>) =>
  sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, fields) })

const readPatronSettings = async (as: Person) => {
  const form = await requestJson<EditProfileReply>('/editProfile?format=json', { as })
  return form.own ? form.userPro : undefined
}

const findPatron = (name: string, as: Person | null = null) =>
  requestJson<{ user: { id: number } }>(`/api/v2/patron/${name}`, { as })

const openPage = (path: string, as: Person | null = null) =>
  sendRequest(path, { as, headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })

let count = 0
const freshSlug = () => `ines-${++count}`

describe("a patron's web address [2 §2]", () => {
  it('a patron is found at their web address', async () => {
    const [ines, slug] = [await addPerson({ flags: 'p' }), freshSlug()]
    await jsonOf(save(ines, { slug }))
    expect(await findPatron(slug)).toEqual({ user: { id: ines.id, nickname: ines.nickname, avatar: null } })
  })

  it('the web address leads to the profile, in capitals too', async () => {
    const [ines, slug] = [await addPerson({ flags: 'p' }), freshSlug()]
    await jsonOf(save(ines, { slug }))
    const reply = await openPage(`/${slug.toUpperCase()}`)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/user/${ines.id}`])
  })

  it('an address that begins like one of the files of the site leads to the profile', async () => {
    const ines = await addPerson({ flags: 'p' })
    const slug = `video-${freshSlug()}`
    await jsonOf(save(ines, { slug }))
    expect((await openPage(`/${slug}`)).headers.get('location')).toBe(`/user/${ines.id}`)
  })

  it('a typed address is stored as the preview shows it [2 §5]', async () => {
    const ines = await addPerson({ flags: 'p' })
    await jsonOf(save(ines, { slug: `--Ínes  Karlsen! ${ines.id}` }))
    expect(await readPatronSettings(ines)).toMatchObject({ slug: `ines-karlsen-${ines.id}` })
  })

  it('a web address that another patron has is refused at its field', async () => {
    const [ines, mira, slug] = [await addPerson({ flags: 'p' }), await addPerson({ flags: 'p' }), freshSlug()]
    await jsonOf(save(ines, { slug }))
    const { error } = await (await save(mira, { slug })).json<{ error: object }>()
    expect(error).toMatchObject({ code: 'slug_taken', field: 'slug' })
  })

  it('the address before the present one leads to the profile, and nobody else can take it', async () => {
    const [ines, mira] = [await addPerson({ flags: 'p' }), await addPerson({ flags: 'p' })]
    const [first, second, third] = [freshSlug(), freshSlug(), freshSlug()]
    for (const slug of [first, second, second]) await jsonOf(save(ines, { slug }))
    await jsonOf(save(ines, { about: 'Ink.' }))
    expect((await openPage(`/${first}`)).headers.get('location')).toBe(`/user/${ines.id}`)
    expect(await errorOf(save(mira, { slug: first }))).toEqual([409, 'slug_taken'])
    await jsonOf(save(ines, { slug: third }))
    expect(await errorOf(sendRequest(`/api/v2/patron/${first}`))).toEqual([404, 'not_found'])
    await jsonOf(save(mira, { slug: first }))
    expect((await findPatron(first)).user.id).toBe(mira.id)
  })

  it('a patron can go back to the address before', async () => {
    const [ines, first, second] = [await addPerson({ flags: 'p' }), freshSlug(), freshSlug()]
    for (const slug of [first, second, first]) await jsonOf(save(ines, { slug }))
    expect(await readPatronSettings(ines)).toMatchObject({ slug: first })
    for (const slug of [first, second]) expect((await findPatron(slug)).user.id).toBe(ines.id)
  })

  it.each(['gallery', 'Editprofile', 'user', '12345'])('the address %s of the site is refused', async (slug) => {
    expect(await errorOf(save(await addPerson({ flags: 'p' }), { slug }))).toEqual([400, 'bad_request'])
  })

  it('several patrons can be without a web address', async () => {
    for (const patron of [await addPerson({ flags: 'p' }), await addPerson({ flags: 'p' })])
      await jsonOf(save(patron, { slug: '' }))
  })

  it('a web address that is removed leads nowhere', async () => {
    const [ines, slug] = [await addPerson({ flags: 'p' }), freshSlug()]
    await jsonOf(save(ines, { slug }))
    await jsonOf(save(ines, { slug: `${slug}-new` }))
    await jsonOf(save(ines, { slug: '' }))
    for (const removed of [slug, `${slug}-new`])
      expect(await errorOf(sendRequest(`/api/v2/patron/${removed}`))).toEqual([404, 'not_found'])
  })

  it('the web address of a member who is no longer a patron leads nowhere', async () => {
    const slug = freshSlug()
    await addPerson({ slug })
    expect(await errorOf(sendRequest(`/api/v2/patron/${slug}`))).toEqual([404, 'not_found'])
  })

  it('a patron is not found across a block', async () => {
    const [ines, mira, slug] = [await addPerson({ flags: 'p' }), await addPerson(), freshSlug()]
    await jsonOf(save(ines, { slug }))
    await block(ines, mira)
    expect(await errorOf(sendRequest(`/api/v2/patron/${slug}`, { as: mira }))).toEqual([404, 'not_found'])
    expect((await openPage(`/${slug}`, mira)).status).not.toBe(302)
  })
})

describe("a patron's settings", () => {
  it('only patrons have these settings', async () => {
    const mira = await addPerson()
    expect(await readPatronSettings(mira)).toBeNull()
  })

  it.each(['slug', 'wmName'])('%s of a member who is no patron is refused', async (field) => {
    expect(await errorOf(save(await addPerson(), { [field]: 'ines' }))).toEqual([403, 'forbidden'])
  })

  it('a form without them leaves them as they are', async () => {
    const [ines, slug] = [await addPerson({ flags: 'p' }), freshSlug()]
    const settings = { slug, wmName: 'I. Karlsen', emailMsg: true, emailFan: true }
    await jsonOf(save(ines, settings))
    await jsonOf(save(ines, { about: 'Ink.' }))
    expect(await readPatronSettings(ines)).toEqual(settings)
  })
})

describe('a membership that ended', () => {
  const setFlags = ({ id }: Person, flags: string) =>
    env.DB.prepare('UPDATE users SET flags = ? WHERE id = ?').bind(flags, id).run()

  it('the addresses and settings of a former patron have no effect, and come back unchanged with the next term', async () => {
    const [ines, first, second] = [await addPerson({ flags: 'p' }), freshSlug(), freshSlug()]
    const settings = { slug: second, wmName: 'I. Karlsen', emailMsg: true, emailFan: true }
    await jsonOf(save(ines, { slug: first }))
    await jsonOf(save(ines, settings))
    await setFlags(ines, '')
    for (const slug of [first, second])
      expect(await errorOf(sendRequest(`/api/v2/patron/${slug}`))).toEqual([404, 'not_found'])
    expect(await readPatronSettings(ines)).toBeNull()
    await jsonOf(save(ines, { about: 'Ink.' }))
    await setFlags(ines, 'p')
    expect(await readPatronSettings(ines)).toEqual(settings)
    for (const slug of [first, second]) expect((await findPatron(slug)).user.id).toBe(ines.id)
  })
})

describe('what protects members is free', () => {
  const PROTECTION: [what: string, call: (other: number, own: number) => readonly [path: string, body: object]][] = [
    ['blocking', (other) => ['/api/v2/user/block', { user: other }]],
    ['reporting a member', (other) => ['/api/v2/report', { user: other }]],
    ['an unlisted sketch', (_, own) => [`/sketch/${own}/edit?format=json`, editBodyOf({ privacy: 'unlisted' })]],
    ['a passkey', () => ['/api/v2/passkeys/options', {}]],
    ['backup codes', () => ['/api/v2/backupCodes/renew', {}]],
    ['recovery', () => ['/api/v2/recover/generate', { email: 'nobody@people.test' }]],
    ['an export', () => ['/api/v2/user/export', {}]],
  ]

  it.each(PROTECTION)('%s works for all members, not only for patrons', async (_, call) => {
    for (const flags of ['', 'p']) {
      const [as, other] = [await addPerson({ flags }), await addPerson()]
      const [path, body] = call(other.id, await addSketch(as))
      expect([flags, (await sendRequest(path, { as, body })).status]).toEqual([flags, 200])
    }
  })

  it.each(['', 'p'])(
    'a member with the flags "%s" chooses who may write to them, and deletes the account',
    async (flags) => {
      const as = await addPerson({ flags })
      await jsonOf(save(as, { messagesFrom: 'nobody' }))
      await jsonOf(sendRequest('/api/v2/account/delete', { as, body: { nickname: as.nickname } }))
    },
  )
})

describe('the name in a watermark', () => {
  const watermarkName = async (artist: Person) => {
    const id = await addSketch(artist)
    return (await requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as: artist })).watermarkName
  }

  it('the name in a watermark is the nickname at first', async () => {
    const ines = await addPerson({ flags: 'p' })
    expect(await watermarkName(ines)).toBe(ines.nickname)
  })

  it('the name in a watermark is the one that the patron chose', async () => {
    const ines = await addPerson({ flags: 'p' })
    await jsonOf(save(ines, { wmName: 'I. Karlsen' }))
    expect(await watermarkName(ines)).toBe('I. Karlsen')
  })
})
