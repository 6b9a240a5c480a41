import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ArtistListReply } from '../../../contract/http/artists.ts'
import type { EditProfileReply, ProfileForm, ProfileInfo } from '../../../contract/http/edit-profile.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import { COVER, MEMBER_LIMITS } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { profileFormOf, profileInfoOf } from '../../support/profile-form.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { profileOf } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

const readForm = (as: Person, path = '/editProfile') =>
  requestJson<EditProfileReply>(`${path}?format=json`, { as, headers: { accept: 'application/json' } })

const save = (as: Person, fields: Partial<ProfileForm> = {}) =>
  sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, fields) })

const saveAsStaff = (as: Person, member: Person, fields: Partial<ProfileInfo>) =>
  sendRequest(`/user/${member.id}/edit`, { as, body: { ...profileInfoOf(member.nickname, fields), reason: 'Rude.' } })

const errorWithField = async (pending: Promise<Response>) => {
  const { error } = await (await pending).json<{ error: { code: string; field?: string } }>()
  return [error.code, error.field]
}

const session = (as: Person) => requestJson<{ user: Record<string, unknown> }>('/api/v2/session', { as })

describe('the form of a profile [2 §2 Edit profile]', () => {
  it('a new account has an empty profile and hides mature sketches', async () => {
    const mira = await addPerson()
    expect((await readForm(mira)).userInfo).toEqual({
      ...profileFormOf(mira.nickname, { showBirthday: true }),
      birthDay: 3,
      birthMonth: 5,
      useNewSite: true,
    })
  })

  it('every saved field is read back', async () => {
    const mira = await addPerson()
    const fields: Partial<ProfileForm> = {
      nickname: `Renamed ${mira.id}`,
      about: 'Ink.\nMostly.',
      country: 'PT',
      gender: 'nonbinary',
      website: 'https://example.org/ink',
      cover: '/covers/waves.svg',
      showChat: false,
      showMature: true,
      showBirthday: false,
      showDevice: true,
      showStreak: false,
      timeZone: 'Asia/Tokyo',
      theme: 'gray',
    }
    await jsonOf(save(mira, fields))
    expect((await readForm(mira)).userInfo).toMatchObject(fields)
  })

  it('fields that are left out stay as they are', async () => {
    const mira = await addPerson()
    await jsonOf(save(mira, { about: 'Ink.', cover: '/covers/waves.svg', showStreak: false, showDevice: true }))
    const before = (await readForm(mira)).userInfo
    await jsonOf(sendRequest('/editProfile', { as: mira, body: { country: 'PT' } }))
    await jsonOf(sendRequest('/editProfile', { as: mira, body: {} }))
    expect((await readForm(mira)).userInfo).toEqual({ ...before, country: 'PT' })
  })

  it('staff change only the fields that they send', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(save(mira, { about: 'Ink.', country: 'PT' }))
    const body = { website: '', country: '', reason: 'Rude.' }
    await jsonOf(sendRequest(`/user/${mira.id}/edit`, { as: staff, body }))
    expect((await readForm(mira)).userInfo).toMatchObject({ nickname: mira.nickname, about: 'Ink.', country: '' })
  })

  it('countries are offered by their English names in alphabetical order', async () => {
    const { countries } = await readForm(await addPerson())
    expect(countries.length).toBe(250)
    expect(countries.find(({ code }) => code === 'PT')).toEqual({ code: 'PT', name: 'Portugal' })
    expect(countries.map(({ name }) => name)).toEqual(
      countries.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
    )
  })

  it('own sketches that everyone may see are offered as avatars, the latest first', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const shown = await addSketches(mira, 3)
    await addSketch(mira, { mature: true })
    await addSketch(mira, { violation: 'copyright' })
    await addSketch(tomo)
    expect((await readForm(mira)).avatars.map(({ id }) => id)).toEqual(shown)
  })

  it('own sketches of the size of a cover are offered as covers', async () => {
    const mira = await addPerson()
    await addSketch(mira)
    const wide = await addSketch(mira, COVER)
    expect((await readForm(mira)).recentSketches.map(({ id }) => id)).toEqual([wide])
  })

  it('the rows read for the form do not grow with the sketches of the member', async () => {
    const [few, many] = [await addPerson(), await addPerson()]
    await addSketches(few, 30)
    await addSketches(many, 300)
    const rowsOf = (as: Person) => rowsRead('/editProfile?format=json', { as })
    expect(await rowsOf(many)).toBe(await rowsOf(few))
  })

  it('the rows read for the form do not grow with unlisted sketches of the size of a cover', async () => {
    const mira = await addPerson()
    const addCovers = async () => {
      await addSketches(mira, 250)
      const hide = 'UPDATE sketches SET width = 2048, height = 506, unlisted = 1 WHERE user_id = ?'
      await env.DB.prepare(hide).bind(mira.id).run()
    }
    await addCovers()
    const rows = await rowsRead('/editProfile?format=json', { as: mira })
    await addCovers()
    expect(await rowsRead('/editProfile?format=json', { as: mira })).toBe(rows)
  })
})

describe('saving a profile', () => {
  it('others see the saved fields on the profile [2 §3]', async () => {
    const mira = await addPerson()
    await jsonOf(save(mira, { about: 'Ink.', country: 'JP', gender: 'female', website: 'https://example.org/' }))
    expect(await profileOf(mira)).toMatchObject({
      about: 'Ink.',
      countryName: 'Japan',
      gender: 'female',
      website: 'https://example.org/',
    })
  })

  it('a birthday is shown on pages only by choice', async () => {
    const now = new Date()
    const today = now.toISOString().slice(5, 10)
    const mira = await addPerson({ birthDate: `1996-${today}` })
    const has = (people: readonly { id: number }[]) => people.some(({ id }) => id === mira.id)
    const isListed = async () => {
      const { items } = await requestJson<ArtistListReply>('/api/v2/users?sort=birthday', { as: mira })
      const { birthdays = [] } = await requestJson<HomeReply>('/api/v2/index', { as: mira, body: { birthdays: true } })
      return [has(items), has(birthdays)]
    }
    await jsonOf(save(mira, { showBirthday: true }))
    expect(await isListed()).toEqual([true, true])
    expect(await profileOf(mira)).toMatchObject({ birthDay: now.getUTCDate(), birthMonth: now.getUTCMonth() + 1 })
    await jsonOf(save(mira, { showBirthday: false }))
    expect(await isListed()).toEqual([false, false])
    expect(await profileOf(mira)).toMatchObject({ birthDay: null, birthMonth: null })
  })

  it('a nickname that another member has in different case is refused at its field', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    expect(await errorWithField(save(mira, { nickname: tomo.nickname.toUpperCase() }))).toEqual([
      'nickname_taken',
      'nickname',
    ])
    expect((await profileOf(mira)).nickname).toBe(mira.nickname)
  })

  it('a member cannot take a nickname that looks like another one or sounds like staff', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await jsonOf(save(tomo, { nickname: `Willi ${tomo.id}` }))
    expect(await errorWithField(save(mira, { nickname: `WiIli ${tomo.id}` }))).toEqual(['nickname_taken', 'nickname'])
    expect(await errorWithField(save(mira, { nickname: 'Staff' }))).toEqual(['nickname_reserved', 'nickname'])
  })

  it('a member cannot take a web address as nickname, but keeps one from before the rule', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson({ nickname: 'tomo.shop' })]
    const refusal = ['nickname_web_address', 'nickname']
    expect(await errorWithField(save(mira, { nickname: 'free-hearts.shop' }))).toEqual(refusal)
    await jsonOf(save(tomo, { nickname: 'tomo.shop', about: 'Ink.' }))
    expect(await profileOf(tomo)).toMatchObject({ nickname: 'tomo.shop', about: 'Ink.' })
  })

  it('a nickname from before these rules can stay', async () => {
    const mira = await addPerson({ nickname: 'Admin Mira', nicknameKey: 'admin mira' })
    await jsonOf(save(mira, { nickname: 'Admin Mira', about: 'Ink.' }))
    expect(await profileOf(mira)).toMatchObject({ nickname: 'Admin Mira', about: 'Ink.' })
  })

  it('a member changes nickname, avatar and text a limited number of times a day, and the rest of the profile always', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(mira, COVER)
    await jsonOf(save(mira, { nickname: `Mira the ${mira.id}th` }))
    await jsonOf(save(mira, { nickname: `Mira the ${mira.id}th` }))
    await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits = 1')
      .bind(MEMBER_LIMITS.editsPerDay.new, mira.id)
      .run()
    expect(await errorWithField(save(mira, { nickname: `Mira ${mira.id}` }))).toEqual(['edit_limit', 'nickname'])
    const about = 'Ink.'
    expect(await errorWithField(save(mira, { nickname: `Mira the ${mira.id}th`, about }))).toEqual([
      'edit_limit',
      'about',
    ])
    for (const call of ['setAvatar', 'setCover', 'setEmoticon'])
      expect(await errorOf(sendRequest(`/api/v2/user/${call}`, { as: mira, body: { sketch } }))).toEqual([
        409,
        'edit_limit',
      ])
    await jsonOf(save(mira, { nickname: `Mira the ${mira.id}th`, country: 'PT' }))
  })

  it('a member can change the capitals of their nickname', async () => {
    const mira = await addPerson({ nickname: 'lower case', nicknameKey: 'lower case' })
    await jsonOf(save(mira, { nickname: 'Lower Case' }))
    expect((await profileOf(mira)).nickname).toBe('Lower Case')
  })

  it('a member enters their rooms again under the new nickname', async () => {
    const mira = await addPerson({ nickname: 'In the room', nicknameKey: 'in the room' })
    const client = await enterRoom(mira, 'lobby')
    await client.next('channel')
    await jsonOf(save(mira, { nickname: 'Renamed there' }))
    expect(await client.closed()).toBe(SOCKET_CLOSE.restarting)
    const line = await (await enterRoom(mira, 'lobby')).say('Hello again')
    expect(line.user.nickname).toBe('Renamed there')
  })

  it('a change of other fields closes no sockets', async () => {
    const mira = await addPerson()
    const client = await enterRoom(mira, 'lobby')
    await client.next('channel')
    await jsonOf(save(mira, { about: 'Ink.' }))
    expect((await client.say('Still here')).message).toBe('Still here')
  })

  it('a member is found under the new nickname only', async () => {
    const mira = await addPerson({ nickname: 'Beforehand', nicknameKey: 'beforehand' })
    await jsonOf(save(mira, { nickname: 'Thereafter' }))
    const find = async (query: string) => {
      const { items } = await requestJson<ArtistListReply>(`/api/v2/search/user?query=${query}`, { as: mira })
      return items.map(({ id }) => id)
    }
    expect([await find('beforehand'), await find('thereafter')]).toEqual([[], [mira.id]])
  })

  it.each([
    ['nickname', 'x'],
    ['nickname', '<script>'],
    ['about', 'a'.repeat(1025)],
    ['country', 'Portugal'],
    ['gender', 'unknown'],
    ['website', 'javascript:alert(1)'],
    ['website', 'ftp://example.org'],
    ['website', 'https://user:password@example.org'],
    ['website', 'localhost'],
    ['theme', 'pink'],
    ['showMature', 1],
  ])('a bad value of %s is refused at its field: %j', async (field, value) => {
    expect(await errorWithField(save(await addPerson(), { [field]: value }))).toEqual(['bad_request', field])
  })

  it.each(['flags', 'glops', 'heartsAvailable', 'birthDate', 'pendingEmail', 'id'])(
    'a form with the unknown field %s is refused',
    async (field) => {
      const mira = await addPerson()
      expect(await errorOf(save(mira, { [field]: 'a' }))).toEqual([400, 'bad_request'])
    },
  )

  it('a website gets the scheme that was left out', async () => {
    const mira = await addPerson()
    await jsonOf(save(mira, { website: 'example.org/ink' }))
    expect((await readForm(mira)).userInfo.website).toBe('https://example.org/ink')
  })
})

describe('the profiles of accounts that ended', () => {
  it.each(['deleted_at = 1', 'merged_into_id = (SELECT min(id) FROM users)'])(
    'staff do not edit them: %s',
    async (end) => {
      const [staff, mira] = [await addPerson({ flags: 'm' }), await addPerson()]
      await env.DB.prepare(`UPDATE users SET ${end} WHERE id = ?`).bind(mira.id).run()
      expect(await errorOf(saveAsStaff(staff, mira, { about: 'Ink.' }))).toEqual([404, 'not_found'])
    },
  )
})

describe('avatar and cover [1 §5]', () => {
  const imageOf = async (id: number) =>
    `/image/${await env.DB.prepare('SELECT image_key FROM sketches WHERE id = ?').bind(id).first<string>('image_key')}`

  it('a member can use their own sketches', async () => {
    const mira = await addPerson()
    const avatar = await imageOf(await addSketch(mira))
    const cover = await imageOf(await addSketch(mira, COVER))
    await jsonOf(save(mira, { avatar, cover }))
    expect(await profileOf(mira)).toMatchObject({ avatar, cover })
  })

  it('a saved form without avatar and cover removes them', async () => {
    const mira = await addPerson()
    await jsonOf(save(mira, { avatar: await imageOf(await addSketch(mira)), cover: '/covers/rain.svg' }))
    await jsonOf(save(mira))
    expect(await profileOf(mira)).toMatchObject({ avatar: null, cover: null })
  })

  it('only own sketches that everyone may see can be avatar or cover', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const refused = [
      await imageOf(await addSketch(tomo)),
      await imageOf(await addSketch(mira, { mature: true })),
      await imageOf(await addSketch(mira, { violation: 'inappropriate' })),
      'https://example.org/a.png',
      '/covers/../image/x',
      '/image/generic/waves',
    ]
    for (const avatar of refused) expect(await errorOf(save(mira, { avatar }))).toEqual([409, 'unsuitable_picture'])
    for (const cover of [...refused, await imageOf(await addSketch(mira))])
      expect(await errorOf(save(mira, { cover }))).toEqual([409, 'unsuitable_picture'])
  })
})

describe('private settings', () => {
  it('mature sketches can be switched on, and birthdays shown, from the age of 18 [1 §5]', async () => {
    const day = (yearsAgo: number, daysLater: number) =>
      new Date(
        Date.UTC(new Date().getUTCFullYear() - yearsAgo, new Date().getUTCMonth(), new Date().getUTCDate() + daysLater),
      )
        .toISOString()
        .slice(0, 10)
    const [adult, younger] = [await addPerson({ birthDate: day(18, 0) }), await addPerson({ birthDate: day(18, 1) })]
    expect([await readForm(adult), await readForm(younger)]).toMatchObject([
      { mayShowMature: true },
      { mayShowMature: false },
    ])
    await jsonOf(save(adult, { showMature: true, showBirthday: true }))
    expect(await errorWithField(save(younger, { showMature: true }))).toEqual(['too_young_for_mature', 'showMature'])
    expect(await errorWithField(save(younger, { showBirthday: true }))).toEqual([
      'too_young_for_birthday',
      'showBirthday',
    ])
  })

  it('a member who switches mature sketches on sees them in lists', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const id = await addSketch(tomo, { mature: true })
    const sees = async () =>
      (await requestJson<{ items: { id: number }[] }>('/recentSketches?format=json', { as: mira })).items.some(
        (sketch) => sketch.id === id,
      )
    expect(await sees()).toBe(false)
    await jsonOf(save(mira, { showMature: true }))
    expect(await sees()).toBe(true)
  })

  it('every device of a member gets their theme and chat box with the session', async () => {
    const mira = await addPerson()
    expect((await session(mira)).user).toMatchObject({ theme: null, showChat: true })
    await jsonOf(save(mira, { theme: 'dark', showChat: false }))
    expect((await session(mira)).user).toMatchObject({ theme: 'dark', showChat: false })
  })

  it('a theme chosen in the menu changes no other setting', async () => {
    const mira = await addPerson()
    await jsonOf(save(mira, { about: 'Ink.', theme: 'dark' }))
    await jsonOf(sendRequest('/api/v2/user/theme', { as: mira, body: { theme: 'light' } }))
    expect((await readForm(mira)).userInfo).toMatchObject({ about: 'Ink.', theme: 'light' })
  })
})

describe('profiles edited by staff [2 §6]', () => {
  it('staff read the public fields of a member without private settings', async () => {
    const [mira, staff] = [await addPerson({ about: 'Ink.', showMature: true }), await addPerson({ flags: 'm' })]
    const form = await readForm(staff, `/user/${mira.id}/edit`)
    expect([form.own, form.userInfo]).toEqual([false, profileInfoOf(mira.nickname, { about: 'Ink.' })])
  })

  it('the audit log has the reason of staff and the values before and after the change', async () => {
    const [mira, staff] = [await addPerson({ about: 'Rude.' }), await addPerson({ flags: 'm' })]
    await jsonOf(saveAsStaff(staff, mira, { about: '' }))
    const { results } = await env.DB.prepare('SELECT * FROM audit_log WHERE staff_id = ?').bind(staff.id).all()
    expect(results).toMatchObject([
      {
        ...{ action: 'edit', user_id: mira.id, target_type: 'user', target_id: mira.id, reason: 'Rude.' },
        changes: '{"about":["Rude.",""]}',
      },
    ])
  })

  it('staff give a reason', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const edit = sendRequest(`/user/${mira.id}/edit`, {
      ...{ as: staff, body: profileInfoOf(mira.nickname, { about: 'Ink.' }) },
    })
    expect(await errorWithField(edit)).toEqual(['bad_request', 'reason'])
    expect((await readForm(mira)).userInfo).toMatchObject({ about: '' })
  })

  it('a save by staff that changes nothing is not logged', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(saveAsStaff(staff, mira, {}))
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM audit_log WHERE staff_id = ?').bind(staff.id).first('n'),
    ).toBe(0)
  })

  it('staff change no private settings', async () => {
    const [mira, staff] = [await addPerson({ showMature: true }), await addPerson({ flags: 'm' })]
    await jsonOf(saveAsStaff(staff, mira, { about: 'Ink.' }))
    expect((await readForm(mira)).userInfo).toMatchObject({ about: 'Ink.', showMature: true })
    const body = { ...profileFormOf(mira.nickname), reason: 'Rude.' }
    const settings = sendRequest(`/user/${mira.id}/edit`, { as: staff, body })
    expect(await errorOf(settings)).toEqual([400, 'bad_request'])
  })

  it('only admins edit the profiles of staff', async () => {
    const [admin, other, staff] = [
      await addPerson({ flags: 'a' }),
      await addPerson({ flags: 'a' }),
      await addPerson({ flags: 'm' }),
    ]
    for (const colleague of [admin, await addPerson({ flags: 'm' })])
      expect(await errorOf(saveAsStaff(staff, colleague, { about: 'x' }))).toEqual([403, 'forbidden'])
    await jsonOf(saveAsStaff(other, admin, { about: 'x' }))
  })

  it('the form of a missing member is not found', async () => {
    expect(
      await errorOf(sendRequest('/user/999999/edit?format=json', { as: await addPerson({ flags: 'a' }) })),
    ).toEqual([404, 'not_found'])
  })
})
