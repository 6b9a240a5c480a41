import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { AppealItem } from '../../../contract/http/appeals.ts'
import { grantedBy } from '../../../web/features/cases/UndoDialog.tsx'
import { StaffReasonField } from '../../../web/features/staff/StaffReasonField.tsx'
import { caseMessages } from '../../../web/lib/messages/cases.ts'
import { renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleAppeal } from '../../support/web/samples.ts'

const fieldOf = (appeal: AppealItem | null) =>
  textOf(renderMarkup(createElement(StaffReasonField, { reader: grantedBy(appeal) })))

describe('the reason for undoing a decision', () => {
  it('staff read that a member with an open appeal reads it', () => {
    const appeal = sampleAppeal({ member: { id: 4, nickname: 'Mira' } })
    expect(fieldOf(appeal)).toContain('Mira and staff see this.')
    expect(fieldOf(appeal)).not.toContain('Only staff see this.')
    expect(caseMessages.undoing(grantedBy(appeal))).toContain('Mira’s appeal is granted.')
  })

  it('staff read that only staff see the reason, if there is no open appeal', () => {
    expect(fieldOf(null)).toContain('Only staff see this.')
    expect(fieldOf(sampleAppeal({ outcome: 'upheld' }))).toContain('Only staff see this.')
  })
})
