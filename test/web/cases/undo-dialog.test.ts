import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { AppealItem } from '../../../contract/http/appeals.ts'
import { UndoFields } from '../../../web/features/cases/UndoDialog.tsx'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleAppeal } from '../../support/web/samples.ts'

const fieldsOf = (appeal: AppealItem | null) => textOf(renderMarkup(createElement(UndoFields, { appeal })))

describe('the reason for undoing a decision', () => {
  it('staff read that a member with an open appeal reads it', () => {
    const text = fieldsOf(sampleAppeal({ member: { id: 4, nickname: 'Mira' } }))
    expect(text).toContain('Mira and staff see this.')
    expect(text).toContain('Mira’s appeal is granted.')
    expect(text).not.toContain('Only staff see this.')
  })

  it('staff read that only staff see the reason, if there is no open appeal', () => {
    expect(fieldsOf(null)).toContain('Only staff see this.')
    expect(fieldsOf(sampleAppeal({ outcome: 'upheld' }))).toContain('Only staff see this.')
  })
})
