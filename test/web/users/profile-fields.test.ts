import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { profileForm } from '../../../contract/http/edit-profile.ts'
import { PatronFields } from '../../../web/features/users/edit/PatronFields.tsx'
import { fieldsOf, problemsOf, shownEdits, storedEdits } from '../../../web/features/users/edit/profile-fields.ts'
import { NICKNAME_RULE } from '../../../web/lib/messages/profile.ts'
import { profileFormOf, profileInfoOf } from '../../support/profile-form.ts'
import { renderMarkup } from '../../support/web/render.ts'

const form = profileFormOf('Mira')
const choices = { covers: [], recentSketches: [], avatars: [], countries: [], recentEmoticons: [] }

describe('the form of a profile', () => {
  const userInfo = { ...form, birthDay: 3, birthMonth: 5, useNewSite: true as const }
  const access = { mayShowMature: true, confirmedEmail: null }
  const saved = fieldsOf({ id: 1, own: true, userInfo, userPro: null, ...access, ...choices })
  const sent = profileForm.parse(saved)

  it('the form sends back the fields that it got', () => {
    expect(sent).toMatchObject(form)
  })

  it('the form sends nothing that it only shows', () => {
    expect(Object.keys(sent).sort()).toEqual(Object.keys(form).sort())
  })

  it('texts that cannot be saved yet stay in the draft as they were typed', () => {
    const typed = { nickname: 'M', website: 'exam' }
    expect(storedEdits.parse(typed)).toEqual(typed)
  })

  it('changes that a former patron made as a patron are not sent', () => {
    expect(shownEdits(saved, { slug: 'mira', emailMsg: true, about: 'Ink' })).toEqual({ about: 'Ink' })
  })

  it('each field that breaks its rule gets its own message', () => {
    const { error } = profileForm.safeParse({ ...form, nickname: 'M', website: 'exam' })
    expect(problemsOf(error?.issues ?? [])).toEqual({
      nickname: NICKNAME_RULE,
      website: expect.stringContaining('example.org'),
    })
  })
})

describe("a patron's fields [2 §2 Edit profile]", () => {
  const shown = (fields: { slug?: string; wmName?: string }, saved = '', problems = {}) =>
    renderMarkup(
      createElement(PatronFields, {
        profile: {
          id: 7,
          confirmedEmail: null,
          userPro: { slug: saved, wmName: '', emailMsg: false, emailFan: false },
        },
        fields: { ...profileInfoOf('Mira'), ...fields },
        problems,
        onChange: () => undefined,
      }),
    )

  it('the preview shows the web address as it will be saved', () => {
    expect(shown({ slug: 'Ines Karlsen!' })).toContain('Your profile at localhost/ines-karlsen')
  })

  it('a changed web address says that the one before keeps leading to the profile', () => {
    expect(shown({ slug: 'karlsen' }, 'ines')).toContain('localhost/karlsen. The address /ines keeps leading there.')
    for (const slug of ['ines', '']) expect(shown({ slug }, 'ines')).not.toContain('keeps leading')
  })

  it('the preview of an empty web address is the address of every member', () => {
    expect(shown({ slug: '!' })).toContain('Your profile at localhost/user/7')
  })

  it('the preview of the watermark has year and name', () => {
    expect(shown({ wmName: 'I. Karlsen' })).toContain(`Copyright (c) ${new Date().getFullYear()} I. Karlsen`)
  })

  it('the watermark of a patron without a name for it has the nickname', () => {
    expect(shown({})).toContain(`Copyright (c) ${new Date().getFullYear()} Mira`)
  })

  it.each(['slug', 'wmName', 'emailMsg', 'emailFan'])('a refusal of %s is shown beside its field', (field) => {
    expect(shown({}, '', { [field]: 'Not allowed.' })).toContain('Not allowed.')
  })
})
