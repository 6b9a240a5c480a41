import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EditProfileReply, OwnProfile, ProfileForm } from '../../../contract/http/edit-profile.ts'
import { CONFIRM_MAILS_PER_DAY } from '../../../contract/limits.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { linkIn, Mailbox } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { impersonate } from '../../support/worker/staff.ts'

const CONFIRM = 'Please confirm your e-mail address'
const CHANGED = 'Your recovery address has changed'
const DAY_MS = 86_400_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let made = 0
const freshAddress = () => `mira-${++made}@people.test`

const save = (box: Mailbox, as: Person, email: string, fields: Partial<ProfileForm> = {}) =>
  sendRequestWith(box.env, '/editProfile', { as, body: profileFormOf(as.nickname, { email, ...fields }) })

const confirm = (box: Mailbox, link: string, as: Person | null) =>
  sendRequestWith(box.env, '/api/v2/email/confirm', { as, body: { key: link.split('/').at(-1) } })
const repeat = (box: Mailbox, as: Person) => sendRequestWith(box.env, '/api/v2/email/repeat', { as, body: {} })

/** Has other accounts request as many links to an address as it gets in a day. */
async function fillWithLinks(box: Mailbox, email: string): Promise<Person[]> {
  const others = []
  for (let count = 0; count < CONFIRM_MAILS_PER_DAY; count++) {
    const other = await addPerson()
    await jsonOf(save(box, other, email))
    others.push(other)
  }
  return others
}

/** The address in the form, and the one that recovers the account. */
async function addressesOf(as: Person): Promise<[entered: string, confirmed: string | null]> {
  const form = (await requestJson<EditProfileReply>('/editProfile?format=json', { as })) as OwnProfile
  return [form.userInfo.email, form.confirmedEmail]
}

describe('the e-mail address of a member [2 §3]', () => {
  it('a new address waits until its own link was opened', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    await jsonOf(save(box, mira, `  ${email.toUpperCase()} `))
    expect(await addressesOf(mira)).toEqual([email, null])
    expect(box.sent.map(({ to, subject }) => [to, subject])).toEqual([[email, CONFIRM]])
    await jsonOf(confirm(box, box.lastLink(), mira))
    expect(await addressesOf(mira)).toEqual([email, email])
  })

  it('a changed address replaces the confirmed one only when it is confirmed itself', async () => {
    const [box, before, after] = [new Mailbox(), freshAddress(), freshAddress()]
    const mira = await addPerson({ email: before })
    await jsonOf(save(box, mira, after))
    expect(await addressesOf(mira)).toEqual([after, before])
    await jsonOf(confirm(box, box.lastLink(), mira))
    expect(await addressesOf(mira)).toEqual([after, after])
  })

  it('the previous address gets a mail about a change', async () => {
    const [box, before, after] = [new Mailbox(), freshAddress(), freshAddress()]
    const mira = await addPerson({ email: before })
    await jsonOf(save(box, mira, after))
    expect(box.subjectsTo(before)).toEqual([])
    await jsonOf(confirm(box, box.lastLink(), mira))
    expect(box.subjectsTo(before)).toEqual([CHANGED])
  })

  it('the previous address gets a mail about a removal', async () => {
    const [box, before] = [new Mailbox(), freshAddress()]
    const mira = await addPerson({ email: before })
    await jsonOf(save(box, mira, ''))
    expect([await addressesOf(mira), box.subjectsTo(before)]).toEqual([['', null], [CHANGED]])
  })

  it('a save that leaves the address as it is sends no mail', async () => {
    const [box, email] = [new Mailbox(), freshAddress()]
    const mira = await addPerson({ email: freshAddress() })
    await jsonOf(save(box, mira, email))
    await jsonOf(save(box, mira, email, { about: 'Ink.' }))
    expect(box.sent).toHaveLength(1)
  })

  it('going back to the confirmed address gives up the one that waits', async () => {
    const [box, before] = [new Mailbox(), freshAddress()]
    const mira = await addPerson({ email: before })
    await jsonOf(save(box, mira, freshAddress()))
    const link = box.lastLink()
    await jsonOf(save(box, mira, before))
    expect(await errorOf(confirm(box, link, mira))).toEqual([400, 'bad_key'])
    expect(await addressesOf(mira)).toEqual([before, before])
  })

  it('opening the link again changes nothing', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    await jsonOf(save(box, mira, email))
    for (let times = 0; times < 2; times++) await jsonOf(confirm(box, linkIn(box.sent[0]), mira))
    expect([await addressesOf(mira), box.sent.length]).toEqual([[email, email], 1])
  })

  it('the link of an earlier address is refused', async () => {
    const [box, mira] = [new Mailbox(), await addPerson()]
    await jsonOf(save(box, mira, freshAddress()))
    const link = box.lastLink()
    await jsonOf(save(box, mira, freshAddress()))
    expect(await errorOf(confirm(box, link, mira))).toEqual([400, 'bad_key'])
    expect((await addressesOf(mira))[1]).toBeNull()
  })

  it('a link is refused after a day', async () => {
    const [box, mira] = [new Mailbox(), await addPerson()]
    await jsonOf(save(box, mira, freshAddress()))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1000 })
    expect(await errorOf(confirm(box, box.lastLink(), mira))).toEqual([400, 'bad_key'])
  })

  it('an address recovers one account only', async () => {
    const [box, email] = [new Mailbox(), freshAddress()]
    await addPerson({ email })
    const mira = await addPerson()
    await jsonOf(save(box, mira, email))
    expect(await errorOf(confirm(box, box.lastLink(), mira))).toEqual([409, 'email_taken'])
    expect(await addressesOf(mira)).toEqual([email, null])
  })

  it.each(['mira', 'mira@', '@people.test', 'a b@people.test', 'a@b', 'a@people.test\nBcc: x@y.test', 'a'.repeat(300)])(
    'the text %j is not an address',
    async (email) => {
      const reply = await save(new Mailbox(), await addPerson(), email)
      expect(await reply.json()).toMatchObject({ error: { code: 'bad_request', field: 'email' } })
    },
  )

  it('a member can have the link sent again, a few times a day', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    expect(await errorOf(repeat(box, mira))).toEqual([404, 'not_found'])
    await jsonOf(save(box, mira, email))
    for (let times = 1; times < CONFIRM_MAILS_PER_DAY; times++) await jsonOf(repeat(box, mira))
    expect(await errorOf(repeat(box, mira))).toEqual([409, 'email_limit'])
    expect(box.subjectsTo(email)).toEqual(Array.from({ length: CONFIRM_MAILS_PER_DAY }, () => CONFIRM))
  })

  it('other accounts that use up the links to an address do not keep its holder from confirming it', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    const [other] = await fillWithLinks(box, email)
    await jsonOf(save(box, mira, email))
    expect(await errorOf(repeat(box, mira))).toEqual([409, 'email_limit'])
    await jsonOf(confirm(box, box.lastLink(), mira))
    expect(await addressesOf(mira)).toEqual([email, email])
    expect(other && (await addressesOf(other))).toEqual([email, null])
  })

  it('a link confirms nothing for a member who did not enter its address, nor for the account that did', async () => {
    const [box, mira, other, email] = [new Mailbox(), await addPerson(), await addPerson(), freshAddress()]
    await jsonOf(save(box, other, email))
    expect(await errorOf(confirm(box, box.lastLink(), mira))).toEqual([400, 'bad_key'])
    expect(await addressesOf(mira)).toEqual(['', null])
    expect(await addressesOf(other)).toEqual([email, null])
  })

  it('a link confirms nothing without a login', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    await jsonOf(save(box, mira, email))
    expect(await errorOf(confirm(box, box.lastLink(), null))).toEqual([401, 'not_logged_in'])
    expect(await addressesOf(mira)).toEqual([email, null])
  })

  it('staff who act as a member do not confirm an address for them', async () => {
    const [box, mira, email] = [new Mailbox(), await addPerson(), freshAddress()]
    await jsonOf(save(box, mira, email))
    const staff = await addPerson({ flags: 'm' })
    await impersonate(staff, mira)
    expect(await errorOf(confirm(box, box.lastLink(), staff))).toEqual([403, 'impersonating'])
    expect(await addressesOf(mira)).toEqual([email, null])
  })

  it('several accounts cannot flood an address with links', async () => {
    const [box, email] = [new Mailbox(), freshAddress()]
    await fillWithLinks(box, email)
    await jsonOf(save(box, await addPerson(), email))
    expect(box.subjectsTo(email)).toHaveLength(CONFIRM_MAILS_PER_DAY)
  })

  it('nobody but its member sees an address', async () => {
    const [mira, other, staff] = [
      await addPerson({ email: 'zephyrine@people.test', pendingEmail: 'zephyrine-2@people.test' }),
      await addPerson(),
      await addPerson({ flags: 'a' }),
    ]
    for (const as of [null, other, staff, mira]) {
      for (const path of [`/api/user/${mira.id}`, `/user/${mira.id}`, '/api/v2/session'])
        expect(await (await sendRequest(path, { as })).text()).not.toContain('zephyrine')
    }
    expect(await (await sendRequest(`/user/${mira.id}/edit?format=json`, { as: staff })).text()).not.toContain('zeph')
  })

  it('staff who impersonate a member neither see nor change the address', async () => {
    const [box, email] = [new Mailbox(), freshAddress()]
    const [mira, staff] = [await addPerson({ email }), await addPerson({ flags: 'a' })]
    await impersonate(staff, mira)
    expect(await errorOf(sendRequest('/editProfile?format=json', { as: staff }))).toEqual([403, 'impersonating'])
    const as = { ...staff, nickname: mira.nickname }
    expect(await errorOf(save(box, as, freshAddress()))).toEqual([403, 'impersonating'])
    expect([await addressesOf(mira), box.sent]).toEqual([[email, email], []])
  })

  it('the site stores the key of a link only as a hash', async () => {
    const box = new Mailbox()
    await jsonOf(save(box, await addPerson(), freshAddress()))
    const key = box.lastLink().split('/').at(-1) ?? ''
    for (const table of ['mails', 'mail_keys']) {
      const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(results)).not.toContain(key)
    }
  })

  it.each<Fault>(['refused', 'lost'])(
    'a new address is stored together with its mail if a database call is %s',
    async (fault) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      let mira = await addPerson()
      await withEveryFault(
        fault,
        (bindings) =>
          sendRequestWith(bindings, '/editProfile', {
            as: mira,
            body: profileFormOf(mira.nickname, { email: freshAddress() }),
          }),
        async () => {
          const row = await env.DB.prepare(
            `SELECT (pending_email IS NOT NULL) AS waits, (SELECT count(*) FROM mails WHERE user_id = users.id) AS mails
             FROM users WHERE id = ?`,
          )
            .bind(mira.id)
            .first()
          expect([
            { waits: 0, mails: 0 },
            { waits: 1, mails: 1 },
          ]).toContainEqual(row)
          mira = await addPerson()
        },
      )
    },
  )
})

describe('mails of a patron [2 §3]', () => {
  it('a patron chooses mails about messages and fans', async () => {
    const patron = await addPerson({ flags: 'p' })
    await jsonOf(save(new Mailbox(), patron, '', { emailMsg: true, emailFan: false }))
    const form = (await requestJson<EditProfileReply>('/editProfile?format=json', { as: patron })) as OwnProfile
    expect(form.userPro).toMatchObject({ emailMsg: true, emailFan: false })
  })

  it('every member chooses mails about exports and compos', async () => {
    const mira = await addPerson()
    await jsonOf(save(new Mailbox(), mira, '', { emailExport: false, emailCompo: true }))
    const form = (await requestJson<EditProfileReply>('/editProfile?format=json', { as: mira })) as OwnProfile
    expect(form.userInfo).toMatchObject({ emailExport: false, emailCompo: true })
  })

  it.each(['emailMsg', 'emailFan'])('a member who is no patron cannot choose mails: %s', async (field) => {
    const reply = await save(new Mailbox(), await addPerson(), '', { [field]: true })
    expect([reply.status, await reply.json()]).toMatchObject([403, { error: { code: 'forbidden', field } }])
  })
})
