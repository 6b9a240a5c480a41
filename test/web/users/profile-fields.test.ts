import { describe, expect, it } from 'vitest'
import { profileForm } from '../../../contract/http/edit-profile.ts'
import { fieldsOf, problemsOf, storedEdits } from '../../../web/features/users/edit/profile-fields.ts'
import { NICKNAME_RULE } from '../../../web/lib/messages/profile.ts'

const info = { nickname: 'Mira', about: '', country: '', gender: '' as const, website: '', avatar: null, cover: null }
const settings = { showChat: true, showMature: false, showBirthday: true, showDevice: false, theme: null }
const choices = { covers: [], recentSketches: [], avatars: [], countries: [] }

describe('the form of a profile', () => {
  const userInfo = { ...info, ...settings, birthDay: 3, birthMonth: 5, useNewSite: true as const }
  const sent = profileForm.parse(fieldsOf({ id: 1, own: true, userInfo, mayShowMature: true, ...choices }))

  it('the form sends back the fields that it got', () => {
    expect(sent).toMatchObject({ ...info, ...settings })
  })

  it('the form sends nothing that it only shows', () => {
    expect(Object.keys(sent).sort()).toEqual(Object.keys({ ...info, ...settings }).sort())
  })

  it('texts that cannot be saved yet stay in the draft as they were typed', () => {
    const typed = { nickname: 'M', website: 'exam' }
    expect(storedEdits.parse(typed)).toEqual(typed)
  })

  it('each field that breaks its rule gets its own message', () => {
    const { error } = profileForm.safeParse({ ...info, ...settings, nickname: 'M', website: 'exam' })
    expect(problemsOf(error?.issues ?? [])).toEqual({
      nickname: NICKNAME_RULE,
      website: expect.stringContaining('example.org'),
    })
  })
})
