import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import { EditForm, shownEdits } from '../../../web/features/edit-sketch/EditForm.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleEditBody, sampleUser } from '../../support/web/samples.ts'

function sketchWith(fields: Partial<EditReply>): EditReply {
  return {
    id: 7,
    own: true,
    fields: sampleEditBody(),
    imageUrl: '/image/7',
    thumbhash: '',
    width: 600,
    height: 400,
    showMature: true,
    userPro: false,
    watermarkName: 'Mira',
    pictureStays: false,
    videoBytes: null,
    fileBytes: null,
    ...fields,
  }
}

function formOf(fields: Partial<EditReply>): string {
  return renderMarkup(createElement(EditForm, { sketch: sketchWith(fields) }), {
    at: '/sketch/7/edit',
    user: sampleUser(),
  })
}

it('only patrons are offered a watermark [1 §5]', () => {
  expect(formOf({ userPro: true })).toContain('Watermark')
  expect(formOf({ userPro: false })).not.toContain('Watermark')
})

it('stored edits of fields that are no longer in the form are left out', () => {
  const edits = { title: 'Heron', watermark: true, privateFile: true, mat: 'black' } as const
  expect(shownEdits(sketchWith({ userPro: false, fileBytes: 12 }), edits)).toEqual({ title: 'Heron' })
  const fields = { ...sampleEditBody(), file: true, mat: 'white' as const }
  expect(shownEdits(sketchWith({ userPro: true, fileBytes: 12, fields }), edits)).toEqual(edits)
})

it('only the artist replaces the picture and files of a sketch [1 §6]', () => {
  for (const section of ['Replace the picture', 'Sketch file', 'Continues from']) {
    expect(formOf({ own: true })).toContain(section)
    expect(formOf({ own: false })).not.toContain(section)
  }
})

it('only staff give a reason for an edit', () => {
  expect(formOf({ own: false })).toContain('name="reason"')
  expect(formOf({ own: true })).not.toContain('name="reason"')
})

it('staff mark the sketch of another member on its page, and not in the form', () => {
  const form = formOf({ own: false, showMature: false })
  expect(form).toMatch(/<a[^>]* href="\/sketch\/7"[^>]*>its page<\/a>/)
  for (const mark of ['Made with generative AI', 'Only shown to members who switched on mature']) {
    expect(form).not.toContain(mark)
    expect(formOf({})).toContain(mark)
  }
})

it('the form says that the picture of an entry stays from the voting on', () => {
  const form = formOf({ pictureStays: true })
  expect(form).toContain('Voting in its compo has begun, so the picture can’t be changed.')
  expect(form).not.toContain('Replace the picture')
})
